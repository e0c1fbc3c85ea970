// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Mul: C[i] = A[i] * B[i], over any algebra.
#pragma once

#include "ops/elementwise.hpp"

namespace etalon::impl {

template <class Algebra, bool counting>
Status mul_reference(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  elementwise<Algebra, counting>(call, inputs, outputs, work.events, Algebra::mul);
  return {};
}

}  // namespace etalon::impl
