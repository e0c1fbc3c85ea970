// SPDX-License-Identifier: Apache-2.0
// Floor 7. The carrier of known values: the reference's own bits. See tracked.hpp.
#pragma once

#include "accuracy/tracked.hpp"
#include "ops/power.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {

template <class A> double as_double(typename A::Value v) {
  if constexpr (std::is_floating_point_v<typename A::Value>)
    return v;
  else {
    unsigned ignored = 0;
    return f64_of_bits(binary_convert(A::format, FORMAT_DOUBLE, A::pattern(v), &ignored));
  }
}

template <class A> struct Points {
  using Plain = A;
  using Value = typename A::Value;
  using Operand = const void*;
  using Result = void*;
  using ExactSum = Exact<A>;
  using Wider = Points<typename WiderThan<A>::Type>;
  static constexpr bool rounds = true;
  static constexpr binary_format format = A::format;
  static constexpr FormatFacts facts = facts_of(A::format);

  static Value load(Operand data, std::uint64_t i) { return A::load(data, i); }
  static unsigned store(Result data, std::uint64_t i, Value v) {
    A::store(data, i, v);
    return std::isfinite(as_double<A>(v)) ? 0 : cause(Risk::overflow);  // also of an operand that is passed on
  }
  static Value zero() { return A::zero(); }
  static Value lowest() { return A::lowest(); }
  static Value highest() { return A::highest(); }
  static Value number(double v) { return A::number(v); }
  static bool is_nan(Value v) { return A::is_nan(v); }
  static Value add(Value a, Value b) { return A::add(a, b, nullptr); }
  static Value sub(Value a, Value b) { return A::sub(a, b, nullptr); }
  static Value max(Value a, Value b) { return A::max(a, b, nullptr); }
  static Value min(Value a, Value b) { return A::min(a, b, nullptr); }
  static Value larger(Value a, Value b) { return A::larger(a, b, nullptr); }
  static Value smaller(Value a, Value b) { return A::smaller(a, b, nullptr); }
  static Value quiet(Value a) { return A::quiet(a); }
  static Value neg(Value a) { return A::neg(a, nullptr); }
  static Value abs(Value a) { return A::abs(a, nullptr); }
  static Value sqrt(Value a) { return A::sqrt(a, nullptr); }
  static Value floor(Value a) { return A::floor(a, nullptr); }
  static Value ceil(Value a) { return A::ceil(a, nullptr); }
  static Value round(Value a) { return A::round(a, nullptr); }
  static Value mul(Value a, Value b) { return A::mul(a, b, nullptr); }
  static Value div(Value a, Value b, unsigned*) { return A::div(a, b, nullptr); }
  static Value div_count(Value a, std::uint64_t count) { return A::div_count(a, count, nullptr); }
  static Value root_of_squares(Value a) { return A::root_of_squares(a, nullptr); }
  static Value power(Value a, unsigned quarters) { return impl::power<A>(a, quarters, nullptr); }
  static Value fma(Value a, Value b, Value c) { return A::fma(a, b, c, nullptr); }
  template <class From> static Value converted(typename From::Value v) {
    return impl::converted<A, typename From::Plain>(v, nullptr);
  }

  static double rounding(Value v) { return rounding_of(as_double<A>(v), facts); }
  // A number divided by an infinity is a zero, but no real quotient.
  static double quotient_rounding(Value v, Value divisor) {
    return std::isinf(as_double<A>(divisor)) ? infinite_bound : rounding(v);
  }
  static double sum_rounding(Value v) { return sum_rounding_of(as_double<A>(v)); }

  static Ends ends(Value v) { return {as_double<A>(v), as_double<A>(v)}; }
  static Truth::Computed less(Value a, Value b, unsigned*) {
    return as_double<A>(a) < as_double<A>(b) ? Truth::Computed::yes : Truth::Computed::no;
  }
  static Value joined(Value yes, Value) { return yes; }  // never called: a comparison of points is decided
  static Magnitude magnitude(Value v) { return {std::abs(as_double<A>(v)), std::abs(as_double<A>(v))}; }
};

}  // namespace etalon::impl
