// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/and/and.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_and_call(Random& random) { return draw_logical(random, "And", logical_and); }

}  // namespace oracle
