// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/mul/mul.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_mul_call(Random& random) { return draw_binary(random, "Mul", mul); }

}  // namespace oracle
