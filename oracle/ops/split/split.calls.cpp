// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/split/split.hpp"

#include "oracle/cases/calls.hpp"

namespace oracle {
namespace {

// Sizes that make up the axis, some of them zero.
std::vector<std::int64_t> draw_sizes(Random& random, std::uint64_t size, std::size_t parts) {
  std::vector<std::int64_t> sizes(parts, 0);
  for (std::uint64_t i = 0; i < size; ++i) {
    ++sizes[random.below(parts)];
  }
  return sizes;
}

}  // namespace

// The sizes are an attribute until version 11 and an input since version 13. Without them the parts are equal, and
// since version 18 their number is an attribute.
Call draw_split_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type(random);
  Shape data = draw_shape(random, 1, highest_rank);
  const std::int64_t axis = draw_axis(random, data.size(), opset >= 11);
  std::uint64_t& size = data[axis_of(axis, data.size())];
  std::size_t parts = 1 + random.below(6);
  std::vector<std::int64_t> sizes;
  const bool is_listed = random.coin();
  if (is_listed) {
    sizes = draw_sizes(random, size, parts);
  } else if (opset < 18) {
    size -= size % parts;
    sizes = equal_parts(size, parts);
  } else {
    while ((size + parts - 1) / parts * (parts - 1) > size) {
      --parts;
    }
    sizes = parts_with_smaller_last(size, parts);
  }
  Call call{"Split", opset, {draw_tensor(random, type, data)}};
  for (const Move& move : split(data, axis, sizes)) {
    call.outputs.push_back(moved_tensor(move, std::vector{*call.inputs[0]}));
  }
  if (axis != 0 || opset < 2 || random.coin()) {  // version 1 has no axis by default
    give(call, "axis", axis);
  }
  if (is_listed && opset < 13) {
    give(call, "split", sizes);
  } else if (is_listed) {
    call.inputs.emplace_back(tensor_of(sizes));
  } else if (opset >= 18) {
    give(call, "num_outputs", static_cast<std::int64_t>(parts));
  }
  return call;
}

}  // namespace oracle
