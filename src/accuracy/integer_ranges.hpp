// SPDX-License-Identifier: Apache-2.0
// Floor 7. The carrier of integer ranges, with exact ends. See tracked.hpp.
#pragma once

#include "accuracy/ranges.hpp"
#include "exact/enclosed.hpp"
#include "exact/integer.hpp"

namespace etalon::impl {

// Sums and products of integers are exact unless they wrap ("ACC-INT-ERROR"). That is seen where a result is stored or
// divided, because a sum of products that leaves the range on its way may come back into it.
template <class A, unsigned Bits, bool Signed> struct IntegerRanges {
  struct Value {
    Integer low, high;
  };
  using Operand = RangeOperand;
  using Result = RangeResult;
  static constexpr bool rounds = false;  // but for quotients of integers
  static constexpr FormatFacts facts{1, 0, 0, infinite_bound};

  static Value load(Operand operand, std::uint64_t i) {
    return {Integer(A::load(operand.low, i)), Integer(A::load(operand.high, i))};
  }
  static unsigned store(Result result, std::uint64_t i, const Value& v) {
    unsigned causes = 0;
    const Value in_range = wrapped(v, &causes);
    A::store(result.low, i, static_cast<typename A::Value>(in_range.low.last_digits()));
    A::store(result.high, i, static_cast<typename A::Value>(in_range.high.last_digits()));
    return causes;
  }
  static Value zero() { return {}; }
  static Value lowest() { return {least(), least()}; }
  static Value highest() { return {most(), most()}; }
  static Value number(double v) { return {Integer::number(v), Integer::number(v)}; }
  static Value add(const Value& a, const Value& b) {
    return {Integer::add(a.low, b.low), Integer::add(a.high, b.high)};
  }
  static Value sub(const Value& a, const Value& b) {
    return {Integer::sub(a.low, b.high), Integer::sub(a.high, b.low)};
  }
  static Value max(const Value& a, const Value& b) {
    return {Integer::max(a.low, b.low), Integer::max(a.high, b.high)};
  }
  static Value min(const Value& a, const Value& b) {
    return {Integer::min(a.low, b.low), Integer::min(a.high, b.high)};
  }
  static Value larger(const Value& a, const Value& b) { return max(a, b); }
  static Value smaller(const Value& a, const Value& b) { return min(a, b); }
  static Value quiet(const Value& a) { return a; }
  static Value neg(const Value& a) { return {Integer::neg(a.high), Integer::neg(a.low)}; }
  static Value abs(const Value& a) { return a.low.sign() >= 0 ? a : max({}, max(a, neg(a))); }
  static Value mul(const Value& a, const Value& b) { return of_corners(a, b, Integer::mul); }
  // Of an exponent that is not a known, small integer any number of the type may come, and it may wrap.
  static Value pow(const Value& a, const Exponent& b) {
    const std::optional<unsigned> n = b.low.kind == VALUE_INTEGER ? small_integer(b) : std::nullopt;
    if (!n) return {Integer::sub(least(), one()), Integer::add(most(), one())};
    Value power = number(1.0);
    for (unsigned k = 0; k < *n; ++k) power = mul(power, a);
    return power;
  }
  static Value div_floor(const Value& a, const Value& b, unsigned* causes) {
    return quotient(wrapped(a, causes), wrapped(b, causes), Integer::floor_quotient, causes);
  }
  static Value div_truncate(const Value& a, const Value& b, unsigned* causes) {
    return quotient(wrapped(a, causes), wrapped(b, causes), Integer::truncated_quotient, causes);
  }
  // Of exact sums, which may be out of range; truncated.
  static Value root_of_squares(const Value& a) {
    return {Integer::root(Integer::max(a.low, {})), Integer::root(a.high)};
  }
  static Value div_count(const Value& a, std::uint64_t count) {
    if (count == 0) return a;  // of nothing there is no quotient, which Tracked says
    const Integer divisor(count);
    return {Integer::truncated_quotient(a.low, divisor), Integer::truncated_quotient(a.high, divisor)};
  }

  static double rounding(const Value&) { return 0; }
  static double product_loss(const Value&, const Value&, const Value&) { return 0; }
  static double quotient_loss(const Value&, const Value&, const Value&) { return 1; }  // less than 1, in fact
  static double count_loss(const Value&, std::uint64_t, const Value&) { return 1; }
  static double root_loss(const Value&, const Value&) { return 1; }

  static Ends ends(const Value& v) { return {between(v.low.number()).low, between(v.high.number()).high}; }
  static Magnitude magnitude(const Value& v) { return magnitude_of(ends(v)); }
  static Truth::Computed less(const Value& a, const Value& b, unsigned* causes) {
    const Value x = wrapped(a, causes), y = wrapped(b, causes);
    return Integer::less(x.high, y.low)    ? Truth::Computed::yes
           : !Integer::less(x.low, y.high) ? Truth::Computed::no
                                           : Truth::Computed::either;
  }
  // What the type makes of it: a range that leaves the type's can be anything of the type.
  static Value wrapped(const Value& v, unsigned* causes) {
    Value all{least(), most()};
    if (!Integer::less(v.low, all.low) && !Integer::less(all.high, v.high)) return v;
    *causes |= cause(Risk::wrap);
    return all;
  }
  template <class From> static Value converted(const typename From::Value& v) { return {v.low, v.high}; }
  static Value between_ends(double low, double high) { return {Integer::number(low), Integer::number(high)}; }
  static Value joined(const Value& a, const Value& b) {
    return {Integer::min(a.low, b.low), Integer::max(a.high, b.high)};
  }

 private:
  static Integer one() { return Integer(std::int64_t{1}); }
  // The ends of the type.
  static Integer least() { return Signed ? Integer::neg(Integer::power_of_two(Bits - 1)) : Integer{}; }
  static Integer most() { return Integer::sub(Integer::power_of_two(Signed ? Bits - 1 : Bits), one()); }
  template <class Operation> static Value of_corners(const Value& a, const Value& b, Operation operation) {
    Value v{operation(a.low, b.low), {}};
    v.high = v.low;
    const auto take = [&](const Integer& x, const Integer& y) {
      Integer n = operation(x, y);
      if (Integer::less(n, v.low))
        v.low = std::move(n);
      else if (Integer::less(v.high, n))
        v.high = std::move(n);
    };
    const bool one_a = !Integer::less(a.low, a.high), one_b = !Integer::less(b.low, b.high);
    if (!one_b) take(a.low, b.high);
    if (!one_a) take(a.high, b.low);
    if (!one_a && !one_b) take(a.high, b.high);
    return v;
  }
  // A quotient falls or rises along each operand while the divisor keeps its sign, so the corners are the ends. A
  // divisor of zero ends the run, so only the divisors on both sides of it have a quotient.
  template <class Round> static Value quotient(const Value& a, const Value& b, Round round, unsigned* causes) {
    if (b.low.sign() <= 0 && b.high.sign() >= 0) {
      *causes |= cause(Risk::zero_divisor);
      const Integer minus_one(std::int64_t{-1});
      if (b.low.sign() == 0 && b.high.sign() == 0) return {};
      if (b.low.sign() == 0) return quotient(a, {one(), b.high}, round, causes);
      if (b.high.sign() == 0) return quotient(a, {b.low, minus_one}, round, causes);
      return joined(quotient(a, {b.low, minus_one}, round, causes), quotient(a, {one(), b.high}, round, causes));
    }
    return of_corners(a, b, round);
  }
};

}  // namespace etalon::impl
