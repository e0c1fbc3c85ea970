// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernel of DequantizeLinear, compiled once per target. The difference of int32 has more digits than
// a float: that is left to the reference.
#include "simd/quantised/linear-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

Kernel dequantizelinear_for(const Call& call) {
  return linear_kernel<Dequantising>(call, call.outputs[0]->type, call.inputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
