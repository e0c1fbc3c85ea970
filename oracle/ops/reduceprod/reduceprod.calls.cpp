// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/reduceprod/reduceprod.hpp"

#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/reductions.hpp"

namespace oracle {

Call draw_reduceprod_call(Random& random) {
  Call call{"ReduceProd", draw_opset(random, 1)};
  const Type type = draw_type_of(random, reduced_types);
  const Shape shape = draw_shape(random, 0, highest_rank);
  Tensor data = draw_tensor(random, type, shape);
  if (random.coin()) {
    data.patterns = draw_factors(random, type, element_count(shape), 0)[0];
  }
  if (type.kind == Kind::integer && random.coin()) {  // -2 to 2 but 0: products that stay in range for long
    for (std::uint64_t& pattern : data.patterns) {
      const std::uint64_t size = 1 + random.below(2);
      const bool is_negative = type.is_signed && random.coin();
      pattern = (is_negative ? 0 - size : size) & (~std::uint64_t{0} >> (64 - type.bits));
    }
  }
  draw_reduction(random, call, std::move(data), 18,
                 [&](const std::vector<std::uint64_t>& elements) { return product(type, elements); });
  return call;
}

}  // namespace oracle
