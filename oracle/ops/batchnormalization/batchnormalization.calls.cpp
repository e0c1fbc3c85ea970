// SPDX-License-Identifier: Apache-2.0
//
// BatchNormalization at inference: (x - mean) / sqrt(var + epsilon) * scale + B, each step rounded, in this order, in
// the smallest type that has the numbers of all operands; then rounded into the type of X.
#include <array>
#include <vector>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 4> batchnormalization_types{float16, bfloat16, float32, float64};

// The smallest type with these numbers: the precision and the range of the larger one, for float16 and bfloat16 those
// of float.
Type common(Type a, Type b) {
  for (const Type type : batchnormalization_types) {
    const auto has = [&](Type other) {
      const auto exponent_bits = [](Type of) { return of.bits - of.format().fraction; };
      return type.format().fraction >= other.format().fraction && exponent_bits(type) >= exponent_bits(other);
    };
    if (has(a) && has(b)) {
      return type;
    }
  }
  return float64;
}

struct Operand {
  Type type;
  std::uint64_t pattern;
};

// Operands are X, scale, B, mean, var.
Answer normalized(const std::vector<Operand>& operands, Float epsilon) {
  Type steps = operands[0].type;
  for (const Operand& operand : operands) {
    steps = common(steps, operand.type);
  }
  const Format f = steps.format();
  unsigned events = 0;
  const auto step = [&events](Answer answer) {
    events |= answer.events;
    return answer.bits;
  };
  const auto taken = [&](std::size_t k) {
    const auto [type, pattern] = operands[k];
    return type == steps ? pattern : step(convert(type, steps, pattern));
  };
  const std::uint64_t in_steps = convert(float32, steps, epsilon.pattern).bits;
  const std::uint64_t centred = step(ieee_sub(f, taken(0), taken(3)));
  const std::uint64_t deviation = step(ieee_sqrt(f, step(ieee_add(f, taken(4), in_steps))));
  const std::uint64_t normal = step(ieee_div(f, centred, deviation));
  const std::uint64_t result = step(ieee_add(f, step(ieee_mul(f, normal, taken(1))), taken(2)));
  return {operands[0].type == steps ? result : step(convert(steps, operands[0].type, result)), events};
}

}  // namespace

Call draw_batchnormalization_call(Random& random) {
  Call call{"BatchNormalization", draw_opset(random, 1)};
  // Since version 14 mean and var may have a type of their own, since version 15 scale and B as well.
  const auto draw_type = [&] { return draw_type_of(random, batchnormalization_types); };
  const Type type = draw_type();
  const Type of_scale = call.opset >= 15 && random.coin() ? draw_type() : type;
  const Type of_mean = call.opset >= 14 && random.coin() ? draw_type() : type;
  const Shape shape = draw_shape(random, 1, highest_rank);
  const bool each_alone = call.opset < 9 && random.coin();
  Shape parameters{shape.size() < 2 ? 1 : shape[1]};
  if (each_alone) {
    parameters.insert(parameters.end(), shape.begin() + std::min<std::ptrdiff_t>(2, std::ssize(shape)), shape.end());
  }
  call.inputs.emplace_back(draw_tensor(random, type, shape));
  for (const Type own : {of_scale, of_scale, of_mean, of_mean}) {
    call.inputs.emplace_back(draw_tensor(random, own, parameters));
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
  add_output(call, type, shape, [&](std::uint64_t i) {
    const Tuple at = tuple_of(i, shape);
    Tuple place{shape.size() < 2 ? 0 : at[1]};
    if (each_alone && at.size() > 2) {
      place.insert(place.end(), at.begin() + 2, at.end());
    }
    std::vector<Operand> operands{{type, call.inputs[0]->patterns[i]}};
    for (std::size_t k = 1; k < 5; ++k) {
      operands.push_back({call.inputs[k]->type, call.inputs[k]->patterns[offset_of(place, parameters)]});
    }
    return normalized(operands, epsilon);
  });
  return call;
}

}  // namespace oracle
