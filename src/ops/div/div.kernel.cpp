// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Div.
#include "simd/native_half.hpp"
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/div/div.kernel.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#if ETALON_VECTORS
#include "simd/division-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

#if !ETALON_VECTORS
Kernel div_for(DType) { return {}; }
#else
template <DType type, class Algebra>
constexpr Kernel kernel = {
    &divide<Algebra, decltype(op_for<FloorQuotient, type>()), decltype(op_for<TruncatedQuotient, type>())>};

Kernel div_for(DType type) {
  static constexpr Kernel table[] = {
#define STORABLE(...) {},
#define NUMERIC(id, name, onnx, kind, bits, fraction, algebra) kernel<DType::id, algebra>,
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

HWY_EXPORT(div_for);

Kernel div_kernel(const Call& call) {
  const Kernel native = native_half_kernel(OperatorId::div, call.inputs[0]->type);
  return native.compute != nullptr ? native : HWY_DYNAMIC_DISPATCH(div_for)(call.inputs[0]->type);
}

}  // namespace etalon::impl
#endif
