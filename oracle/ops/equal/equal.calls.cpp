// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/equal/equal.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_equal_call(Random& random) { return draw_comparison(random, "Equal", 1, equal); }

}  // namespace oracle
