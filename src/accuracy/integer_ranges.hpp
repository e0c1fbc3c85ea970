// SPDX-License-Identifier: Apache-2.0
// Floor 7. The carrier of integer ranges, with exact ends. See tracked.hpp.
#pragma once

#include "accuracy/ranges.hpp"
#include "exact/enclosed.hpp"

namespace etalon::impl {

// Sums and products of integers are exact unless they wrap ("ACC-INT-ERROR"). That is seen where a result is stored or
// divided, because a sum of products that leaves the range on its way may come back into it.
template <class A, unsigned Bits, bool Signed> struct IntegerRanges {
  struct Value {
    Number low, high;
  };
  using Operand = RangeOperand;
  using Result = RangeResult;
  static constexpr bool rounds = false;  // but for quotients of integers
  static constexpr FormatFacts facts{1, 0, 0, infinite_bound};

  static Value load(Operand operand, std::uint64_t i) {
    return {number(A::load(operand.low, i)), number(A::load(operand.high, i))};
  }
  static unsigned store(Result result, std::uint64_t i, const Value& v) {
    unsigned causes = 0;
    const Value in_range = wrapped(v, &causes);
    A::store(result.low, i, element(in_range.low));
    A::store(result.high, i, element(in_range.high));
    return causes;
  }
  static Value zero() { return {}; }
  static Value lowest() { return {least(), least()}; }
  static Value highest() { return {most(), most()}; }
  static Value number(double v) { return {Rational::number(v), Rational::number(v)}; }
  static Value add(const Value& a, const Value& b) {
    return {Rational::add(a.low, b.low), Rational::add(a.high, b.high)};
  }
  static Value sub(const Value& a, const Value& b) {
    return {Rational::sub(a.low, b.high), Rational::sub(a.high, b.low)};
  }
  static Value max(const Value& a, const Value& b) {
    return {Rational::max(a.low, b.low), Rational::max(a.high, b.high)};
  }
  static Value min(const Value& a, const Value& b) {
    return {Rational::min(a.low, b.low), Rational::min(a.high, b.high)};
  }
  static Value larger(const Value& a, const Value& b) { return max(a, b); }
  static Value smaller(const Value& a, const Value& b) { return min(a, b); }
  static Value quiet(const Value& a) { return a; }
  static Value neg(const Value& a) { return {Rational::neg(a.high), Rational::neg(a.low)}; }
  static Value abs(const Value& a) { return a.low.sign() >= 0 ? a : max({}, max(a, neg(a))); }
  static Value mul(const Value& a, const Value& b) { return of_corners(a, b, Rational::mul); }
  // Of an exponent that is not a known, small integer any number of the type may come, and it may wrap.
  static Value pow(const Value& a, const Exponent& b) {
    const std::optional<unsigned> n = b.low.kind == VALUE_INTEGER ? small_integer(b) : std::nullopt;
    if (!n) return {Rational::sub(least(), integer(1)), Rational::add(most(), integer(1))};
    Value power = number(1.0);
    for (unsigned k = 0; k < *n; ++k) power = mul(power, a);
    return power;
  }
  static Value div_floor(const Value& a, const Value& b, unsigned* causes) {
    return quotient(wrapped(a, causes), wrapped(b, causes), mpz_fdiv_q, causes);
  }
  static Value div_truncate(const Value& a, const Value& b, unsigned* causes) {
    return quotient(wrapped(a, causes), wrapped(b, causes), mpz_tdiv_q, causes);
  }
  // Of exact sums, which may be out of range; truncated.
  static Value root_of_squares(const Value& a) { return {root(Rational::max(a.low, {})), root(a.high)}; }
  static Value div_count(const Value& a, std::uint64_t count) {
    const Number divisor = Rational::number(static_cast<double>(count));
    return {Rational::truncate(Rational::div(a.low, divisor)), Rational::truncate(Rational::div(a.high, divisor))};
  }

  static double rounding(const Value&) { return 0; }
  static double product_loss(const Value&, const Value&, const Value&) { return 0; }
  static double quotient_loss(const Value&, const Value&, const Value&) { return 1; }  // less than 1, in fact
  static double count_loss(const Value&, std::uint64_t, const Value&) { return 1; }
  static double root_loss(const Value&, const Value&) { return 1; }

  static Ends ends(const Value& v) { return {between(v.low).low, between(v.high).high}; }
  static Magnitude magnitude(const Value& v) { return magnitude_of(ends(v)); }
  static Truth::Computed less(const Value& a, const Value& b, unsigned* causes) {
    const Value x = wrapped(a, causes), y = wrapped(b, causes);
    return mpq_cmp(x.high.get(), y.low.get()) < 0    ? Truth::Computed::yes
           : mpq_cmp(x.low.get(), y.high.get()) >= 0 ? Truth::Computed::no
                                                     : Truth::Computed::either;
  }
  // What the type makes of it: a range that leaves the type's can be anything of the type.
  static Value wrapped(const Value& v, unsigned* causes) {
    Value all{least(), most()};
    if (mpq_cmp(v.low.get(), all.low.get()) >= 0 && mpq_cmp(v.high.get(), all.high.get()) <= 0) return v;
    *causes |= cause(Risk::wrap);
    return all;
  }
  template <class From> static Value converted(const typename From::Value& v) { return {v.low, v.high}; }
  static Value between_ends(double low, double high) { return {Rational::number(low), Rational::number(high)}; }
  static Value joined(const Value& a, const Value& b) {
    return {mpq_cmp(b.low.get(), a.low.get()) < 0 ? b.low : a.low,
            mpq_cmp(b.high.get(), a.high.get()) > 0 ? b.high : a.high};
  }

 private:
  static Number root(const Number& n) {
    Number root;
    mpz_sqrt(mpq_numref(root.get()), mpq_numref(n.get()));
    return root;
  }
  static Number number(typename A::Value v) {
    Number n;
    const bool negative = Signed && v < 0;
    const std::uint64_t size = negative ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
    mpz_import(mpq_numref(n.get()), 1, -1, sizeof size, 0, 0, &size);
    if (negative) mpq_neg(n.get(), n.get());
    return n;
  }
  static typename A::Value element(const Number& n) {
    std::uint64_t size = 0;
    mpz_export(&size, nullptr, -1, sizeof size, 0, 0, mpq_numref(n.get()));
    return static_cast<typename A::Value>(n.sign() < 0 ? 0 - size : size);
  }
  static Number integer(long n) {
    Number number;
    mpq_set_si(number.get(), n, 1);
    return number;
  }
  // The ends of the type.
  static Number least() {
    Number n;
    if (!Signed) return n;
    mpz_ui_pow_ui(mpq_numref(n.get()), 2, Bits - 1);
    mpq_neg(n.get(), n.get());
    return n;
  }
  static Number most() {
    Number n;
    mpz_ui_pow_ui(mpq_numref(n.get()), 2, Signed ? Bits - 1 : Bits);
    mpz_sub_ui(mpq_numref(n.get()), mpq_numref(n.get()), 1);
    return n;
  }
  template <class Operation> static Value of_corners(const Value& a, const Value& b, Operation operation) {
    Value v;
    bool first = true;
    for (const Number* x : {&a.low, &a.high})
      for (const Number* y : {&b.low, &b.high}) {
        const Number n = operation(*x, *y);
        if (first || mpq_cmp(n.get(), v.low.get()) < 0) v.low = n;
        if (first || mpq_cmp(n.get(), v.high.get()) > 0) v.high = n;
        first = false;
      }
    return v;
  }
  // A quotient falls or rises along each operand while the divisor keeps its sign, so the corners are the ends. A
  // divisor of zero ends the run, so only the divisors on both sides of it have a quotient.
  template <class Round> static Value quotient(const Value& a, const Value& b, Round round, unsigned* causes) {
    if (b.low.sign() <= 0 && b.high.sign() >= 0) {
      *causes |= cause(Risk::zero_divisor);
      const Number one = integer(1), minus_one = integer(-1);
      if (b.low.sign() == 0 && b.high.sign() == 0) return {};
      if (b.low.sign() == 0) return quotient(a, {one, b.high}, round, causes);
      if (b.high.sign() == 0) return quotient(a, {b.low, minus_one}, round, causes);
      return joined(quotient(a, {b.low, minus_one}, round, causes), quotient(a, {one, b.high}, round, causes));
    }
    return of_corners(a, b, [&](const Number& x, const Number& y) {
      Number q;
      round(mpq_numref(q.get()), mpq_numref(x.get()), mpq_numref(y.get()));
      return q;
    });
  }
};

}  // namespace etalon::impl
