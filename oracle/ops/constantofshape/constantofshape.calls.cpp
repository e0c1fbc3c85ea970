// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/constantofshape/constantofshape.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {

// The value is an attribute with one element, of any rank; by default it is the float zero.
Call draw_constantofshape_call(Random& random) {
  const int opset = draw_opset(random, 9);
  const Shape shape = draw_shape(random, 0, highest_rank);
  const std::vector<std::int64_t> wanted(shape.begin(), shape.end());
  Call call{"ConstantOfShape", opset, {tensor_of(wanted)}};
  Tensor value{float32, {}, {0}};
  if (random.below(4) != 0) {
    value = draw_tensor(random, draw_type(random), Shape(random.below(4) == 0 ? random.below(3) : 1, 1));
    give(call, "value", value);
  }
  call.outputs = {{value.type, shape, moved(constant_of_shape(wanted), {}, value.patterns[0])}};
  return call;
}

}  // namespace oracle
