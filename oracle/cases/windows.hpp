// SPDX-License-Identifier: Apache-2.0
//
// Random windows and the attributes that say them, for calls of Conv and the pools.
#pragma once

#include "oracle/cases/calls.hpp"
#include "oracle/indices/windows.hpp"

namespace oracle {

// What a version of an operator has.
struct WindowAttributes {
  bool dilations = true;
  bool ceil_mode = false;
  bool kernel_shape = true;  // required; otherwise it follows from an operand, and may be given
};

// One to three spatial axes, rarely four, each with at least one window; pads may be larger than the kernel. Gives the
// attributes to the call.
Windows draw_windows(Random& random, Call& call, const WindowAttributes& has);

// The shape of a tensor with these spatial axes.
Shape with_channels(std::uint64_t batches, std::uint64_t channels, const Shape& axes);

}  // namespace oracle
