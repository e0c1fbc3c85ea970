// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Div, compiled once per target.
#include "simd/maps/division-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <class Op> struct Slow : Op {
  static constexpr bool slow = true;
};

template <template <class> class Op, DType type> constexpr auto quotient() {
  if constexpr (info(type).bits == 4)  // two quotients per lane
    return Slow<decltype(op_for<Op, type>())>{};
  else
    return op_for<Op, type>();
}

template <DType type, class Algebra>
constexpr Kernel quotient_kernel = {
    &divide<Algebra, decltype(quotient<FloorQuotient, type>()), decltype(quotient<TruncatedQuotient, type>())>};

Kernel div_for(const Call& call) {
  static constexpr Kernel table[] = {
#define STORABLE(...) {},
#define NUMERIC(id, name, onnx, kind, bits, fraction, algebra) quotient_kernel<DType::id, algebra>,
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(call.outputs[0]->type)];
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
