// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/family/argument.hpp"

namespace oracle {

Call draw_argmin_call(Random& random) { return draw_argument_call(random, "ArgMin", Wanted::smallest); }

}  // namespace oracle
