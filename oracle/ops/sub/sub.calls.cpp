// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/sub/sub.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_sub_call(Random& random) { return draw_binary(random, "Sub", sub); }

}  // namespace oracle
