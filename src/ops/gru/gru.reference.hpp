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

template <class World, class A, class Policy> class GruCell {
  using Value = typename A::Value;
  using Place = typename World::Place;
  using Step = RecurrentStep<World>;
  using G = GruGeometry;
  using R = Recurrence;

 public:
  GruCell(const World& world, const A& algebra, const Recurrence& recurrence, const Call& call, Inputs inputs)
      : world_(world),
        a(algebra),
        r_(recurrence),
        sums_{world, algebra, recurrence, inputs},
        inputs_(inputs),
        has_bias_(call.has_input(R::b)),
        resets_last_(resets_last(call)) {}

  void begin(const auto&, const Place&) const {}
  void end(const auto&, const Place&) const {}

  // What the reset gates leave of the state: every unit's hidden gate takes all of it.
  void prepare(const Step& now, const auto& state) const {
    if (resets_last_) return;
    for (const auto j : world_.below(r_.hidden, "j")) state.own[j] = reset_state(now, state, j, nullptr);
  }

  Value unit(const Step& now, const auto& state, const Place& j, unsigned* events) const {
    const Value update = gated(now, state.before, G::update, j, events);
    const Place row = r_.unit(now.direction, G::hidden, j), bias = r_.bias(now.direction, G::hidden, j);
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
    return a.add(a.mul(rest, hidden, events), a.mul(update, state.before[j], events), events);
  }

 private:
  Value activated(const Activation& function, const Value& v, unsigned* events) const {
    return function.apply(a, clipped(a, r_.clip, v, events), events);
  }
  // The update or the reset gate.
  Value gated(const Step& now, const auto& h, unsigned which, const Place& j, unsigned* events) const {
    const Place unit = r_.unit(now.direction, which, j), bias = r_.bias(now.direction, which, j);
    Value v = a.add(sums_.of_x(now.x, unit, events), sums_.of_h(h, unit, events), events);
    if (has_bias_)
      for (const std::uint64_t behind : {std::uint64_t{0}, r_.to_second_bias()})
        v = a.add(v, a.load(inputs_[R::b], bias + behind), events);
    return activated(r_.functions[now.direction][0], v, events);
  }
  Value reset_state(const Step& now, const auto& state, const Place& j, unsigned* events) const {
    return a.mul(gated(now, state.before, G::reset, j, events), state.before[j], events);
  }

  const World& world_;
  const A& a;
  const Recurrence& r_;
  RecurrentSums<World, A, Policy> sums_;
  Inputs inputs_;
  bool has_bias_, resets_last_;
};

template <class World>
Status gru_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (const Status status = world.condition(call, inputs); !status.ok()) return status;
  const Recurrence r = *Recurrence::of(call, GruGeometry::kind);
  world.template with<types::all_floats>(call.inputs[0]->type, [&]<class A>(const A& a) {
    with_policy(a, call.choices.accumulation, [&]<class Policy>() {
      recur(world, a, r, call, inputs, outputs, work, GruCell<World, A, Policy>(world, a, r, call, inputs));
    });
  });
  return {};
}

}  // namespace etalon::impl
