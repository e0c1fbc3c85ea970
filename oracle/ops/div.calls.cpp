// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/div.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// As ONNX has it: quotients of integers are truncated. No integer is divided by zero.
Call draw_div_call(Random& random) { return draw_binary(random, "Div", div_trunc, IntegerZeros::unwanted); }

}  // namespace oracle
