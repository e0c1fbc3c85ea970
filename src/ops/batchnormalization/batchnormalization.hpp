// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the operands of a BatchNormalization lie.
#pragma once

#include "ops/axes.hpp"

namespace etalon::impl {

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
