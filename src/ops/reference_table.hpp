// SPDX-License-Identifier: Apache-2.0
// Floor 4. The references of all operators over one world. Each is compiled in a file of its own, which the build makes
// from operators.def; an operator without a reference of its own follows from its family.
#pragma once

#include "ops/move.hpp"

namespace etalon::impl {

using Compute = decltype(Kernel::compute);

#define REFERENCE(id)                  \
  extern const Operator id##_operator; \
  template <class World> Status id##_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work);
#include "ops/references.inc"
#undef REFERENCE

template <class World> Compute reference_in(const Call& call) {
  static constexpr Facet<Compute> own[] = {
#define REFERENCE(id) {&id##_operator, &id##_reference<World>},
#include "ops/references.inc"
#undef REFERENCE
  };
  if (call.op->moves()) return &move_reference<World>;
  return facet_of(*call.op, own, call.op->write != nullptr ? Compute{&write_reference<World>} : Compute{});
}

}  // namespace etalon::impl
