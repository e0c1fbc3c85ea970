// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the operands of a convolution lie: channels of input and result in groups, a window over each channel.
#pragma once

#include "ops/family/window.hpp"

namespace etalon::impl {

// Which operands are the data, the weights and the bias. Nothing is an operand that the row does not have.
struct ConvOperands {
  static constexpr unsigned none = ~0u;

  unsigned x = 0, w = 1, b = 2;
};

struct ConvGeometry {
  Window window;
  std::uint64_t channels = 0, features = 0;  // of X and of Y
  std::uint64_t channels_of_group = 0, features_of_group = 0;

  static Result<ConvGeometry> of(const Call& call, const ConvOperands& at = {});

  // What element i of the result is made of: where the first channel of its group begins in X, its weights in W, its
  // feature and the position of its window.
  template <class Place> struct Sum {
    Place x, w, feature, position;
  };
  template <class Place> Sum<Place> sum(const Place& i) const {
    const Place position = i % window.positions(), feature = i / window.positions() % features,
                batch = i / window.positions() / features;
    const Place first = feature / features_of_group * channels_of_group;
    return {(batch * channels + first) * window.inputs(), feature * channels_of_group * window.places(), feature,
            position};
  }
  std::uint64_t terms() const { return channels_of_group * window.places(); }
};

// Multiplications, each with its addition, of a convolution with a result of this shape.
std::uint64_t multiply_adds(const ConvGeometry& g, const Shape& result);

}  // namespace etalon::impl
