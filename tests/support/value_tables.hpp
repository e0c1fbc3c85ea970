// SPDX-License-Identifier: Apache-2.0
// The tables of special values in the operators' pages, read as text, and what their words mean as patterns of a type.
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/functions.hpp"
#include "oracle/ops/mul/mul.hpp"
#include "oracle/ops/reciprocal/reciprocal.hpp"
#include "oracle/ops/sqrt/sqrt.hpp"
#include "oracle/pattern.hpp"
#include "report/page/pages.hpp"
#include "tests/support/patterns.hpp"

namespace etalon::tests {

using Words = std::vector<std::string>;

inline std::string trimmed(const std::string& word) {
  const std::size_t first = word.find_first_not_of(' ');
  return first == word.npos ? "" : word.substr(first, word.find_last_not_of(' ') - first + 1);
}

inline Words split(const std::string& text, char by) {
  Words words;
  std::istringstream parts(text);
  for (std::string word; std::getline(parts, word, by);) words.push_back(trimmed(word));
  return words;
}

// Takes off what a text ends with, if it does.
inline bool take_end(std::string& text, const std::string& end) {
  if (!text.ends_with(end)) return false;
  text = trimmed(text.substr(0, text.size() - end.size()));
  return true;
}
inline bool take_begin(std::string& text, const std::string& begin) {
  if (!text.starts_with(begin)) return false;
  text = text.substr(begin.size());
  return true;
}

// The first cell of its head, the other cells, and the rows.
struct Table {
  std::string head;
  Words columns;
  std::vector<std::pair<std::string, Words>> rows;
};

// The tables below the heading "Special values" of an operator's page.
inline std::vector<Table> tables_of(std::string operation) {
  for (char& c : operation) c = static_cast<char>(std::tolower(c));
  std::string_view text;
  for (const Page& page : pages())
    if (page.path == "src/ops/" + operation + "/spec.md") text = page.text;
  std::istringstream lines{std::string(text)};
  std::vector<Table> tables;
  bool inside = false, in_table = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) inside = line == "## Special values";
    if (!inside || !line.starts_with("|")) {
      in_table = false;
      continue;
    }
    if (line.starts_with("|-")) continue;
    Words words = split(line.substr(1), '|');
    const std::string first = words.front();
    words.erase(words.begin());
    if (!in_table)
      tables.push_back({first, words, {}});
    else
      tables.back().rows.emplace_back(first, words);
    in_table = true;
  }
  return tables;
}

// ---- words as patterns ----------------------------------------------------------------------------------------------

inline std::uint64_t integer_pattern(std::string word, DType type) {
  const bool negative = take_begin(word, "−");
  const std::uint64_t sign = std::uint64_t{1} << (info(type).bits - 1), all = sign - 1 + sign;
  const std::uint64_t size = word == "min" ? sign : word == "max" ? sign - 1 : std::stoull(word);
  return (negative ? 0 - size : size) & all;
}

// "NaN" is a quiet one with a payload, "sNaN" a signalling one; "max" the largest finite number, "tiny" the smallest
// subnormal one. "√", "1/", "/2" and "2·" stand for one rounded operation of the oracle, and so do
// the names of its functions, as in "exp(1)".
inline std::uint64_t float_pattern(std::string word, DType type) {
  const oracle::Type judged = judged_type(type);
  const oracle::Format f = judged.format();
  const auto number = [&](double x) {
    return oracle::convert(oracle::float64, judged, std::bit_cast<std::uint64_t>(x)).bits;
  };
  const std::uint64_t sign = take_begin(word, "−") ? oracle::sign_mask(f) : 0;
  take_begin(word, "+");
  for (const oracle::RealFunction& function : oracle::real_functions)
    if (take_begin(word, std::string(function.name) + "(") && take_end(word, ")"))
      return sign | function.judge(f, float_pattern(word, type)).bits;
  if (take_begin(word, "√")) return sign | oracle::sqrt(judged, float_pattern(word, type)).bits;
  if (take_begin(word, "1/")) return sign | oracle::reciprocal(judged, float_pattern(word, type)).bits;
  if (take_end(word, "/2")) return sign | oracle::mul(judged, float_pattern(word, type), number(0.5)).bits;
  if (take_begin(word, "2·")) return sign | oracle::mul(judged, float_pattern(word, type), number(2)).bits;
  const std::uint64_t infinity = oracle::infinity(f);
  if (word == "NaN") return sign | oracle::canonical_nan(f) | 1;
  if (word == "sNaN") return sign | (infinity + 1);
  if (word == "inf") return sign | infinity;
  if (word == "max") return sign | (infinity - 1);
  if (word == "tiny") return sign | 1;
  return sign | number(std::stod(word));
}

inline std::uint64_t pattern_of(const std::string& word, DType type) {
  return is_floating(type) ? float_pattern(word, type) : integer_pattern(word, type);
}

// A result: every NaN is the one quiet NaN.
inline std::uint64_t result_of(const std::string& word, DType type) {
  if (word == "NaN") return oracle::canonical_nan(judged_type(type).format());
  return pattern_of(word, type);
}

inline float float_of(const std::string& word) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(float_pattern(word, DType::f32)));
}

// ---- events ---------------------------------------------------------------------------------------------------------

inline const std::map<std::string_view, unsigned> named_events = {
    {"invalid", EVENT_INVALID}, {"division by zero", EVENT_DIVIDE_BY_ZERO}, {"overflow", EVENT_OVERFLOW}};

}  // namespace etalon::tests
