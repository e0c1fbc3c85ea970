// SPDX-License-Identifier: Apache-2.0
// Floor 7. The carrier of float ranges: which values of the type a result can have when its operands can have any value
// of theirs. The ends are computed by the operations of the type itself: rounding is monotone, so the rounded result of
// operands inside lies between the rounded results at the corners. See tracked.hpp.
#pragma once

#include "accuracy/intervals.hpp"
#include "accuracy/points.hpp"
#include "exact/integer.hpp"

namespace etalon::impl {

struct RangeOperand {
  const void *low, *high;
};
struct RangeResult {
  void *low, *high;
};

template <class A> struct Ranges {
  struct Value {
    typename A::Value low, high;
  };
  using Plain = A;
  using Operand = RangeOperand;
  using Result = RangeResult;
  using Wider = Ranges<typename WiderThan<A>::Type>;
  static constexpr bool rounds = true;
  static constexpr binary_format format = A::format;
  static constexpr FormatFacts facts = facts_of(A::format);

  static Value load(Operand operand, std::uint64_t i) {
    return held(A::load(operand.low, i), A::load(operand.high, i));
  }
  static unsigned store(Result result, std::uint64_t i, const Value& v) {
    A::store(result.low, i, v.low);
    A::store(result.high, i, v.high);
    return is_finite(ends(v)) ? 0 : cause(Risk::overflow);
  }
  static Value zero() { return {A::zero(), A::zero()}; }
  static Value lowest() { return {A::lowest(), A::lowest()}; }
  static Value highest() { return {A::highest(), A::highest()}; }
  static Value number(double v) { return {A::number(v), A::number(v)}; }

  static Value add(const Value& a, const Value& b) {
    return held(A::add(a.low, b.low, nullptr), A::add(a.high, b.high, nullptr));
  }
  static Value sub(const Value& a, const Value& b) {
    return held(A::sub(a.low, b.high, nullptr), A::sub(a.high, b.low, nullptr));
  }
  static Value max(const Value& a, const Value& b) {
    if (may_be_nan(a) || may_be_nan(b)) return anything();
    return held(A::max(a.low, b.low, nullptr), A::max(a.high, b.high, nullptr));
  }
  static Value min(const Value& a, const Value& b) {
    if (may_be_nan(a) || may_be_nan(b)) return anything();
    return held(A::min(a.low, b.low, nullptr), A::min(a.high, b.high, nullptr));
  }
  static Value larger(const Value& a, const Value& b) { return max(a, b); }
  static Value smaller(const Value& a, const Value& b) { return min(a, b); }
  // The numbers are some that the type has.
  static Value between(const Value& a, double low, double high) {
    return may_be_nan(a) ? a : min(max(a, number(low)), number(high));
  }
  static Value quiet(const Value& a) { return a; }
  static Value neg(const Value& a) { return held(A::neg(a.high, nullptr), A::neg(a.low, nullptr)); }
  static Value abs(const Value& a) {
    if (may_be_nan(a)) return anything();
    if (!(as_double<A>(a.low) < 0)) return of_ends(a, [](auto x) { return A::abs(x, nullptr); });
    const Value mirrored = neg(a);
    return as_double<A>(a.high) <= 0 ? mirrored : max({A::zero(), A::zero()}, max(a, mirrored));
  }
  static Value sqrt(const Value& a) {
    return of_ends(a, [](auto x) { return A::sqrt(x, nullptr); });
  }
  // For bases above zero the least and the largest power are at ends: y log x is largest there. Other bases have known
  // exponents, of which even ones have their least power at zero. What may be a NaN is everything, as base and as
  // exponent: the powers of both infinities are numbers, so that the ends alone would not show it.
  static Value pow(const Value& a, const Exponent& b) {
    const auto raised = [](auto x, const exact_value& y) { return A::pow(x, y, nullptr); };
    const std::optional<unsigned> n = small_integer(b);
    if (may_be_nan(a) || (!n && (!(as_double<A>(a.low) > 0) || is_everything(ends_of(b))))) return anything();
    Value v =
        joined(held(raised(a.low, b.low), raised(a.low, b.low)), held(raised(a.high, b.low), raised(a.high, b.low)));
    if (n && *n % 2 == 0 && *n > 0 && as_double<A>(a.low) < 0 && as_double<A>(a.high) > 0) v.low = A::zero();
    if (n) return held(v.low, v.high);
    for (const auto x : {a.low, a.high}) v = joined(v, held(raised(x, b.high), raised(x, b.high)));
    return held(v.low, v.high);
  }
  // Monotone, but for sine and cosine.
  template <RealFunction f> static Value function(const Value& a) {
    const auto of = [](auto x) { return A::template function<f>(x, nullptr); };
    if (is_everything(ends(a))) return anything();
    if constexpr (f == RealFunction::acos) return held(of(a.high), of(a.low));
    Value v = of_ends(a, of);
    if constexpr (f == RealFunction::sin || f == RealFunction::cos) {
      if (!is_finite(ends(a))) return anything();
      if (as_double<A>(v.high) < as_double<A>(v.low)) std::swap(v.low, v.high);
      const Extremes reached = extremes_of(f, ends(a));
      if (reached.lowest) v.low = A::number(-1);
      if (reached.highest) v.high = A::number(1);
    }
    return v;
  }
  // Monotone where it is not a square of numbers of both signs. A negative number has no root; -infinity has one, so
  // that the ends alone would not show it.
  static Value power(const Value& a, unsigned quarters) {
    if (quarters == most_quarters) return mul(a, a);
    if (quarters % 4 != 0 && as_double<A>(a.low) < 0) return anything();
    if constexpr (A::format.fraction < 52)  // doubles around the power, then rounded, take a hundredth of the time
      if (quarters % 4 != 0) {
        const Ends x = ends(a);
        return held(nearest(quarter_power({x.low, x.low}, quarters).low),
                    nearest(quarter_power({x.high, x.high}, quarters).high));
      }
    return of_ends(a, [&](auto x) { return impl::power(A{}, x, quarters, nullptr); });
  }
  static Value floor(const Value& a) {
    return of_ends(a, [](auto x) { return A::floor(x, nullptr); });
  }
  static Value ceil(const Value& a) {
    return of_ends(a, [](auto x) { return A::ceil(x, nullptr); });
  }
  static Value round(const Value& a) {
    return of_ends(a, [](auto x) { return A::round(x, nullptr); });
  }
  // A number times itself is a square. Other operands are taken as independent.
  static Value mul(const Value& a, const Value& b) {
    if (&a == &b && !may_be_nan(a)) return of_ends(abs(a), [](auto x) { return A::mul(x, x, nullptr); });
    return of_corners(a, b, [](auto x, auto y) { return A::mul(x, y, nullptr); });
  }
  static Value div(const Value& a, const Value& b, unsigned* causes) {
    if (as_double<A>(b.low) <= 0 && as_double<A>(b.high) >= 0) {
      *causes |= cause(Risk::zero_divisor);
      return anything();
    }
    return of_corners(a, b, [](auto x, auto y) { return A::div(x, y, nullptr); });
  }
  static Value div_count(const Value& a, std::uint64_t count) {
    return held(A::div_count(a.low, count, nullptr), A::div_count(a.high, count, nullptr));
  }
  static Value root_of_squares(const Value& a) {
    if (may_be_nan(a)) return anything();
    return held(A::root_of_squares(A::max(a.low, A::zero(), nullptr), nullptr), A::root_of_squares(a.high, nullptr));
  }
  static Value fma(const Value& a, const Value& b, const Value& c) {
    if (&a == &b && !may_be_nan(a)) {
      const Value x = abs(a);
      return held(A::fma(x.low, x.low, c.low, nullptr), A::fma(x.high, x.high, c.high, nullptr));
    }
    const Value low = of_corners(a, b, [&](auto x, auto y) { return A::fma(x, y, c.low, nullptr); });
    const Value high = of_corners(a, b, [&](auto x, auto y) { return A::fma(x, y, c.high, nullptr); });
    return held(low.low, high.high);
  }
  template <class From> static Value converted(const typename From::Value& v) {
    if constexpr (From::rounds) {
      using B = typename From::Plain;
      return held(impl::converted<A, B>(v.low, nullptr), impl::converted<A, B>(v.high, nullptr));
    } else {
      if (!is_finite(From::ends(v))) return anything();
      return held(A::of(round_to_binary(number_of(v.low), A::format)),
                  A::of(round_to_binary(number_of(v.high), A::format)));
    }
  }
  static Ends rounded(const Value& v) { return {f64_nearest(ends(v).low), f64_nearest(ends(v).high)}; }

  // The largest magnitude of the range has the largest rounding.
  static double rounding(const Value& v) { return rounding_of(magnitude(v).high, facts); }
  static double sum_loss(const Value& a, const Value& b, const Value& v) {
    return is_zero(a) || is_zero(b) ? 0 : sum_rounding_of(magnitude(v).high);  // the other one stays what it is
  }
  static double difference_loss(const Value& a, const Value& b, const Value& v) { return sum_loss(a, b, v); }
  static double product_loss(const Value&, const Value&, const Value& v) { return rounding(v); }
  static double quotient_loss(const Value&, const Value& divisor, const Value& v) {
    return std::isinf(magnitude(divisor).high) ? infinite_bound : rounding(v);  // as of points
  }
  static double count_loss(const Value&, std::uint64_t, const Value& v) { return rounding(v); }
  // A root is never subnormal, so that it is rounded as a sum is.
  static double root_loss(const Value&, const Value& v) { return sum_rounding_of(magnitude(v).high); }
  template <RealFunction> static double function_loss(const Value& a, const Value& v) {
    return is_finite(ends(a)) ? rounding(v) : infinite_bound;  // as of points
  }
  template <class From> static double conversion_loss(const typename From::Value&, const Value& v) {
    return rounding(v);
  }

  static Ends ends(const Value& v) { return {as_double<A>(v.low), as_double<A>(v.high)}; }
  static Magnitude magnitude(const Value& v) { return magnitude_of(ends(v)); }
  static Truth::Computed less(const Value& a, const Value& b, unsigned*) { return less_of(ends(a), ends(b)); }
  static Value joined(const Value& a, const Value& b) {
    return {as_double<A>(b.low) < as_double<A>(a.low) ? b.low : a.low,
            as_double<A>(b.high) > as_double<A>(a.high) ? b.high : a.high};
  }

  // The exact sum has its ends in double, stepped outward; the one rounding is monotone like all others.
  class ExactSum {
   public:
    void step(const Value& a, const Value& b, unsigned*) {
      const Ends x = ends(a), y = ends(b);
      sum_ = Interval::sum(sum_, &a == &b ? Interval::square(x) : Interval::product(x, y));
    }
    void plus(const Value& a, unsigned*) { sum_ = Interval::sum(sum_, ends(a)); }
    void times(const Value& a, unsigned*) { sum_ = Interval::product(sum_, ends(a)); }
    void root(unsigned*) { sum_ = Interval::root_of_squares(sum_); }
    void divide(std::uint64_t count, unsigned*) { sum_ = Interval::quotient(sum_, count_ends(count)); }
    Value finish(unsigned*) const { return held(nearest(sum_.low), nearest(sum_.high)); }

   private:
    Interval sum_{{0, 0}};
  };

 private:
  // A double, rounded into the type.
  static typename A::Value nearest(double x) {
    unsigned ignored = 0;
    return A::of(binary_convert(FORMAT_DOUBLE, A::format, f64_bits(x), &ignored));
  }
  static bool may_be_nan(const Value& v) { return is_everything(ends(v)); }
  static bool is_zero(const Value& v) { return as_double<A>(v.low) == 0 && as_double<A>(v.high) == 0; }
  static bool is_nan(typename A::Value v) { return binary_is_nan(A::format, A::pattern(v)) != 0; }
  static Value held(typename A::Value low, typename A::Value high) {
    return is_nan(low) || is_nan(high) ? anything() : Value{low, high};
  }
  static Value anything() {
    const std::uint64_t infinity = binary_infinity(A::format);
    return {A::of(binary_sign_bit(A::format) | infinity), A::of(infinity)};
  }
  // Of an operation that is monotone.
  template <class Operation> static Value of_ends(const Value& a, Operation operation) {
    return held(operation(a.low), operation(a.high));
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
    return {low, high};
  }
};

}  // namespace etalon::impl
