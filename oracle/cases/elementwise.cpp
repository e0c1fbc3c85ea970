// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/elementwise.hpp"

#include <array>
#include <bit>

#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// Between 2^-4 and about 2^(fraction + 2), where numbers have no digits behind the point any more.
std::uint64_t draw_moderate(Random& random, Format f) {
  const auto exponent = static_cast<std::uint64_t>(bias(f) + random.between(-4, f.fraction + 2));
  const std::uint64_t digits = random.bits() & fraction_mask(f);
  const std::uint64_t left_out = power_of_two(random.between(0, f.fraction)) - 1;
  return (random.coin() ? sign_mask(f) : 0) | exponent << f.fraction | (digits & ~left_out);
}

// The same number, the zero of the other sign, or a neighbour.
std::uint64_t draw_near(Random& random, Type type, std::uint64_t x) {
  if (type.kind == Kind::floating && is_zero(type.format(), x) && random.coin()) {
    return x ^ sign_mask(type.format());
  }
  const std::uint64_t kind = random.below(4);
  const std::uint64_t near = kind == 0 ? x + 1 : kind == 1 ? x - 1 : x;
  return type.kind == Kind::boolean ? x : near & (~std::uint64_t{0} >> (64 - type.bits));
}

}  // namespace

Type draw_floating_type(Random& random) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  return draw_type_of(random, types);
}

Tensor draw_moderate_tensor(Random& random, Type type, const Shape& shape) {
  Tensor tensor = draw_tensor(random, type, shape);
  if (draw_wished(random, type, tensor.patterns)) {
    return tensor;
  }
  for (std::uint64_t& pattern : tensor.patterns) {
    pattern = type.kind == Kind::floating && random.coin() ? draw_moderate(random, type.format()) : pattern;
  }
  return tensor;
}

Float draw_coefficient(Random& random) {
  const auto ordinary = std::bit_cast<std::uint32_t>(static_cast<float>(random.between(-32, 32)) / 10);
  const std::uint64_t any = draw_tensor(random, float32, {}).patterns[0];
  return {random.below(4) == 0 ? static_cast<std::uint32_t>(any) : ordinary};
}

void draw_consumed_inputs(Random& random, Call& call) {
  if (call.opset < 6 && random.coin()) {
    give(call, "consumed_inputs", std::vector<std::int64_t>{0});
  }
}

Call draw_unary(Random& random, const char* operation, int since, Type type, Answer (*answer)(Type, std::uint64_t)) {
  const int opset = draw_opset(random, since);
  const Shape shape = draw_shape(random, 0, highest_rank);
  Call call{operation, opset, {draw_moderate_tensor(random, type, shape)}};
  draw_consumed_inputs(random, call);
  return elementwise_call(std::move(call), type, [&](ElementOperands x) { return answer(type, *x[0]); });
}

Call draw_comparison(Random& random, const char* operation, int since,
                     Answer (*answer)(Type, std::uint64_t, std::uint64_t)) {
  Call call{operation, draw_opset(random, since)};
  const Type type = draw_type(random);
  draw_operands(random, call, type);
  const std::vector<std::uint64_t>& others = call.inputs[0]->patterns;
  std::vector<std::uint64_t>& patterns = call.inputs[1]->patterns;
  for (std::size_t i = 0; i < patterns.size() && !others.empty(); ++i) {
    const std::uint64_t beside = others[random.coin() ? i % others.size() : random.below(others.size())];
    patterns[i] = random.coin() ? patterns[i] : draw_near(random, type, beside);
  }
  return binary_call(std::move(call), Boolean{}, [&](std::uint64_t a, std::uint64_t b) { return answer(type, a, b); });
}

Call draw_logical(Random& random, const char* operation, std::uint64_t (*answer)(std::uint64_t, std::uint64_t)) {
  Call call{operation, draw_opset(random, 1)};
  draw_operands(random, call, Boolean{});
  return binary_call(std::move(call), Boolean{},
                     [&](std::uint64_t a, std::uint64_t b) { return Answer{answer(a, b), 0}; });
}

Call draw_variadic(Random& random, const char* operation, Answer (*answer)(Type, std::span<const std::uint64_t>)) {
  Call call{operation, draw_opset(random, 1)};
  const Type type = draw_floating_type(random);
  const std::size_t count = 1 + random.below(5);
  const Shape common = draw_shape(random, 0, highest_rank);
  draw_consumed_inputs(random, call);
  for (const Shape& shape : call.opset < 8 ? std::vector<Shape>(count, common) : draw_broadcast_shapes(random, count)) {
    call.inputs.emplace_back(draw_moderate_tensor(random, type, shape));
  }
  return elementwise_call(std::move(call), type, [&](ElementOperands x) {
    std::vector<std::uint64_t> operands;
    for (const std::optional<std::uint64_t>& operand : x) {
      operands.push_back(*operand);
    }
    return answer(type, operands);
  });
}

}  // namespace oracle
