// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of AveragePool, compiled once per target. Pads hold +0, which added to a sum that began at
// +0 changes nothing. Sums and quotients of float and double are the processor's own; the policies `wide` and `exact`
// and types of 16 bits are left to the reference.
#include "simd/lanes/nans-inl.h"
#include "simd/windows/pool-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <class T> struct MeanUnder {
  using Lane = T;
  using D = hn::ScalableTag<T>;
  static constexpr bool counts = true;
  static constexpr std::size_t most_places = std::size_t{1} << 24;  // which a float has, and all below
  static constexpr Lane pad = 0;
  static HWY_INLINE hn::Vec<D> taken(D, hn::Vec<D> so_far, hn::Vec<D> x) { return hn::Add(so_far, x); }
  static HWY_INLINE hn::Vec<D> finished(D d, hn::Vec<D> sum, const Lane* number) {
    return FloatNans::cleaned(d, hn::Div(sum, hn::LoadU(d, number)));
  }
};

Kernel averagepool_for(const Call& call) {
  const Accumulation policy = call.choices.accumulation;
  if (policy == Accumulation::wide || policy == Accumulation::exact) return {};
  if (call.outputs[0]->type == DType::f32) return {&Pooled<MeanUnder<float>>::compute};
  if (call.outputs[0]->type == DType::f64) return {&Pooled<MeanUnder<double>>::compute};
  return {};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
