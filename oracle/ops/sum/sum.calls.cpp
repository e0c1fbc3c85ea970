// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/sum/sum.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_sum_call(Random& random) { return draw_variadic(random, "Sum", sum); }

}  // namespace oracle
