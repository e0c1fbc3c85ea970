// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/softmax.hpp"

#include "oracle/cases/slices.hpp"

namespace oracle {

Call draw_softmax_call(Random& random) { return draw_slices(random, "Softmax", softmax); }

}  // namespace oracle
