// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the operands of a ConvTranspose lie: an element of X is spread over the places of the kernel, so that an
// element of the result gathers those whose places it lies under.
#pragma once

#include <array>

#include "ops/family/window.hpp"

namespace etalon::impl {

struct ConvTransposeGeometry {
  using Sizes = Window::Sizes;
  unsigned axes = 0;
  Sizes in{}, out{}, kernel{}, stride{}, dilation{}, begin{};  // begin: what is cut off before the result
  std::uint64_t channels = 0, features = 0;                    // of X and of Y
  std::uint64_t channels_of_group = 0, features_of_group = 0;

  static Result<ConvTransposeGeometry> of(const Call& call);

  // Calls visit(element of X, weight, channel of the group, place) for each product of element i of the result, by
  // channel and place.
  template <class Visit> void for_each_term(std::uint64_t i, Visit visit) const {
    const std::uint64_t positions = product(out), places = product(kernel), inputs = product(in);
    const std::uint64_t feature = i / positions % features, batch = i / positions / features;
    const std::uint64_t first = feature / features_of_group * channels_of_group;
    for (std::uint64_t channel = 0; channel < channels_of_group; ++channel) {
      const std::uint64_t x = (batch * channels + first + channel) * inputs;
      const std::uint64_t w = ((first + channel) * features_of_group + feature % features_of_group) * places;
      for (std::uint64_t place = 0; place < places; ++place) {
        std::uint64_t offset = 0;
        if (hits(i % positions, place, &offset)) visit(x + offset, w + place);
      }
    }
  }
  std::uint64_t most_terms() const { return channels_of_group * product(kernel); }
  std::uint64_t feature_of(std::uint64_t i) const { return i / product(out) % features; }

 private:
  std::uint64_t product(const Sizes& sizes) const {
    std::uint64_t count = 1;
    for (unsigned axis = 0; axis < axes; ++axis) count *= sizes[axis];
    return count;
  }
  // Whether an element of X has this place of the kernel over the position: out = in*stride + place*dilation - begin.
  bool hits(std::uint64_t position, std::uint64_t place, std::uint64_t* offset) const {
    std::uint64_t behind = 1;
    *offset = 0;
    for (unsigned axis = axes; axis-- > 0; position /= out[axis], place /= kernel[axis]) {
      const std::uint64_t at = position % out[axis] + begin[axis], reach = place % kernel[axis] * dilation[axis];
      if (at < reach || (at - reach) % stride[axis] != 0 || (at - reach) / stride[axis] >= in[axis]) return false;
      *offset += (at - reach) / stride[axis] * behind;
      behind *= in[axis];
    }
    return true;
  }
};

}  // namespace etalon::impl
