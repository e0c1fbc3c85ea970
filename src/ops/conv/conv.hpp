// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the operands of a Conv lie: channels of input and result in groups, a window over each channel.
#pragma once

#include "ops/window.hpp"

namespace etalon::impl {

struct ConvGeometry {
  Window window;
  std::uint64_t channels = 0, features = 0;  // of X and of Y
  std::uint64_t channels_of_group = 0, features_of_group = 0;

  static Result<ConvGeometry> of(const Call& call);

  // What element i of the result is made of: where the first channel of its group begins in X, its weights in W, its
  // feature and the position of its window.
  struct Sum {
    std::uint64_t x, w, feature, position;
  };
  Sum sum(std::uint64_t i) const {
    const std::uint64_t position = i % window.positions(), feature = i / window.positions() % features,
                        batch = i / window.positions() / features;
    const std::uint64_t first = feature / features_of_group * channels_of_group;
    return {(batch * channels + first) * window.inputs(), feature * channels_of_group * window.places(), feature,
            position};
  }
  std::uint64_t terms() const { return channels_of_group * window.places(); }
};

}  // namespace etalon::impl
