// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of ReduceSum, compiled once per target. The policy `exact` is left to the reference.
#include "simd/folds/reduced-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// ---- sums in lanes --------------------------------------------------------------------------------------------------

// Of float16 and bfloat16 in float.
template <class Format> struct HalfSums {
  using Lane = std::uint16_t;
  using D = hn::ScalableTag<Lane>;
  using F = hn::Repartition<float, D>;
  hn::Vec<F> one, other;

  HWY_INLINE HalfSums() : one(hn::Zero(F())), other(hn::Zero(F())) {}
  HWY_INLINE void add(D, hn::Vec<D> x) {
    one = hn::Add(one, Format::one(F(), x));
    other = hn::Add(other, Format::other(F(), x));
  }
  HWY_INLINE hn::Vec<D> finished(D d) const { return Format::joined(d, one, other); }
};

// Of float in double.
struct FloatSums {
  using Lane = float;
  using D = hn::ScalableTag<float>;
  using W = hn::RepartitionToWide<D>;
  hn::Vec<W> lower, upper;

  HWY_INLINE FloatSums() : lower(hn::Zero(W())), upper(hn::Zero(W())) {}
  HWY_INLINE void add(D, hn::Vec<D> x) {
    const hn::Half<D> half;
    lower = hn::Add(lower, hn::PromoteTo(W(), hn::LowerHalf(half, x)));
    upper = hn::Add(upper, hn::PromoteTo(W(), hn::UpperHalf(half, x)));
  }
  HWY_INLINE hn::Vec<D> finished(D d) const {
    const hn::Half<D> half;
    return FloatNans::cleaned(d, hn::Combine(d, hn::DemoteTo(half, upper), hn::DemoteTo(half, lower)));
  }
};

template <class Sums> Status reduced(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const Reduction reduction(call);
  const std::uint64_t count = call.outputs[0]->shape.count, bytes = count * sizeof(typename Sums::Lane);
  if (count == 0) return {};
  if (reduction.identity)
    std::memcpy(outputs[0], inputs[0], static_cast<std::size_t>(bytes));
  else if (reduction.terms == 0)
    std::memset(outputs[0], 0, static_cast<std::size_t>(bytes));
  else
    reduce(reduction, Sums(), call, inputs, outputs, work);
  return {};
}

template <DType type> constexpr Kernel own = {&reduced<OwnSums<decltype(op_for<Sum, type>())>>};

Kernel reducesum_for(const Call& call) {
  const DType type = call.outputs[0]->type;
  const bool wide = call.choices.accumulation == Accumulation::wide;
  if (is_floating(type) && call.choices.accumulation == Accumulation::exact) return {};
  switch (type) {
    case DType::f16:
      return wide ? Kernel{&reduced<HalfSums<Float16>>} : own<DType::f16>;
    case DType::bf16:
      return wide ? Kernel{&reduced<HalfSums<BFloat16>>} : own<DType::bf16>;
    case DType::f32:
      return wide ? Kernel{&reduced<FloatSums>} : own<DType::f32>;
    case DType::f64:
      return own<DType::f64>;
    case DType::i32:
    case DType::u32:
      return own<DType::u32>;
    case DType::i64:
    case DType::u64:
      return own<DType::u64>;
    default:
      return {};
  }
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
