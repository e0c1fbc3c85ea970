// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/convolutions.hpp"

#include <algorithm>

namespace oracle {
namespace {

struct ChannelCounts {
  std::uint64_t batches;
  std::uint64_t groups;
  std::uint64_t channels_of_group;
  std::uint64_t features_of_group;
};

ChannelCounts draw_channels(Random& random, const Windows& windows) {
  const std::uint64_t places = element_count(windows.kernel);
  const std::uint64_t positions = element_count(windows.output());
  if (random.wish == nullptr && places == 1 && element_count(windows.input) == 1 && random.below(40) == 0) {
    return {1, 1, draw_wrapping_length(random), 1};
  }
  if (positions * places <= 40 && random.below(8) == 0) {
    return {1, 1, 1 + random.below(1024 / places), 1};
  }
  ChannelCounts counts{};
  counts.batches = random.below(20) == 0 ? 0 : 1 + random.below(2);
  counts.groups = random.coin() ? 1 : 1 + random.below(3);
  counts.channels_of_group = random.below(20) == 0 ? 0 : 1 + random.below(3);
  counts.features_of_group = 1 + random.below(3);
  return counts;
}

// The largest differences, but for a few of them that are zero.
void fill_extremes(Random& random, Tensor& elements, Tensor& zero_point) {
  const auto [element, zero] = draw_extremes(random, elements.type.integer());
  std::fill(elements.patterns.begin(), elements.patterns.end(), element);
  std::fill(zero_point.patterns.begin(), zero_point.patterns.end(), zero);
  for (int i = random.between(0, 9); i > 0; --i) {
    elements.patterns[random.below(elements.patterns.size())] = zero;
  }
}

}  // namespace

std::uint64_t one_or_all(const Tensor& tensor, std::uint64_t number) {
  return tensor.patterns[tensor.patterns.size() == 1 ? 0 : number];
}

Answer IntegerConvolution::accumulator(std::uint64_t output, std::int64_t bias) const {
  const Tuple at = tuple_of(output, result);
  const Tuple position(at.begin() + 2, at.end());
  const std::uint64_t feature = at[1];
  const std::uint64_t first = feature / features_of_group * channels_of_group;
  const std::uint64_t x_zero = x_zero_point ? x_zero_point->patterns[0] : 0;
  const std::uint64_t w_zero = w_zero_point ? one_or_all(*w_zero_point, feature) : 0;
  Integer128 sum = bias;
  for (std::uint64_t k = 0; k < element_count(windows.kernel); ++k) {
    const Tuple place = tuple_of(k, windows.kernel);
    const std::optional<Tuple> element = windows.element(position, place);
    for (std::uint64_t channel = 0; channel < channels_of_group && element; ++channel) {
      const std::uint64_t from = offset_of(with_channels(at[0], first + channel, *element), x.shape);
      const std::uint64_t weight = offset_of(with_channels(feature, channel, place), w.shape);
      sum += Integer128{Centred{x.type.integer(), x.patterns[from], x_zero}.number()} *
             Centred{w.type.integer(), w.patterns[weight], w_zero}.number();
    }
  }
  return wrapped_sum(sum);
}

IntegerConvolution draw_integer_convolution(Random& random, Call& call) {
  WindowAttributes has;
  has.kernel_shape = false;
  const Windows windows = draw_windows(random, call, has);
  const ChannelCounts counts = draw_channels(random, windows);
  if (counts.groups != 1 || random.coin()) {
    give(call, "group", static_cast<std::int64_t>(counts.groups));
  }
  const std::uint64_t features = counts.groups * counts.features_of_group;
  const Integer x_type = draw_byte_type(random, Which::first_operand);
  const Integer w_type = draw_byte_type(random, Which::other);
  const Shape x = with_channels(counts.batches, counts.groups * counts.channels_of_group, windows.input);
  const Shape w = with_channels(features, counts.channels_of_group, windows.kernel);
  const Shape of_x_zero = draw_scalar_shape(random);
  const Shape of_w_zero = random.coin() ? Shape{features} : draw_scalar_shape(random);
  Tensor elements = draw_tensor(random, x_type, x);
  Tensor weights = draw_tensor(random, w_type, w);
  Tensor x_zero = draw_zero_point_tensor(random, x_type, of_x_zero);
  Tensor w_zero = draw_zero_point_tensor(random, w_type, of_w_zero);
  if (counts.channels_of_group > 1024) {
    fill_extremes(random, elements, x_zero);
    fill_extremes(random, weights, w_zero);
  } else if (random.coin()) {
    draw_near(random, elements, x_zero);
    draw_near(random, weights, w_zero);
  }
  return {.windows = windows,
          .channels_of_group = counts.channels_of_group,
          .features_of_group = counts.features_of_group,
          .x = std::move(elements),
          .w = std::move(weights),
          .x_zero_point = std::move(x_zero),
          .w_zero_point = std::move(w_zero),
          .result = with_channels(counts.batches, features, windows.output())};
}

}  // namespace oracle
