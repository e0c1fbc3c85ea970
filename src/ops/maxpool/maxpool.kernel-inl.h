// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of MaxPool, compiled once per target. Pads hold the lowest number, below which nothing is.
// Where the indices are wanted too the reference computes.
#include "simd/maps/extremes-inl.h"
#include "simd/windows/pool-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> struct LargestUnder {
  using Lane = typename Numbers<type>::Lane;
  using D = typename Numbers<type>::D;
  static constexpr bool counts = false;
  static constexpr std::size_t most_places = SIZE_MAX;
  static constexpr Lane lowest() {
    if constexpr (Numbers<type>::is_pattern)
      return static_cast<Lane>(Numbers<type>::infinity | 0x8000);
    else if constexpr (is_floating(type))
      return -std::numeric_limits<Lane>::infinity();
    else
      return std::numeric_limits<Lane>::lowest();
  }
  static constexpr Lane pad = lowest();

  struct Pair {
    hn::Vec<D> a, b;
    template <unsigned x> HWY_INLINE hn::Vec<D> of(D) const { return x == 0 ? a : b; }
  };
  static HWY_INLINE hn::Vec<D> taken(D d, hn::Vec<D> so_far, hn::Vec<D> x) {
    return Extreme<type, Wanted::largest>().of(d, Pair{so_far, x});
  }
  static HWY_INLINE hn::Vec<D> finished(D, hn::Vec<D> fold, const Lane*) { return fold; }
};

Kernel maxpool_for(const Call& call) {
  if (call.outputs.size() > 1 && call.outputs[1]) return {};
  switch (call.outputs[0]->type) {
    case DType::f16:
      return {&Pooled<LargestUnder<DType::f16>>::compute};
    case DType::bf16:
      return {&Pooled<LargestUnder<DType::bf16>>::compute};
    case DType::f32:
      return {&Pooled<LargestUnder<DType::f32>>::compute};
    case DType::f64:
      return {&Pooled<LargestUnder<DType::f64>>::compute};
    case DType::i8:
      return {&Pooled<LargestUnder<DType::i8>>::compute};
    case DType::u8:
      return {&Pooled<LargestUnder<DType::u8>>::compute};
    default:
      return {};
  }
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
