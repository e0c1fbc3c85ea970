// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/reductions.hpp"

#include "oracle/cases/folded.hpp"

namespace oracle {

void draw_reduction(Random& random, Call& call, Tensor data, int axes_are_input_since, const FoldAnswer& answer) {
  const Shape shape = data.shape;
  const Type type = data.type;
  const std::vector<std::int64_t> axes =
      draw_axes(random, shape.size(), random.below(shape.size() + 1), call.opset >= 11);
  const bool is_input = call.opset >= axes_are_input_since;
  const bool keepdims = random.coin();
  const bool noop = is_input && random.coin();
  call.inputs = {std::move(data)};
  if (is_input && (!axes.empty() || random.coin())) {
    call.inputs.emplace_back(tensor_of(axes));
  } else if (!is_input && !axes.empty()) {
    give(call, "axes", axes);
  }
  if (!keepdims || random.coin()) {
    give(call, "keepdims", std::int64_t{keepdims});
  }
  if (noop || (is_input && random.coin())) {
    give(call, "noop_with_empty_axes", std::int64_t{noop});
  }
  const std::vector<std::uint64_t>& patterns = call.inputs[0]->patterns;
  if (axes.empty() && noop) {
    add_output(call, type, shape, [&](std::uint64_t i) { return Answer{patterns[i], 0}; });
    return;
  }
  std::vector<bool> is_reduced = axes_of(axes, shape.size());
  if (axes.empty()) {
    is_reduced.assign(shape.size(), true);
  }
  const auto kept = [&](const Tuple& tuple, std::uint64_t number) {
    Tuple result;
    for (std::size_t axis = 0; axis < tuple.size(); ++axis) {
      if (!is_reduced[axis]) {
        result.push_back(tuple[axis]);
      } else if (keepdims) {
        result.push_back(number);
      }
    }
    return result;
  };
  const Shape output = kept(shape, 1);
  std::vector<std::vector<std::uint64_t>> elements(element_count(output));
  for (std::uint64_t i = 0; i < patterns.size(); ++i) {
    elements[offset_of(kept(tuple_of(i, shape), 0), output)].push_back(patterns[i]);
  }
  add_output(call, type, output, [&](std::uint64_t i) { return answer(elements[i]); });
}

}  // namespace oracle
