// SPDX-License-Identifier: Apache-2.0
// Floor 7. The largest or smallest of the terms of a reduction, in lanes, compiled once per target.
#if defined(ETALON_SIMD_REDUCED_EXTREMES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_REDUCED_EXTREMES_INL_H
#undef ETALON_SIMD_REDUCED_EXTREMES_INL_H
#else
#define ETALON_SIMD_REDUCED_EXTREMES_INL_H
#endif

#include "simd/folds/reduced-inl.h"
#include "simd/maps/extremes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type, Wanted wanted> struct Extremes {
  using Lane = typename Numbers<type>::Lane;
  using D = typename Numbers<type>::D;
  hn::Vec<D> best;

  // The number that any other one is beyond, or is.
  HWY_INLINE Extremes() : best(hn::Set(D(), last())) {}
  HWY_INLINE void add(D d, hn::Vec<D> x) { best = Extreme<type, wanted>().of(d, Pair{best, x}); }
  HWY_INLINE hn::Vec<D> finished(D) const { return best; }

 private:
  struct Pair {
    hn::Vec<D> a, b;
    template <unsigned x> HWY_INLINE hn::Vec<D> of(D) const { return x == 0 ? a : b; }
  };
  static constexpr Lane last() {
    constexpr bool largest = wanted == Wanted::largest;
    if constexpr (Numbers<type>::is_pattern)
      return static_cast<Lane>(largest ? Numbers<type>::infinity | 0x8000 : Numbers<type>::infinity);
    else if constexpr (is_floating(type))
      return largest ? -std::numeric_limits<Lane>::infinity() : std::numeric_limits<Lane>::infinity();
    else
      return largest ? std::numeric_limits<Lane>::lowest() : std::numeric_limits<Lane>::max();
  }
};

template <Reduction (*of)(const Call&), DType type, Wanted wanted>
Status extremes(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const Reduction reduction = of(call);
  if (call.outputs[0]->shape.count == 0) return {};
  if (reduction.identity || reduction.terms == 0)
    return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
  reduce(reduction, Extremes<type, wanted>(), call, inputs, outputs, work);
  return {};
}

template <Reduction (*of)(const Call&), Wanted wanted> Kernel extremes_kernel(const Call& call) {
  switch (call.outputs[0]->type) {
    case DType::f16:
      return {&extremes<of, DType::f16, wanted>};
    case DType::bf16:
      return {&extremes<of, DType::bf16, wanted>};
    case DType::f32:
      return {&extremes<of, DType::f32, wanted>};
    case DType::f64:
      return {&extremes<of, DType::f64, wanted>};
    case DType::i32:
      return {&extremes<of, DType::i32, wanted>};
    case DType::i64:
      return {&extremes<of, DType::i64, wanted>};
    case DType::i8:
      return {&extremes<of, DType::i8, wanted>};
    case DType::u8:
      return {&extremes<of, DType::u8, wanted>};
    default:
      return {};
  }
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
