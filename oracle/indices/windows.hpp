// SPDX-License-Identifier: Apache-2.0
//
// Windows of kernels over padded axes, with nothing clever: every place of a window is a tuple of coordinates, which
// lies over an element or does not. Axes are the spatial ones.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "oracle/indices/tuples.hpp"

namespace oracle {

struct Windows {
  Shape input;
  Shape kernel;
  std::vector<std::uint64_t> strides;
  std::vector<std::uint64_t> dilations;
  std::vector<std::uint64_t> begins;  // pads before the input
  std::vector<std::uint64_t> ends;    // pads behind it
  bool ceil_mode = false;

  // How many windows there are along each axis. By explicit pads: all windows that lie in the padded input; with
  // ceil_mode also the next one, unless the last one ends at the end, but none that starts behind the input.
  Shape output() const;

  // The coordinates of a place of the kernel, if it lies over an element of the input.
  std::optional<Tuple> element(const Tuple& position, const Tuple& place) const;

  // Whether the place lies over the input or its pads.
  bool is_covered(const Tuple& position, const Tuple& place) const;
};

// The pads that make the output as long as the input divided by the stride, rounded up: an odd one at the end, or at
// the beginning.
void pad_to_same(Windows& windows, bool odd_at_end);

}  // namespace oracle
