// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of LSTM. Of a gate, the sums of products are accumulated as the call says; all other steps are
// rounded one by one:
//   onnx:  gate = (((x W + h R) + P c) + Wb) + Rb
//   SONNX: gate = (x W, h R and P c in one sum) + (Wb + Rb)
//   C = f(forget) C + f(input) g(cell),  H = f(output) h(C),  where the output gate sees the new C.
// An operand that is omitted adds no step.
#pragma once

#include "ops/lstm/lstm.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {

template <class World, class A, class Policy> class LstmCell {
  using Value = typename A::Value;
  using Place = typename World::Place;
  using Step = RecurrentStep<World>;
  using G = LstmGeometry;
  using R = Recurrence;

 public:
  LstmCell(const World& world, const A& algebra, const Recurrence& recurrence, const Call& call, Inputs inputs,
           Outputs outputs)
      : world_(world),
        a(algebra),
        r_(recurrence),
        sums_{world, algebra, recurrence, inputs},
        inputs_(inputs),
        outputs_(outputs),
        has_bias_(call.has_input(R::b)),
        has_peepholes_(call.has_input(R::p)),
        has_initial_(call.has_input(R::initial_c)),
        couples_(couples_gates(call)),
        at_once_(sums_at_once(call)) {}

  void begin(const auto& state, const Place& at) const {
    for (const auto j : world_.below(r_.hidden, "j"))
      state.own[j] = has_initial_ ? a.load(inputs_[R::initial_c], at + j) : a.zero();
  }
  void prepare(const Step&, const auto&) const {}

  Value unit(const Step& now, const auto& state, const Place& j, unsigned* events) const {
    const auto& [f, g, h] = r_.functions[now.direction];
    const auto activated = [&](const Activation& function, const Value& v) {
      return function.apply(a, clipped(a, r_.clip, v, events), events);
    };
    const Value before = state.own[j];
    const auto gate = [&](unsigned which, const Value& c) { return gated(now, state.before, which, j, c, events); };
    const Value input = activated(f, gate(G::input, before));
    const Value forget = couples_ ? a.sub(a.number(1), input, events) : activated(f, gate(G::forget, before));
    const Value cell = activated(g, gate(G::cell, before));
    const Value c = a.add(a.mul(forget, before, events), a.mul(input, cell, events), events);
    state.own[j] = c;
    const Value output = activated(f, gate(G::output, c));
    return a.mul(output, activated(h, c), events);
  }

  void end(const auto& state, const Place& at) const {
    if (outputs_.size() <= R::y_c || outputs_[R::y_c] == nullptr) return;
    for (const auto j : world_.below(r_.hidden, "j")) a.store(outputs_[R::y_c], at + j, a.quiet(state.own[j]));
  }

 private:
  Value gated(const Step& now, const auto& h, unsigned which, const Place& j, const Value& c, unsigned* events) const {
    const Place unit = r_.unit(now.direction, which, j), bias = r_.bias(now.direction, which, j);
    const bool peeps = has_peepholes_ && which < G::peepholes;
    const auto weight = [&] {
      return a.load(inputs_[R::p], j + (std::uint64_t{now.direction} * G::peepholes + which) * r_.hidden);
    };
    const auto of_bias = [&](std::uint64_t behind) { return a.load(inputs_[R::b], bias + behind); };
    if (at_once_) {
      Policy sum = begun<Policy>(a);
      sums_.add_x(sum, now.x, unit, events);
      sums_.add_h(sum, h, unit, events);
      if (peeps) sum.step(c, weight(), events);
      const Value products = sum.finish(events);
      if (!has_bias_) return products;
      return a.add(products, a.add(of_bias(0), of_bias(r_.to_second_bias()), events), events);
    }
    Value v = a.add(sums_.of_x(now.x, unit, events), sums_.of_h(h, unit, events), events);
    if (peeps) v = a.add(v, a.mul(weight(), c, events), events);
    if (!has_bias_) return v;
    return a.add(a.add(v, of_bias(0), events), of_bias(r_.to_second_bias()), events);
  }

  const World& world_;
  const A& a;
  const Recurrence& r_;
  RecurrentSums<World, A, Policy> sums_;
  Inputs inputs_;
  Outputs outputs_;
  bool has_bias_, has_peepholes_, has_initial_, couples_, at_once_;
};

template <class World>
Status lstm_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (const Status status = world.condition(call, inputs); !status.ok()) return status;
  const Recurrence r = *Recurrence::of(call, LstmGeometry::kind);
  world.template with<types::all_floats | types::real>(call.inputs[0]->type, [&]<class A>(const A& a) {
    with_policy(a, call.choices.accumulation, [&]<class Policy>() {
      recur(world, a, r, call, inputs, outputs, work, LstmCell<World, A, Policy>(world, a, r, call, inputs, outputs));
    });
  });
  return {};
}

}  // namespace etalon::impl
