// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/size/size.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

Call draw_size_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  const Shape data = draw_shape(random, 0, highest_rank);
  Call call{"Size", opset, {draw_tensor(random, type, data)}};
  call.outputs = {{int64, {}, {static_cast<std::uint64_t>(size(data))}}};
  return call;
}

}  // namespace oracle
