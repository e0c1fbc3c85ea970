// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of GRU. Sums of products are accumulated as the call says; all other steps are rounded one by
// one:
//   z, r = f(((x W + H R) + Wb) + Rb)
//   h    = g(((x W + (r H) R) + Rb) + Wb),  or with linear_before_reset g((x W + r (H R + Rb)) + Wb)
//   H    = (1 - z) h + z H
// Without B nothing is added.
#pragma once

#include "ops/gru/gru.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class A, class Policy> class GruCell {
  using Value = typename A::Value;
  using G = GruGeometry;
  using R = Recurrence;

 public:
  GruCell(const A& algebra, const Recurrence& recurrence, const Call& call, Inputs inputs)
      : a(algebra),
        r_(recurrence),
        sums_{algebra, recurrence, inputs},
        inputs_(inputs),
        has_bias_(call.has_input(R::b)),
        resets_last_(resets_last(call)) {}

  void begin(const RecurrentState<A>&, std::uint64_t) const {}
  void end(const RecurrentState<A>&, std::uint64_t) const {}

  // What the reset gates leave of the state: every unit's hidden gate takes all of it.
  void prepare(const RecurrentStep& now, const RecurrentState<A>& state) const {
    if (resets_last_) return;
    for (std::uint64_t j = 0; j < r_.hidden; ++j)
      state.own[static_cast<std::size_t>(j)] = reset_state(now, state, j, nullptr);
  }

  Value unit(const RecurrentStep& now, const RecurrentState<A>& state, std::uint64_t j, unsigned* events) const {
    const Value update = gated(now, state.before, G::update, j, events);
    const std::uint64_t row = r_.unit(now.direction, G::hidden, j), bias = r_.bias(now.direction, G::hidden, j);
    const auto of_bias = [&](std::uint64_t behind) { return a.load(inputs_[R::b], bias + behind); };
    Value v = sums_.of_x(now.x, row, events);
    if (resets_last_) {
      Value linear = sums_.of_h(state.before, row, events);
      if (has_bias_) linear = a.add(linear, of_bias(r_.to_second_bias()), events);
      v = a.add(v, a.mul(gated(now, state.before, G::reset, j, events), linear, events), events);
    } else {
      if (events != nullptr) reset_state(now, state, j, events);  // again, to count its events here
      v = a.add(v, sums_.of_h(state.own, row, events), events);
      if (has_bias_) v = a.add(v, of_bias(r_.to_second_bias()), events);
    }
    if (has_bias_) v = a.add(v, of_bias(0), events);
    const Value hidden = activated(r_.functions[now.direction][1], v, events);
    const Value rest = a.sub(a.number(1), update, events);
    return a.add(a.mul(rest, hidden, events), a.mul(update, state.before[static_cast<std::size_t>(j)], events), events);
  }

 private:
  Value activated(const Activation& function, const Value& v, unsigned* events) const {
    return function.apply(a, clipped(a, r_.clip, v, events), events);
  }
  // The update or the reset gate.
  Value gated(const RecurrentStep& now, std::span<const Value> h, unsigned which, std::uint64_t j,
              unsigned* events) const {
    const std::uint64_t unit = r_.unit(now.direction, which, j), bias = r_.bias(now.direction, which, j);
    Value v = a.add(sums_.of_x(now.x, unit, events), sums_.of_h(h, unit, events), events);
    if (has_bias_)
      for (const std::uint64_t behind : {std::uint64_t{0}, r_.to_second_bias()})
        v = a.add(v, a.load(inputs_[R::b], bias + behind), events);
    return activated(r_.functions[now.direction][0], v, events);
  }
  Value reset_state(const RecurrentStep& now, const RecurrentState<A>& state, std::uint64_t j, unsigned* events) const {
    return a.mul(gated(now, state.before, G::reset, j, events), state.before[static_cast<std::size_t>(j)], events);
  }

  const A& a;
  const Recurrence& r_;
  RecurrentSums<A, Policy> sums_;
  Inputs inputs_;
  bool has_bias_, resets_last_;
};

template <class World>
Status gru_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (Status status = lengths_in_range(call, inputs); !status.ok()) return status;
  const Recurrence r = *Recurrence::of(call, GruGeometry::kind);
  world.template with<types::all_floats>(call.inputs[0]->type, [&]<class A>(const A& a) {
    with_policy(a, call.choices.accumulation, [&]<class Policy>() {
      recur(a, r, call, inputs, outputs, work, GruCell<A, Policy>(a, r, call, inputs));
    });
  });
  return {};
}

}  // namespace etalon::impl
