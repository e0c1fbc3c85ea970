// SPDX-License-Identifier: Apache-2.0
// Floor 4. The references of all operators over one world. Each is compiled in a file of its own, which the build makes
// from operators.def; an operator without a reference of its own follows from its family.
#pragma once

#include "ops/family/move.hpp"

namespace etalon::impl {

template <class World>
using ReferenceIn = Status (*)(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work);

#define REFERENCE(id)                  \
  extern const Operator id##_operator; \
  template <class World>               \
  Status id##_reference(const World& world, const Call& call, Inputs inputs, Outputs outputs, const Work& work);
#include "ops/references.inc"
#undef REFERENCE

template <class World> ReferenceIn<World> reference_in(const Call& call) {
  using Reference = ReferenceIn<World>;
  static constexpr Facet<Reference> own[] = {
#define REFERENCE(id) {&id##_operator, &id##_reference<World>},
#include "ops/references.inc"
#undef REFERENCE
  };
  if (call.op->moves()) return &move_reference<World>;
  return facet_of(*call.op, own, call.op->writes() ? Reference{&write_reference<World>} : Reference{});
}

// The same as kernels, of a world without settings.
template <class World, ReferenceIn<World> reference>
Status computed_in(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  return reference(World{}, call, inputs, outputs, work);
}
template <class World> Kernel kernel_in(const Call& call) {
  using Compute = decltype(Kernel::compute);
  static constexpr Facet<Compute> own[] = {
#define REFERENCE(id) {&id##_operator, &computed_in<World, &id##_reference<World>>},
#include "ops/references.inc"
#undef REFERENCE
  };
  if (call.op->moves()) return {&computed_in<World, &move_reference<World>>};
  return {
      facet_of(*call.op, own, call.op->writes() ? Compute{&computed_in<World, &write_reference<World>>} : Compute{})};
}

}  // namespace etalon::impl
