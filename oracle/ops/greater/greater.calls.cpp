// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/greater/greater.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_greater_call(Random& random) { return draw_comparison(random, "Greater", 1, greater); }

}  // namespace oracle
