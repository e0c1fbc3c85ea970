// SPDX-License-Identifier: Apache-2.0
// Floor 7. The algebras of ranges: which values of the type a result can have when its operands can have any value of
// theirs, and a bound of the rounding errors made in each of these cases.
//
// For floats the ends of a range are computed by the operations of the type itself: rounding is monotone, so the
// rounded result of operands inside lies between the rounded results at the corners. For integers the ends are exact
// integers: whether the exact result leaves the type's range is seen when it is stored.
#pragma once

#include "accuracy/introduced.hpp"
#include "exact/rational.hpp"

namespace etalon::impl {

// What can go wrong at a node, counted by element: "ACC-FLOAT-INFINITE", "ACC-ALL-ZERO", "ACC-INT-WRAP".
enum class Risk : std::uint8_t { overflow, zero_divisor, wrap };
inline constexpr const char* risk_names[] = {"overflow or NaN possible", "division by zero possible",
                                             "integer overflow possible"};
struct Risks {
  Events::Tally of[3];
  void note(Risk risk, std::uint64_t index) {
    Events::Tally& tally = of[static_cast<unsigned>(risk)];
    if (tally.count++ == 0) tally.first = index;
  }
};

struct RangeOperand {
  const void *low, *high;
};
struct RangeResult {
  void *low, *high;
  double* bounds;
  Risks* risks;
};

template <class A> struct Ranged {
  struct Value {
    typename A::Value low, high;
    double e;  // in units of u
    bool by_zero = false;
  };
  using Plain = A;
  static constexpr binary_format format = A::format;
  static constexpr FormatFacts facts = facts_of(A::format);

  static Value load(const void* data, std::uint64_t i) {
    const auto* operand = static_cast<const RangeOperand*>(data);
    const Value v{A::load(operand->low, i), A::load(operand->high, i), 0};
    return is_nan(v.low) || is_nan(v.high) ? anything() : v;
  }
  static void store(void* data, std::uint64_t i, const Value& v) {
    const auto* result = static_cast<const RangeResult*>(data);
    A::store(result->low, i, v.low);
    A::store(result->high, i, v.high);
    result->bounds[i] = of_units(v.e, facts);
    if (!(v.e < infinite_bound)) result->risks->note(v.by_zero ? Risk::zero_divisor : Risk::overflow, i);
  }
  static Value zero() { return {A::zero(), A::zero(), 0}; }

  static Value add(const Value& a, const Value& b, unsigned*) {
    const Value v = of_ends(A::add(a.low, b.low, nullptr), A::add(a.high, b.high, nullptr), 0);
    return {v.low, v.high, a.e + (b.e + sum_rounding_of(magnitude(v)))};
  }
  static Value mul(const Value& a, const Value& b, unsigned*) {
    return of_corners(a, b, [](auto x, auto y) { return A::mul(x, y, nullptr); });
  }
  static Value div(const Value& a, const Value& b, unsigned*) {
    if (as_double<A>(b.low) <= 0 && as_double<A>(b.high) >= 0) {
      Value all = anything();
      all.by_zero = true;
      return all;
    }
    Value v = of_corners(a, b, [](auto x, auto y) { return A::div(x, y, nullptr); });
    if (std::isinf(magnitude(b))) v.e = infinite_bound;  // a number divided by an infinity is no real quotient
    return v;
  }
  static Value fma(const Value& a, const Value& b, const Value& c, unsigned*) {
    const Value low = of_corners(a, b, [&](auto x, auto y) { return A::fma(x, y, c.low, nullptr); });
    const Value high = of_corners(a, b, [&](auto x, auto y) { return A::fma(x, y, c.high, nullptr); });
    return of_ends(low.low, high.high, c.e);
  }

  template <class From> static Value from(const typename From::Value& v) {
    const auto low = converted<A, typename From::Plain>(v.low, nullptr);
    const auto high = converted<A, typename From::Plain>(v.high, nullptr);
    if constexpr (A::format.bits >= From::format.bits)
      return {low, high, 0};  // of an operand, which has no error
    else
      return of_ends(low, high, of_units(v.e, From::facts) / facts.u);
  }
  // The range between two rounded ends, with the error of that rounding and of those before.
  static Value of_ends(typename A::Value low, typename A::Value high, double before) {
    if (is_nan(low) || is_nan(high)) return anything();
    const Value v{low, high, 0};
    return {low, high, before + rounding_of(magnitude(v), facts)};
  }
  static double magnitude(const Value& v) {
    return std::max(std::abs(as_double<A>(v.low)), std::abs(as_double<A>(v.high)));
  }

 private:
  static bool is_nan(typename A::Value v) { return binary_is_nan(A::format, A::pattern(v)) != 0; }
  static Value anything() {
    const std::uint64_t infinity = binary_infinity(A::format);
    return {A::of(binary_sign_bit(A::format) | infinity), A::of(infinity), infinite_bound};
  }
  template <class Operation> static Value of_corners(const Value& a, const Value& b, Operation operation) {
    typename A::Value low{}, high{};
    bool first = true;
    for (const auto x : {a.low, a.high})
      for (const auto y : {b.low, b.high}) {
        const auto v = operation(x, y);
        if (is_nan(v)) return anything();
        if (first || as_double<A>(v) < as_double<A>(low)) low = v;
        if (first || as_double<A>(v) > as_double<A>(high)) high = v;
        first = false;
      }
    return of_ends(low, high, 0);
  }
};

template <class A> struct WiderThan<Ranged<A>> {
  using Type = Ranged<typename WiderThan<A>::Type>;
};

// The exact sum has its ends in double, stepped outward; the one rounding is monotone like all others.
template <class A> struct Exact<Ranged<A>> {
  using Value = typename Ranged<A>::Value;
  void step(const Value& a, const Value& b, unsigned*) {
    double least = infinite_bound, most = -infinite_bound;
    for (const double x : {as_double<A>(a.low), as_double<A>(a.high)})
      for (const double y : {as_double<A>(b.low), as_double<A>(b.high)}) {
        const double product = x * y;
        const bool zero = (x == 0 || y == 0) && product == 0;
        nan = nan || std::isnan(product);
        least = std::min(least, zero ? 0 : std::nextafter(product, -infinite_bound));
        most = std::max(most, zero ? 0 : std::nextafter(product, infinite_bound));
      }
    low = std::nextafter(low + least, -infinite_bound);
    high = std::nextafter(high + most, infinite_bound);
    nan = nan || std::isnan(low) || std::isnan(high);
  }
  Value finish(unsigned*) const {
    unsigned ignored = 0;
    const auto end = [&](double x) {
      return A::of(binary_convert(FORMAT_DOUBLE, A::format, f64_bits(nan ? NAN : x), &ignored));
    };
    return Ranged<A>::of_ends(end(low), end(high), 0);
  }

  double low = 0, high = 0;
  bool nan = false;
};

// Integers ("ACC-INT-ERROR"): exact ends. The error is that of a quotient that is no integer, or, where the result may
// wrap, infinite.
template <class A, unsigned Bits, bool Signed> struct RangedInteger {
  struct Value {
    Number low, high;
    double e = 0;
    bool by_zero = false;
  };

  static Value load(const void* data, std::uint64_t i) {
    const auto* operand = static_cast<const RangeOperand*>(data);
    return {number(A::load(operand->low, i)), number(A::load(operand->high, i))};
  }
  static void store(void* data, std::uint64_t i, const Value& v) {
    const auto* result = static_cast<const RangeResult*>(data);
    const Number least = limit(false), most = limit(true);
    const bool wraps = mpq_cmp(v.low.get(), least.get()) < 0 || mpq_cmp(v.high.get(), most.get()) > 0;
    A::store(result->low, i, element(wraps ? least : v.low));
    A::store(result->high, i, element(wraps ? most : v.high));
    result->bounds[i] = wraps || v.by_zero ? infinite_bound : v.e;
    if (wraps) result->risks->note(Risk::wrap, i);
    if (v.by_zero) result->risks->note(Risk::zero_divisor, i);
  }
  static Value zero() { return {}; }
  static Value add(const Value& a, const Value& b, unsigned*) {
    return {Rational::add(a.low, b.low, nullptr), Rational::add(a.high, b.high, nullptr)};
  }
  static Value mul(const Value& a, const Value& b, unsigned*) { return of_corners(a, b, Rational::mul); }
  static Value div_floor(const Value& a, const Value& b, unsigned*) { return quotient(a, b, mpz_fdiv_q); }
  static Value div_truncate(const Value& a, const Value& b, unsigned*) { return quotient(a, b, mpz_tdiv_q); }

 private:
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
  static Number limit(bool most) {
    Number n;
    const unsigned magnitude = Signed ? Bits - 1 : Bits;
    if (!Signed && !most) return n;
    mpz_ui_pow_ui(mpq_numref(n.get()), 2, magnitude);
    if (most)
      mpz_sub_ui(mpq_numref(n.get()), mpq_numref(n.get()), 1);
    else
      mpq_neg(n.get(), n.get());
    return n;
  }
  template <class Operation> static Value of_corners(const Value& a, const Value& b, Operation operation) {
    Value v;
    bool first = true;
    for (const Number* x : {&a.low, &a.high})
      for (const Number* y : {&b.low, &b.high}) {
        const Number n = operation(*x, *y, nullptr);
        if (first || mpq_cmp(n.get(), v.low.get()) < 0) v.low = n;
        if (first || mpq_cmp(n.get(), v.high.get()) > 0) v.high = n;
        first = false;
      }
    return v;
  }
  // A quotient falls or rises along each operand while the divisor keeps its sign, so the corners are the ends. A
  // divisor of zero ends the run; other divisors are at least 1, and then the quotient is not beyond the dividend.
  template <class Round> static Value quotient(const Value& a, const Value& b, Round round) {
    if (b.low.sign() <= 0 && b.high.sign() >= 0) {
      Number minus_one;
      mpq_set_si(minus_one.get(), -1, 1);
      const Value one{minus_one, Rational::mul(minus_one, minus_one, nullptr)};
      Value v = mul(a, one, nullptr);
      v.by_zero = true;
      return v;
    }
    Value v = of_corners(a, b, [&](const Number& x, const Number& y, unsigned*) {
      Number q;
      round(mpq_numref(q.get()), mpq_numref(x.get()), mpq_numref(y.get()));
      return q;
    });
    v.e = 1;
    return v;
  }
};

}  // namespace etalon::impl
