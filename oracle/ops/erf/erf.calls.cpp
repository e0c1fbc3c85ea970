// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/erf/erf.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_erf_call(Random& random) { return draw_unary(random, "Erf", 9, draw_floating_type(random), erf); }

}  // namespace oracle
