// SPDX-License-Identifier: Apache-2.0
//
// The elements decide about the scale and the zero point, so that most tensors are made for these: with a range of
// 255 powers of two all quotients are exact, and ties can be.
#include "oracle/ops/dynamicquantizelinear/dynamicquantizelinear.hpp"

#include <algorithm>

#include "oracle/cases/calls.hpp"
#include "oracle/ops/dequantizelinear/dequantizelinear.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// So many halves times 2^power; exact where that is not a subnormal.
std::uint64_t halves(int count, int power) {
  constexpr Factor one{float32, 0x3F800000};
  return rounded_product(float32, count, one, power - 1).bits;
}

void fill_ties(Random& random, std::vector<std::uint64_t>& x) {
  const int power = random.between(-130, 100);
  const int low = -random.between(0, 2 * 255);  // in halves; odd ones make a tie of the zero point
  for (std::uint64_t& pattern : x) {
    pattern = halves(low + random.between(0, 2 * 255), power);
  }
  if (x.size() >= 2) {
    const std::size_t first = random.below(x.size() - 1);
    x[first] = halves(low, power);
    x[first + 1] = halves(low + 2 * 255, power);
  }
}

// Numbers of a few neighbouring binades, of either sign or of one.
void fill_ordinary(Random& random, std::vector<std::uint64_t>& x) {
  const int top = random.below(6) == 0 ? random.between(2, 254) : random.between(110, 140);
  const std::uint64_t signs = random.below(3);
  for (std::uint64_t& pattern : x) {
    const auto field = static_cast<std::uint64_t>(std::max(0, top - random.between(0, 4)));
    pattern = (field << float32.fraction) + random.below(power_of_two(float32.fraction));
    pattern |= signs == 0 || (signs == 1 && random.coin()) ? sign_mask(float32) : 0;
  }
}

// So small that the scale is a subnormal or zero, or so large that the range overflows.
void fill_extreme(Random& random, std::vector<std::uint64_t>& x) {
  const bool is_tiny = random.coin();
  const bool is_mixed = random.coin();
  for (std::uint64_t& pattern : x) {
    pattern = is_tiny ? random.below(4096) : infinity(float32) - 1 - random.below(1 << 20);
    pattern |= is_mixed && random.coin() ? sign_mask(float32) : 0;
  }
}

void fill_dynamic(Random& random, std::vector<std::uint64_t>& x) {
  const std::uint64_t kind = random.below(16);
  if (kind < 5) {
    fill_ties(random, x);
  } else if (kind < 10) {
    fill_ordinary(random, x);
  } else if (kind < 12) {
    fill_extreme(random, x);
  } else if (kind == 12) {
    for (std::uint64_t& pattern : x) {
      pattern = random.coin() ? sign_mask(float32) : 0;
    }
  } else if (kind == 13) {  // one infinity or NaN among ordinary numbers
    fill_ordinary(random, x);
    if (!x.empty()) {
      const std::uint64_t place = random.below(x.size());
      const std::uint64_t payload = random.coin() ? 0 : random.below(power_of_two(float32.fraction));
      x[place] = infinity(float32) | payload | (random.coin() ? sign_mask(float32) : 0);
    }
  }  // otherwise anything
}

Tensor scalar_of(Type type, const Answer& answer) { return {type, {}, {answer.bits}}; }

}  // namespace

Call draw_dynamicquantizelinear_call(Random& random) {
  Call call{"DynamicQuantizeLinear", draw_opset(random, 11)};
  const Shape shape = draw_shape(random, 0, highest_rank);
  Tensor x = draw_tensor(random, float32, shape);
  if (random.wish == nullptr || random.wish->elements.empty()) {
    fill_dynamic(random, x.patterns);
  }
  const DynamicallyQuantised right = dynamicquantizelinear(x.patterns);
  Tensor y{Integer{8, false}, shape, {}};
  std::vector<unsigned> events;
  for (const Answer& answer : right.y) {
    y.patterns.push_back(answer.bits);
    events.push_back(answer.events);
  }
  call.inputs = {std::move(x)};
  call.outputs = {std::move(y), scalar_of(float32, right.scale), scalar_of(Integer{8, false}, right.zero_point)};
  call.events = {std::move(events), {right.scale.events}, {right.zero_point.events}};
  return call;
}

}  // namespace oracle
