// SPDX-License-Identifier: Apache-2.0
//
// The elements under each window of a pool.
#pragma once

#include <vector>

#include "oracle/indices/windows.hpp"

namespace oracle {

// Offsets in the input of the elements under the window that gives this output, in row-major order; and how many places
// lie over the input or its pads.
struct Pooled {
  std::vector<std::uint64_t> elements;
  std::uint64_t covered = 0;
};
Pooled under_window(const Windows& windows, const Shape& input, const Shape& output, std::uint64_t i);

}  // namespace oracle
