// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/log/log.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_log_call(Random& random) { return draw_unary(random, "Log", 1, draw_floating_type(random), log); }

}  // namespace oracle
