// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/reducesum/reducesum.hpp"

#include <array>

#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/calls.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 8> reducesum_types{
    float16, bfloat16, float32, float64, Integer{32, true}, Integer{64, true}, Integer{32, false}, Integer{64, false}};

}  // namespace

// The axes are an attribute until version 11, which first has negative ones, and an input since version 13, which has
// noop_with_empty_axes.
Call draw_reducesum_call(Random& random) {
  const int opset = draw_opset(random, 1);
  const Type type = draw_type_of(random, reducesum_types);
  const Accumulation how = draw_accumulation(random, type);
  const Shape data = draw_shape(random, 0, highest_rank);
  const std::size_t count = element_count(data);
  const Tensor tensor{type, data, draw_terms(random, type, count)};
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
