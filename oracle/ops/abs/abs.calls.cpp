// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/abs/abs.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_abs_call(Random& random) { return draw_unary(random, "Abs", 1, draw_numeric_type(random), abs); }

}  // namespace oracle
