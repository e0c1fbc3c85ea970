// SPDX-License-Identifier: Apache-2.0
// Floor 9. See html.hpp.
#include "report/page/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "base/sha256.hpp"
#include "report/page/escape.hpp"

namespace etalon::impl {
namespace {

// On a narrow screen a row becomes a block, because a table that is wider than the screen is not read.
constexpr std::string_view common_style =
    R"(:root { color-scheme: light dark; --ink: #1c2733; --paper: #fff; --line: #d5dbe1; --faint: #5b6875; --soft: #f3f5f8;
  --good: #1a7f37; --bad: #b3261e; --warn: #8a5a00; --note: #0b6b8a }
@media (prefers-color-scheme: dark) { :root { --ink: #dde4ea; --paper: #14191f; --line: #38424d; --faint: #9aa7b4; --soft: #1d242c;
  --good: #57c878; --bad: #ff8b80; --warn: #e8b04a; --note: #63c7e6 } }
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 80rem; padding: 0 1rem; color: var(--ink); background: var(--paper) }
table { border-collapse: collapse; width: 100% }
th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
th { position: sticky; top: 0; background: var(--paper) }
code, pre { font: .93em/1.4 ui-monospace, monospace }
small { color: var(--faint) }
.good::before { content: "\2713\00a0"; color: var(--good) }
.bad { color: var(--bad) } .bad::before { content: "\2717\00a0" }
@media (max-width: 50rem) {
  thead { display: none }
  table, tbody, tr, td { display: block }
  tr { border-bottom: 1px solid var(--line); padding: .6rem 0 }
  td { border: 0; padding: .15rem 0 }
}
)";

std::string base64(std::span<const std::uint8_t> bytes) {
  static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t k = 0; k < bytes.size(); k += 3) {
    std::uint32_t word = 0;
    for (std::size_t n = k; n < k + 3; ++n) word = word << 8 | (n < bytes.size() ? bytes[n] : 0u);
    for (std::size_t n = 0; n < 4; ++n) out += k + n <= bytes.size() ? digits[word >> (18 - 6 * n) & 63] : '=';
  }
  return out;
}

// By its digest, as browsers demand it.
std::string allowing(std::string_view script) {
  if (script.empty()) return {};
  Sha256 sha;
  sha.update(std::as_bytes(std::span(script)));
  return fmt::format("; script-src 'sha256-{}'", base64(sha.finish()));
}

}  // namespace

std::string html_page(std::string_view title, std::string_view style, std::string_view body, std::string_view script) {
  // The policy is a second lock: even text that got past html_text could load nothing and run nothing.
  return fmt::format(R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'{}">
<title>{}</title>
<style>
{}{}</style></head>
<body>
{}{}</body></html>
)",
                     allowing(script), html_text(title), common_style, style, body,
                     script.empty() ? "" : fmt::format("<script>{}</script>\n", script));
}

std::string line_html(std::string_view line) {
  std::string out;
  for (bool code = false; !line.empty(); code = !code) {
    const std::string_view piece = line.substr(0, line.find('`'));
    const std::string text = html_text(piece);
    out += code ? fmt::format("<code>{}</code>", text) : text;
    line.remove_prefix(std::min(piece.size() + 1, line.size()));
  }
  return out;
}

}  // namespace etalon::impl
