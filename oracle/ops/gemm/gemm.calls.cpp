// SPDX-License-Identifier: Apache-2.0
//
// Gemm: alpha * A' * B' + beta * C. A factor of 1 is no step, and nothing is added without C.
#include <array>
#include <bit>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 8> gemm_types{float16, bfloat16,           float32,           float64, int32,
                                         int64,   Integer{32, false}, Integer{64, false}};

constexpr Float one{0x3F800000};

// A factor, mostly an ordinary one. Of integers it is a small one. A NaN would be an attribute that is no number.
Float draw_factor(Random& random, Type type) {
  if (type.kind == Kind::integer) {
    return {std::bit_cast<std::uint32_t>(static_cast<float>(random.between(type.is_signed ? -3 : 0, 3)))};
  }
  constexpr std::array<std::uint32_t, 12> some{
      0x3F800000, 0x3F000000, 0xBF800000, 0x00000000, 0x80000000, 0x3DCCCCCD,   // 1, 0.5, -1, 0, -0, 0.1
      0x40400000, 0x3EAAAAAB, 0x477FE100, 0x33800000, 0x7F7FFFFF, 0x00000001};  // 3, 1/3, 65505, 2^-24, the ends
  const Float any{static_cast<std::uint32_t>(random.bits() >> 32)};
  return random.below(4) == 0 && !is_nan(float32, any.pattern) ? any : Float{some[random.below(some.size())]};
}

// The pattern of a factor in the type; nothing where it is one.
std::optional<std::uint64_t> pattern_of(Type type, Float factor) {
  const std::uint64_t pattern = convert(float32, type, factor.pattern).bits;
  return pattern == one_of(type) ? std::nullopt : std::optional(pattern);
}

std::optional<std::uint64_t> give_factor(Random& random, Call& call, const char* name, Type type) {
  if (random.coin()) {
    return std::nullopt;
  }
  const Float factor = random.below(4) == 0 ? one : draw_factor(random, type);
  give(call, name, factor);
  return pattern_of(type, factor);
}

bool give_flag(Random& random, Call& call, const char* name) {
  const bool value = random.coin();
  if (value || random.coin()) {
    give(call, name, static_cast<std::int64_t>(value ? 1 + random.below(2) : 0));
  }
  return value;
}

}  // namespace

Call draw_gemm_call(Random& random) {
  Call call{"Gemm", draw_opset(random, 1)};
  const Type type = draw_type_of(random, gemm_types);
  call.accumulation = draw_accumulation(random, type);
  const bool is_deep = random.below(40) == 0;
  const Shape sides = is_deep ? Shape{1, 1 + random.below(4096), 2} : draw_shape(random, 3, 3, 400);  // M, K, N
  const bool turned_a = give_flag(random, call, "transA");
  const bool turned_b = give_flag(random, call, "transB");
  const Shape a = turned_a ? Shape{sides[1], sides[0]} : Shape{sides[0], sides[1]};
  const Shape b = turned_b ? Shape{sides[2], sides[1]} : Shape{sides[1], sides[2]};
  const Shape result{sides[0], sides[2]};
  auto factors = draw_factors(random, type, element_count(a), element_count(b));
  call.inputs = {Tensor{type, a, std::move(factors[0])}, Tensor{type, b, std::move(factors[1])}};
  Ending ending;
  ending.factor = give_factor(random, call, "alpha", type);
  ending.addend_factor = give_factor(random, call, "beta", type);
  const bool has_c = call.opset < 11 || random.below(4) != 0;
  Shape c = result;
  if (has_c) {
    if (random.coin()) {
      for (std::uint64_t& size : c) {
        size = random.coin() ? 1 : size;
      }
      c.erase(c.begin(), c.begin() + static_cast<std::ptrdiff_t>(random.below(3)));
    }
    if (call.opset < 7 && (c != result || random.coin())) {
      give(call, "broadcast", std::int64_t{1});
    }
    call.inputs.emplace_back(Tensor{type, c, draw_terms(random, type, element_count(c))});
  }
  add_output(call, type, result, [&](std::uint64_t i) {
    const Tuple at = tuple_of(i, result);
    std::vector<std::uint64_t> left;
    std::vector<std::uint64_t> right;
    for (std::uint64_t k = 0; k < sides[1]; ++k) {
      left.push_back(call.inputs[0]->patterns[offset_of(turned_a ? Tuple{k, at[0]} : Tuple{at[0], k}, a)]);
      right.push_back(call.inputs[1]->patterns[offset_of(turned_b ? Tuple{at[1], k} : Tuple{k, at[1]}, b)]);
    }
    Ending end = ending;
    if (has_c) {
      end.addend = call.inputs[2]->patterns[offset_of(stretched(at, c), c)];
    }
    return ended_dot(type, call.accumulation, left, right, end);
  });
  return call;
}

}  // namespace oracle
