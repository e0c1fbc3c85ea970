// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of HardSigmoid, compiled once per target.
#include "ops/hardsigmoid/hardsigmoid.reference.hpp"
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct ScaledStep {
  double by;
  template <class D, class V> HWY_INLINE V of(D d, V x) const { return hn::Mul(x, lanes_of(d, by)); }
};
// The sum, then between 0 and 1: rounding afterwards changes neither. A NaN stays one.
struct BoundedSumStep {
  double with;
  template <class D, class V> HWY_INLINE V of(D d, V x) const {
    const auto one = lanes_of(d, 1), sum = hn::Add(x, lanes_of(d, with));
    const auto low = hn::IfThenElse(hn::Gt(sum, one), one, sum);
    return hn::IfThenZeroElse(hn::Le(low, hn::Zero(d)), low);
  }
};

template <DType type> class HardSigmoid {
 public:
  using D = typename Steps<type>::D;
  static constexpr unsigned operands = 1;

  HardSigmoid(const Call& call, Inputs) : factors_(call) {}

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const ScaledStep scaled{factors_.alpha};
    const BoundedSumStep bounded{factors_.beta};
    const auto x = lanes.template of<0>(d);
    if constexpr (Steps<type>::is_half)
      return Steps<type>::taken(d, bounded, Steps<type>::taken(d, scaled, x));
    else
      return Steps<type>::taken(d, bounded, scaled.of(d, x));
  }

 private:
  HardSigmoidFactors factors_;
};

Kernel hardsigmoid_for(const Call& call) { return step_kernel<HardSigmoid>(call); }

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
