// SPDX-License-Identifier: Apache-2.0
//
// GlobalAveragePool: the average of all elements of a channel.
#include <array>

#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"

namespace oracle {

Call draw_globalaveragepool_call(Random& random) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  Call call{"GlobalAveragePool", draw_opset(random, 1)};
  const Type type = draw_type_of(random, types);
  call.accumulation = draw_accumulation(random, type);
  const Shape input = draw_shape(random, 3, highest_rank);
  Shape output(input.size(), 1);
  output[0] = input[0];
  output[1] = input[1];
  const std::uint64_t count = element_count(Shape(input.begin() + 2, input.end()));
  call.inputs = {Tensor{type, input, draw_terms(random, type, element_count(input))}};
  add_output(call, type, output, [&](std::uint64_t i) {
    std::vector<std::uint64_t> elements;
    for (std::uint64_t k = 0; k < count; ++k) {
      elements.push_back(call.inputs[0]->patterns[i * count + k]);
    }
    return average(type, call.accumulation, elements, count);
  });
  return call;
}

}  // namespace oracle
