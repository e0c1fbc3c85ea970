// SPDX-License-Identifier: Apache-2.0
// Floor 4. The family fold: each element of the result is made of many elements of an operand, which an operator's walk
// gives one after the other. A fold is a sum, made by the accumulation policy of the call (ops/dot.hpp); a product; the
// largest or smallest of them; or the place of that one. Walks are in the operators' folders, and in ops/window.hpp.
#pragma once

#include <optional>

#include "ops/decide.hpp"
#include "ops/dot.hpp"
#include "ops/map.hpp"

namespace etalon::impl {

// ---- sums -----------------------------------------------------------------------------------------------------------

// A sum under way, and what its operator adds to it and does to it at the end.
template <class A, class Policy> struct Terms {
  // The product of an element of the first operand and one of the second; of an element of the first with itself.
  void product(std::uint64_t a, std::uint64_t b) { sum.step(A::load(inputs[0], a), A::load(inputs[1], b), events); }
  void square(std::uint64_t a) {
    const auto& x = A::load(inputs[0], a);
    sum.step(x, x, events);
  }
  // 0 times an element of the second operand: a place where the first one is padded.
  void padding(std::uint64_t b) { sum.step(A::zero(), A::load(inputs[1], b), events); }
  void element(std::uint64_t a, unsigned input = 0) { sum.plus(A::load(inputs[input], a), events); }

  // A factor is a finite number of the element type.
  void scaled(double factor, std::uint64_t a, unsigned input) {
    sum.scaled(A::number(factor), A::load(inputs[input], a), events);
  }
  void times(double factor) { sum.times(A::number(factor), events); }
  void divide(std::uint64_t count) { sum.divide(count, events); }
  void root() { sum.root(events); }

  Policy& sum;
  Inputs inputs;
  unsigned* events;
};

// Element i of the result is the sum of what terms(i, t) gives to t; always_exact where t.divide() or t.root() is used.
template <class World, TypeSet types, bool always_exact = false, class EachTerm>
Status fold(const Call& call, Inputs inputs, Outputs outputs, const Work& work, EachTerm terms) {
  World::template with<types>(call.outputs[0]->type, [&]<class A>() {
    with_policy<A, always_exact>(call.choices.accumulation, [&]<class Policy>() {
      for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i)
        put<A>(outputs[0], i, work.events, [&](unsigned* events) {
          Policy sum;
          terms(i, Terms<A, Policy>{sum, inputs, events});
          return sum.finish(events);
        });
    });
  });
  return {};
}

// The elements of the first operand as they are: what a fold is that folds nothing.
template <class World> Status pass_on(const Call& call, Inputs inputs, Outputs outputs) {
  World::moving(call.outputs[0]->type, [&]<class A>() {
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) A::store(outputs[0], i, A::load(inputs[0], i));
  });
  return {};
}

// ---- products -------------------------------------------------------------------------------------------------------

// One factor after the other, each product rounded; of no factors it is 1.
template <class A> struct Factors {
  using Value = typename A::Value;
  void take(const Value& x, unsigned* events) { product = A::mul(product, x, events); }
  const Value& finish(unsigned*) const { return product; }

  Value product = A::number(1);
};
// Integers wrap; that the exact product is out of range is an event. A zero brings any product back.
template <class A>
  requires(std::is_integral_v<typename A::Value> && !requires { A::format; })  // not the pattern of a 16-bit float
struct Factors<A> {
  using Value = typename A::Value;
  void take(Value x, unsigned*) {
    product = A::mul(product, x, nullptr);
    if (x == 0) zero = true;
    if (x < 0) negative = !negative;
    const wide grown = wide_product(size, x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x));
    if (x == 0) return;
    beyond = beyond || grown.high != 0;
    size = grown.low;
  }
  Value finish(unsigned* events) const {
    const std::uint64_t most =
        negative ? 0 - static_cast<std::uint64_t>(A::lowest()) : static_cast<std::uint64_t>(A::highest());
    note(events, EVENT_WRAP, !zero && (beyond || size > most));
    return product;
  }

  Value product = 1;
  std::uint64_t size = 1;
  bool zero = false, negative = false, beyond = false;
};

// Element i of the result is the product of the elements that each(i, take) gives to take.
template <class World, TypeSet types, class Each>
Status fold_product(const Call& call, Inputs inputs, Outputs outputs, const Work& work, Each each) {
  World::template with<types>(call.outputs[0]->type, [&]<class A>() {
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i)
      put<A>(outputs[0], i, work.events, [&](unsigned* events) {
        Factors<A> product;
        each(i, [&](std::uint64_t element) { product.take(A::load(inputs[0], element), events); });
        return product.finish(events);
      });
  });
  return {};
}

// ---- the largest or smallest, and where it is -----------------------------------------------------------------------

enum class Wanted : std::uint8_t { largest, smallest };

// The largest or smallest of some elements: a NaN absorbs, and +0 is larger than -0. Of none it is the end of the type
// that lies on the other side.
template <class A> struct Extreme {
  using Value = typename A::Value;
  Wanted wanted;
  std::optional<Value> best = std::nullopt;

  void take(const Value& x, unsigned* events) {
    best = !best                       ? A::quiet(x, events)
           : wanted == Wanted::largest ? A::max(*best, x, events)
                                       : A::min(*best, x, events);
  }
  Value finish() const {
    if (best) return *best;
    if constexpr (requires { A::lowest(); })
      return wanted == Wanted::largest ? A::lowest() : A::highest();
    else
      return A::zero();  // rationals: their rows have no extremes of nothing
  }
};

template <class World, TypeSet types, class Each>
Status fold_extreme(const Call& call, Inputs inputs, Outputs outputs, const Work& work, Wanted wanted, Each each) {
  World::template with<types>(call.outputs[0]->type, [&]<class A>() {
    for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i)
      put<A>(outputs[0], i, work.events, [&](unsigned* events) {
        Extreme<A> extreme{wanted};
        each(i, [&](std::uint64_t element) { extreme.take(A::load(inputs[0], element), events); });
        return extreme.finish();
      });
  });
  return {};
}

// The same of truth values, where false is less than true.
template <class World, class Each>
Status fold_truth(const Call& call, Inputs inputs, Outputs outputs, Wanted wanted, Each each) {
  using Outcome = std::remove_cvref_t<decltype(World::truth(inputs[0], 0))>;
  const auto settled = [](bool value) {
    if constexpr (std::is_constructible_v<Outcome, bool>)
      return Outcome(value);
    else
      return Outcome{value ? Outcome::Computed::yes : Outcome::Computed::no, true, 0};
  };
  for (std::uint64_t i = 0; i < call.outputs[0]->shape.count; ++i) {
    Outcome best = settled(wanted == Wanted::smallest);
    each(i, [&](std::uint64_t element) {
      const Outcome truth = World::truth(inputs[0], element);
      best = wanted == Wanted::largest ? disjunction(best, truth) : conjunction(best, truth);
    });
    World::decide(outputs[0], i, best);
  }
  return {};
}

// Which of several elements that are as large is meant: one that is the same bit by bit, so that +0 is larger than -0;
// or the first or the last of those that are equal as numbers. NaNs are larger than all numbers, and equal.
enum class Tie : std::uint8_t { first_of_the_same_bits, first, last };

// The number of an element that is one of the largest or smallest. A is the algebra of elements, B that of numbers.
template <class A, class B> struct Leader {
  using Value = typename A::Value;
  Wanted wanted;
  Tie tie;
  std::optional<Value> best = std::nullopt;
  typename B::Value number = B::number(-1);  // of no element

  void take(const Value& x, std::uint64_t at, unsigned* events) {
    const typename B::Value its = B::number(static_cast<double>(at));
    if (!best) {
      best = A::quiet(x, events);
      number = its;
      return;
    }
    if constexpr (std::is_same_v<decltype(A::less(x, x, events)), bool>) {
      const Value now = A::quiet(x, events);
      if (overtakes(now)) best = now, number = its;
    } else {
      // Where the comparison may be another one over the reals, so may the number: it jumps.
      const Value &low = wanted == Wanted::largest ? *best : x, &high = wanted == Wanted::largest ? x : *best;
      number = tie == Tie::last ? chosen<B>(A::less(high, low), number, its) : chosen<B>(below(low, high), its, number);
      best = wanted == Wanted::largest ? A::max(*best, x, events) : A::min(*best, x, events);
    }
  }

 private:
  bool overtakes(const Value& x) const {
    if (A::is_nan(x) || A::is_nan(*best)) return A::is_nan(x) && (tie == Tie::last || !A::is_nan(*best));
    const Value &low = wanted == Wanted::largest ? *best : x, &high = wanted == Wanted::largest ? x : *best;
    if (tie == Tie::last) return !A::less(high, low);
    return below(low, high);
  }
  auto below(const Value& low, const Value& high) const {
    if constexpr (requires { A::below(low, high); })
      return tie == Tie::first_of_the_same_bits ? A::below(low, high) : A::less(low, high);
    else
      return A::less(low, high);
  }
};

// Element i of output number `output` is the number of the leader among what each(i, take) gives to take, as elements
// and the numbers that stand for them.
template <class World, TypeSet types, class Each>
Status fold_leader(const Call& call, Inputs inputs, Outputs outputs, const Work& work, unsigned output, Wanted wanted,
                   Tie tie, Each each) {
  World::template with<types>(call.inputs[0]->type, [&]<class A>() {
    World::indices([&]<class B>() {
      for (std::uint64_t i = 0; i < call.outputs[output]->shape.count; ++i)
        put<B>(outputs[output], i, work.events, [&](unsigned* events) {
          Leader<A, B> leader{wanted, tie};
          each(i,
               [&](std::uint64_t element, std::uint64_t at) { leader.take(A::load(inputs[0], element), at, events); });
          return leader.number;
        });
    });
  });
  return {};
}

}  // namespace etalon::impl
