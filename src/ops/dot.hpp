// SPDX-License-Identifier: Apache-2.0
// Floor 4. What operators that sum share: the accumulation policies. A policy is a struct: making one starts a sum at
// +0, step() adds a product, plus() an element (a product with 1), finish() gives the element of the result. Steps come
// in ascending order of k.
#pragma once

#include "ops/call.hpp"
#include "scalar/exact_sum.h"
#include "tensor/algebra.hpp"

namespace etalon::impl {

// acc <- rn(acc + rn(a*b)), in the element type.
template <class A> struct Sequential {
  using Value = typename A::Value;
  void step(Value a, Value b, unsigned* events) { sum = A::add(sum, A::mul(a, b, events), events); }
  void plus(Value a, unsigned* events) { sum = A::add(sum, a, events); }
  Value finish(unsigned*) const { return sum; }

  Value sum = A::zero();
};

// acc <- rn(acc + a*b), one rounding per step, in the element type.
template <class A> struct Fused {
  using Value = typename A::Value;
  void step(Value a, Value b, unsigned* events) { sum = A::fma(a, b, sum, events); }
  void plus(Value a, unsigned* events) { sum = A::add(sum, a, events); }
  Value finish(unsigned*) const { return sum; }

  Value sum = A::zero();
};

// acc <- rn(acc + a*b) in the next wider format, then one last rounding. The step is fused: a product of bfloat16
// numbers can overflow and underflow in float.
template <class A, class Wider> struct Wide {
  using Value = typename A::Value;
  void step(Value a, Value b, unsigned* events) {
    sum = Wider::fma(converted<Wider, A>(a, events), converted<Wider, A>(b, events), sum, events);
  }
  void plus(Value a, unsigned* events) { sum = Wider::add(sum, converted<Wider, A>(a, events), events); }
  Value finish(unsigned* events) const { return converted<A, Wider>(sum, events); }

  typename Wider::Value sum = Wider::zero();
};

// The exact sum, rounded once.
template <class A> struct Exact {
  using Value = typename A::Value;
  Exact() { exact_sum_start(A::format, &sum); }
  void step(Value a, Value b, unsigned* events) {
    exact_sum_step(A::format, &sum, A::pattern(a), A::pattern(b), events != nullptr ? events : &ignored);
  }
  void plus(Value a, unsigned* events) {
    step(a, A::of(static_cast<std::uint64_t>(binary_bias(A::format)) << A::format.fraction), events);
  }
  Value finish(unsigned* events) {
    return A::of(exact_sum_finish(A::format, &sum, events != nullptr ? events : &ignored));
  }

  exact_sum sum;
  unsigned ignored = 0;
};

// Integers wrap, so the order is free; that the exact sum is out of range is an event, which needs the exact sum.
template <class A> struct Wrapped {
  using Value = typename A::Value;
  Wrapped() { long_clear(&exact, 3); }
  void step(Value a, Value b, unsigned* events) {
    sum = A::add(sum, A::mul(a, b, nullptr), nullptr);
    if (events == nullptr) return;
    const bool negative_a = a < 0, negative_b = b < 0;
    const auto size = [](Value v, bool negative) {
      return negative ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
    };
    long_add(&exact, wide_product(size(a, negative_a), size(b, negative_b)), 0, negative_a != negative_b);
  }
  void plus(Value a, unsigned* events) { step(a, 1, events); }
  Value finish(unsigned* events) const {
    note(events, EVENT_WRAP, !long_equals(&exact, static_cast<std::uint64_t>(sum), sum < 0));
    return sum;
  }

  Value sum = A::zero();
  long_integer exact;
};

// Reals: nothing is rounded, and no event can occur.
template <class A> struct Exactly {
  using Value = typename A::Value;
  void step(const Value& a, const Value& b, unsigned*) { sum = A::add(sum, A::mul(a, b, nullptr), nullptr); }
  void plus(const Value& a, unsigned*) { sum = A::add(sum, a, nullptr); }
  const Value& finish(unsigned*) const { return sum; }

  Value sum = A::zero();
};

// The next wider format; double has none, and resolve() has refused it.
template <class A> struct WiderThan {
  using Type = Float;
};
template <> struct WiderThan<Float> {
  using Type = Double;
};
template <> struct WiderThan<Double> {
  using Type = Double;
};

// Calls run<Policy>() for the policy that the choice means in this algebra.
template <class A, class Run> void with_policy(Accumulation accumulation, Run run) {
  if constexpr (requires { A::format; }) {
    switch (accumulation) {
      case Accumulation::sequential:
        return run.template operator()<Sequential<A>>();
      case Accumulation::fused:
        return run.template operator()<Fused<A>>();
      case Accumulation::wide:
        return run.template operator()<Wide<A, typename WiderThan<A>::Type>>();
      case Accumulation::exact:
        return run.template operator()<Exact<A>>();
    }
  } else if constexpr (std::is_integral_v<typename A::Value>) {
    run.template operator()<Wrapped<A>>();
  } else {
    run.template operator()<Exactly<A>>();
  }
}

}  // namespace etalon::impl
