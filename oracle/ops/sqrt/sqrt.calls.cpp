// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/sqrt/sqrt.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_sqrt_call(Random& random) { return draw_unary(random, "Sqrt", 1, draw_floating_type(random), sqrt); }

}  // namespace oracle
