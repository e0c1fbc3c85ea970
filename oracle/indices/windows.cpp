// SPDX-License-Identifier: Apache-2.0
#include "oracle/indices/windows.hpp"

namespace oracle {

Shape Windows::output() const {
  Shape output;
  for (std::size_t axis = 0; axis < input.size(); ++axis) {
    const std::uint64_t padded = begins[axis] + input[axis] + ends[axis];
    const std::uint64_t reach = (kernel[axis] - 1) * dilations[axis] + 1;
    std::uint64_t count = 0;
    bool is_reached = false;  // the end, by the last window
    for (std::uint64_t start = 0;; start += strides[axis]) {
      const bool is_within = start + reach <= padded;
      const bool hangs_over = ceil_mode && !is_reached && start < begins[axis] + input[axis];
      // In ceil mode a window may hang over by less than a stride.
      if (ceil_mode ? !(hangs_over && start + reach < padded + strides[axis]) : !is_within) {
        break;
      }
      is_reached = start + reach >= padded;
      ++count;
    }
    output.push_back(count);
  }
  return output;
}

std::optional<Tuple> Windows::element(const Tuple& position, const Tuple& place) const {
  Tuple element;
  for (std::size_t axis = 0; axis < input.size(); ++axis) {
    const std::uint64_t at = position[axis] * strides[axis] + place[axis] * dilations[axis];
    if (at < begins[axis] || at >= begins[axis] + input[axis]) {
      return std::nullopt;
    }
    element.push_back(at - begins[axis]);
  }
  return element;
}

bool Windows::is_covered(const Tuple& position, const Tuple& place) const {
  for (std::size_t axis = 0; axis < input.size(); ++axis) {
    const std::uint64_t at = position[axis] * strides[axis] + place[axis] * dilations[axis];
    if (at >= begins[axis] + input[axis] + ends[axis]) {
      return false;
    }
  }
  return true;
}

void pad_to_same(Windows& windows, bool odd_at_end) {
  for (std::size_t axis = 0; axis < windows.input.size(); ++axis) {
    const std::uint64_t stride = windows.strides[axis];
    const std::uint64_t count = (windows.input[axis] + stride - 1) / stride;
    const std::uint64_t reach = (windows.kernel[axis] - 1) * windows.dilations[axis] + 1;
    const std::uint64_t end = count == 0 ? 0 : (count - 1) * stride + reach;
    const std::uint64_t total = end > windows.input[axis] ? end - windows.input[axis] : 0;
    windows.begins[axis] = odd_at_end ? total / 2 : (total + 1) / 2;
    windows.ends[axis] = total - windows.begins[axis];
  }
}

}  // namespace oracle
