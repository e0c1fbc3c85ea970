// SPDX-License-Identifier: Apache-2.0
//
// Conv: for each feature and window the sum over the channels of its group and the places of the kernel, in this order,
// and then the bias. A place over a pad is the term 0 times the weight.
#include <array>

#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/folded.hpp"
#include "oracle/cases/windows.hpp"

namespace oracle {

Call draw_conv_call(Random& random) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  Call call{"Conv", draw_opset(random, 1)};
  const Type type = draw_type_of(random, types);
  call.accumulation = draw_accumulation(random, type);
  WindowAttributes has;
  has.kernel_shape = false;
  const Windows windows = draw_windows(random, call, has);
  const Shape positions = windows.output();
  const std::uint64_t places = element_count(windows.kernel);
  const bool is_deep = element_count(positions) * places <= 40 && random.below(6) == 0;
  const std::uint64_t groups = is_deep || random.coin() ? 1 : 1 + random.below(3);
  const std::uint64_t channels_of_group = is_deep                 ? 1 + random.below(4096 / places)
                                          : random.below(20) == 0 ? 0
                                                                  : 1 + random.below(3);
  const std::uint64_t features_of_group = is_deep ? 1 : 1 + random.below(3);
  const std::uint64_t features = groups * features_of_group;
  const std::uint64_t batches = is_deep ? 1 : random.below(20) == 0 ? 0 : 1 + random.below(2);
  if (groups != 1 || random.coin()) {
    give(call, "group", static_cast<std::int64_t>(groups));
  }
  const Shape x = with_channels(batches, groups * channels_of_group, windows.input);
  const Shape w = with_channels(features, channels_of_group, windows.kernel);
  auto factors = draw_factors(random, type, element_count(x), element_count(w));
  call.inputs = {Tensor{type, x, std::move(factors[0])}, Tensor{type, w, std::move(factors[1])}};
  const bool has_bias = random.below(3) != 0;
  if (has_bias) {
    call.inputs.emplace_back(Tensor{type, {features}, draw_terms(random, type, features)});
  }
  const Shape result = with_channels(batches, features, positions);
  add_output(call, type, result, [&](std::uint64_t i) {
    const Tuple at = tuple_of(i, result);
    const Tuple position(at.begin() + 2, at.end());
    const std::uint64_t first = at[1] / features_of_group * channels_of_group;
    std::vector<std::uint64_t> elements;
    std::vector<std::uint64_t> weights;
    for (std::uint64_t channel = 0; channel < channels_of_group; ++channel) {
      for (std::uint64_t k = 0; k < places; ++k) {
        const Tuple place = tuple_of(k, windows.kernel);
        const std::optional<Tuple> element = windows.element(position, place);
        elements.push_back(
            element ? call.inputs[0]->patterns[offset_of(with_channels(at[0], first + channel, *element), x)] : 0);
        weights.push_back(call.inputs[1]->patterns[offset_of(with_channels(at[1], channel, place), w)]);
      }
    }
    Ending ending;
    if (has_bias) {
      ending.addend = call.inputs[2]->patterns[at[1]];
    }
    return ended_dot(type, call.accumulation, elements, weights, ending);
  });
  return call;
}

}  // namespace oracle
