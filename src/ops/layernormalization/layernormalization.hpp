// SPDX-License-Identifier: Apache-2.0
// Floor 4. The groups of elements that LayerNormalization normalises together, which are contiguous, and the
// type in which it computes them.
#pragma once

#include "ops/family/axes.hpp"

namespace etalon::impl {

struct LayerGeometry {
  explicit LayerGeometry(const Call& call) : groups(1), length(1) {
    const Shape& x = call.inputs[0]->shape;
    const unsigned first = *axis_at(*call.named<std::int64_t>("axis"), x.rank);
    for (unsigned axis = 0; axis < x.rank; ++axis) (axis < first ? groups : length) *= x[axis];
  }

  std::uint64_t groups, length;  // how many groups; how many elements of X share one mean
};

// The type of the steps up to Normalized, and of the outputs Mean and InvStdDev; nothing if it is not allowed.
inline std::optional<DType> stash_type_of(const Call& call) {
  const std::int64_t number = *call.named<std::int64_t>("stash_type");
  for (const DType type : {DType::f32, DType::bf16})
    if (number == info(type).onnx) return type;
  return std::nullopt;
}

}  // namespace etalon::impl
