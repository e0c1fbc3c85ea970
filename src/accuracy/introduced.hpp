// SPDX-License-Identifier: Apache-2.0
// Floor 7. The algebra of running errors: a value of the type, and a bound of the rounding errors made on the way to
// it. The reference over it computes the reference's own bits, and beside them what every single rounding can have
// lost.
//
// Operands are loaded without error: what is bounded is what the operator introduces. A result's error is the sum of
// its roundings' errors, each at most rounding_of(rounded result). The sum of the bounds is rounded too: whoever runs
// the reference inflates it by inflation(terms), once, at the end, which keeps the inner loop short.
#pragma once

#include "ops/bound.hpp"
#include "ops/dot.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {

// The data of a view over such an algebra.
struct BoundedOperand {
  const void* values;
};
struct BoundedResult {
  void* values;
  double* bounds;
};

// A sum of n+1 non-negative doubles in any order is too low by a factor of at most (1 - 2^-53)^n, so that
// sum * (1 + n * 2^-52) is not, for n <= 2^40; computing that factor and the product is good for two steps more.
inline double inflated(double sum, std::uint64_t terms) {
  if (terms <= 1) return sum;
  return sum == 0 ? 0 : step_up(sum * (1 + static_cast<double>(terms + 2) * 0x1p-51));
}

template <class A> double as_double(typename A::Value v) {
  if constexpr (std::is_floating_point_v<typename A::Value>)
    return v;
  else {
    unsigned ignored = 0;
    return f64_of_bits(binary_convert(A::format, FORMAT_DOUBLE, A::pattern(v), &ignored));
  }
}

template <class A> struct Introduced {
  struct Value {
    typename A::Value v;
    double e;  // in units of u
  };
  using Plain = A;
  static constexpr binary_format format = A::format;

  static Value load(const void* data, std::uint64_t i) {
    return {A::load(static_cast<const BoundedOperand*>(data)->values, i), 0};
  }
  static void store(void* data, std::uint64_t i, const Value& v) {
    const auto* result = static_cast<const BoundedResult*>(data);
    A::store(result->values, i, v.v);
    result->bounds[i] = of_units(v.e, facts);
  }
  static Value zero() { return {A::zero(), 0}; }

  // What the policy `exact` needs: operands as patterns, and the one rounding of its sum.
  static std::uint64_t pattern(const Value& v) { return A::pattern(v.v); }
  static Value of(std::uint64_t pattern) { return rounded(A::of(pattern), 0); }

  static Value add(const Value& a, const Value& b, unsigned*) {
    const auto v = A::add(a.v, b.v, nullptr);
    return {v, a.e + (b.e + sum_rounding_of(as_double<A>(v)))};
  }
  // Operands of a product or a quotient are loaded, never computed, in all operators there are.
  static Value mul(const Value& a, const Value& b, unsigned*) { return rounded(A::mul(a.v, b.v, nullptr), 0); }
  // A number divided by an infinity is a zero, but no real quotient.
  static Value div(const Value& a, const Value& b, unsigned*) {
    return rounded(A::div(a.v, b.v, nullptr), std::isinf(as_double<A>(b.v)) ? infinite_bound : 0);
  }
  static Value fma(const Value& a, const Value& b, const Value& c, unsigned*) {
    return rounded(A::fma(a.v, b.v, c.v, nullptr), c.e);
  }
  // A value of another format: into a wider one nothing is lost, into a narrower one there is a rounding.
  template <class From> static Value from(const typename From::Value& v) {
    const auto value = converted<A, typename From::Plain>(v.v, nullptr);
    if constexpr (A::format.bits >= From::format.bits)
      return {value, 0};  // of an operand, which has no error
    else
      return rounded(value, of_units(v.e, From::facts) / facts.u);
  }
  static Value rounded(typename A::Value v, double before) { return {v, before + rounding_of(as_double<A>(v), facts)}; }

  static constexpr FormatFacts facts = facts_of(A::format);
};

template <class A> struct WiderThan<Introduced<A>> {
  using Type = Introduced<typename WiderThan<A>::Type>;
};

// The policy `wide` over an algebra that knows errors: from() converts and adds the error of the conversion.
template <class A, class Wider>
  requires requires { typename A::Plain; }
struct Wide<A, Wider> {
  using Value = typename A::Value;
  void step(const Value& a, const Value& b, unsigned*) {
    sum = Wider::fma(Wider::template from<A>(a), Wider::template from<A>(b), sum, nullptr);
  }
  Value finish(unsigned*) const { return A::template from<Wider>(sum); }

  typename Wider::Value sum = Wider::zero();
};

}  // namespace etalon::impl
