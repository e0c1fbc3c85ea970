// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/or/or.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_or_call(Random& random) { return draw_logical(random, "Or", logical_or); }

}  // namespace oracle
