// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/tanh/tanh.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_tanh_call(Random& random) { return draw_unary(random, "Tanh", 1, draw_floating_type(random), tanh); }

}  // namespace oracle
