// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/lessorequal/lessorequal.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_lessorequal_call(Random& random) { return draw_comparison(random, "LessOrEqual", 12, less_or_equal); }

}  // namespace oracle
