// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/xor/xor.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

Call draw_xor_call(Random& random) { return draw_logical(random, "Xor", logical_xor); }

}  // namespace oracle
