// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/mean/mean.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_mean_call(Random& random) { return draw_variadic(random, "Mean", mean); }

}  // namespace oracle
