// SPDX-License-Identifier: Apache-2.0
//
// AveragePool: the sum of the elements under each window divided by their number, or with count_include_pad by that of
// the places over the input and its pads. Of nothing it is a NaN.
#include <array>

#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/folded.hpp"
#include "oracle/cases/windows.hpp"
#include "oracle/ops/family/pool.hpp"

namespace oracle {

Call draw_averagepool_call(Random& random) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  Call call{"AveragePool", draw_opset(random, 1)};
  const Type type = draw_type_of(random, types);
  call.accumulation = draw_accumulation(random, type);
  WindowAttributes has;
  has.dilations = call.opset >= 19;
  has.ceil_mode = call.opset >= 10;
  const Windows windows = draw_windows(random, call, has);
  const std::uint64_t batches = random.below(20) == 0 ? 0 : 1 + random.below(2);
  const std::uint64_t channels = 1 + random.below(3);
  const Shape input = with_channels(batches, channels, windows.input);
  const Shape output = with_channels(batches, channels, windows.output());
  call.inputs = {Tensor{type, input, draw_terms(random, type, element_count(input))}};
  const bool with_pads = call.opset >= 7 && random.coin();
  if (with_pads || (call.opset >= 7 && random.coin())) {
    give(call, "count_include_pad", std::int64_t{with_pads});
  }
  add_output(call, type, output, [&](std::uint64_t i) {
    const Pooled pooled = under_window(windows, input, output, i);
    std::vector<std::uint64_t> elements;
    for (const std::uint64_t offset : pooled.elements) {
      elements.push_back(call.inputs[0]->patterns[offset]);
    }
    return average(type, call.accumulation, elements, with_pads ? pooled.covered : elements.size());
  });
  return call;
}

}  // namespace oracle
