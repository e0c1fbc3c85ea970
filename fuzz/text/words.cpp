// SPDX-License-Identifier: Apache-2.0
// See words.hpp.
#include "fuzz/text/words.hpp"

#include <algorithm>
#include <string>

namespace etalon::fuzz {
namespace {

constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", digits = "0123456789";
constexpr std::string_view long_marks[] = {
    "<<=", ">>=", "...", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "+=",
    "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "//", "<:", ":>", "<%", "%>", "%:", "##"};

bool has(std::string_view set, char c) { return set.find(c) != set.npos; }

bool is_plain(std::string_view text) {
  if (!text.ends_with('\n') || text.find("??") != text.npos) return false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] != '\n' && (text[k] < ' ' || text[k] > '~')) return false;
    if (text[k] == '\\' && text[text.find_first_not_of(' ', k + 1)] == '\n') return false;
  }
  return true;
}

std::size_t length_of_number(std::string_view rest) {
  std::size_t k = 1;
  while (k < rest.size() && (has(letters, rest[k]) || has(digits, rest[k]) || rest[k] == '.' ||
                             (has("+-", rest[k]) && has("eEpP", rest[k - 1]))))
    ++k;
  return k;
}

std::size_t length_of_mark(std::string_view rest) {
  for (const std::string_view mark : long_marks)
    if (rest.starts_with(mark)) return mark.size();
  return 1;
}

}  // namespace

std::optional<std::vector<Word>> words_of(std::string_view text) {
  if (!is_plain(text)) return std::nullopt;
  std::vector<Word> words;
  bool begins_line = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("/*")) {
      const std::size_t end = rest.find("*/", 2);
      if (end == rest.npos) return std::nullopt;
      at += end + 2;
    } else if (has(" \n", rest[0])) {
      begins_line = begins_line || rest[0] == '\n';
      ++at;
    } else if (rest[0] == '#' && begins_line) {
      const std::size_t end = std::min(rest.find('\n'), rest.find("/*"));
      const std::size_t last = rest.substr(0, end).find_last_not_of(' ');
      words.push_back({Word::Kind::line, rest.substr(0, last + 1)});
      at += end;
    } else {
      begins_line = false;
      const bool is_number = has(digits, rest[0]) || (rest[0] == '.' && rest.size() > 1 && has(digits, rest[1]));
      const bool is_name = has(letters, rest[0]);
      const std::size_t length =
          is_number ? length_of_number(rest)
          : is_name ? std::min(rest.find_first_not_of(std::string(letters) + std::string(digits)), rest.size())
                    : length_of_mark(rest);
      words.push_back({is_number ? Word::Kind::number
                       : is_name ? Word::Kind::name
                                 : Word::Kind::mark,
                       rest.substr(0, length)});
      at += length;
    }
  }
  return words;
}

}  // namespace etalon::fuzz
