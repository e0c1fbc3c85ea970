// SPDX-License-Identifier: Apache-2.0
//
// ConvInteger: the sums of Conv, of integers less their zero points. A place over a pad is the zero point of x, so that
// it adds nothing.
#include "oracle/cases/convolutions.hpp"
#include "oracle/cases/folded.hpp"

namespace oracle {

Call draw_convinteger_call(Random& random) {
  Call call{"ConvInteger", draw_opset(random, 10)};
  IntegerConvolution convolution = draw_integer_convolution(random, call);
  // Zero points that are needed for a sum to leave the range are given.
  for (std::optional<Tensor>* zero : {&convolution.x_zero_point, &convolution.w_zero_point}) {
    if (convolution.channels_of_group <= 1024 && random.below(3) == 0) {
      zero->reset();
    }
  }
  call.inputs = {convolution.x, convolution.w, convolution.x_zero_point, convolution.w_zero_point};
  while (!call.inputs.back() && random.coin()) {
    call.inputs.pop_back();
  }
  add_output(call, int32, convolution.result, [&](std::uint64_t i) { return convolution.accumulator(i); });
  return call;
}

}  // namespace oracle
