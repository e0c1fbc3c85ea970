// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/matmulinteger/matmulinteger.hpp"

#include "oracle/cases/folded.hpp"
#include "oracle/cases/integer_matrices.hpp"

namespace oracle {

Call draw_matmulinteger_call(Random& random) {
  Call call{"MatMulInteger", draw_opset(random, 10)};
  const IntegerProduct product = draw_integer_product(random, ZeroPoints::optional);
  call.inputs = {product.a.elements, product.b.elements, product.a.zero_points, product.b.zero_points};
  while (!call.inputs.back() && random.coin()) {  // omitted by its place or by its absence
    call.inputs.pop_back();
  }
  add_output(call, int32, product.plan.shape, [&](std::uint64_t i) { return product.accumulator(i); });
  return call;
}

}  // namespace oracle
