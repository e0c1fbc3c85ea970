// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of QuantizeLinear, compiled once per target, where the quotient is rounded to float.
#include "simd/quantised/linear-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel quantizelinear_for(const Call& call) {
  if (quotient_type(call) != DType::f32) return {};
  return linear_kernel<Quantising>(call, call.inputs[0]->type, call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
