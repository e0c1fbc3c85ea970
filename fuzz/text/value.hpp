// SPDX-License-Identifier: Apache-2.0
// Values of a text that is run without computing: see meaning.hpp.
#pragma once

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>

namespace etalon::fuzz {

struct Value {
  enum class Kind : std::uint8_t { undefined, number, term, pointer } kind = Kind::undefined;
  std::int64_t number = 0;     // or which element of the array
  std::uint64_t term = 0;      // what identifies it; or which array
  std::string_view type = {};  // of a term, if it was stored
};

inline Value number(std::int64_t n) { return {Value::Kind::number, n, 0}; }
inline std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t x = (a ^ (b * 0x9E3779B97F4A7C15)) * 0xBF58476D1CE4E5B9 + 0x94D049BB133111EB;
  x = (x ^ (x >> 31)) * 0xD6E8FEB86659FD93;
  return x ^ (x >> 32);
}
inline std::uint64_t mixed(std::string_view text) {
  std::uint64_t x = 0xCBF29CE484222325;
  for (const char c : text) x = (x ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  return mixed(x, text.size());
}
inline std::uint64_t identity(const Value& v) {
  return v.kind == Value::Kind::number ? mixed(1, static_cast<std::uint64_t>(v.number)) : v.term;
}
// What a name makes of its operands: undefined where one of them is.
inline Value term(std::string_view name, std::initializer_list<Value> operands) {
  Value result{Value::Kind::term, 0, mixed(name)};
  for (const Value& one : operands) {
    if (one.kind != Value::Kind::number && one.kind != Value::Kind::term) return {};
    result.term = mixed(result.term, identity(one));
  }
  return result;
}

// As it is stored: a value of another type would be converted.
inline Value typed(std::string_view type, const Value& value) {
  if (value.kind != Value::Kind::term || value.type == type) return value;
  Value stored = term(type, {value});
  stored.type = type;
  return stored;
}

// Of a number of C: an integer, or a term of its value as its suffix says that it is read.
inline Value literal(std::string_view word) {
  const std::string text(word);
  const bool is_hexadecimal = text.starts_with("0x");
  const bool is_floating = text.find_first_of(is_hexadecimal ? ".pP" : ".eE") != text.npos;
  char* end = nullptr;
  if (!is_floating) {
    const std::uint64_t n = std::strtoull(text.c_str(), &end, 0);
    return std::string_view(end).empty() || std::string_view(end) == "u" ? number(static_cast<std::int64_t>(n))
                                                                         : term("number", {term(word, {})});
  }
  const bool is_short = text.ends_with('f');
  const std::uint64_t bits = is_short ? std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), &end))
                                      : std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), &end));
  if (std::string_view(end) != (is_short ? "f" : "")) return term("number", {term(word, {})});
  return term(is_short ? "float" : "double", {number(static_cast<std::int64_t>(bits))});
}

// Two numbers of 4 bits share a byte.
inline bool are_nibbles(std::string_view type) { return type == "i4x2_t" || type == "u4x2_t"; }

}  // namespace etalon::fuzz
