// SPDX-License-Identifier: Apache-2.0
// Floor 8. Quantised elements that conform ("QUANTISE-ALL-ADMISSIBLE"): integers between two ends, and the exact
// numbers that they are rounded from. An accumulator that was rescaled may be off by five roundings in float, and a tie
// goes either way; any other number may be rounded after its zero point is added, which makes a difference at ties
// only.
#pragma once

#include "conform/judge/allowed_algebra.hpp"
#include "scalar/fraction.h"

namespace etalon::impl {

struct AllowedFraction {
  fraction low, high;
  bool is_rescaled = false;
};

struct AllowedInteger {
  std::int64_t low = 0, high = 0;
};

struct AllowedFractions {
  using Value = AllowedFraction;
  template <class From> static Value from(const typename From::Value& v) {
    if constexpr (requires { From::Plain::format; }) {
      const Ends ends = v.rad == 0 && v.low == 0 ? Ends{v.mid, v.mid} : v.ends();
      return {of_double(ends.low), of_double(ends.high)};
    } else {  // a sum in int32
      return {fraction_of_value(value_of_int(int_wrap(static_cast<std::uint64_t>(v.low), 32))),
              fraction_of_value(value_of_int(int_wrap(static_cast<std::uint64_t>(v.high), 32)))};
    }
  }
  // Operands of a product or quotient are known numbers.
  static Value mul(const Value& a, const Value& b, unsigned*) { return exactly(fraction_mul, a, b); }
  static Value div(const Value& a, const Value& b, unsigned*) { return exactly(fraction_div, a, b); }

 private:
  static fraction of_double(double x) {
    return fraction_reduced(fraction_of_value(binary_value(FORMAT_DOUBLE, f64_bits(x))));
  }
  template <class Operation> static Value exactly(Operation operation, const Value& a, const Value& b) {
    unsigned ignored = 0;
    const fraction v = operation(a.low, b.low, &ignored);
    return {v, v, true};
  }
};

// A is the algebra of an integer type of at most 32 bits.
template <class A> struct AllowedIntegers {
  using Value = AllowedInteger;
  using Plain = A;
  static Value load(const void* data, std::uint64_t i) {
    const auto v = static_cast<std::int64_t>(A::load(data, i));
    return {v, v};
  }
  static void store(void* data, std::uint64_t i, const Value& v) {
    const auto& result = *static_cast<const AllowedResult*>(data);
    result.low[i] = static_cast<double>(v.low), result.high[i] = static_cast<double>(v.high);
    result.beyond[i] = is_enumerated;
  }
  static Value zero() { return {}; }
  static Value add(const Value& a, const Value& b, unsigned*) { return {a.low + b.low, a.high + b.high}; }
  static Value sub(const Value& a, const Value& b, unsigned*) { return {a.low - b.high, a.high - b.low}; }
  static Value mul(const Value& a, const Value& b, unsigned*) { return {a.low * b.low, a.high * b.high}; }
  template <class From> static Value from(const typename From::Value& v) { return v; }

  static Value quantised(const AllowedFraction& v, const Value& zero_point, unsigned*) {
    Value ends = {integers_at(v.low).low, integers_at(v.high).high};
    if (v.is_rescaled) {
      ends = {integers_at(off_by(v.low, -5)).low, integers_at(off_by(v.high, 5)).high};
    } else if (zero_point.low % 2 == 0 && zero_point.low == zero_point.high) {
      ends = {even_of(integers_at(v.low)), even_of(integers_at(v.high))};
    }
    return {held(ends.low + zero_point.low), held(ends.high + zero_point.high)};
  }

 private:
  static constexpr std::int64_t beyond = std::int64_t{1} << 40;

  static std::int64_t held(std::int64_t v) {
    return std::clamp(v, static_cast<std::int64_t>(A::lowest()), static_cast<std::int64_t>(A::highest()));
  }
  static std::int64_t even_of(const Value& two) { return two.low % 2 == 0 ? two.low : two.high; }
  // The nearest integer, or both.
  static Value integers_at(fraction x) {
    unsigned events = 0;
    const std::int64_t even = fraction_quantised(x, 0, -beyond, beyond, &events);
    if ((events & EVENT_TIE) == 0) return {even, even};
    x.exponent += 1;  // twice a tie is an odd integer
    const std::int64_t twice = fraction_quantised(x, 0, -2 * beyond, 2 * beyond, &events);
    return {(twice - 1) / 2, (twice + 1) / 2};
  }
  // x (1 + |x|/x roundings u): away from zero or towards it, whichever lies on the wanted side.
  static fraction off_by(fraction x, int roundings) {
    unsigned ignored = 0;
    const int towards = x.negative != 0 ? -roundings : roundings;
    const exact_value factor =
        exact_value_of(VALUE_FLOATING, 0, static_cast<std::uint64_t>((std::int64_t{1} << 24) + towards), -24);
    return fraction_mul(x, fraction_of_value(factor), &ignored);
  }
};

}  // namespace etalon::impl
