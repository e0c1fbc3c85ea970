// SPDX-License-Identifier: Apache-2.0
//
// ReduceMean: the sum divided by the number of terms. Of no integers there is none: such calls are not drawn.
#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/reductions.hpp"

namespace oracle {

Call draw_reducemean_call(Random& random) {
  Call call{"ReduceMean", draw_opset(random, 1)};
  const Type type = draw_type_of(random, reduced_types);
  call.accumulation = draw_accumulation(random, type);
  Shape shape = draw_shape(random, 0, highest_rank);
  while (type.kind == Kind::integer && element_count(shape) == 0) {
    shape = draw_shape(random, 0, highest_rank);
  }
  Tensor data{type, shape, draw_terms(random, type, element_count(shape))};
  draw_reduction(random, call, std::move(data), 18, [&](const std::vector<std::uint64_t>& elements) {
    return average(type, call.accumulation, elements, elements.size());
  });
  return call;
}

}  // namespace oracle
