// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/div/div.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// As ONNX has it, unless wished otherwise: quotients of integers are truncated. No integer is divided by zero.
Call draw_div_call(Random& random) {
  const bool rounds_down = random.wish != nullptr && random.wish->rounds_down;
  return draw_binary(random, "Div", rounds_down ? div_floor : div_trunc, IntegerZeros::unwanted);
}

}  // namespace oracle
