// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/clip/clip.hpp"

#include "oracle/cases/calls.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// Until version 6 the bounds are attributes of type float, which are rounded to the type of the elements. One that is
// not given is no bound in version 1, and in version 6 the largest finite float or its opposite.
Call draw_with_attributes(Random& random, int opset) {
  constexpr std::uint32_t largest = 0x7F7FFFFF;
  const Type type = draw_numeric_type(random);
  const Shape shape = draw_shape(random, 0, highest_rank);
  const Tensor bounds = draw_tensor(random, float32, {2});
  std::optional<std::uint64_t> lower;
  std::optional<std::uint64_t> upper;
  if (opset >= 6) {
    lower = sign_mask(float32) | largest;
    upper = largest;
  }
  Call call{"Clip", opset, {draw_tensor(random, type, shape)}};
  if (random.below(4) != 0) {
    lower = bounds.patterns[0];
    give(call, "min", Float{static_cast<std::uint32_t>(*lower)});
  }
  if (random.below(4) != 0) {
    upper = bounds.patterns[1];
    give(call, "max", Float{static_cast<std::uint32_t>(*upper)});
  }
  for (std::optional<std::uint64_t>* bound : {&lower, &upper}) {
    *bound = *bound ? std::optional(cast(float32, type, **bound).bits) : std::nullopt;
  }
  return elementwise_call(std::move(call), type, [&](ElementOperands x) { return clip(type, *x[0], lower, upper); });
}

}  // namespace

Call draw_clip_call(Random& random) {
  const int opset = draw_opset(random, 1);
  if (opset < 11) {
    return draw_with_attributes(random, opset);
  }
  const Type type = draw_numeric_type(random);
  const Shape shape = draw_shape(random, 0, highest_rank);
  Call call{"Clip", opset, {draw_tensor(random, type, shape)}};
  for (int bound = 0; bound < 2; ++bound) {
    const Tensor drawn = draw_tensor(random, type, {});
    call.inputs.push_back(random.below(4) != 0 ? std::optional(drawn) : std::nullopt);
  }
  const bool by_sonnx = random.wish != nullptr && random.wish->by_sonnx;
  const ClippedNan nan = by_sonnx ? ClippedNan::is_the_upper_bound : ClippedNan::stays;
  return elementwise_call(std::move(call), type, [&](ElementOperands x) { return clip(type, *x[0], x[1], x[2], nan); });
}

}  // namespace oracle
