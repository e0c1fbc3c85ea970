// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/cos/cos.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_cos_call(Random& random) { return draw_unary(random, "Cos", 7, draw_floating_type(random), cos); }

}  // namespace oracle
