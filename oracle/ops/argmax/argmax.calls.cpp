// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/family/argument.hpp"

namespace oracle {

Call draw_argmax_call(Random& random) { return draw_argument_call(random, "ArgMax", Wanted::largest); }

}  // namespace oracle
