// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/less/less.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_less_call(Random& random) { return draw_comparison(random, "Less", 1, less); }

}  // namespace oracle
