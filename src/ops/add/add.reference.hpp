// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Add: C[i] = A[i] + B[i], over any algebra.
#pragma once

#include "ops/elementwise.hpp"

namespace etalon::impl {

template <class Algebra, bool counting>
Status add_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  elementwise<Algebra, counting>(call, inputs, outputs, work.events, Algebra::add);
  return {};
}

}  // namespace etalon::impl
