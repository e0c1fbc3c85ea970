// SPDX-License-Identifier: Apache-2.0
// Floor 3. Printing, see literal.hpp.
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>

#include "scalar/floats.h"
#include "scalar/integer.h"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"
#include "text/decimal.hpp"
#include "text/literal.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {
namespace {

// Nested arrays around what element(i) says. Depth is bounded by the rank.
template <class Element>
void print_axis(std::string& out, const Shape& shape, unsigned axis, std::uint64_t& i, Element element) {
  if (axis == shape.rank) {
    out += element(i++);
    return;
  }
  out += '[';
  for (std::uint64_t k = 0; k < shape[axis]; ++k) {
    if (k > 0) out += ',';
    print_axis(out, shape, axis + 1, i, element);
  }
  out += ']';
}

template <class Element> std::string print_nested(const Shape& shape, Element element) {
  std::string out;
  std::uint64_t i = 0;
  print_axis(out, shape, 0, i, element);
  return out;
}

template <class T> std::string shortest(T value) {
  char text[32];  // a double takes at most 24
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

std::string scientific(double value, int places) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value, std::chars_format::scientific, places).ptr};
}

// digits * 10^exponent, which reads back to `value`, in the way that to_chars has, so that all float types print alike:
// the shorter of two forms, and of equally long texts the one nearest to the value, which is the integer itself.
std::string decimal_text(std::string digits, int exponent, double value) {
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back(), ++exponent;
  const int count = static_cast<int>(digits.size()), point = count + exponent, power = point - 1;
  std::string fixed = digits, raised = digits;
  if (exponent >= 0)
    fixed.append(static_cast<std::size_t>(exponent), '0');
  else if (point > 0)
    fixed.insert(static_cast<std::size_t>(point), 1, '.');
  else
    fixed.insert(0, "0." + std::string(static_cast<std::size_t>(-point), '0'));
  if (count > 1) raised.insert(1, 1, '.');
  const std::string size = std::to_string(power < 0 ? -power : power);
  raised += std::string(power < 0 ? "e-" : "e+") + (size.size() < 2 ? "0" : "") + size;
  if (fixed.size() > raised.size()) return raised;
  return exponent > 0 ? std::to_string(static_cast<std::uint64_t>(value)) : fixed;
}

bool reads_back(const std::string& digits, int exponent, std::uint64_t magnitude, binary_format format) {
  const Scaled literal{Scaled::Form::decimal, false, digits, {}, exponent, exponent};
  return round_to_binary(value_of(literal), format) == magnitude;
}

// float16 and bfloat16, finite and not zero: the decimal of the fewest digits that reads back, and of those the
// nearest. Where the interval that rounds to the value is lopsided (at powers of two), the nearest decimal of n digits
// may lie outside while the one on the value's other side lies inside.
std::string shortest_half(std::uint64_t magnitude, binary_format format) {
  unsigned events = 0;  // double holds every such value exactly
  const double value = f64_of_bits(binary_round(FORMAT_DOUBLE, binary_unpack(format, magnitude), &events));
  for (int places = 0;; ++places) {
    const std::string text = scientific(value, places);
    const std::size_t mark = text.find('e');
    std::string whole = text.substr(0, mark);
    if (places > 0) whole.erase(1, 1);
    const int exponent = std::stoi(text.substr(mark + 1)) - places;
    const unsigned long nearest = std::stoul(whole);
    for (const unsigned long candidate : {nearest, nearest + 1, nearest - 1}) {
      const std::string digits = std::to_string(candidate);
      if (candidate != 0 && reads_back(digits, exponent, magnitude, format))
        return decimal_text(digits, exponent, value);
    }
  }
}

std::string float_text(DType type, std::uint64_t pattern) {
  const binary_format format = binary_format_of(info(type).bits, info(type).fraction);
  const std::string sign = binary_sign(format, pattern) != 0 ? "-" : "";
  if (binary_is_nan(format, pattern)) return "\"nan\"";
  if (binary_is_infinite(format, pattern)) return std::string("\"").append(sign).append("inf\"");
  if (binary_is_zero(format, pattern)) return sign + "0";
  if (type == DType::f32) return shortest(f32_of_bits(static_cast<std::uint32_t>(pattern)));
  if (type == DType::f64) return shortest(f64_of_bits(pattern));
  return sign + shortest_half(binary_magnitude(format, pattern), format);
}

std::string element_text(DType type, std::uint64_t pattern) {
  switch (info(type).kind) {
    case Kind::signed_:
      return std::to_string(int_wrap(pattern, info(type).bits));
    case Kind::unsigned_:
      return std::to_string(pattern);
    case Kind::boolean:
      return pattern != 0 ? "true" : "false";
    default:
      return float_text(type, pattern);
  }
}

// Of an enclosure of an irrational number, each end.
constexpr int enclosure_digits = 20;

std::string pattern_text(DType type, std::uint64_t pattern) {
  std::string text = "0x";
  for (unsigned shift = info(type).bits; shift > 0; shift -= 4) text += "0123456789ABCDEF"[pattern >> (shift - 4) & 15];
  return text;
}

}  // namespace

std::string print_tensor(const TensorView& tensor) {
  return print_nested(tensor.shape, [&](std::uint64_t i) { return value_at(tensor, i); });
}

std::string print_bits(const TensorView& tensor) {
  return print_nested(tensor.shape, [&](std::uint64_t i) { return '"' + bits_at(tensor, i) + '"'; });
}

std::string value_at(const TensorView& tensor, std::uint64_t i) {
  return element_text(tensor.type, pattern_at(tensor, i));
}

std::string bits_at(const TensorView& tensor, std::uint64_t i) {
  return pattern_text(tensor.type, pattern_at(tensor, i));
}

Result<std::string> print_real(const RealTensor& tensor, const Limits& limits) {
  std::optional<Finding> problem;
  std::string out = print_nested(tensor.shape, [&](std::uint64_t i) {
    const Enclosure& element = tensor.elements[static_cast<std::size_t>(i)];
    if (!problem && !is_printable(element))
      problem = limit_finding("element " + index_string(tensor.shape, i) + " is too large or too small to be printed");
    const std::string text = problem ? "" : enclosure_text(element, enclosure_digits);
    if (text.size() > limits.real_characters)
      problem = limit_finding("element " + index_string(tensor.shape, i) + " has " + std::to_string(text.size()) +
                              " characters, and more than " + std::to_string(limits.real_characters) +
                              " could not be read back");
    return "\"" + text + "\"";
  });
  if (problem) return *std::move(problem);
  return out;
}

}  // namespace etalon::impl
