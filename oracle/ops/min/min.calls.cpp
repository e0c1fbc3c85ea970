// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/min/min.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {

// One to five operands, of one shape until version 6, taken pair by pair. One alone is paired with itself, which makes
// a NaN the canonical one.
Call draw_min_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_numeric_type(random);
  const std::size_t count = 1 + random.below(5);
  Call call{"Min", opset};
  draw_consumed_inputs(random, call);
  const Shape common = draw_shape(random, 0, highest_rank);
  for (const Shape& shape : opset < 8 ? std::vector<Shape>(count, common) : draw_broadcast_shapes(random, count)) {
    call.inputs.emplace_back(draw_tensor(random, type, shape));
  }
  return elementwise_call(std::move(call), type, [&](ElementOperands x) {
    Answer result = min(type, *x[0], *x[0]);
    for (const std::optional<std::uint64_t>& operand : x.subspan(1)) {
      const Answer step = min(type, result.bits, *operand);
      result = {step.bits, result.events | step.events};
    }
    return result;
  });
}

}  // namespace oracle
