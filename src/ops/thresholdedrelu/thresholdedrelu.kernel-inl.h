// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of ThresholdedRelu, compiled once per target.
#include "ops/thresholdedrelu/thresholdedrelu.reference.hpp"
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct ThresholdStep {
  static constexpr unsigned operands = 1;
  double threshold;

  explicit ThresholdStep(const Call& call) : threshold(thresholdedrelu_threshold(call)) {}
  template <class D, class V> HWY_INLINE V of(D d, V x) const {
    return hn::IfThenElseZero(hn::Gt(x, lanes_of(d, threshold)), x);
  }
};
template <DType type> using Thresholded = Stepped<type, ThresholdStep>;

Kernel thresholdedrelu_for(const Call& call) { return step_kernel<Thresholded>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
