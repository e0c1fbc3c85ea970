// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/div.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// As ONNX has it: quotients of integers are truncated. No integer is divided by zero.
Call draw_div_call(Random& random) {
  const int opset = draw_opset(random, 7);
  const Type type = draw_numeric_type(random);
  Call call{"Div", opset};
  for (const Shape& shape : draw_broadcast_shapes(random, 2)) {
    call.inputs.emplace_back(draw_tensor(random, type, shape));
  }
  for (std::uint64_t& divisor : call.inputs[1]->patterns) {
    divisor = type.kind == Kind::integer && divisor == 0 ? 1 : divisor;
  }
  return elementwise_call(std::move(call), type, [&](ElementOperands x) { return div_trunc(type, *x[0], *x[1]); });
}

}  // namespace oracle
