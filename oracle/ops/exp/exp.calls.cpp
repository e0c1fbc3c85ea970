// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/exp/exp.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_exp_call(Random& random) { return draw_unary(random, "Exp", 1, draw_floating_type(random), exp); }

}  // namespace oracle
