// SPDX-License-Identifier: Apache-2.0
// Floor 4. The meaning of Add: C[i] = A[i] + B[i], over any algebra.
#pragma once

#include "ops/elementwise.hpp"

namespace etalon::impl {

template <class Algebra>
Status add_reference(const Call& call, std::span<const TensorView> inputs, std::span<const MutableTensorView> outputs,
                     Events* events) {
  elementwise<Algebra>(call, inputs, outputs, events,
                       [](Algebra& algebra, const auto& a, const auto& b) { return algebra.add(a, b); });
  return {};
}

}  // namespace etalon::impl
