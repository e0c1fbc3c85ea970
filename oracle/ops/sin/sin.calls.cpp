// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/sin/sin.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_sin_call(Random& random) { return draw_unary(random, "Sin", 7, draw_floating_type(random), sin); }

}  // namespace oracle
