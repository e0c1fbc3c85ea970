// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/neg/neg.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_neg_call(Random& random) { return draw_unary(random, "Neg", 1, draw_numeric_type(random), neg); }

}  // namespace oracle
