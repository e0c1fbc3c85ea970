// SPDX-License-Identifier: Apache-2.0
//
// MaxPool: the largest element under each window; pads are none. Its place is that of the first element with the same
// bits, or of the first NaN, in the whole of X; with storage_order 1 the first spatial axis is the fastest one. A
// window without elements has the lowest value of the type, and the place -1.
#include <algorithm>
#include <array>

#include "oracle/cases/folded.hpp"
#include "oracle/cases/windows.hpp"
#include "oracle/ops/family/extreme.hpp"
#include "oracle/ops/family/pool.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 6> maxpool_types{float16, bfloat16, float32, float64, Integer{8, true}, Integer{8, false}};

std::uint64_t turned(std::uint64_t offset, const Shape& shape) {
  const Tuple tuple = tuple_of(offset, shape);
  Tuple other{tuple[0], tuple[1]};
  Shape sizes{shape[0], shape[1]};
  for (std::size_t axis = shape.size(); axis-- > 2;) {
    other.push_back(tuple[axis]);
    sizes.push_back(shape[axis]);
  }
  return offset_of(other, sizes);
}

}  // namespace

Call draw_maxpool_call(Random& random) {
  Call call{"MaxPool", draw_opset(random, 1)};
  const Type type = draw_type_of(random, maxpool_types);
  WindowAttributes has;
  has.dilations = call.opset >= 10;
  has.ceil_mode = call.opset >= 10;
  const Windows windows = draw_windows(random, call, has);
  const std::uint64_t batches = random.below(20) == 0 ? 0 : 1 + random.below(2);
  const std::uint64_t channels = 1 + random.below(3);
  const Shape input = with_channels(batches, channels, windows.input);
  const Shape output = with_channels(batches, channels, windows.output());
  Tensor x = draw_tensor(random, type, input);
  if (random.coin()) {  // few different numbers, so that there are many ties
    for (std::uint64_t& pattern : x.patterns) {
      pattern = x.patterns[random.below(std::min<std::uint64_t>(x.patterns.size(), 4))];
    }
  }
  call.inputs = {std::move(x)};
  const bool has_order = call.opset >= 8;
  const bool is_turned = has_order && random.coin();
  if (is_turned || (has_order && random.coin())) {
    give(call, "storage_order", std::int64_t{is_turned});
  }
  const std::vector<std::uint64_t>& patterns = call.inputs[0]->patterns;
  const auto elements_of = [&](const std::vector<std::uint64_t>& offsets) {
    std::vector<std::uint64_t> elements;
    for (const std::uint64_t offset : offsets) {
      elements.push_back(patterns[offset]);
    }
    return elements;
  };
  add_output(call, type, output, [&](std::uint64_t i) {
    return extreme(type, Wanted::largest, elements_of(under_window(windows, input, output, i).elements));
  });
  if (has_order && random.coin()) {
    add_output(call, int64, output, [&](std::uint64_t i) -> Answer {
      const std::vector<std::uint64_t> offsets = under_window(windows, input, output, i).elements;
      if (offsets.empty()) {
        return {~std::uint64_t{0}, 0};
      }
      const std::uint64_t best = extreme(type, Wanted::largest, elements_of(offsets)).bits;
      const auto first = std::find_if(offsets.begin(), offsets.end(),
                                      [&](std::uint64_t offset) { return canonical(type, patterns[offset]) == best; });
      return {is_turned ? turned(*first, input) : *first, 0};
    });
  }
  return call;
}

}  // namespace oracle
