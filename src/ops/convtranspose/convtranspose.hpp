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

  // Calls visit(element of X, weight) for each product of element i of the result, by channel and place.
  template <class World, class Visit>
  void for_each_term(const World& world, const typename World::Place& i, Visit visit) const {
    using Place = typename World::Place;
    const std::uint64_t positions = product(out), places = product(kernel), inputs = product(in);
    const Place feature = i / positions % features, batch = i / positions / features;
    const Place first = feature / features_of_group * channels_of_group;
    for (const auto channel : world.below(channels_of_group, "channel")) {
      const Place x = (batch * channels + first + channel) * inputs;
      const Place w = ((first + channel) * features_of_group + feature % features_of_group) * places;
      if constexpr (counts<World>) {
        for (std::uint64_t place = 0; place < places; ++place) {
          std::uint64_t offset = 0;
          if (hits(i % positions, place, &offset)) visit(x + offset, w + place);
        }
      } else {
        for_each_written(world, i % positions, [&](const auto& place, const auto& inside, const auto& offset) {
          world.when(inside, [&] { visit(x + offset, w + place); });
        });
      }
    }
  }
  std::uint64_t most_terms() const { return channels_of_group * product(kernel); }
  template <class Place> Place feature_of(const Place& i) const { return i / product(out) % features; }

 private:
  std::uint64_t product(const Sizes& sizes) const {
    std::uint64_t count = 1;
    for (unsigned axis = 0; axis < axes; ++axis) count *= sizes[axis];
    return count;
  }
  // A loop for each axis, the first one outermost, over the places of the kernel.
  template <class World, class Place, class Visit>
  void for_each_written(const World& world, const Place& position, Visit visit) const {
    [[maybe_unused]] static constexpr const char *loops[] = {"ky", "kx", "kz"}, *names[] = {"iy", "ix", "iz"};
    std::array<Place, Window::most_axes> at;
    Place rest = position;
    for (unsigned axis = axes; axis-- > 0; rest = rest / out[axis]) at[axis] = rest % out[axis] + begin[axis];
    const auto along = [&](const auto& self, unsigned axis, const Place& place, const auto& inside,
                           const Place& offset) -> void {
      if (axis == axes) return visit(place, inside, offset);
      for (const auto k : world.below(kernel[axis], loops[axis % 3])) {
        const std::uint64_t most =
            ((kernel[axis] - 1) * dilation[axis] / stride[axis] + 1);  // so that none is negative
        const Place from = at[axis] + most * stride[axis] - k * dilation[axis];
        const Place element = world.named(from / stride[axis] - most, names[axis % 3]);
        self(self, axis + 1, place * kernel[axis] + k,
             inside && world.within(from % stride[axis], 1) && world.within(element, in[axis]),
             offset * in[axis] + element);
      }
    };
    along(along, 0, Place(0), world.within(Place(0), 1), Place(0));
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
