// SPDX-License-Identifier: Apache-2.0
// Floor 7. Rows of floats, of which results are computed in lanes and sums one term after the other, compiled once per
// target. The sums of several rows are made at once: their additions do not wait for each other.
#if defined(ETALON_SIMD_ROW_SUMS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_ROW_SUMS_INL_H
#undef ETALON_SIMD_ROW_SUMS_INL_H
#else
#define ETALON_SIMD_ROW_SUMS_INL_H
#endif

#include <type_traits>
#include <utility>

#include "simd/lanes/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

constexpr std::size_t rows_at_once = 16;

// Adds four terms of each of four rows, which are turned into lanes.
using FourRows = hn::FixedTag<float, 4>;
HWY_INLINE void add_turned(hn::Vec<FourRows>& sum, const float* x, std::size_t length) {
  const FourRows d;
  const auto a = hn::LoadU(d, x), b = hn::LoadU(d, x + length), c = hn::LoadU(d, x + 2 * length),
             e = hn::LoadU(d, x + 3 * length);
  const auto low = hn::InterleaveLower(d, a, c), other_low = hn::InterleaveLower(d, b, e);
  const auto high = hn::InterleaveUpper(d, a, c), other_high = hn::InterleaveUpper(d, b, e);
  sum = hn::Add(sum, hn::InterleaveLower(d, low, other_low));
  sum = hn::Add(sum, hn::InterleaveUpper(d, low, other_low));
  sum = hn::Add(sum, hn::InterleaveLower(d, high, other_high));
  sum = hn::Add(sum, hn::InterleaveUpper(d, high, other_high));
}

// Of four rows for each g.
template <std::size_t... g>
HWY_NOINLINE void add_rows(const float* x, std::size_t length, float* sums, std::index_sequence<g...>) {
  const FourRows d;
  hn::Vec<FourRows> sum[] = {((void)g, hn::Zero(d))...};
  std::size_t k = 0;
  for (; k + 4 <= length; k += 4) (add_turned(sum[g], x + 4 * g * length + k, length), ...);
  (hn::StoreU(sum[g], d, sums + 4 * g), ...);
  for (; k < length; ++k)
    for (std::size_t r = 0; r < 4 * sizeof...(g); ++r) sums[r] += x[r * length + k];
}
// Of one row for each r, in double.
template <std::size_t... r>
HWY_NOINLINE void add_rows(const float* x, std::size_t length, double* sums, std::index_sequence<r...>) {
  double sum[sizeof...(r)] = {};
  for (std::size_t k = 0; k < length; ++k) ((sum[r] += static_cast<double>(x[r * length + k])), ...);
  ((sums[r] = sum[r]), ...);
}

// The sums of n contiguous rows, at most rows_at_once; each begins at +0.
template <class Sum> void sums_of_rows(const float* x, std::size_t length, std::size_t n, Sum* sums) {
  constexpr std::size_t together = std::is_same_v<Sum, float> ? 4 : 1;  // rows for each index
  std::size_t r = 0;
  if (n == rows_at_once) return add_rows(x, length, sums, std::make_index_sequence<rows_at_once / together>());
  for (; r + 4 <= n; r += 4) add_rows(x + r * length, length, sums + r, std::make_index_sequence<4 / together>());
  for (; r < n; ++r) {
    sums[r] = 0;
    for (std::size_t k = 0; k < length; ++k) sums[r] += static_cast<Sum>(x[r * length + k]);
  }
}

// Calls each(load, store) for every vector of a row of n floats; the last one may not be whole. load(p) and store(v, p)
// access that vector in the row that begins at p.
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
