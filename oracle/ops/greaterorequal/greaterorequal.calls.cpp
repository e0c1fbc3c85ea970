// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/greaterorequal/greaterorequal.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_greaterorequal_call(Random& random) {
  return draw_comparison(random, "GreaterOrEqual", 12, greater_or_equal);
}

}  // namespace oracle
