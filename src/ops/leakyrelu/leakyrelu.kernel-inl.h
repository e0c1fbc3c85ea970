// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of LeakyRelu, compiled once per target.
#include "ops/leakyrelu/leakyrelu.reference.hpp"
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct LeakyStep {
  static constexpr unsigned operands = 1;
  double slope;

  explicit LeakyStep(const Call& call) : slope(leakyrelu_slope(call)) {}
  template <class D, class V> HWY_INLINE V of(D d, V x) const { return bent_lanes(d, lanes_of(d, slope), x); }
};
template <DType type> using Leaky = Stepped<type, LeakyStep>;

Kernel leakyrelu_for(const Call& call) { return step_kernel<Leaky>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
