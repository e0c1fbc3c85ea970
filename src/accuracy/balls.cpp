// SPDX-License-Identifier: Apache-2.0
// Floor 7. See balls.hpp.
#include "accuracy/balls.hpp"

#include <algorithm>

#include "accuracy/worlds.hpp"
#include "scalar/integer.h"
#include "tensor/pattern.hpp"

namespace etalon::impl {

WordBall ball_of(const TensorView& tensor, std::uint64_t i) {
  if (!is_finite(tensor, i)) return WordBall::no_value(WordBall::State::undefined);
  const std::uint64_t pattern = pattern_at(tensor, i);
  const DTypeInfo& type = info(tensor.type);
  if (type.kind == Kind::floating) {
    const binary_exact exact = binary_unpack(binary_format_of(type.bits, type.fraction), pattern);
    return WordBall::of(exact.sign != 0, exact.significand.low, exact.exponent);
  }
  const bool negative = type.kind == Kind::signed_ && int_wrap(pattern, type.bits) < 0;
  return WordBall::of(negative, negative ? 0 - static_cast<std::uint64_t>(int_wrap(pattern, type.bits)) : pattern, 0);
}

RealBalls balls_of(const TensorView& tensor) {
  RealBalls balls(static_cast<std::size_t>(tensor.shape.count));
  for (std::uint64_t i = 0; i < tensor.shape.count; ++i) balls[i] = ball_of(tensor, i);
  return balls;
}

bool is_divisible(const Call& call) {
  static constexpr std::string_view operators[] = {
      "AveragePool", "Conv",          "ConvInteger", "ConvTranspose", "Gemm",          "GlobalMaxPool",    "LRN",
      "MatMul",      "MatMulInteger", "MaxPool",     "QLinearConv",   "QLinearMatMul", "GlobalAveragePool"};
  return std::ranges::count(operators, call.op->name) != 0;
}

EnclosedTruth Balls::truth(const void* operand, std::uint64_t i) {
  const WordBall real = BallReals::load(operand, i);
  switch (real.state) {
    case WordBall::State::undefined:
      return NoValue::undefined;
    case WordBall::State::unsettled:
      return NoValue::unsettled;
    default:
      return real.used != 0;
  }
}

void Balls::give(const Call& call, void* output) {
  const Tensor tensor = RealTyped::written(call);
  for (std::uint64_t i = 0; i < tensor.shape().count; ++i) WordBalls::store(output, i, ball_of(tensor.view(), i));
}

}  // namespace etalon::impl
