// SPDX-License-Identifier: Apache-2.0
// Floor 7. How results are freed of all NaNs but the one quiet NaN of their type, compiled once a target. A running sum
// tells whether any result was a NaN; only then the results are looked at again.
#if defined(ETALON_SIMD_NANS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_NANS_INL_H
#undef ETALON_SIMD_NANS_INL_H
#else
#define ETALON_SIMD_NANS_INL_H
#endif

#include <limits>

#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// A sum with a NaN is one. It is one too where infinities of both signs meet, and then nothing is found to clean.
struct FloatNans {
  template <class D, class V> static HWY_INLINE V sum(D, V s, V r) { return hn::Add(s, r); }
  template <class D, class V> static HWY_INLINE bool in(D d, V s) { return !hn::AllFalse(d, hn::IsNaN(s)); }
  template <class D, class V> static HWY_INLINE V cleaned(D d, V r) {
    return hn::IfThenElse(hn::IsNaN(r), hn::Set(d, std::numeric_limits<hn::TFromD<D>>::quiet_NaN()), r);
  }
};

struct NoNans {
  template <class D, class V> static HWY_INLINE V sum(D, V s, V) { return s; }
  template <class D, class V> static HWY_INLINE bool in(D, V) { return false; }
  template <class D, class V> static HWY_INLINE V cleaned(D, V r) { return r; }
};

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
