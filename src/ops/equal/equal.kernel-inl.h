// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Equal, compiled once per target.
#include "simd/maps/decide-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> using Equal = Compared<type, IsEqual>;

struct BothOrNeither {
  using D = Bytes;
  static constexpr unsigned operands = 2;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto a = truth<Lanes, 0>(lanes);
    const auto b = truth<Lanes, 1>(lanes);
    return hn::Xor(hn::Xor(a, b), hn::Set(d, 1));
  }
};

Kernel equal_for(const Call& call) {
  if (call.inputs[0]->type == DType::boolean) return {&mapped<BothOrNeither>};
  return comparison<Equal>(call);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
