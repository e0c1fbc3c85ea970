// SPDX-License-Identifier: Apache-2.0
//
// GlobalMaxPool: the largest of all elements of a channel.
#include <array>

#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"
#include "oracle/ops/family/extreme.hpp"

namespace oracle {

Call draw_globalmaxpool_call(Random& random) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  Call call{"GlobalMaxPool", draw_opset(random, 1)};
  const Type type = draw_type_of(random, types);
  const Shape input = draw_shape(random, 3, highest_rank);
  Shape output(input.size(), 1);
  output[0] = input[0];
  output[1] = input[1];
  const std::uint64_t count = element_count(Shape(input.begin() + 2, input.end()));
  call.inputs = {draw_tensor(random, type, input)};
  add_output(call, type, output, [&](std::uint64_t i) {
    std::vector<std::uint64_t> elements;
    for (std::uint64_t k = 0; k < count; ++k) {
      elements.push_back(call.inputs[0]->patterns[i * count + k]);
    }
    return extreme(type, Wanted::largest, elements);
  });
  return call;
}

}  // namespace oracle
