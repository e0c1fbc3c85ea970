// SPDX-License-Identifier: Apache-2.0
// Floor 9. See escape.hpp. That model text cannot change the structure of a report ("CHECK-ALL-ESCAPE") is the
// work of this file.
#include "report/page/escape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

constexpr std::uint32_t replacement = 0xFFFD;

struct Character {
  std::uint32_t code;
  std::size_t bytes;
};

// The character that `text` begins with; `replacement` for one byte where that is not UTF-8.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
  if (lead < 0xC2 || lead > 0xF4 || text.size() <= more) return {replacement, 1};
  std::uint32_t code = lead & (0x3Fu >> more);
  for (std::size_t i = 1; i <= more; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return {replacement, 1};
    code = code << 6 | (byte(i) & 0x3F);
  }
  static constexpr std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
  const bool bad = code < least[more] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000);
  return bad ? Character{replacement, 1} : Character{code, more + 1};
}

// What a reader would not see, or what would show other text in another order than it has.
bool is_hidden(std::uint32_t code) {
  static constexpr std::uint32_t ranges[][2] = {
      {0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x061C, 0x061C}, {0x180E, 0x180E},
      {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB},
  };
  return std::any_of(std::begin(ranges), std::end(ranges),
                     [&](const auto& range) { return range[0] <= code && code <= range[1]; });
}

// Each character as it is, unless `special` has an answer for it or it is hidden, which `spell` writes.
template <class Special, class Spell> std::string escaped(std::string_view text, Special special, Spell spell) {
  std::string out;
  while (!text.empty()) {
    const auto [code, bytes] = first_of(text);
    if (const char* instead = special(code); instead != nullptr)
      out += instead;
    else if (is_hidden(code))
      out += spell(code);
    else if (code == replacement)
      out += "\xEF\xBF\xBD";
    else
      out += text.substr(0, bytes);
    text.remove_prefix(bytes);
  }
  return out;
}

const char* json_special(std::uint32_t code) { return code == '"' ? "\\\"" : code == '\\' ? "\\\\" : nullptr; }

const char* html_special(std::uint32_t code) {
  switch (code) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    default:
      return nullptr;
  }
}

}  // namespace

std::string json_string(std::string_view text) {
  const auto spell = [](std::uint32_t code) { return fmt::format("\\u{:04x}", code); };
  return fmt::format("\"{}\"", escaped(text, json_special, spell));
}

std::string html_text(std::string_view text) {
  return escaped(text, html_special, [](std::uint32_t code) { return fmt::format("\\u{{{:X}}}", code); });
}

std::string uri_path(std::string_view path) {
  static constexpr std::string_view kept = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
  std::string out;
  for (const char c : path) {
    if (kept.find(c) != kept.npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return out;
}

std::string printable(std::string_view text) { return spelled_out(text, ""); }

}  // namespace etalon::impl
