// SPDX-License-Identifier: Apache-2.0
//
// The call of an operator whose outputs are computed element by element.
#pragma once

#include <functional>

#include "oracle/call.hpp"

namespace oracle {

// Adds an output whose element at each offset is the answer for it.
inline void add_output(Call& call, Type type, const Shape& shape, const std::function<Answer(std::uint64_t)>& answer) {
  Tensor output{type, shape, {}};
  std::vector<unsigned> events;
  for (std::uint64_t i = 0; i < element_count(shape); ++i) {
    const Answer element = answer(i);
    output.patterns.push_back(element.bits);
    events.push_back(element.events);
  }
  call.outputs.push_back(std::move(output));
  call.events.push_back(std::move(events));
}

}  // namespace oracle
