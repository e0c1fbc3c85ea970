// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/sigmoid/sigmoid.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_sigmoid_call(Random& random) { return draw_unary(random, "Sigmoid", 1, draw_floating_type(random), sigmoid); }

}  // namespace oracle
