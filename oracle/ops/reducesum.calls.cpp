// SPDX-License-Identifier: Apache-2.0
//
// Terms are drawn as the rounded products of hard dot products (dots.hpp): they cancel, overflow and underflow as those
// do. A tie, and what decides it, is put at the beginning of some sums.
#include <array>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/cases/dots.hpp"
#include "oracle/cases/operands.hpp"
#include "oracle/ops/reducesum.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 8> types{
    float16, bfloat16, float32, float64, Integer{32, true}, Integer{64, true}, Integer{32, false}, Integer{64, false}};

std::vector<std::uint64_t> draw_float_terms(Random& random, Format f, std::size_t count) {
  std::vector<std::uint64_t> terms(count);
  std::vector<std::uint64_t> factors(count);
  FloatDots dots(f, random.bits());
  for (std::uint64_t turn = random.below(8); turn < 8; ++turn) {
    dots.fill(terms, factors);
  }
  for (std::size_t k = 0; k < count; ++k) {
    terms[k] = ieee_mul(f, terms[k], factors[k]).bits;
  }
  if (count >= 3 && random.below(4) == 0) {
    Operands operands(f, random.bits());
    const Triple tie = operands.halfway_sum();
    terms[0] = tie.a;
    terms[1] = tie.b;
    terms[2] = operands.either_sign(operands.low_pattern(3));
  }
  return terms;
}

std::vector<std::uint64_t> draw_integer_terms(Random& random, Integer type, std::size_t count) {
  std::vector<std::uint64_t> terms(count);
  std::vector<std::uint64_t> others(count);
  IntegerDots dots(type, random.bits());
  for (std::uint64_t turn = random.below(5); turn < 5; ++turn) {
    dots.fill(terms, others);
  }
  return terms;
}

}  // namespace

// The axes are an attribute until version 11, which first has negative ones, and an input since version 13, which has
// noop_with_empty_axes.
Call draw_reducesum_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = types[random.below(types.size())];
  const Accumulation how = draw_accumulation(random, type);
  const Shape data = draw_shape(random, 0, highest_rank);
  const std::size_t count = element_count(data);
  const Tensor tensor{type, data,
                      type.kind == Kind::integer ? draw_integer_terms(random, type.integer(), count)
                                                 : draw_float_terms(random, type.format(), count)};
  const std::vector<std::int64_t> axes = draw_axes(random, data.size(), random.below(data.size() + 1), opset >= 11);
  const bool keepdims = random.coin();
  const bool noop = opset >= 13 && random.coin();
  Call call{"ReduceSum", opset, {tensor}};
  call.accumulation = how;
  if (opset < 13 && !axes.empty()) {
    give(call, "axes", axes);
  } else if (opset >= 13 && (!axes.empty() || random.coin())) {
    call.inputs.emplace_back(tensor_of(axes));
  }
  if (!keepdims || random.coin()) {
    give(call, "keepdims", std::int64_t{keepdims});
  }
  if (noop || (opset >= 13 && random.coin())) {
    give(call, "noop_with_empty_axes", std::int64_t{noop});
  }
  const ReduceSum result = reduce_sum(type, how, data, tensor.patterns, axes, keepdims, noop);
  Tensor output{type, result.shape, {}};
  std::vector<unsigned> events;
  for (const Answer& answer : result.sums) {
    output.patterns.push_back(answer.bits);
    events.push_back(answer.events);
  }
  call.outputs = {std::move(output)};
  call.events = {std::move(events)};
  return call;
}

}  // namespace oracle
