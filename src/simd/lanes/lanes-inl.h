// SPDX-License-Identifier: Apache-2.0
// Floor 7. Lanes at the ends of buffers, where a whole vector would reach beyond them. Compiled once per target.
#if defined(ETALON_SIMD_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_LANES_INL_H
#undef ETALON_SIMD_LANES_INL_H
#else
#define ETALON_SIMD_LANES_INL_H
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {
namespace hn = hwy::HWY_NAMESPACE;

// The first n lanes at p, n < Lanes(d), and something harmless after them.
template <class D> HWY_INLINE hn::Vec<D> load_first(D d, const hn::TFromD<D>* p, std::size_t n) {
#if HWY_TARGET <= HWY_AVX3
  return hn::MaskedLoad(hn::FirstN(d, n), d, p);  // does not touch what is masked
#else
  HWY_ALIGN hn::TFromD<D> lanes[hn::MaxLanes(D())] = {};
  std::memcpy(lanes, p, n * sizeof *p);
  return hn::Load(d, lanes);
#endif
}

template <class D> HWY_INLINE void store_first(hn::Vec<D> v, D d, hn::TFromD<D>* p, std::size_t n) {
#if HWY_TARGET <= HWY_AVX3
  hn::BlendedStore(v, hn::FirstN(d, n), d, p);
#else
  HWY_ALIGN hn::TFromD<D> lanes[hn::MaxLanes(D())];
  hn::Store(v, d, lanes);
  std::memcpy(p, lanes, n * sizeof *p);
#endif
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
