// SPDX-License-Identifier: Apache-2.0
// Floor 4. What operators that sum share: the accumulation policies. A policy is a struct: making one starts a sum at
// +0, step() adds a product, plus() an element (a product with 1), finish() gives the element of the result. Steps come
// in ascending order of k.
//
// What is done to a sum when all its terms are there belongs to the policy as well: times() and divide() by a count,
// root(), and scaled(), which adds a product that is rounded by itself. Under `sequential` and `fused` each of them is
// rounded in the element type, under `wide` in the wider format, and under `exact` all of them are part of the one
// rounding.
#pragma once

#include "ops/call.hpp"
#include "scalar/exact_sum.h"
#include "tensor/algebra.hpp"

namespace etalon::impl {

// What `sequential` and `fused` do alike: all but the step.
template <class A> struct Rounded {
  using Algebra = A;
  using Value = typename A::Value;
  explicit Rounded(const A& algebra = A{}) : a(algebra), sum(a.zero()) {}
  void plus(const Value& x, unsigned* events) { sum = a.add(sum, x, events); }
  void scaled(const Value& x, const Value& y, unsigned* events) { plus(a.mul(x, y, events), events); }
  void times(const Value& x, unsigned* events) { sum = a.mul(sum, x, events); }
  void divide(const auto& count, unsigned* events) { sum = a.div_count(sum, count, events); }
  void root(unsigned* events) { sum = a.root_of_squares(sum, events); }
  const Value& finish(unsigned*) const { return sum; }

  [[no_unique_address]] A a;
  Value sum;
};

// acc <- rn(acc + rn(a*b)), in the element type.
template <class A> struct Sequential : Rounded<A> {
  using Rounded<A>::Rounded, Rounded<A>::a, Rounded<A>::sum;
  using Value = typename A::Value;
  void step(const Value& x, const Value& y, unsigned* events) { sum = a.add(sum, a.mul(x, y, events), events); }
};

// acc <- rn(acc + a*b), one rounding per step, in the element type.
template <class A> struct Fused : Rounded<A> {
  using Rounded<A>::Rounded, Rounded<A>::a, Rounded<A>::sum;
  using Value = typename A::Value;
  void step(const Value& x, const Value& y, unsigned* events) { sum = a.fma(x, y, sum, events); }
};

// acc <- rn(acc + a*b) in the next wider format, then one last rounding. The step is fused: a product of bfloat16
// numbers can overflow and underflow in float.
template <class A, class Wider> struct Wide {
  using Value = typename A::Value;
  void step(Value a, Value b, unsigned* events) { sum = Wider::fma(wide(a, events), wide(b, events), sum, events); }
  void plus(Value a, unsigned* events) { sum = Wider::add(sum, wide(a, events), events); }
  void scaled(Value a, Value b, unsigned* events) {
    sum = Wider::add(sum, Wider::mul(wide(a, events), wide(b, events), events), events);
  }
  void times(Value a, unsigned* events) { sum = Wider::mul(sum, wide(a, events), events); }
  void divide(const auto& count, unsigned* events) { sum = Wider::div_count(sum, count, events); }
  void root(unsigned* events) { sum = Wider::root_of_squares(sum, events); }
  Value finish(unsigned* events) const { return converted<A, Wider>(sum, events); }

  typename Wider::Value sum = Wider::zero();

 private:
  static typename Wider::Value wide(Value a, unsigned* events) { return converted<Wider, A>(a, events); }
};

// The exact sum, rounded once. It can be multiplied once, before it is divided or its root is taken.
template <class A> struct Exact {
  using Value = typename A::Value;
  Exact() { exact_sum_start(A::format, &sum); }
  void step(Value a, Value b, unsigned* events) {
    exact_sum_step(A::format, &sum, A::pattern(a), A::pattern(b), seen(events));
  }
  void plus(Value a, unsigned* events) {
    step(a, A::of(static_cast<std::uint64_t>(binary_bias(A::format)) << A::format.fraction), events);
  }
  void scaled(Value a, Value b, unsigned* events) { step(a, b, events); }
  void times(Value a, unsigned* events) { exact_sum_scale(A::format, &sum, A::pattern(a), seen(events)); }
  void divide(std::uint64_t divisor, unsigned*) {
    count = divisor;
    end = End::quotient;
  }
  void root(unsigned*) { end = End::root; }
  Value finish(unsigned* events) {
    switch (end) {
      case End::quotient:
        return A::of(exact_sum_finish_quotient(A::format, &sum, count, seen(events)));
      case End::root:
        return A::of(exact_sum_finish_root(A::format, &sum, seen(events)));
      default:
        return A::of(exact_sum_finish(A::format, &sum, seen(events)));
    }
  }

  exact_sum sum;
  enum class End : std::uint8_t { sum, quotient, root } end = End::sum;
  std::uint64_t count = 0;
  unsigned ignored = 0;

 private:
  unsigned* seen(unsigned* events) { return events != nullptr ? events : &ignored; }
};

// Integers wrap, so the order is free; that the exact sum is out of range is an event, which needs the exact sum. A
// quotient or a root is that of the exact sum, truncated: there it is needed in any case.
enum class KeepExact : bool { for_events, always };
template <class A, KeepExact keep> struct Wrapped {
  using Value = typename A::Value;
  using Algebra = A;
  static constexpr bool always_exact = keep == KeepExact::always;
  explicit Wrapped(const A& algebra = A{}) : a(algebra), sum(a.zero()) { long_clear(&exact, words); }
  void step(Value x, Value y, unsigned* events) {
    sum = a.add(sum, a.mul(x, y, nullptr), nullptr);
    if (!always_exact && events == nullptr) return;
    long_add(&exact, wide_product(size(x), size(y)), 0, is_negative(x) != is_negative(y));
  }
  void plus(Value x, unsigned* events) { step(x, 1, events); }
  void scaled(Value x, Value y, unsigned* events) { step(x, y, events); }
  void times(Value x, unsigned* events) {
    sum = a.mul(sum, x, nullptr);
    if (always_exact || events != nullptr) long_scale(&exact, size(x), is_negative(x), 0, words);
  }
  void divide(std::uint64_t count, unsigned*)
    requires always_exact
  {
    const bool negative = long_is_negative(&exact) != 0;
    if (negative) long_negate(&exact);
    int rest = 0;
    // Fewer than 2^53 numbers of 64 bits have a sum of fewer than 128.
    const wide quotient = wide_quotient(wide_of(exact.word[1], exact.word[0]), count, &rest);
    settle(quotient, negative);
  }
  void root(unsigned*)
    requires always_exact
  {
    // A root of up to 96 bits: of squares of 64 bits there can be many.
    settle(long_root(&exact), false);
  }
  Value finish(unsigned* events) const {
    note(events, EVENT_WRAP, !long_equals(&exact, static_cast<std::uint64_t>(sum), is_negative(sum)));
    return sum;
  }

  [[no_unique_address]] A a;
  Value sum;
  long_integer exact;

 private:
  static constexpr unsigned words = 5;  // a product of three, and carries
  static bool is_negative(Value v) { return v < 0; }
  static std::uint64_t size(Value v) {
    return is_negative(v) ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
  }
  void settle(wide magnitude, bool negative) {
    long_clear(&exact, words);
    long_add(&exact, magnitude, 0, negative);
    sum = A::pack(exact_value_of(VALUE_INTEGER, negative, magnitude.low, 0), nullptr);
  }
};

// Reals: nothing is rounded, and no event can occur.
template <class A> struct Exactly {
  using Algebra = A;
  using Value = typename A::Value;
  explicit Exactly(const A& algebra = A{}) : a(algebra), sum(a.zero()) {}
  void step(const Value& x, const Value& y, unsigned*) { sum = a.add(sum, a.mul(x, y, nullptr), nullptr); }
  void plus(const Value& x, unsigned*) { sum = a.add(sum, x, nullptr); }
  void scaled(const Value& x, const Value& y, unsigned*) { step(x, y, nullptr); }
  void times(const Value& x, unsigned*) { sum = a.mul(sum, x, nullptr); }
  void divide(const auto& count, unsigned*) { sum = a.div_count(sum, count, nullptr); }
  void root(unsigned*) { sum = a.root_of_squares(sum, nullptr); }
  const Value& finish(unsigned*) const { return sum; }

  [[no_unique_address]] A a;
  Value sum;
};

// The next wider format; double has none, and resolve() has refused it. An algebra that is made of another one
// specialises this.
template <class A> struct WiderThan;
template <> struct WiderThan<Half> {
  using Type = Float;
};
template <> struct WiderThan<BHalf> {
  using Type = Float;
};
template <> struct WiderThan<Float> {
  using Type = Double;
};
template <> struct WiderThan<Double> {
  using Type = Double;
};

// Another algebra of the same world.
template <class Other, class A> Other beside(const A& a) {
  if constexpr (std::is_constructible_v<Other, const A&>)
    return Other(a);
  else
    return Other{};
}

// A sum that begins. Policies over an algebra with settings are made of it.
template <class Policy, class A> Policy begun(const A& a) {
  if constexpr (requires { typename Policy::Algebra; })
    return Policy(a);
  else
    return Policy{};
}

// Calls run<Policy>() for the policy that the choice means in this algebra; KeepExact::always where a sum may be
// divided or its root taken.
template <KeepExact keep = KeepExact::for_events, class A, class Run>
void with_policy(const A&, Accumulation accumulation, Run run) {
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
    run.template operator()<Wrapped<A, keep>>();
  } else if constexpr (requires { typename A::template Sum<keep>; }) {
    run.template operator()<typename A::template Sum<keep>>();
  } else {
    run.template operator()<Exactly<A>>();
  }
}

}  // namespace etalon::impl
