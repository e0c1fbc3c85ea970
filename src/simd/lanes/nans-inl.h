// SPDX-License-Identifier: Apache-2.0
// Floor 7. How every NaN of a result becomes the one quiet NaN of its type, compiled once per target. A watch sees all
// results, two vectors at a time; only where it has seen a NaN are they rewritten.
#if defined(ETALON_SIMD_NANS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_NANS_INL_H
#undef ETALON_SIMD_NANS_INL_H
#else
#define ETALON_SIMD_NANS_INL_H
#endif

#include <limits>
#include <type_traits>

#include "simd/lanes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

#if HWY_TARGET <= HWY_AVX3
// The lanes in which no NaN was seen: one instruction for two vectors.
template <class Mask> struct Watch {
  Mask ordered = static_cast<Mask>(~Mask{0});
  bool alarmed() const { return ordered != static_cast<Mask>(~Mask{0}); }
};
HWY_INLINE void see(Watch<__mmask16>& w, hn::Vec512<float> r, hn::Vec512<float> q) {
  w.ordered = _mm512_mask_cmp_ps_mask(w.ordered, r.raw, q.raw, _CMP_ORD_Q);
}
HWY_INLINE void see(Watch<__mmask8>& w, hn::Vec512<double> r, hn::Vec512<double> q) {
  w.ordered = _mm512_mask_cmp_pd_mask(w.ordered, r.raw, q.raw, _CMP_ORD_Q);
}
template <class D> using WatchOf = Watch<std::conditional_t<sizeof(hn::TFromD<D>) == 4, __mmask16, __mmask8>>;
#else
// A sum with a NaN in it is a NaN. So is one with infinities of both signs; then there is merely nothing to clean.
template <class D> struct WatchOf {
  hn::Vec<D> sum;
  HWY_INLINE WatchOf() : sum(hn::Zero(D())) {}
  HWY_INLINE bool alarmed() const { return !hn::AllFalse(D(), hn::IsNaN(sum)); }
};
template <class W, class V> HWY_INLINE void see(W& w, V r, V q) { w.sum = hn::Add(w.sum, hn::Add(r, q)); }
#endif

struct FloatNans {
  static constexpr bool none = false;
  template <class D> using Watch = WatchOf<D>;
  template <class D, class V> static HWY_INLINE V cleaned(D d, V r) {
    return hn::IfThenElse(hn::IsNaN(r), hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN()), r);
  }
};

struct NoNans {
  static constexpr bool none = true;
  template <class D> struct Watch {
    bool alarmed() const { return false; }
    template <class V> friend HWY_INLINE void see(Watch&, V, V) {}
  };
  template <class D, class V> static HWY_INLINE V cleaned(D, V r) { return r; }
};

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
