// SPDX-License-Identifier: Apache-2.0
// Bounds of calls that have one output, for tests.
#pragma once

#include <span>
#include <vector>

#include "accuracy/bounds.hpp"

namespace etalon::tests {

using namespace impl;

inline Status introduced_one(const Call& call, std::span<const TensorView> inputs, const MutableTensorView& output,
                             std::vector<double>& bounds) {
  Bounds all;
  const Status status = introduced(call, inputs, {&output, 1}, all);
  bounds = std::move(all[0]);
  return status;
}

inline void ranged_one(const Call& call, std::span<const RangeView> inputs, const MutableTensorView& low,
                       const MutableTensorView& high, std::vector<double>& bounds, Risks& risks) {
  const MutableRangeView output{low, high};
  Bounds all;
  ranged(call, inputs, {&output, 1}, all, risks);
  bounds = std::move(all[0]);
}

}  // namespace etalon::tests
