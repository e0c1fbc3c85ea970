// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Div.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "ops/div/div.kernel.cpp"
#include <hwy/foreach_target.h>
//
#include <hwy/highway.h>

#include "ops/div/div.reference.hpp"
#include "tensor/algebra.hpp"
#if HWY_TARGET != HWY_SCALAR
#include "simd/division-inl.h"
#include "simd/elementwise-inl.h"
#endif

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

#if HWY_TARGET == HWY_SCALAR
Kernel div_for(DType) { return {}; }
#else
// B is looked through before the first result is written; which zero is the first, and how many there are, tells the
// reference.
template <DType type, class Algebra>
Status div(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr auto truncated = op_for<TruncatedQuotient, type>();
  if constexpr (is_integer(type)) {
    using Op = std::remove_const_t<decltype(truncated)>;
    if (call.outputs[0].shape.count > 0 &&
        any_zero<Op::elements>(static_cast<const typename Op::Lane*>(inputs[1]), call.inputs[1].shape.count))
      return find_zeros<Algebra>(call, inputs[1]);
  }
  if constexpr (info(type).kind == Kind::signed_) {
    if (call.choices.integer_division == IntegerDivision::floor) {
      combine(op_for<FloorQuotient, type>(), call, inputs, outputs, work);
      return {};
    }
  }
  combine(truncated, call, inputs, outputs, work);
  return {};
}

Kernel div_for(DType type) {
  static constexpr Kernel table[] = {
#define STORABLE(id, name, onnx, kind, bits, fraction, algebra) {&div<DType::id, algebra>},
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

Kernel div_kernel(DType type) { return HWY_DYNAMIC_DISPATCH(div_for)(type); }

}  // namespace etalon::impl
#endif
