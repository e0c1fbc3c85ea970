// SPDX-License-Identifier: Apache-2.0
// Floor 8. The attributes of a window with everything in numbers; a window of one axis becomes one of two.
#pragma once

#include <algorithm>

#include "ops/family/broadcast.edits.hpp"
#include "ops/family/window.hpp"

namespace etalon::impl {

struct WrittenWindow {
  explicit WrittenWindow(const Window& window) : flat(window.axes == 1) {
    const auto numbers = [&](const Window::Sizes& sizes, std::int64_t before) {
      std::vector<std::int64_t> list(flat ? 1 : 0, before);
      for (unsigned axis = 0; axis < window.axes; ++axis) list.push_back(static_cast<std::int64_t>(sizes[axis]));
      return list;
    };
    // A result that hangs over the end has pads there.
    Window::Sizes end = window.end;
    for (unsigned axis = 0; axis < window.axes; ++axis) {
      const std::uint64_t reach =
          (window.out[axis] - 1) * window.stride[axis] + (window.kernel[axis] - 1) * window.dilation[axis] + 1;
      const std::uint64_t padded = window.begin[axis] + window.in[axis] + end[axis];
      if (reach > padded) end[axis] += reach - padded;
    }
    std::vector<std::int64_t> pads = numbers(window.begin, 0);
    for (const std::int64_t pad : numbers(end, 0)) pads.push_back(pad);
    kernel = numbers(window.kernel, 1);
    attributes = {{"auto_pad", std::string("NOTSET")},
                  {"dilations", numbers(window.dilation, 1)},
                  {"kernel_shape", kernel},
                  {"pads", pads},
                  {"strides", numbers(window.stride, 1)}};
  }

  // [N, C, L] as [N, C, 1, L].
  Dimensions shape(const Dimensions& of) const { return flat ? Dimensions{of[0], of[1], 1, of[2]} : of; }

  bool flat;
  std::vector<std::int64_t> kernel;
  std::vector<Attribute> attributes;
};

// One node over the window, whatever its rank is.
inline void emit_windowed(Rewriter& r, const char* operation, const WrittenWindow& window, Names inputs,
                          std::vector<Attribute> more) {
  for (const Attribute& one : window.attributes) more.push_back(one);
  std::ranges::sort(more, {}, &Attribute::name);
  const Dimensions y = result_shape(r);
  if (!window.flat) {
    r.emit(operation, std::move(inputs), y, std::move(more), r.output());
    return;
  }
  r.reshaped(r.emit(operation, std::move(inputs), window.shape(y), std::move(more)), y, r.output());
}

}  // namespace etalon::impl
