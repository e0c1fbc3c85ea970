// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/sign/sign.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_sign_call(Random& random) {
  const int opset = draw_opset(random, 9);
  const Type type = draw_numeric_type(random);
  Call call{"Sign", opset, {draw_tensor(random, type, draw_shape(random, 0, highest_rank))}};
  return elementwise_call(std::move(call), type, [&](ElementOperands x) { return sign(type, *x[0]); });
}

}  // namespace oracle
