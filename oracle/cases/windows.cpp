// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/windows.hpp"

#include <algorithm>

namespace oracle {
namespace {

std::vector<std::int64_t> numbers(const std::vector<std::uint64_t>& list) { return {list.begin(), list.end()}; }

bool all_are(const std::vector<std::uint64_t>& list, std::uint64_t number) {
  return std::all_of(list.begin(), list.end(), [&](std::uint64_t one) { return one == number; });
}

Windows draw_sizes(Random& random, std::size_t axes, bool dilated) {
  Windows windows;
  const bool may_be_empty = random.below(12) == 0;
  const bool has_pads = random.below(3) != 0;
  const std::uint64_t room = axes == 1 ? 14 : axes == 2 ? 6 : 3;
  for (std::size_t axis = 0; axis < axes; ++axis) {
    windows.input.push_back(random.below(room) + (may_be_empty ? 0 : 1));
    windows.kernel.push_back(1 + random.below(axes == 1 ? 5 : 3));
    windows.strides.push_back(random.coin() ? 1 : 1 + random.below(3));
    windows.dilations.push_back(!dilated || random.coin() ? 1 : 1 + random.below(3));
    windows.begins.push_back(has_pads ? random.below(4) : 0);
    windows.ends.push_back(has_pads ? random.below(4) : 0);
  }
  return windows;
}

}  // namespace

Windows draw_windows(Random& random, Call& call, const WindowAttributes& has) {
  const std::size_t axes = random.below(30) == 0 ? 4 : 1 + random.below(3);
  const std::uint64_t padding = random.below(8);  // SAME_UPPER, SAME_LOWER, VALID, or pads as they are given
  Windows windows;
  do {
    windows = draw_sizes(random, axes, has.dilations);
    windows.ceil_mode = has.ceil_mode && random.coin();
    if (padding < 3) {
      windows.begins.assign(axes, 0);
      windows.ends.assign(axes, 0);
    }
    if (padding < 2) {
      pad_to_same(windows, padding == 0);
    }
    if (windows.ceil_mode && padding < 3) {
      windows.ceil_mode = false;  // it is given below, and has no effect
    }
  } while (std::ranges::count(windows.output(), std::uint64_t{0}) > 0);
  if (windows.ceil_mode || (has.ceil_mode && padding < 3 && random.coin())) {
    give(call, "ceil_mode", std::int64_t{1});
  }
  if (padding < 3) {
    constexpr const char* names[] = {"SAME_UPPER", "SAME_LOWER", "VALID"};
    give(call, "auto_pad", std::string(names[padding]));
  } else {
    if (random.below(4) == 0) {
      give(call, "auto_pad", std::string("NOTSET"));
    }
    std::vector<std::uint64_t> pads = windows.begins;
    pads.insert(pads.end(), windows.ends.begin(), windows.ends.end());
    if (!all_are(pads, 0) || random.coin()) {
      give(call, "pads", numbers(pads));
    }
  }
  if (has.kernel_shape || random.coin()) {
    give(call, "kernel_shape", numbers(windows.kernel));
  }
  if (!all_are(windows.strides, 1) || random.coin()) {
    give(call, "strides", numbers(windows.strides));
  }
  if (has.dilations && (!all_are(windows.dilations, 1) || random.coin())) {
    give(call, "dilations", numbers(windows.dilations));
  }
  return windows;
}

Shape with_channels(std::uint64_t batches, std::uint64_t channels, const Shape& axes) {
  Shape shape{batches, channels};
  shape.insert(shape.end(), axes.begin(), axes.end());
  return shape;
}

}  // namespace oracle
