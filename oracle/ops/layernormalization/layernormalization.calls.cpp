// SPDX-License-Identifier: Apache-2.0
//
// LayerNormalization: in the type that stash_type names, the mean of the elements from an axis on, D = X - mean, the
// mean of D * D plus epsilon, the root of that, its reciprocal and the product with D; then in the type of X the
// product with Scale, and B. Each step is rounded; means are sums by the policy that are divided by their number of
// terms.
#include <array>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"

namespace oracle {
namespace {

constexpr std::array<Type, 4> layernormalization_types{float16, bfloat16, float32, float64};

// What the elements of one group share.
struct Group {
  Answer mean;
  Answer inverse;                        // of the standard deviation, with the events of all that it is made of
  std::vector<std::uint64_t> distances;  // from the mean
};

Group group_of(Type stash, Accumulation how, const std::vector<Answer>& x, std::uint64_t epsilon) {
  const Format f = stash.format();
  Group group;
  std::vector<std::uint64_t> elements;
  unsigned events = 0;
  for (const Answer& one : x) {
    elements.push_back(one.bits);
    events |= one.events;
  }
  group.mean = average(stash, how, elements, elements.size());
  group.mean.events |= events;
  events = group.mean.events;
  const auto step = [&events](Answer answer) {
    events |= answer.events;
    return answer.bits;
  };
  std::vector<std::uint64_t> squares;
  for (const std::uint64_t element : elements) {
    group.distances.push_back(step(ieee_sub(f, element, group.mean.bits)));
    squares.push_back(step(ieee_mul(f, group.distances.back(), group.distances.back())));
  }
  const std::uint64_t variance = step(average(stash, how, squares, squares.size()));
  const std::uint64_t deviation = step(ieee_sqrt(f, step(ieee_add(f, variance, epsilon))));
  group.inverse = ieee_div(f, one_of(stash), deviation);
  group.inverse.events |= events;
  return group;
}

// A shape that is stretched to this one: without some of its first axes, and with ones.
Shape draw_beside(Random& random, const Shape& shape) {
  Shape beside(shape.begin() + static_cast<std::ptrdiff_t>(random.below(shape.size() + 1)), shape.end());
  for (std::uint64_t& size : beside) {
    size = random.below(4) == 0 ? 1 : size;
  }
  return beside;
}

}  // namespace

Call draw_layernormalization_call(Random& random) {
  Call call{"LayerNormalization", draw_opset(random, 17)};
  const Type type = draw_type_of(random, layernormalization_types);
  const Type stash = random.below(3) == 0 ? bfloat16 : float32;
  call.accumulation = draw_accumulation(random, type);
  const Shape shape = draw_shape(random, 1, highest_rank, 100);
  const std::int64_t axis = random.below(3) == 0 ? -1 : draw_axis(random, shape.size(), true);
  call.inputs.emplace_back(random.coin() ? draw_tensor(random, type, shape)
                                         : Tensor{type, shape, draw_terms(random, type, element_count(shape))});
  call.inputs.emplace_back(draw_tensor(random, type, draw_beside(random, shape)));
  const std::uint64_t bias = random.below(3);  // given, omitted by a place without a name, not given
  if (bias == 0) {
    call.inputs.emplace_back(draw_tensor(random, type, draw_beside(random, shape)));
  } else if (bias == 1) {
    call.inputs.emplace_back(std::nullopt);
  }
  if (axis != -1 || random.coin()) {
    give(call, "axis", axis);
  }
  Float epsilon{0x3727C5AC};  // 1e-5
  if (random.coin()) {
    constexpr std::array<std::uint32_t, 6> some{0x3727C5AC, 0x00000000, 0x2B8CBCCC, 0x3F800000, 0xBF800000, 0x7F800000};
    epsilon = {some[random.below(some.size())]};
    give(call, "epsilon", epsilon);
  }
  if (!(stash == float32) || random.coin()) {
    give(call, "stash_type", std::int64_t{stash == float32 ? 1 : 16});
  }

  const std::size_t first = axis_of(axis, shape.size());
  Shape kept = shape;
  std::uint64_t length = 1;
  for (std::size_t k = first; k < shape.size(); ++k) {
    length *= shape[k];
    kept[k] = 1;
  }
  std::vector<Group> groups;
  const std::vector<std::uint64_t>& x = call.inputs[0]->patterns;
  for (std::uint64_t group = 0; group < element_count(kept); ++group) {
    std::vector<Answer> elements;
    for (std::uint64_t k = 0; k < length; ++k) {
      const std::uint64_t one = x[group * length + k];
      elements.push_back(type == stash ? Answer{one, 0} : convert(type, stash, one));
    }
    groups.push_back(group_of(stash, call.accumulation, elements, convert(float32, stash, epsilon.pattern).bits));
  }
  add_output(call, type, shape, [&](std::uint64_t i) -> Answer {
    const Group& group = groups[i / length];
    unsigned events = group.inverse.events;
    const auto step = [&events](Answer answer) {
      events |= answer.events;
      return answer.bits;
    };
    const auto beside = [&](std::size_t k) {
      const Tensor& own = *call.inputs[k];
      return own.patterns[offset_of(stretched(tuple_of(i, shape), own.shape), own.shape)];
    };
    std::uint64_t result = step(ieee_mul(stash.format(), group.distances[i % length], group.inverse.bits));
    result = type == stash ? result : step(convert(stash, type, result));
    result = step(ieee_mul(type.format(), result, beside(1)));
    return {bias == 0 ? step(ieee_add(type.format(), result, beside(2))) : result, events};
  });
  const std::uint64_t outputs = 1 + random.below(3);
  if (outputs > 1) {
    add_output(call, stash, kept, [&](std::uint64_t i) { return groups[i].mean; });
  }
  if (outputs > 2) {
    add_output(call, stash, kept, [&](std::uint64_t i) { return groups[i].inverse; });
  }
  return call;
}

}  // namespace oracle
