// SPDX-License-Identifier: Apache-2.0
// Floor 7. The carrier of exact numbers between two rationals: quantised results before their one rounding. See
// tracked.hpp.
#pragma once

#include "accuracy/integer_ranges.hpp"

namespace etalon::impl {

struct ExactRanges {
  struct Value {
    Number low, high;
    bool is_known = true;  // otherwise any number, or none
  };
  using Operand = RangeOperand;
  using Result = RangeResult;
  static constexpr bool rounds = false;
  static constexpr FormatFacts facts{1, 0, 0, infinite_bound};

  static Value mul(const Value& a, const Value& b) {
    if (!a.is_known || !b.is_known) return unknown();
    return of_corners(a, b, Rational::mul);
  }
  static Value div(const Value& a, const Value& b, unsigned* causes) {
    if (!a.is_known || !b.is_known) return unknown();
    if (b.low.sign() <= 0 && b.high.sign() >= 0) {
      *causes |= cause(Risk::zero_divisor);
      return unknown();
    }
    return of_corners(a, b, Rational::div);
  }
  template <class From> static Value converted(const typename From::Value& v) {
    if constexpr (From::rounds) {
      const Ends ends = From::ends(v);
      return is_finite(ends) ? Value{Rational::number(ends.low), Rational::number(ends.high)} : unknown();
    } else {
      return {v.low.number(), v.high.number()};
    }
  }

  static double product_loss(const Value&, const Value&, const Value&) { return 0; }
  static double quotient_loss(const Value&, const Value&, const Value&) { return 0; }
  static Ends ends(const Value& v) {
    return v.is_known ? Ends{between(v.low).low, between(v.high).high} : Ends{-infinite_bound, infinite_bound};
  }
  static Magnitude magnitude(const Value& v) { return magnitude_of(ends(v)); }
  static Ends rounded(const Value& v) {
    if (!v.is_known) return ends(v);
    return {between(Rational::round(v.low)).low, between(Rational::round(v.high)).high};
  }

 private:
  static Value unknown() { return {{}, {}, false}; }
  template <class Operation> static Value of_corners(const Value& a, const Value& b, Operation operation) {
    Value v{operation(a.low, b.low), {}};
    v.high = v.low;
    for (const Number& corner : {operation(a.low, b.high), operation(a.high, b.low), operation(a.high, b.high)}) {
      if (Rational::less(corner, v.low)) v.low = corner;
      if (Rational::less(v.high, corner)) v.high = corner;
    }
    return v;
  }
};

}  // namespace etalon::impl
