// SPDX-License-Identifier: Apache-2.0
//
// LRN: x / (bias + alpha / size * s)^beta, where s is the sum of the squares at the same place in the channels around
// that of x, by the policy. Each step is rounded; the exponent is a multiple of a quarter.
#include <array>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"

namespace oracle {
namespace {

// A float attribute that is given or not.
Float draw_number(Random& random, Call& call, const char* name, Float otherwise) {
  constexpr std::array<std::uint32_t, 8> some{0x38D1B717, 0x3F800000, 0x3F000000, 0x00000000,   // 1e-4, 1, 0.5, 0
                                              0xBF800000, 0x40000000, 0x3727C5AC, 0x477FE000};  // -1, 2, 1e-5, 65504
  if (random.coin()) {
    return otherwise;
  }
  const Float number{some[random.below(some.size())]};
  give(call, name, number);
  return number;
}

// Of an exponent so many quarters large.
std::uint32_t quarters_as_float(std::uint64_t quarters) {
  constexpr std::array<std::uint32_t, 9> patterns{0x00000000, 0x3E800000, 0x3F000000, 0x3F400000, 0x3F800000,
                                                  0x3FA00000, 0x3FC00000, 0x3FE00000, 0x40000000};
  return patterns[quarters];
}

}  // namespace

Call draw_lrn_call(Random& random) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  Call call{"LRN", draw_opset(random, 1)};
  const Type type = draw_type_of(random, types);
  const Format f = type.format();
  call.accumulation = draw_accumulation(random, type);
  const Shape shape = draw_shape(random, 2, highest_rank, 60);  // a power takes its time
  const std::uint64_t size = random.below(10) == 0 ? 1 + random.below(1000) : 1 + random.below(6);
  Tensor x = random.coin() ? draw_tensor(random, type, shape)
                           : Tensor{type, shape, draw_terms(random, type, element_count(shape))};
  call.inputs = {std::move(x)};
  give(call, "size", static_cast<std::int64_t>(size));
  const Float alpha = draw_number(random, call, "alpha", {0x38D1B717});
  const Float bias = draw_number(random, call, "bias", {0x3F800000});
  Float beta{0x3F400000};
  if (random.coin()) {
    beta = {quarters_as_float(random.below(9))};
    give(call, "beta", beta);
  }
  const std::vector<std::uint64_t>& patterns = call.inputs[0]->patterns;
  const auto in_type = [&](Float number) { return convert(float32, type, number.pattern).bits; };
  add_output(call, type, shape, [&](std::uint64_t i) -> Answer {
    unsigned events = 0;
    const auto step = [&events](Answer answer) {
      events |= answer.events;
      return answer.bits;
    };
    Tuple at = tuple_of(i, shape);
    const std::uint64_t own = at[1];
    std::vector<std::uint64_t> around;
    for (at[1] = 0; at[1] < shape[1]; ++at[1]) {
      const bool is_before = at[1] < own && own - at[1] <= (size - 1) / 2;
      const bool is_behind = at[1] >= own && at[1] - own <= size / 2;
      if (is_before || is_behind) {
        around.push_back(patterns[offset_of(at, shape)]);
      }
    }
    const std::uint64_t sum = step(ended_dot(type, call.accumulation, around, around, {}));
    Ending share;
    share.count = size;
    const std::uint64_t one = one_of(type);
    const std::uint64_t given = in_type(alpha);
    const std::uint64_t quotient =
        step(ended_dot(type, Accumulation::exact, std::span(&given, 1), std::span(&one, 1), share));
    const std::uint64_t base = step(ieee_add(f, in_type(bias), step(ieee_mul(f, quotient, sum))));
    return {step(ieee_div(f, patterns[i], step(ieee_pow(f, base, in_type(beta))))), events};
  });
  return call;
}

}  // namespace oracle
