// SPDX-License-Identifier: Apache-2.0
// Kernels with a fault, which the comparison must find: else its silence would say nothing.
#pragma once

#include <cstdio>

namespace etalon::tests {

struct Planted {
  unsigned faults = 0, found = 0;
};
Planted find_planted_faults();

}  // namespace etalon::tests
