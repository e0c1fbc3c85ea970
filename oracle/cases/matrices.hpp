// SPDX-License-Identifier: Apache-2.0
//
// Random shapes of matrix products, for calls of MatMul and its relatives.
#pragma once

#include <vector>

#include "oracle/cases/calls.hpp"

namespace oracle {

// Two shapes of ranks 1 to 8 that can be multiplied.
std::vector<Shape> draw_matrices(Random& random);

}  // namespace oracle
