// SPDX-License-Identifier: Apache-2.0
// Floor 4. How the operands of a ConvTranspose lie: an element of X is spread over the places of the kernel, so that an
// element of the result gathers those whose places it lies under.
#pragma once

#include <algorithm>
#include <array>
#include <numeric>

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
    [[maybe_unused]] const auto hits = hits_of(world, i % positions);
    for (const auto channel : world.below(channels_of_group, "channel")) {
      const Place x = (batch * channels + first + channel) * inputs;
      const Place w = ((first + channel) * features_of_group + feature % features_of_group) * places;
      if constexpr (counts<World>) {
        for_each_hit(hits, [&](std::uint64_t place, std::uint64_t offset) { visit(x + offset, w + place); });
      } else {
        for_each_written(world, i % positions, [&](const auto& place, const auto& inside, const auto& offset) {
          world.when(inside, [&] { visit(x + offset, w + place); });
        });
      }
    }
  }
  // Terms of an element: as many at most as its channels have places, and how many of these can be over it.
  std::uint64_t most_terms() const { return channels_of_group * product(kernel); }
  std::uint64_t most_hits() const {
    std::uint64_t count = channels_of_group;
    for (unsigned axis = 0; axis < axes; ++axis) {
      const std::uint64_t step = stride[axis] / std::gcd(stride[axis], dilation[axis]);
      count *= std::min((kernel[axis] - 1) / step + 1, in[axis]);
    }
    return count;
  }
  template <class Place> Place feature_of(const Place& i) const { return i / product(out) % features; }

 private:
  std::uint64_t product(const Sizes& sizes) const {
    std::uint64_t count = 1;
    for (unsigned axis = 0; axis < axes; ++axis) count *= sizes[axis];
    return count;
  }
  // A loop for each axis, the first one outermost, over the places of the kernel. Without dilation those that an
  // element has over the position are a stride apart, and the loop skips what is between them.
  template <class World, class Place, class Visit>
  void for_each_written(const World& world, const Place& position, Visit visit) const {
    [[maybe_unused]] static constexpr const char *loops[] = {"ky", "kx", "kz"}, *steps[] = {"jy", "jx", "jz"},
                                                 *names[] = {"iy", "ix", "iz"};
    std::array<Place, Window::most_axes> at;
    Place rest = position;
    for (unsigned axis = axes; axis-- > 0; rest = rest / out[axis]) at[axis] = rest % out[axis] + begin[axis];
    const auto along = [&](const auto& self, unsigned axis, const Place& place, const auto& inside,
                           const Place& offset) -> void {
      if (axis == axes) return visit(place, inside, offset);
      if (stride[axis] > 1 && dilation[axis] == 1) {
        for (const auto j : world.below((kernel[axis] - 1) / stride[axis] + 1, steps[axis % 3])) {
          const Place element = world.named(at[axis] / stride[axis] - j, names[axis % 3]);
          const Place k = world.named(at[axis] % stride[axis] + j * stride[axis], loops[axis % 3]);
          self(self, axis + 1, place * kernel[axis] + k,
               inside && world.within(element, in[axis]) && world.within(k, kernel[axis]), offset * in[axis] + element);
        }
        return;
      }
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
  // The places of the kernel that an element of X has over a position: first, first + step and so on along each axis,
  // for out = in*stride + place*dilation - begin.
  struct Hits {
    Sizes at{}, first{}, step{}, count{};
    std::uint64_t all = 1;
  };
  template <class World> auto hits_of(const World&, const typename World::Place& position) const {
    if constexpr (counts<World>)
      return hits_of(position);
    else
      return Hits{};
  }
  Hits hits_of(std::uint64_t position) const {
    Hits hits;
    for (unsigned axis = axes; axis-- > 0; position /= out[axis]) {
      const std::uint64_t at = position % out[axis] + begin[axis];
      const std::uint64_t most = in[axis] == 0 ? 0 : (in[axis] - 1) * stride[axis];
      std::uint64_t k = at > most ? (at - most + dilation[axis] - 1) / dilation[axis] : 0;
      const std::uint64_t end = in[axis] == 0 ? 0 : std::min(kernel[axis], at / dilation[axis] + 1);
      while (k < end && (at - k * dilation[axis]) % stride[axis] != 0) ++k;
      hits.at[axis] = at;
      hits.first[axis] = k;
      hits.step[axis] = stride[axis] / std::gcd(stride[axis], dilation[axis]);
      hits.count[axis] = k < end ? (end - k - 1) / hits.step[axis] + 1 : 0;
      hits.all *= hits.count[axis];
    }
    return hits;
  }
  template <class Visit> void for_each_hit(const Hits& hits, Visit visit) const {
    Sizes n{};
    for (std::uint64_t left = hits.all; left > 0; --left) {
      std::uint64_t place = 0, offset = 0;
      for (unsigned axis = 0; axis < axes; ++axis) {
        const std::uint64_t k = hits.first[axis] + n[axis] * hits.step[axis];
        place = place * kernel[axis] + k;
        offset = offset * in[axis] + (hits.at[axis] - k * dilation[axis]) / stride[axis];
      }
      visit(place, offset);
      for (unsigned axis = axes; axis-- > 0 && ++n[axis] == hits.count[axis];) n[axis] = 0;
    }
  }
};

}  // namespace etalon::impl
