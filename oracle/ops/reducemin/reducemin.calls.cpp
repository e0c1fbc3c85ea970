// SPDX-License-Identifier: Apache-2.0
//
// ReduceMin: the smallest of some elements.
#include "oracle/cases/reductions.hpp"
#include "oracle/ops/family/extreme.hpp"

namespace oracle {

Call draw_reducemin_call(Random& random) {
  Call call{"ReduceMin", draw_opset(random, 1)};
  const std::uint64_t kind = random.below(reduced_types.size() + 3);
  const Type type = kind < reduced_types.size()    ? reduced_types[kind]
                    : kind == reduced_types.size() ? Type(Boolean{})
                                                   : Type(Integer{8, random.coin()});
  draw_reduction(random, call, draw_tensor(random, type, draw_shape(random, 0, highest_rank)), 18,
                 [&](const std::vector<std::uint64_t>& elements) { return extreme(type, Wanted::smallest, elements); });
  return call;
}

}  // namespace oracle
