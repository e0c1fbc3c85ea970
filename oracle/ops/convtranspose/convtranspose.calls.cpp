// SPDX-License-Identifier: Apache-2.0
//
// ConvTranspose: each element of X is spread over the places of the kernel, times the weights; an element of the result
// adds what falls on it by channel and place, and then the bias. What falls on the pads is cut off.
#include <algorithm>
#include <array>

#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/folded.hpp"
#include "oracle/cases/windows.hpp"

namespace oracle {
namespace {

using Sizes = std::vector<std::uint64_t>;

std::vector<std::int64_t> numbers(const Sizes& list) { return {list.begin(), list.end()}; }

// How X is spread along its spatial axes.
struct Spread {
  Shape input;
  Shape kernel;
  Sizes strides;
  Sizes dilations;
  Sizes more;  // output_padding
  Sizes begins;
  Shape output;
};

void draw_axis(Random& random, Spread& spread, std::size_t axes) {
  const std::uint64_t room = axes == 1 ? 10 : 4;
  spread.input.push_back(1 + random.below(room));
  spread.kernel.push_back(1 + random.below(3));
  spread.strides.push_back(1 + random.below(3));
  spread.dilations.push_back(1 + random.below(2));
  spread.more.push_back(random.coin() ? 0 : random.below(std::max(spread.strides.back(), spread.dilations.back())));
}

// The padding of one of four kinds: none, pads, output_shape, or the result as long as the input times the stride.
bool draw_padding(Random& random, Call& call, Spread& spread, std::uint64_t kind) {
  const std::uint64_t name = random.below(3);  // of auto_pad, where it is another one than NOTSET
  const bool is_upper = kind >= 2 && name == 0;
  Sizes pads(2 * spread.input.size());
  for (std::size_t axis = 0; axis < spread.input.size(); ++axis) {
    const std::uint64_t whole = (spread.input[axis] - 1) * spread.strides[axis] + spread.more[axis] +
                                (spread.kernel[axis] - 1) * spread.dilations[axis] + 1;
    std::uint64_t cut = kind == 0 ? 0 : random.below(std::min<std::uint64_t>(whole + 1, 4));
    if (kind == 3) {
      if (spread.input[axis] * spread.strides[axis] > whole) {
        return false;
      }
      cut = whole - spread.input[axis] * spread.strides[axis];
    }
    // An odd one of two: at the end where auto_pad is SAME_UPPER, but in version 1 the other way round for
    // output_shape.
    const bool is_at_end = kind == 2 && call.opset < 11 ? !is_upper : is_upper;
    const std::uint64_t half = is_at_end ? cut / 2 : (cut + 1) / 2;
    spread.begins.push_back(kind == 1 ? random.below(cut + 1) : half);
    spread.output.push_back(whole - cut);
    pads[axis] = spread.begins[axis];
    pads[spread.input.size() + axis] = cut - spread.begins[axis];
  }
  if (kind == 1) {
    give(call, "pads", numbers(pads));
  }
  if (kind == 2) {
    give(call, "output_shape", numbers(spread.output));
  }
  constexpr const char* names[] = {"SAME_UPPER", "SAME_LOWER", "NOTSET"};
  if (kind == 3) {
    give(call, "auto_pad", std::string(is_upper ? "SAME_UPPER" : "SAME_LOWER"));
  } else if (kind == 2 || random.coin()) {
    give(call, "auto_pad", std::string(kind == 2 ? names[name] : kind == 0 ? "VALID" : "NOTSET"));
  }
  return true;
}

Spread draw_spread(Random& random, Call& call) {
  const std::size_t axes = 1 + random.below(3);
  const std::uint64_t kind = random.below(4);
  for (;;) {
    Spread spread;
    for (std::size_t axis = 0; axis < axes; ++axis) {
      draw_axis(random, spread, axes);
    }
    if (draw_padding(random, call, spread, kind)) {
      give(call, "strides", numbers(spread.strides));
      give(call, "dilations", numbers(spread.dilations));
      give(call, "output_padding", numbers(spread.more));
      if (random.coin()) {
        give(call, "kernel_shape", numbers(spread.kernel));
      }
      return spread;
    }
  }
}

// Where an element falls with a place of the kernel, unless it is cut off.
std::optional<Tuple> target(const Spread& spread, const Tuple& element, const Tuple& place) {
  Tuple at;
  for (std::size_t axis = 0; axis < element.size(); ++axis) {
    const std::uint64_t falls = element[axis] * spread.strides[axis] + place[axis] * spread.dilations[axis];
    if (falls < spread.begins[axis] || falls - spread.begins[axis] >= spread.output[axis]) {
      return std::nullopt;
    }
    at.push_back(falls - spread.begins[axis]);
  }
  return at;
}

}  // namespace

Call draw_convtranspose_call(Random& random) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  Call call{"ConvTranspose", draw_opset(random, 1)};
  const Type type = draw_type_of(random, types);
  call.accumulation = draw_accumulation(random, type);
  const Spread spread = draw_spread(random, call);
  const std::uint64_t groups = random.coin() ? 1 : 1 + random.below(3);
  const std::uint64_t channels_of_group = 1 + random.below(3);
  const std::uint64_t features_of_group = 1 + random.below(3);
  const std::uint64_t channels = groups * channels_of_group;
  const std::uint64_t features = groups * features_of_group;
  const std::uint64_t batches = random.below(20) == 0 ? 0 : 1 + random.below(2);
  if (groups != 1 || random.coin()) {
    give(call, "group", static_cast<std::int64_t>(groups));
  }
  const Shape x = with_channels(batches, channels, spread.input);
  const Shape w = with_channels(channels, features_of_group, spread.kernel);
  auto factors = draw_factors(random, type, element_count(x), element_count(w));
  call.inputs = {Tensor{type, x, std::move(factors[0])}, Tensor{type, w, std::move(factors[1])}};
  const bool has_bias = random.coin();
  if (has_bias) {
    call.inputs.emplace_back(Tensor{type, {features}, draw_terms(random, type, features)});
  }
  const Shape result = with_channels(batches, features, spread.output);
  std::vector<std::array<Sizes, 2>> products(element_count(result));
  for (std::uint64_t batch = 0; batch < batches; ++batch) {
    for (std::uint64_t channel = 0; channel < channels; ++channel) {
      for (std::uint64_t k = 0; k < element_count(spread.kernel); ++k) {
        const Tuple place = tuple_of(k, spread.kernel);
        for (std::uint64_t i = 0; i < element_count(spread.input); ++i) {
          const Tuple element = tuple_of(i, spread.input);
          const std::optional<Tuple> at = target(spread, element, place);
          for (std::uint64_t feature = 0; at && feature < features_of_group; ++feature) {
            const std::uint64_t whole = channel / channels_of_group * features_of_group + feature;
            auto& [left, right] = products[offset_of(with_channels(batch, whole, *at), result)];
            left.push_back(call.inputs[0]->patterns[offset_of(with_channels(batch, channel, element), x)]);
            right.push_back(call.inputs[1]->patterns[offset_of(with_channels(channel, feature, place), w)]);
          }
        }
      }
    }
  }
  add_output(call, type, result, [&](std::uint64_t i) {
    Ending ending;
    if (has_bias) {
      ending.addend = call.inputs[2]->patterns[tuple_of(i, result)[1]];
    }
    return ended_dot(type, call.accumulation, products[i][0], products[i][1], ending);
  });
  return call;
}

}  // namespace oracle
