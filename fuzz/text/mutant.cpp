// SPDX-License-Identifier: Apache-2.0
// See mutant.hpp.
#include "fuzz/text/mutant.hpp"

#include <algorithm>
#include <vector>

#include "fuzz/text/words.hpp"

namespace etalon::fuzz {
namespace {

struct Part {
  std::size_t at, size;
};

// Whatever the bytes are: runs of letters and digits, and single marks.
std::vector<Part> parts_of(const std::string& text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
  };
  std::vector<Part> parts;
  for (std::size_t k = 0; k < text.size(); ++k) {
    if (text[k] == ' ' || text[k] == '\n') continue;
    Part part{k, 1};
    while (is_letter(text[k]) && k + 1 < text.size() && is_letter(text[k + 1])) ++k, ++part.size;
    parts.push_back(part);
  }
  return parts;
}

std::vector<Part> lines_of(const std::string& text) {
  std::vector<Part> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    lines.push_back({begin, end - begin});
    begin = end;
  }
  return lines;
}

// Removes, doubles, replaces or exchanges parts.
void mutate_parts(std::string& text, const std::vector<Part>& parts, Drawn& drawn) {
  if (parts.empty()) return;
  const std::size_t first = drawn.below(parts.size());
  const bool is_near = drawn.below(2) == 0 && first + 1 < parts.size();
  const std::size_t second = is_near ? first + 1 : drawn.below(parts.size());
  const auto [a, b] = std::minmax(first, second);
  const std::string x = text.substr(parts[a].at, parts[a].size), y = text.substr(parts[b].at, parts[b].size);
  switch (drawn.below(4)) {
    case 0:
      text.erase(parts[a].at, parts[a].size);
      break;
    case 1:
      text.insert(parts[b].at, x);
      break;
    case 2:
      text.replace(parts[a].at, parts[a].size, y);
      break;
    default:
      text.replace(parts[b].at, parts[b].size, x);
      text.replace(parts[a].at, parts[a].size, y);
  }
}

void mutate_number(std::string& text, Drawn& drawn) {
  std::vector<std::size_t> digits;
  for (std::size_t k = 0; k < text.size(); ++k)
    if (text[k] >= '0' && text[k] <= '9') digits.push_back(k);
  if (digits.empty()) return;
  const std::size_t at = digits[drawn.below(digits.size())];
  const auto digit = static_cast<char>('0' + drawn.below(10));
  switch (drawn.below(4)) {
    case 0:
      text.insert(at, 1, digit);
      break;
    case 1:
      text.erase(at, 1);
      break;
    case 2:
      text[at] = digit;
      break;
    default:
      text[at] = static_cast<char>('0' + (text[at] - '0' + (drawn.below(2) == 0 ? 1 : 9)) % 10);
  }
}

// Another name of the scalar headers.
void mutate_name(std::string& text, Drawn& drawn) {
  constexpr const char* endings[] = {"_add",           "_sub",    "_mul",     "_div",     "_fma",    "_max",
                                     "_min",           "_larger", "_smaller", "_abs",     "_negate", "_less",
                                     "_less_or_equal", "_equal",  "_one_nan", "_sqrt",    "_floor",  "_ceil",
                                     "_exp",           "_log",    "_add_any", "_mul_any", "_fma_any"};
  constexpr const char* types[] = {"f16_", "bf16_", "f32_", "f64_", "i8_", "i32_", "i64_", "u8_", "i4_", "u4_"};
  std::vector<Part> names;
  for (const Part& part : parts_of(text)) {
    const std::string_view name = std::string_view(text).substr(part.at, part.size);
    if (std::ranges::any_of(types, [&](const char* type) { return name.starts_with(type); })) names.push_back(part);
  }
  if (names.empty()) return;
  const auto [at, size] = names[drawn.below(names.size())];
  const std::string name = text.substr(at, size);
  const std::size_t mark = name.find('_');
  std::string other = drawn.below(3) == 0 ? types[drawn.below(std::size(types))] + name.substr(mark + 1)
                                          : name.substr(0, mark) + endings[drawn.below(std::size(endings))];
  if (drawn.below(4) == 0) other = name.ends_with("_any") ? name.substr(0, size - 4) : name + "_any";
  text.replace(at, size, other);
}

void mutate_byte(std::string& text, Drawn& drawn) {
  if (text.empty()) return;
  constexpr std::string_view marks = "()[]{};,*+-/%<>=!&?:.#\\\"'_ \n\t0";
  const std::size_t at = drawn.below(text.size());
  const std::uint64_t kind = drawn.below(4);
  const char other = kind == 0   ? static_cast<char>(drawn.below(256))
                     : kind == 1 ? text[drawn.below(text.size())]
                                 : marks[drawn.below(marks.size())];
  if (drawn.below(2) == 0)
    text[at] = other;
  else
    text.insert(at, 1, other);
}

}  // namespace

void mutate(std::string& text, Drawn& drawn) {
  switch (drawn.below(8)) {
    case 0:
      return mutate_byte(text, drawn);
    case 1:
    case 2:
      return mutate_parts(text, parts_of(text), drawn);
    case 3:
      return mutate_parts(text, lines_of(text), drawn);
    case 4:
    case 5:
      return mutate_number(text, drawn);
    case 6:
      return mutate_name(text, drawn);
    default:
      text.resize(drawn.below(text.size() + 1));
  }
}

std::string without_comments(const std::string& text) {
  std::string bare;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = std::min(text.find("/*", at), text.size());
    bare += text.substr(at, begin - at);
    at = std::min(text.find("*/", begin), text.size() - 2) + 2;
  }
  return bare;
}

std::string rewritten(const std::string& text, Drawn& drawn, bool renames) {
  constexpr const char* spaces[] = {" ", "  ", "\n", " /* \\ \" // # */ ", " /**/", "\n\n    "};
  const auto words = words_of(text);
  if (!words) return text;
  std::vector<std::string_view> counters;  // for (int32_t i
  for (std::size_t k = 3; renames && k < words->size(); ++k)
    if ((*words)[k - 3].is("for")) counters.push_back((*words)[k].text);
  const std::string_view counter = counters.empty() ? "" : counters[drawn.below(counters.size())];
  std::string made;
  for (const Word& word : *words) {
    const bool is_line = word.kind == Word::Kind::line;
    made += is_line ? "\n" : spaces[drawn.below(std::size(spaces))];
    made += word.is(counter) ? "renamed_counter" : word.text;
    if (is_line) made += "\n";
  }
  return made + "\n";
}

}  // namespace etalon::fuzz
