// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/floor/floor.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_floor_call(Random& random) { return draw_unary(random, "Floor", 1, draw_floating_type(random), floor); }

}  // namespace oracle
