// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/round/round.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_round_call(Random& random) { return draw_unary(random, "Round", 11, draw_floating_type(random), round); }

}  // namespace oracle
