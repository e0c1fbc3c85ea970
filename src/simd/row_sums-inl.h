// SPDX-License-Identifier: Apache-2.0
// Floor 7. Rows of floats, of which results are computed in lanes and sums one term after the other, compiled once per
// target. The sums of several rows are made at once: their additions do not wait for each other.
#if defined(ETALON_SIMD_ROW_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_ROW_SUMS_INL_H
#undef ETALON_SIMD_ROW_SUMS_INL_H
#else
#define ETALON_SIMD_ROW_SUMS_INL_H
#endif

#include "simd/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

constexpr std::size_t rows_at_once = 8;

template <class Sum, std::size_t rows> HWY_NOINLINE void add_rows(const float* x, std::size_t length, Sum* sums) {
  Sum sum[rows] = {};
  for (std::size_t k = 0; k < length; ++k)
    for (std::size_t r = 0; r < rows; ++r) sum[r] += static_cast<Sum>(x[r * length + k]);
  for (std::size_t r = 0; r < rows; ++r) sums[r] = sum[r];
}

// The sums of n rows that lie one behind the other, at most rows_at_once; each begins at +0.
template <class Sum> void sums_of_rows(const float* x, std::size_t length, std::size_t n, Sum* sums) {
  if (n == rows_at_once) return add_rows<Sum, rows_at_once>(x, length, sums);
  for (std::size_t r = 0; r < n; ++r) add_rows<Sum, 1>(x + r * length, length, sums + r);
}

// Calls each(load, store) for every vector of n floats, the last one of which may not be whole: load(p) and store(v, p)
// are of that part of a row that begins at p.
template <class Each> HWY_INLINE void for_each_vector(std::size_t n, Each each) {
  using D = hn::ScalableTag<float>;
  constexpr std::size_t N = hn::MaxLanes(D());  // the targets have vectors of one size
  const D d;
  std::size_t i = 0;
  for (; i + N <= n; i += N)
    each([&](const float* p) HWY_ATTR { return hn::LoadU(d, p + i); },
         [&](hn::Vec<D> v, float* p) HWY_ATTR { hn::StoreU(v, d, p + i); });
  if (i < n)
    each([&](const float* p) HWY_ATTR { return load_first(d, p + i, n - i); },
         [&](hn::Vec<D> v, float* p) HWY_ATTR { store_first(v, d, p + i, n - i); });
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
