// SPDX-License-Identifier: Apache-2.0
// Floor 9. The trace matrix as text, JSON and one HTML page.
#include <fmt/format.h>

#include "report/escape.hpp"
#include "report/html.hpp"
#include "report/identity.hpp"
#include "report/joined.hpp"
#include "report/trace.hpp"

namespace etalon::impl {
namespace {

std::string place(std::string_view file, unsigned line) { return fmt::format("{}:{}", file, line); }

std::string summary(const Trace& trace) {
  std::size_t proved = 0;
  for (const TraceRow& row : trace.rows) proved += row.backing().starts_with("proof");
  const auto counted = [](std::size_t count, const char* noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
  };
  return fmt::format("{}, evidence of {} and {}, {} with a proof, {}", counted(trace.rows.size(), "requirement"),
                     counted(trace.tests, "test"), counted(trace.proofs, "file") + " of proofs", proved,
                     counted(trace.gaps.size(), "gap"));
}

std::string outdated(const Trace& trace) {
  const std::size_t count = trace.outdated.size();
  return count == 0 ? ""
                    : fmt::format("Evidence of {} {} is from before the last build and does not count.", count,
                                  count == 1 ? "test or proof" : "tests and proofs");
}

}  // namespace

std::string trace_text(const Trace& trace) {
  std::string out;
  for (const TraceRow& row : trace.rows) {
    const Requirement& requirement = row.requirement;
    out += fmt::format("{}\n  {}\n  spec  {}\n  by    {}\n", requirement.tag, requirement.title,
                       place(requirement.page, requirement.line), row.backing());
    for (const Citation& code : row.code) out += fmt::format("  code  {}\n", place(code.file, code.line));
    for (const Evidence& test : row.tests)
      out += fmt::format("  {} {}{}\n", test.is_proof() ? "proof" : "test ", test.test, test.passed ? "" : "  FAILED");
  }
  for (const std::string& gap : trace.gaps) out += "gap: " + gap + "\n";
  if (!trace.outdated.empty()) out += "note: " + outdated(trace) + "\n";
  return out + identity_text({}) + summary(trace) + "\n";
}

std::string trace_json(const Trace& trace) {
  const auto requirement = [](const TraceRow& row) {
    return fmt::format(
        R"({{"tag":{},"title":{},"spec":{},"by":{},"code":[{}],"tests":[{}]}})", json_string(row.requirement.tag),
        json_string(row.requirement.title), json_string(place(row.requirement.page, row.requirement.line)),
        json_string(row.backing()),
        joined(row.code, ",", [](const Citation& code) { return json_string(place(code.file, code.line)); }),
        joined(row.tests, ",", [](const Evidence& test) {
          return fmt::format(R"({{"name":{},"passed":{}}})", json_string(test.test), test.passed);
        }));
  };
  const auto quoted = [](const std::string& text) { return json_string(text); };
  return fmt::format("{{{},\n\"requirements\":[\n{}\n],\"outdated\":[{}],\"gaps\":[{}]}}\n",
                     identity_json("etalon-trace-1", {}), joined(trace.rows, ",\n", requirement),
                     joined(trace.outdated, ",", quoted), joined(trace.gaps, ",", quoted));
}

std::string trace_html(const Trace& trace) {
  const auto row = [](const TraceRow& line) {
    return fmt::format(
        "<tr><td><code "
        "id=\"{0}\">{0}</code></td><td>{1}<br><small>{2}</small></td><td>{5}</td><td>{3}</td><td>{4}</td></tr>\n",
        html_text(line.requirement.tag), html_text(line.requirement.title),
        html_text(place(line.requirement.page, line.requirement.line)),
        joined(line.code, "<br>", [](const Citation& code) { return html_text(place(code.file, code.line)); }),
        joined(line.tests, "<br>",
               [](const Evidence& test) {
                 return fmt::format("<span class=\"{}\">{}</span>", test.passed ? "good" : "bad", html_text(test.test));
               }),
        line.backing());
  };
  const auto gap = [](const std::string& text) { return "<li class=\"bad\">" + html_text(text) + "</li>\n"; };
  const std::string body = fmt::format(
      R"(<h1>Requirements and their evidence</h1>
<p>{}</p>
<p>{}</p>
<ul>{}</ul>
<table><thead><tr><th>Requirement</th><th>Statement</th><th>Backed by</th><th>Code</th><th>Tests and proofs</th></tr></thead><tbody>
{}</tbody></table>
{})",
      summary(trace), outdated(trace), joined(trace.gaps, "", gap), joined(trace.rows, "", row), identity_html({}));
  return html_page("Etalon trace", "td:first-child { white-space: nowrap }\n", body);
}

}  // namespace etalon::impl
