// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/family/pool.hpp"

namespace oracle {

Pooled under_window(const Windows& windows, const Shape& input, const Shape& output, std::uint64_t i) {
  const Tuple at = tuple_of(i, output);
  const Tuple position(at.begin() + 2, at.end());
  Pooled pooled;
  for (std::uint64_t k = 0; k < element_count(windows.kernel); ++k) {
    const Tuple place = tuple_of(k, windows.kernel);
    if (const std::optional<Tuple> element = windows.element(position, place)) {
      Tuple tuple{at[0], at[1]};
      tuple.insert(tuple.end(), element->begin(), element->end());
      pooled.elements.push_back(offset_of(tuple, input));
    }
    pooled.covered += windows.is_covered(position, place) ? 1U : 0U;
  }
  return pooled;
}

}  // namespace oracle
