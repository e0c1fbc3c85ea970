// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/slices.hpp"

#include <array>

#include "oracle/cases/folded.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// Numbers whose exponentials are neither all alike nor all but one lost: signs, exponents from 2^-6 to 2^5, any
// fraction. Few distinct ones, so that the largest occurs more than once; sometimes -infinity, sometimes nothing else.
void draw_moderate(Random& random, Tensor& tensor) {
  const Format f = tensor.type.format();
  const std::uint64_t lowest = sign_mask(f) | infinity(f);
  const bool nothing_else = random.below(16) == 0;
  const bool has_lowest = random.below(4) == 0;
  for (std::uint64_t& pattern : tensor.patterns) {
    const auto exponent = static_cast<std::uint64_t>(bias(f) + random.between(-6, 5));
    const std::uint64_t fraction = random.coin() ? 0 : random.bits() & fraction_mask(f);
    pattern = (random.coin() ? sign_mask(f) : 0) | exponent << f.fraction | fraction;
    if (nothing_else || (has_lowest && random.below(4) == 0)) {
      pattern = lowest;
    }
  }
}

}  // namespace

Call draw_slices(Random& random, const char* operation, const SliceAnswer& answer) {
  constexpr std::array<Type, 4> types{float16, bfloat16, float32, float64};
  Call call{operation, draw_opset(random, 1)};
  const Type type = draw_type_of(random, types);
  call.accumulation = draw_accumulation(random, type);
  const bool is_flat = call.opset < 13;
  const std::int64_t usual = is_flat ? 1 : -1;
  const Shape shape = draw_shape(random, 1, highest_rank, 100);
  std::int64_t axis = draw_axis(random, shape.size(), call.opset >= 11);
  if (random.below(3) == 0 && (!is_flat || shape.size() > 1)) {
    axis = usual;
  }
  if (axis != usual || random.coin()) {
    give(call, "axis", axis);
  }
  Tensor x = draw_tensor(random, type, shape);
  if (random.below(4) != 0 && !draw_wished(random, type, x.patterns)) {
    draw_moderate(random, x);
  }
  call.inputs = {std::move(x)};

  const std::size_t first = axis_of(axis, shape.size());
  const auto is_sliced = [&](std::size_t k) { return k == first || (is_flat && k > first); };
  // Every element goes to its slice, which the other coordinates name, in its order.
  Shape kept = shape;
  for (std::size_t k = 0; k < shape.size(); ++k) {
    kept[k] = is_sliced(k) ? 1 : kept[k];
  }
  std::vector<std::vector<std::uint64_t>> places(element_count(kept));
  for (std::uint64_t i = 0; i < element_count(shape); ++i) {
    places[offset_of(stretched(tuple_of(i, shape), kept), kept)].push_back(i);
  }
  std::vector<Answer> answers(element_count(shape));
  for (const std::vector<std::uint64_t>& slice : places) {
    std::vector<std::uint64_t> elements;
    for (const std::uint64_t i : slice) {
      elements.push_back(call.inputs[0]->patterns[i]);
    }
    if (slice.empty()) {
      continue;
    }
    const std::vector<Answer> results = answer(type, call.accumulation, elements);
    for (std::size_t k = 0; k < slice.size(); ++k) {
      answers[slice[k]] = results[k];
    }
  }
  add_output(call, type, shape, [&](std::uint64_t i) { return answers[i]; });
  return call;
}

}  // namespace oracle
