// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Mean, compiled once per target.
#include "ops/mean/mean.reference.hpp"
#include "simd/maps/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct QuotientStep {
  double divisor;
  template <class D, class V> HWY_INLINE V of(D d, V x) const { return hn::Div(x, lanes_of(d, divisor)); }
};

// The last operand added, and the quotient.
template <DType type> class Finished {
 public:
  using D = typename Steps<type>::D;
  static constexpr unsigned operands = 2;

  explicit Finished(const Call& call) : quotient_{mean_divisor(call)} {}

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto so_far = lanes.template of<0>(d), last = lanes.template of<1>(d);
    if constexpr (Steps<type>::is_half)
      return Steps<type>::taken(d, quotient_, Steps<type>::taken(d, SumStep{}, so_far, last));
    else
      return Steps<type>::taken(d, quotient_, SumStep{}.of(d, so_far, last));
  }

 private:
  QuotientStep quotient_;
};

template <DType type> Status averaged(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const Summed<type> sum(call, inputs);
  const Finished<type> last(call);
  fold_rows(call, inputs, outputs, work, {&row<Summed<type>>, &sum}, {&row<Finished<type>>, &last});
  return {};
}

// Of one operand there is nothing to add: that is left to the reference.

Kernel mean_for(const Call& call) {
  if (call.inputs.size() == 1) return {};
  switch (call.outputs[0]->type) {
    case DType::f16:
      return {&averaged<DType::f16>};
    case DType::bf16:
      return {&averaged<DType::bf16>};
    case DType::f32:
      return {&averaged<DType::f32>};
    default:
      return {&averaged<DType::f64>};
  }
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
