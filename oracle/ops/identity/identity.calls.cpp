// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/identity/identity.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_identity_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank);
  Call call{"Identity", opset, {draw_tensor(random, type, data)}};
  call.outputs = {moved_tensor(identity(data), std::vector{*call.inputs[0]})};
  return call;
}

}  // namespace oracle
