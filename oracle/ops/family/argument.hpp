// SPDX-License-Identifier: Apache-2.0
//
// ArgMax and ArgMin: where along an axis the largest or smallest element lies.
#pragma once

#include <algorithm>

#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"
#include "oracle/ops/family/extreme.hpp"

namespace oracle {

inline Call draw_argument_call(Random& random, const char* operation, Wanted wanted) {
  Call call{operation, draw_opset(random, 1)};
  Type type = draw_numeric_type(random);
  while (type.bits == 4 || type.kind == Kind::boolean) {  // whatever is wished
    type = storable_types[random.below(storable_types.size())].type;
  }
  Shape shape = draw_shape(random, 1, highest_rank);
  const std::int64_t number = draw_axis(random, shape.size(), call.opset >= 11);
  const std::size_t axis = axis_of(number, shape.size());
  shape[axis] = std::max<std::uint64_t>(shape[axis], 1);
  Tensor data = draw_tensor(random, type, shape);
  if (random.coin()) {  // ties
    for (std::uint64_t& pattern : data.patterns) {
      pattern = data.patterns[random.below(std::min<std::uint64_t>(data.patterns.size(), 4))];
    }
  }
  call.inputs = {std::move(data)};
  const bool keepdims = random.coin();
  const bool last = call.opset >= 12 && random.coin();
  if (number != 0 || random.coin()) {
    give(call, "axis", number);
  }
  if (!keepdims || random.coin()) {
    give(call, "keepdims", std::int64_t{keepdims});
  }
  if (last || (call.opset >= 12 && random.coin())) {
    give(call, "select_last_index", std::int64_t{last});
  }
  Shape output = shape;
  if (keepdims) {
    output[axis] = 1;
  } else {
    output.erase(output.begin() + static_cast<std::ptrdiff_t>(axis));
  }
  add_output(call, int64, output, [&](std::uint64_t i) {
    Tuple at = tuple_of(i, output);
    if (!keepdims) {
      at.insert(at.begin() + static_cast<std::ptrdiff_t>(axis), 0);
    }
    std::vector<std::uint64_t> elements;
    for (at[axis] = 0; at[axis] < shape[axis]; ++at[axis]) {
      elements.push_back(call.inputs[0]->patterns[offset_of(at, shape)]);
    }
    return place_of_extreme(type, wanted, last, elements);
  });
  return call;
}

}  // namespace oracle
