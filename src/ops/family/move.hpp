// SPDX-License-Identifier: Apache-2.0
// Floor 4. The family move: operators that compute nothing. Which elements go where is what the operator says
// (Operator::nature); the reference, the error, the fast kernel and the plan all follow from it. Beside it the
// operators whose result follows from the call alone.
#pragma once

#include "ops/call.hpp"
#include "ops/counting.hpp"
#include "ops/type_sets.hpp"
#include "scalar/integer.h"
#include "tensor/pattern.hpp"

namespace etalon::impl {

// The run of an output that begins at element i: a run may begin anywhere, and ends where the next one begins. Of the
// inputs only the indices are there.
inline Run run_at(const Call& call, Inputs inputs, unsigned output, std::uint64_t i) {
  if (const LatticeOf* lattice_of = std::get_if<LatticeOf>(&call.op->nature)) return (*lattice_of)(call, output).run(i);
  if (const RunOf* run_of = std::get_if<RunOf>(&call.op->nature)) return (*run_of)(call, output, i);
  const PickOf* const pick_of = std::get_if<PickOf>(&call.op->nature);
  if (pick_of == nullptr) return {0, i, call.outputs[output]->shape.count - i};
  const auto [size, inner, count] = (*pick_of)(call);
  const unsigned k = call.op->condition.operand;
  const auto& [type, shape] = *call.inputs[k];
  const std::uint64_t row = i / inner;
  const std::int64_t index = int_wrap(pattern_at({type, shape, inputs[k], 0}, row % count), info(type).bits);
  const std::uint64_t place = static_cast<std::uint64_t>(index) + (index < 0 ? size : 0);
  return {0, (row / count * size + place) * inner + i % inner, inner - i % inner};
}

// Calls visit(output, i, run) for every run of every result.
template <class Visit> void for_each_run(const Call& call, Inputs inputs, Visit visit) {
  for (unsigned output = 0; output < call.outputs.size(); ++output) {
    if (!call.outputs[output]) continue;
    const LatticeOf* const lattice_of = std::get_if<LatticeOf>(&call.op->nature);
    const std::uint64_t count = call.outputs[output]->shape.count;
    const Lattice lattice = lattice_of != nullptr && count != 0 ? (*lattice_of)(call, output) : Lattice{};
    for (std::uint64_t i = 0; i < count;) {
      const Run run = lattice_of != nullptr ? lattice.run(i) : run_at(call, inputs, output, i);
      visit(output, i, run);
      i += run.length;
    }
  }
}

// Calls f(algebra) for the algebra that a number is written with where no element is moved.
template <class World, class F> void filling(const World& world, DType type, F f) {
  if (type == DType::boolean)
    world.moving(type, f);
  else
    world.template with<types::numbers>(type, f);
}

template <class World>
Status move_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work&) {
  if constexpr (!counts<World>) return world.move(call, inputs, outputs);
  if (const Status status = world.condition(call, inputs); !status.ok()) return status;
  for_each_run(call, inputs, [&](unsigned output, std::uint64_t i, const Run& run) {
    const DType type = call.outputs[output]->type;
    if (run.input == Run::no_input)
      return filling(world, type, [&]<class A>(const A& a) {
        for (std::uint64_t k = 0; k < run.length; ++k) a.store(outputs[output], i + k, a.number(run.fill));
      });
    world.moving(type, [&]<class A>(const A& a) {
      for (std::uint64_t k = 0; k < run.length; ++k)
        a.store(outputs[output], i + k,
                a.load(inputs[run.input], run.element + k * static_cast<std::uint64_t>(run.step)));
    });
  });
  return {};
}

template <class World>
Status write_reference(const World& world, const Call& call, Inputs, Outputs outputs, const Work&) {
  world.give(call, outputs[0]);
  return {};
}

}  // namespace etalon::impl
