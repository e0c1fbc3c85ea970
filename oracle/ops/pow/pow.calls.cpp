// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/pow/pow.hpp"

#include "oracle/cases/elementwise.hpp"

namespace oracle {
namespace {

bool is_negative(Type type, std::uint64_t pattern) { return type.is_signed && (pattern >> (type.bits - 1) & 1) != 0; }

// Half of the exponents are small: with others nearly every power overflows, underflows or is 1.
void make_small(Random& random, Tensor& exponents) {
  if (exponents.type.kind != Kind::integer) return;
  for (std::uint64_t& x : exponents.patterns)
    if (random.coin()) x = random.below(12);
}

}  // namespace

// Until version 7 both have one type, and until version 6 the exponents are broadcast by attributes.
Call draw_pow_call(Random& random) {
  Call call{"Pow", draw_opset(random, 1)};
  const bool mixes = call.opset >= 12;
  const Type type = !mixes || random.below(4) != 0 ? draw_floating_type(random)
                    : random.coin()                ? Type(int32)
                                                   : Type(int64);
  if (!mixes) {
    draw_operands(random, call, type);
    return binary_call(std::move(call), type, [&](std::uint64_t a, std::uint64_t b) { return pow(type, a, type, b); });
  }
  const Type of_exponent = random.below(3) == 0 ? draw_numeric_type(random)
                           : random.coin()      ? type
                                                : draw_floating_type(random);
  const std::vector<Shape> shapes = draw_broadcast_shapes(random, 2);
  call.inputs.emplace_back(draw_moderate_tensor(random, type, shapes[0]));
  Tensor exponents = draw_moderate_tensor(random, of_exponent, shapes[1]);
  make_small(random, exponents);
  if (type.kind == Kind::integer && of_exponent.kind == Kind::integer)
    for (std::uint64_t& x : exponents.patterns)
      if (is_negative(of_exponent, x)) x = random.below(8);
  call.inputs.emplace_back(exponents);
  return elementwise_call(std::move(call), type,
                          [&](ElementOperands x) { return pow(type, *x[0], of_exponent, *x[1]); });
}

}  // namespace oracle
