// SPDX-License-Identifier: Apache-2.0
// Floor 8. See names.hpp: literals, read for the type that they are declared with.
#include <algorithm>
#include <bit>
#include <charconv>

#include "prove/names.hpp"
#include "scalar/binary.h"
#include "scalar/integer.h"

namespace etalon::impl::prove {
namespace {

bool are_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

std::optional<std::uint64_t> natural(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (digits.empty() || code != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// Digits with one point among them at most, of which there is at least one digit.
bool is_fraction(std::string_view text, std::string_view digits) {
  const auto points = std::ranges::count(text, '.');
  return points <= 1 && text.size() > static_cast<std::size_t>(points) &&
         text.find_first_not_of(std::string(digits) + ".") == std::string_view::npos;
}

bool is_exponent(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  return are_digits(text) && text.size() <= 5;
}

// A constant of C's grammar: digits with a point or an exponent; hexadecimal digits with an exponent.
bool is_floating_constant(std::string_view text, bool hexadecimal) {
  const std::size_t mark = text.find_first_of(hexadecimal ? "pP" : "eE");
  const std::string_view before = text.substr(0, mark);
  if (mark != std::string_view::npos && !is_exponent(text.substr(mark + 1))) return false;
  if (!is_fraction(before, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789")) return false;
  return mark != std::string_view::npos || (!hexadecimal && before.find('.') != std::string_view::npos);
}

template <class T> std::optional<T> floating(std::string_view text) {
  const bool hexadecimal = text.starts_with("0x");
  if (hexadecimal) text.remove_prefix(2);
  if (!is_floating_constant(text, hexadecimal)) return std::nullopt;
  T value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value,
                                           hexadecimal ? std::chars_format::hex : std::chars_format::general);
  if (code != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::int32_t> place_literal(std::string_view text) {
  if (!are_digits(text) || (text.size() > 1 && text[0] == '0')) return std::nullopt;  // 010 is eight
  const auto value = natural(text, 10);
  if (!value || *value > INT32_MAX) return std::nullopt;
  return static_cast<std::int32_t>(*value);
}

std::optional<std::uint64_t> decimal_literal(DType type, std::string_view digits, bool negative) {
  if (!are_digits(digits) || (digits.size() > 1 && digits[0] == '0')) return std::nullopt;
  const auto value = natural(digits, 10);
  if (!value) return std::nullopt;
  const unsigned bits = info(type).bits;
  const bool is_signed = info(type).kind == Kind::signed_;
  if (negative && !is_signed) return std::nullopt;
  const std::uint64_t most = is_signed ? (std::uint64_t{1} << (bits - 1)) - (negative ? 0 : 1) : uint_highest(bits);
  if (*value > most) return std::nullopt;
  return uint_wrap(negative ? 0 - *value : *value, bits);
}

std::optional<std::uint64_t> bits_literal(std::string_view text, unsigned bits) {
  if (!text.starts_with("0x") || !text.ends_with("u")) return std::nullopt;
  const std::string_view digits = text.substr(2, text.size() - 3);
  if (digits.empty() || digits.size() > bits / 4) return std::nullopt;
  return natural(digits, 16);
}

std::optional<std::uint64_t> number_literal(DType type, std::string_view text, bool negative) {
  switch (type) {
    case DType::f32: {
      if (!text.ends_with("f")) return std::nullopt;
      const auto value = floating<float>(text.substr(0, text.size() - 1));
      if (!value) return std::nullopt;
      return std::bit_cast<std::uint32_t>(negative ? -*value : *value);
    }
    case DType::f64: {
      const auto value = floating<double>(text);
      if (!value) return std::nullopt;
      return std::bit_cast<std::uint64_t>(negative ? -*value : *value);
    }
    case DType::f16:
    case DType::bf16:
      return negative ? std::nullopt : bits_literal(text, 16);
    case DType::boolean:
      if (negative || (text != "0" && text != "1")) return std::nullopt;
      return text == "1" ? 1 : 0;
    default:
      break;
  }
  if (!is_integer(type)) return std::nullopt;
  if (info(type).kind == Kind::unsigned_ && info(type).bits <= 32 && text.ends_with("u"))
    text.remove_suffix(1);
  else if (info(type).bits == 64 && !place_literal(text))
    return std::nullopt;  // longer ones are INT64_C() and UINT64_C()
  return decimal_literal(type, text, negative);
}

std::uint64_t infinity_of(DType type, bool negative) {
  const binary_format format = binary_format_of(info(type).bits, info(type).fraction);
  return binary_infinity(format) | (negative ? binary_sign_bit(format) : 0);
}

}  // namespace etalon::impl::prove
