// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Sub.
#include "simd/native_half.hpp"
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/sub/sub.kernel.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#if ETALON_VECTORS
#include "simd/arithmetic-inl.h"
#include "simd/elementwise-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

#if !ETALON_VECTORS
Kernel sub_for(DType) { return {}; }
#else
template <DType type> Status sub(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  combine(op_for<Difference, type>(), call, inputs, outputs, work);
  return {};
}

Kernel sub_for(DType type) {
  static constexpr Kernel table[] = {
#define STORABLE(...) {},
#define NUMERIC(id, ...) {&sub<unsigned_of(DType::id)>},
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(type)];
}
#endif

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace etalon::impl {

HWY_EXPORT(sub_for);

Kernel sub_kernel(const Call& call) {
  const Kernel native = native_half_kernel(OperatorId::sub, call.inputs[0]->type);
  return native.compute != nullptr ? native : HWY_DYNAMIC_DISPATCH(sub_for)(call.inputs[0]->type);
}

}  // namespace etalon::impl
#endif
