// SPDX-License-Identifier: Apache-2.0
// Floor 4. The references of all operators over one world. Each is compiled in a file of its own, which the build makes
// from operators.def; an operator without a reference of its own follows from its family.
#pragma once

#include "ops/move.hpp"

namespace etalon::impl {

using Compute = decltype(Kernel::compute);

#define REFERENCE(id) \
  template <class World> Status id##_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work);
#define NO_REFERENCE(id)
#include "ops/references.inc"
#undef REFERENCE
#undef NO_REFERENCE

template <class World> Compute reference_in(const Call& call) {
  static constexpr Compute own[] = {
#define REFERENCE(id) &id##_reference<World>,
#define NO_REFERENCE(id) nullptr,
#include "ops/references.inc"
#undef REFERENCE
#undef NO_REFERENCE
  };
  if (call.op->run != nullptr) return &move_reference<World>;
  if (call.op->write != nullptr) return &write_reference<World>;
  return own[static_cast<unsigned>(call.op->id)];
}

}  // namespace etalon::impl
