// SPDX-License-Identifier: Apache-2.0
// Floor 7. The sizes of a window as the kernels take them.
#pragma once

#include "ops/family/window.hpp"
#include "simd/windows/convolution.hpp"

namespace etalon::impl {

// One channel and one feature, without operands.
inline Convolution convolution_over(const Window& window) {
  Convolution c{};
  for (; c.axes + window.axes < 2; ++c.axes) c.axis[c.axes] = {1, 1, 1, 1, 1, 0};
  for (unsigned a = 0; a < window.axes; ++a, ++c.axes)
    c.axis[c.axes] = {window.in[a],     window.out[a],      window.kernel[a],
                      window.stride[a], window.dilation[a], window.begin[a]};
  c.inputs = static_cast<std::size_t>(window.inputs());
  c.positions = static_cast<std::size_t>(window.positions());
  c.places = static_cast<std::size_t>(window.places());
  c.batches = c.groups = c.channels = c.features = 1;
  return c;
}

}  // namespace etalon::impl
