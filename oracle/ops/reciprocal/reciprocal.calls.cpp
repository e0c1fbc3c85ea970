// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/reciprocal/reciprocal.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_reciprocal_call(Random& random) {
  return draw_unary(random, "Reciprocal", 1, draw_floating_type(random), reciprocal);
}

}  // namespace oracle
