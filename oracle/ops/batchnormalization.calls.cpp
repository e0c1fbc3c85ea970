// SPDX-License-Identifier: Apache-2.0
//
// BatchNormalization at inference: (x - mean) / sqrt(var + epsilon) * scale + B, each step rounded, in this order. All
// operands have one type.
#include <array>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"

namespace oracle {
namespace {

Answer normalized(Format f, std::uint64_t x, const std::array<std::uint64_t, 4>& parameters, std::uint64_t epsilon) {
  const auto [scale, shift, mean, variance] = parameters;
  unsigned events = 0;
  const auto step = [&events](Answer answer) {
    events |= answer.events;
    return answer.bits;
  };
  const std::uint64_t centred = step(ieee_sub(f, x, mean));
  const std::uint64_t deviation = step(ieee_sqrt(f, step(ieee_add(f, variance, epsilon))));
  const std::uint64_t normal = step(ieee_div(f, centred, deviation));
  const std::uint64_t scaled = step(ieee_mul(f, normal, scale));
  return {step(ieee_add(f, scaled, shift)), events};
}

}  // namespace

Call draw_batchnormalization_call(Random& random) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  Call call{"BatchNormalization", draw_opset(random, 1)};
  const Format f = types[random.below(types.size())].format();
  const Shape shape = draw_shape(random, 1, highest_rank);
  const bool each_alone = call.opset < 9 && random.coin();
  Shape parameters{shape.size() < 2 ? 1 : shape[1]};
  if (each_alone) {
    parameters.insert(parameters.end(), shape.begin() + std::min<std::ptrdiff_t>(2, std::ssize(shape)), shape.end());
  }
  call.inputs.emplace_back(draw_tensor(random, f, shape));
  for (int k = 0; k < 4; ++k) {
    call.inputs.emplace_back(draw_tensor(random, f, parameters));
  }
  Float epsilon{0x3727C5AC};  // 1e-5
  if (random.coin()) {
    constexpr std::array<std::uint32_t, 5> some{0x3727C5AC, 0x3A83126F, 0x00000000, 0x2B8CBCCC, 0x3F800000};
    epsilon = {some[random.below(some.size())]};
    give(call, "epsilon", epsilon);
  }
  if (call.opset < 6) {
    give(call, "consumed_inputs", std::vector<std::int64_t>{0, 0, 0, 1, 1});
  }
  if (call.opset < 7) {
    give(call, "is_test", std::int64_t{1});
  }
  if (each_alone || (call.opset < 9 && random.coin())) {
    give(call, "spatial", std::int64_t{!each_alone});
  }
  if (call.opset >= 14 && random.coin()) {
    give(call, "training_mode", std::int64_t{0});
  }
  const std::uint64_t in_type = convert(float32, f, epsilon.pattern).bits;
  add_output(call, f, shape, [&](std::uint64_t i) {
    const Tuple at = tuple_of(i, shape);
    Tuple place{shape.size() < 2 ? 0 : at[1]};
    if (each_alone && at.size() > 2) {
      place.insert(place.end(), at.begin() + 2, at.end());
    }
    std::array<std::uint64_t, 4> own{};
    for (std::size_t k = 0; k < own.size(); ++k) {
      own[k] = call.inputs[k + 1]->patterns[offset_of(place, parameters)];
    }
    return normalized(f, call.inputs[0]->patterns[i], own, in_type);
  });
  return call;
}

}  // namespace oracle
