// SPDX-License-Identifier: Apache-2.0
// Floor 4. The family fold: each element of the result is made of many elements of an operand, which an operator's walk
// gives one after the other. A fold is a sum, made by the accumulation policy of the call (ops/family/dot.hpp); a
// product; the largest or smallest of them; or the place of that one. Walks are in the operators' folders, and in
// ops/family/window.hpp.
#pragma once

#include <optional>

#include "ops/family/decide.hpp"
#include "ops/family/dot.hpp"
#include "ops/family/map.hpp"

namespace etalon::impl {

// ---- sums -----------------------------------------------------------------------------------------------------------

// A sum under way, and what its operator adds to it and does to it at the end.
template <class A, class Policy> struct Terms {
  // The product of an element of the first operand and one of the second; of an element of the first with itself.
  void product(const auto& i, const auto& j) {
    if constexpr (requires { sum.step_at(inputs[0], i, inputs[1], j); })
      sum.step_at(inputs[0], i, inputs[1], j);  // a sum that takes its operands where they are
    else
      sum.step(a.load(inputs[0], i), a.load(inputs[1], j), events);
  }
  void square(const auto& i) {
    const auto& x = a.load(inputs[0], i);
    sum.step(x, x, events);
  }
  // The product of an element of the first operand, or of 0 where it is padded, and one of the second.
  template <class Inside> void padded_product(const Inside& inside, const auto& i, const auto& j) {
    if constexpr (!std::is_same_v<Inside, bool>)
      sum.step(a.load_where(inside, inputs[0], i), a.load(inputs[1], j), events);
    else if (inside)
      product(i, j);
    else
      sum.step(a.zero(), a.load(inputs[1], j), events);
  }
  void element(const auto& i, unsigned input = 0) { sum.plus(a.load(inputs[input], i), events); }

  // A factor is a finite number of the element type.
  void scaled(double factor, const auto& i, unsigned input) {
    sum.scaled(a.number(factor), a.load(inputs[input], i), events);
  }
  void times(double factor) { sum.times(a.number(factor), events); }
  void divide(const auto& count) { sum.divide(count, events); }
  void root() { sum.root(events); }

  const A& a;
  Policy& sum;
  Inputs inputs;
  unsigned* events;
};

// Element i of the result is the sum of what terms(i, t) gives to t; KeepExact::always where t.divide() or t.root() is
// used.
template <TypeSet types, KeepExact keep = KeepExact::for_events, class World, class EachTerm>
Status fold(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work, EachTerm terms) {
  world.template with<types>(call.outputs[0]->type, [&]<class A>(const A& a) {
    with_policy<keep>(a, call.choices.accumulation, [&]<class Policy>() {
      for (const auto i : world.elements(call.outputs[0]->shape))
        put(a, outputs[0], i, work.events, [&](unsigned* events) {
          Policy sum = begun<Policy>(a);
          terms(i, Terms<A, Policy>{a, sum, inputs, events});
          return sum.finish(events);
        });
    });
  });
  return {};
}

// The elements of the first operand as they are: what a fold is that folds nothing.
template <class World> Status pass_on(const World& world, const Call& call, Inputs inputs, Outputs outputs) {
  world.moving(call.outputs[0]->type, [&]<class A>(const A& a) {
    for (const auto i : world.elements(call.outputs[0]->shape)) a.store(outputs[0], i, a.load(inputs[0], i));
  });
  return {};
}

// ---- products -------------------------------------------------------------------------------------------------------

// One factor after the other, each product rounded; of no factors it is 1.
template <class A> struct Factors {
  using Value = typename A::Value;
  explicit Factors(const A& algebra) : a(algebra), product(a.number(1)) {}
  void take(const Value& x, unsigned* events) { product = a.mul(product, x, events); }
  const Value& finish(unsigned*) const { return product; }

  [[no_unique_address]] A a;
  Value product;
};
// Integers wrap; that the exact product is out of range is an event. A zero brings any product back.
template <class A>
  requires(std::is_integral_v<typename A::Value> && !requires { A::format; })  // not the pattern of a 16-bit float
struct Factors<A> {
  using Value = typename A::Value;
  explicit Factors(const A& algebra) : a(algebra) {}
  void take(Value x, unsigned*) {
    product = a.mul(product, x, nullptr);
    if (x == 0) zero = true;
    if (x < 0) negative = !negative;
    const wide grown = wide_product(size, x < 0 ? 0 - static_cast<std::uint64_t>(x) : static_cast<std::uint64_t>(x));
    if (x == 0) return;
    beyond = beyond || grown.high != 0;
    size = grown.low;
  }
  Value finish(unsigned* events) const {
    const std::uint64_t most =
        negative ? 0 - static_cast<std::uint64_t>(a.lowest()) : static_cast<std::uint64_t>(a.highest());
    note(events, EVENT_WRAP, !zero && (beyond || size > most));
    return product;
  }

  [[no_unique_address]] A a;
  Value product = 1;
  std::uint64_t size = 1;
  bool zero = false, negative = false, beyond = false;
};

// Element i of the result is the product of the elements that each(i, take) gives to take.
template <TypeSet types, class World, class Each>
Status fold_product(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work, Each each) {
  world.template with<types>(call.outputs[0]->type, [&]<class A>(const A& a) {
    for (const auto i : world.elements(call.outputs[0]->shape))
      put(a, outputs[0], i, work.events, [&](unsigned* events) {
        Factors<A> product(a);
        each(i, [&](const auto& element) { product.take(a.load(inputs[0], element), events); });
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
  [[no_unique_address]] A a;
  Wanted wanted;
  std::optional<Value> best = std::nullopt;

  void take(const Value& x, unsigned* events) {
    best = !best ? a.quiet(x, events) : wanted == Wanted::largest ? a.max(*best, x, events) : a.min(*best, x, events);
  }
  Value finish() const {
    if (best) return *best;
    if constexpr (requires { a.lowest(); })
      return wanted == Wanted::largest ? a.lowest() : a.highest();
    else
      return a.zero();  // rationals: their rows have no extremes of nothing
  }
};

template <TypeSet types, class World, class Each>
Status fold_extreme(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work,
                    Wanted wanted, Each each) {
  world.template with<types>(call.outputs[0]->type, [&]<class A>(const A& a) {
    for (const auto i : world.elements(call.outputs[0]->shape))
      put(a, outputs[0], i, work.events, [&](unsigned* events) {
        Extreme<A> extreme{a, wanted};
        each(i, [&](const auto& element) { extreme.take(a.load(inputs[0], element), events); });
        return extreme.finish();
      });
  });
  return {};
}

// The same of truth values, where false is less than true.
template <class World, class Each>
Status fold_truth(const World& world, const Call& call, Inputs inputs, Outputs outputs, Wanted wanted, Each each) {
  using Outcome = std::remove_cvref_t<decltype(world.truth(inputs[0], 0))>;
  const auto settled = [&](bool value) {
    if constexpr (!counts<World>)
      return world.settled(value);
    else if constexpr (std::is_constructible_v<Outcome, bool>)
      return Outcome(value);
    else
      return Outcome{value ? Outcome::Computed::yes : Outcome::Computed::no, true, 0};
  };
  for (const auto i : world.elements(call.outputs[0]->shape)) {
    Outcome best = settled(wanted == Wanted::smallest);
    each(i, [&](const auto& element) {
      const Outcome truth = world.truth(inputs[0], element);
      best = wanted == Wanted::largest ? disjunction(best, truth) : conjunction(best, truth);
    });
    world.decide(outputs[0], i, best);
  }
  return {};
}

// Which of several elements that are as large is meant: one that is the same bit by bit, so that +0 is larger than -0;
// or the first or the last of those that are equal as numbers. NaNs are larger than all numbers, and equal.
enum class Tie : std::uint8_t { first_of_the_same_bits, first, last };

// The number of an element that is one of the largest or smallest. A is the algebra of elements, B that of numbers.
template <class A, class B> struct Leader {
  using Value = typename A::Value;
  [[no_unique_address]] A a;
  [[no_unique_address]] B b;
  Wanted wanted;
  Tie tie;
  std::optional<Value> best = std::nullopt;
  typename B::Value number = b.number(-1);  // of no element

  void take(const Value& x, std::uint64_t at, unsigned* events) {
    const typename B::Value its = b.number(static_cast<double>(at));
    if (!best) {
      best = a.quiet(x, events);
      number = its;
      return;
    }
    if constexpr (std::is_same_v<decltype(a.less(x, x, events)), bool>) {
      const Value now = a.quiet(x, events);
      if (overtakes(now)) best = now, number = its;
    } else if constexpr (requires { a.leads(x, x, wanted, tie); }) {
      const Value now = a.quiet(x, events);
      const auto overtaken = a.leads(now, *best, wanted, tie);
      best = a.choose(overtaken, now, *best);
      number = b.choose(overtaken, its, number);
    } else {
      // Where the comparison may be another one over the reals, so may the number: it jumps.
      const Value &low = wanted == Wanted::largest ? *best : x, &high = wanted == Wanted::largest ? x : *best;
      number = tie == Tie::last ? chosen(b, open(a.less(high, low), x), number, its)
                                : chosen(b, open(below(low, high), x), its, number);
      best = wanted == Wanted::largest ? a.max(*best, x, events) : a.min(*best, x, events);
    }
  }

 private:
  // What may be a NaN may be beyond every number.
  template <class Truth> Truth open(Truth truth, const Value& x) const {
    if constexpr (requires { a.may_be_nan(x); })
      if (a.may_be_nan(x) || a.may_be_nan(*best))
        truth.computed = decltype(truth.computed)::either, truth.agrees = false;
    return truth;
  }
  bool overtakes(const Value& x) const {
    if (a.is_nan(x) || a.is_nan(*best)) return a.is_nan(x) && (tie == Tie::last || !a.is_nan(*best));
    const Value &low = wanted == Wanted::largest ? *best : x, &high = wanted == Wanted::largest ? x : *best;
    if (tie == Tie::last) return !a.less(high, low);
    return below(low, high);
  }
  auto below(const Value& low, const Value& high) const {
    if constexpr (requires { a.below(low, high); })
      return tie == Tie::first_of_the_same_bits ? a.below(low, high) : a.less(low, high);
    else
      return a.less(low, high);
  }
};

// Element i of output number `output` is the number of the leader among what each(i, take) gives to take, as elements
// and the numbers that stand for them.
template <TypeSet types, class World, class Each>
Status fold_leader(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work,
                   unsigned output, Wanted wanted, Tie tie, Each each) {
  world.template with<types>(call.inputs[0]->type, [&]<class A>(const A& a) {
    world.indices([&]<class B>(const B& b) {
      for (const auto i : world.elements(call.outputs[output]->shape))
        put(b, outputs[output], i, work.events, [&](unsigned* events) {
          Leader<A, B> leader{a, b, wanted, tie};
          each(i, [&](const auto& element, const auto& at) { leader.take(a.load(inputs[0], element), at, events); });
          return leader.number;
        });
    });
  });
  return {};
}

}  // namespace etalon::impl
