// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/acos/acos.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_acos_call(Random& random) { return draw_unary(random, "Acos", 7, draw_floating_type(random), acos); }

}  // namespace oracle
