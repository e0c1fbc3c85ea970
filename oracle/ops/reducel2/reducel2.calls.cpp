// SPDX-License-Identifier: Apache-2.0
//
// ReduceL2: the square root of the sum of squares. Half of the elements are factors, whose squares are in range.
#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/reductions.hpp"

namespace oracle {

Call draw_reducel2_call(Random& random) {
  Call call{"ReduceL2", draw_opset(random, 1)};
  const Type type = draw_type_of(random, reduced_types);
  call.accumulation = draw_accumulation(random, type);
  const Shape shape = draw_shape(random, 0, highest_rank);
  const std::size_t count = element_count(shape);
  Tensor data{type, shape, random.coin() ? draw_terms(random, type, count) : draw_factors(random, type, count, 0)[0]};
  draw_reduction(random, call, std::move(data), 18, [&](const std::vector<std::uint64_t>& elements) {
    Ending ending;
    ending.root = true;
    return ended_dot(type, call.accumulation, elements, elements, ending);
  });
  return call;
}

}  // namespace oracle
