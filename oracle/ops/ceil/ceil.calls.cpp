// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/ceil/ceil.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_ceil_call(Random& random) { return draw_unary(random, "Ceil", 1, draw_floating_type(random), ceil); }

}  // namespace oracle
