// SPDX-License-Identifier: Apache-2.0
// Floor 8. See program.hpp: types and numbers as C writes them.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "ops/world.hpp"
#include "write/program.hpp"

namespace etalon::impl {
namespace {

struct Names {
  const char *prefix, *value, *element;
};
Names names_of(DType type) {
  switch (type) {
    case DType::f16:
      return {"f16", "f16_t", "f16_t"};
    case DType::bf16:
      return {"bf16", "bf16_t", "bf16_t"};
    case DType::f32:
      return {"f32", "float", "float"};
    case DType::f64:
      return {"f64", "double", "double"};
    case DType::i4:
      return {"i4", "int8_t", "i4x2_t"};
    case DType::i8:
      return {"i8", "int8_t", "int8_t"};
    case DType::i16:
      return {"i16", "int16_t", "int16_t"};
    case DType::i32:
      return {"i32", "int32_t", "int32_t"};
    case DType::i64:
      return {"i64", "int64_t", "int64_t"};
    case DType::u4:
      return {"u4", "uint8_t", "u4x2_t"};
    case DType::u8:
      return {"u8", "uint8_t", "uint8_t"};
    case DType::u16:
      return {"u16", "uint16_t", "uint16_t"};
    case DType::u32:
      return {"u32", "uint32_t", "uint32_t"};
    case DType::u64:
      return {"u64", "uint64_t", "uint64_t"};
    default:
      return {"truth", "int", "truth_t"};
  }
}

// Calls f(algebra) of the type, and gives what it gives.
template <class F> std::uint64_t in_algebra(DType type, F f) {
  std::uint64_t pattern = 0;
  Stored::with<types::numbers>(type, [&]<class A>(A) {
    const typename A::Value v = f(A{});
    if constexpr (requires { A::format; })
      pattern = A::pattern(v);
    else
      pattern = uint_wrap(static_cast<std::uint64_t>(v), info(type).bits);
  });
  return pattern;
}

std::string hexadecimal(std::uint64_t bits) {
  std::array<char, 16> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), bits, 16).ptr;
  std::string text = "0x";
  for (const char* c = digits.data(); c != end; ++c) text += static_cast<char>(*c >= 'a' ? *c - 'a' + 'A' : *c);
  return text;
}

// The shortest decimal number that is rounded to this one; C reads it as a double unless it ends with an f.
template <class Number> std::string shortest(Number number) {
  std::array<char, 40> digits;
  std::string text(digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string of_integer(DType type, std::uint64_t pattern) {
  const std::int64_t number = int_wrap(pattern, info(type).bits);
  switch (type) {
    case DType::i64:
      return number == INT64_MIN ? "INT64_MIN" : "INT64_C(" + std::to_string(number) + ")";
    case DType::u64:
      return "UINT64_C(" + std::to_string(pattern) + ")";
    case DType::u4:
    case DType::u8:
    case DType::u16:
    case DType::u32:
      return std::to_string(pattern);
    default:
      return std::to_string(number);
  }
}

// Of a finite number of float or double.
std::string of_float(DType type, std::uint64_t pattern) {
  if (type == DType::f64) return shortest(f64_of_bits(pattern));
  return shortest(f32_of_bits(static_cast<std::uint32_t>(pattern))) + "f";
}
bool is_finite(DType type, std::uint64_t pattern) {
  return type == DType::f64 ? std::isfinite(f64_of_bits(pattern))
                            : std::isfinite(f32_of_bits(static_cast<std::uint32_t>(pattern)));
}

}  // namespace

// Those of C99 and C11 that have small letters only, and what compilers or their headers may define.
bool is_c_word(std::string_view name) {
  constexpr std::string_view words[] = {
      "alignas",  "alignof", "asm",      "auto",   "bool",     "break",  "case",   "char",    "const",    "constexpr",
      "continue", "default", "do",       "double", "else",     "enum",   "extern", "false",   "float",    "for",
      "goto",     "if",      "inline",   "int",    "linux",    "long",   "main",   "nullptr", "register", "restrict",
      "return",   "short",   "signed",   "sizeof", "static",   "struct", "switch", "true",    "typedef",  "typeof",
      "union",    "unix",    "unsigned", "void",   "volatile", "while"};
  return std::ranges::find(words, name) != std::end(words);
}

std::string c_prefix(DType type) { return names_of(type).prefix; }
std::string c_element(DType type) { return names_of(type).element; }
std::string c_type(const ValueType& type) {
  switch (type.kind) {
    case ValueType::Kind::element:
      return names_of(type.type).value;
    case ValueType::Kind::truth:
      return "int";
    case ValueType::Kind::fraction:
      return "fraction";
    case ValueType::Kind::exponent:
      return "exact_value";
    case ValueType::Kind::exact_sum:
      return "exact_sum";
    default:
      return "integer_sum";
  }
}
const char* c_function(RealFunction function) {
  static constexpr const char* names[] = {"exp", "log", "sigmoid", "tanh", "erf", "sin", "cos", "acos"};
  return names[static_cast<std::size_t>(function)];
}

std::uint64_t c_length(DType type, std::uint64_t count) { return info(type).bits == 4 ? (count + 1) / 2 : count; }

std::string c_entries(std::span<const std::string> entries, const std::string& margin) {
  constexpr std::size_t width = 116;
  std::string text, line;
  for (const std::string& entry : entries) {
    if (line.empty() || line.size() + entry.size() > width) {
      text += line + "\n";
      line = margin;
    }
    line += " " + entry + ",";
  }
  return text + line + "\n";
}

std::uint64_t pattern_of(DType type, double number) {
  return in_algebra(type, [&](auto a) { return a.number(number); });
}
std::uint64_t lowest_pattern(DType type) {
  return in_algebra(type, [](auto a) { return a.lowest(); });
}
std::uint64_t highest_pattern(DType type) {
  return in_algebra(type, [](auto a) { return a.highest(); });
}

std::string c_number(DType type, std::uint64_t pattern) {
  switch (type) {
    case DType::f32:
      return is_finite(type, pattern) ? of_float(type, pattern) : "f32_of_bits(" + hexadecimal(pattern) + "u)";
    case DType::f64:
      return is_finite(type, pattern) ? of_float(type, pattern) : "f64_of_bits(UINT64_C(" + hexadecimal(pattern) + "))";
    case DType::f16:
    case DType::bf16:
      return hexadecimal(pattern) + "u";
    case DType::boolean:
      return pattern != 0 ? "1" : "0";
    default:
      return of_integer(type, pattern);
  }
}

std::optional<std::string> c_initializer(DType type, std::uint64_t pattern) {
  if (!ValueType::is_native_float(type))
    return type == DType::boolean ? hexadecimal(pattern) + "u" : c_number(type, pattern);
  if (is_finite(type, pattern)) return of_float(type, pattern);
  if (pattern == highest_pattern(type)) return "INFINITY";
  if (pattern == lowest_pattern(type)) return "-INFINITY";
  return std::nullopt;
}

}  // namespace etalon::impl
