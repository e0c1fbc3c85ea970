// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/family/resize_drawing.hpp"

#include <array>
#include <bit>

#include "oracle/arithmetic/terms.hpp"
#include "oracle/cases/calls.hpp"
#include "oracle/cases/folded.hpp"

namespace oracle {

float draw_scale(Random& random, std::uint64_t length, double least) {
  constexpr std::array<float, 8> frequent{1, 2, 0.5F, 1.5F, 3, 0.25F, 0.6F, 2.5F};
  float scale = frequent[random.below(frequent.size())];
  if (random.below(3) == 0 && length > 0) {
    scale = static_cast<float>(1 + random.below(9)) / static_cast<float>(length);
  } else if (random.below(3) == 0) {
    scale = static_cast<float>(random.between(1, 4000)) * 0.001F;
  }
  const std::uint32_t beside = std::bit_cast<std::uint32_t>(scale) + static_cast<std::uint32_t>(random.below(3)) - 1;
  scale = random.coin() ? scale : std::bit_cast<float>(beside);
  return static_cast<double>(scale) < least ? static_cast<float>(least) : scale;
}

Tensor floats_of(const std::vector<float>& numbers) {
  Tensor tensor{float32, {numbers.size()}, {}};
  for (const float number : numbers) {
    tensor.patterns.push_back(std::bit_cast<std::uint32_t>(number));
  }
  return tensor;
}

Type draw_type_for(Random& random, bool linear) {
  constexpr std::array<Type, 4> floats{float32, float64, float16, bfloat16};
  return linear ? floats[random.below(4)] : draw_type(random);
}

Tensor draw_elements(Random& random, Type type, const Shape& shape, bool linear) {
  if (linear && random.below(3) != 0) {
    return {type, shape, draw_terms(random, type, element_count(shape))};
  }
  return draw_tensor(random, type, shape);
}

bool is_usable(const Resizing& resizing) {
  std::uint64_t count = 1;
  for (const ResizedAxis& axis : resizing.axes) {
    if (axis.before == 0 && axis.after != 0) {
      return false;
    }
    count *= axis.after;
    if (axis.after > 200 || count > 500) {
      return false;
    }
  }
  return true;
}

Resizing draw_old(Random& random, const Shape& shape, double least, std::vector<float>& scales) {
  for (;;) {
    Resizing resizing{{}, "asymmetric", "floor"};
    scales.clear();
    for (const std::uint64_t length : shape) {
      scales.push_back(draw_scale(random, length, least));
      const mpq_class scale(static_cast<double>(scales.back()));
      resizing.axes.push_back({length, whole_part(scale * length), scale});
    }
    if (is_usable(resizing)) {
      return resizing;
    }
  }
}

void add_result(Call& call, const Resizing& resizing, Type type) {
  Shape shape;
  for (const ResizedAxis& axis : resizing.axes) {
    shape.push_back(axis.after);
  }
  add_output(call, type, shape, [&](std::uint64_t i) {
    return resized(resizing, type, call.accumulation, call.inputs[0]->patterns, tuple_of(i, shape));
  });
}

}  // namespace oracle
