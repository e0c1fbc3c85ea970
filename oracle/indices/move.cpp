// SPDX-License-Identifier: Apache-2.0
#include "oracle/indices/move.hpp"

#include <stdexcept>

namespace oracle {

std::vector<std::uint64_t> moved(const Move& move, std::span<const Elements> inputs, std::uint64_t fill) {
  std::vector<std::uint64_t> result;
  const std::uint64_t count = element_count(move.shape);
  for (std::uint64_t output = 0; output < count; ++output) {
    const std::optional<Place> place = move.source(tuple_of(output, move.shape));
    if (!place) {
      result.push_back(fill);
      continue;
    }
    if (place->input >= inputs.size()) {
      throw std::out_of_range("oracle: no such input");
    }
    const Elements& input = inputs[place->input];
    result.push_back(input.patterns[offset_of(place->at, input.shape)]);
  }
  return result;
}

}  // namespace oracle
