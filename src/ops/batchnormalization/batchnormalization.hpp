// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the operands of a BatchNormalization lie.
#pragma once

#include <algorithm>

#include "ops/family/axes.hpp"

namespace etalon::impl {

inline bool has_one_type(const Call& call) {
  return std::ranges::all_of(call.inputs, [&](const auto& input) { return input->type == call.inputs[0]->type; });
}

// The smallest type that has the numbers of all operands: of float16 and bfloat16 neither has the other's.
inline DType type_of_steps(const Call& call) {
  DType widest = call.inputs[0]->type;
  for (const auto& input : call.inputs) {
    const unsigned bits = info(input->type).bits, most = info(widest).bits;
    if (input->type != widest && bits == most) widest = DType::f32;
    if (bits > info(widest).bits) widest = input->type;
  }
  return widest;
}

// Which parameter an element of X has: that of its channel, or in versions 1 to 7 without `spatial` one of its own
// within the batch.
struct NormalizationGeometry {
  explicit NormalizationGeometry(const Call& call) {
    const Shape& x = call.inputs[0]->shape;
    const std::int64_t* spatial = call.named<std::int64_t>("spatial");
    const bool each_alone = spatial != nullptr && *spatial == 0;
    parameters = call.inputs[1]->shape.count;
    behind = x.rank < 2 ? 1 : each_alone ? 1 : count_behind(x, 1);
  }
  std::uint64_t parameter(std::uint64_t i) const { return parameters == 0 ? 0 : i / behind % parameters; }

  std::uint64_t parameters, behind;
};

}  // namespace etalon::impl
