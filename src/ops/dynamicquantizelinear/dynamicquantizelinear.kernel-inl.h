// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of DynamicQuantizeLinear, compiled once per target. What is not finite, and a
// scale that is rounded to 0, is left to the reference.
#include <cmath>

#include "ops/reference.hpp"
#include "simd/quantised/linear-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct Ends {
  float low = 0, high = 0;
};

// The least and the largest of 0 and the elements; nothing finite where one of them is a NaN.
HWY_NOINLINE Ends ends_of(const float* x, std::size_t n) {
  const hn::ScalableTag<float> d;
  const std::size_t N = hn::Lanes(d);
  auto low = hn::Zero(d), high = hn::Zero(d), sum = hn::Zero(d);
  const auto take = [&](hn::Vec<decltype(d)> v) HWY_ATTR {
    low = hn::Min(low, v), high = hn::Max(high, v);
    sum = hn::Add(sum, hn::Mul(v, hn::Zero(d)));  // a NaN from the first NaN or infinity on
  };
  std::size_t i = 0;
  for (; i + N <= n; i += N) take(hn::LoadU(d, x + i));
  if (i < n) take(load_first(d, x + i, n - i));
  if (!hn::AllFalse(d, hn::IsNaN(sum))) return {-HUGE_VALF, HUGE_VALF};
  return {hn::GetLane(hn::MinOfLanes(d, low)), hn::GetLane(hn::MaxOfLanes(d, high))};
}

Status dynamicquantizelinear(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const auto* const x = static_cast<const float*>(inputs[0]);
  const std::uint64_t count = call.inputs[0]->shape.count;
  const auto [low, high] = ends_of(x, static_cast<std::size_t>(count));
  const float range = high - low, scale = range == 0 ? 1 : range / 255;
  if (!std::isfinite(range) || scale == 0)
    return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
  const float place = -(low / scale);  // neither negative nor a NaN
  const auto zero = static_cast<std::uint8_t>(std::nearbyint(std::fmin(255.0f, place)));
  if (call.outputs.size() > 1 && call.outputs[1]) std::memcpy(outputs[1], &scale, sizeof scale);
  if (call.outputs.size() > 2 && call.outputs[2]) std::memcpy(outputs[2], &zero, sizeof zero);
  if (!call.outputs[0] || count == 0) return {};
  auto* const y = static_cast<std::uint8_t*>(outputs[0]);
  in_parts(work, count, least_linear_task, 64, [&](std::uint64_t begin, std::uint64_t end) {
    linear_run<Quantising<std::uint8_t>, true, std::uint8_t>(x + begin, &scale, &zero, y + begin,
                                                             static_cast<std::size_t>(end - begin));
  });
  return {};
}

Kernel dynamicquantizelinear_for(const Call&) { return {&dynamicquantizelinear}; }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
