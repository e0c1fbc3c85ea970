// SPDX-License-Identifier: Apache-2.0
// Floor 7. Sums become quantised results in float, compiled once per target (rescale.hpp).
//
// A sum s has the exact number v = s * m, where m = a * b / y. Computed are f = float(m), within 2^-24 of m, g =
// float(s) and x = float(g * f), each within 2^-24 of its size; a * b is exact in double, and the quotient there within
// 2^-53. So |x - v| < 3.01 * 2^-24 * |v|, which is less than 2^-13 for |v| <= 512. If x is not that close to the middle
// between two integers, the integer nearest to x is the nearest to v. If it is, the exact result is asked for. For |v|
// > 512 x is beyond 511, and with a zero point of 8 bits both give the same end of the range; so does x held within
// 1024.
#if defined(ETALON_SIMD_RESCALE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_RESCALE_INL_H_
#undef ETALON_SIMD_RESCALE_INL_H_
#else
#define ETALON_SIMD_RESCALE_INL_H_
#endif

#include <hwy/highway.h>

#include "simd/quantised/rescale.hpp"

ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

class Rescaler {
  using DF = hn::ScalableTag<float>;
  using DI = hn::ScalableTag<std::int32_t>;

 public:
  explicit HWY_INLINE Rescaler(const Rescale& by) : by_(by) {}

  // Quantised numbers in 32 bits, not yet held in the range of their type.
  // `line` is that of the first lane.
  HWY_INLINE hn::Vec<DI> of(hn::Vec<DI> sums, hn::Vec<DF> factors, std::size_t line) const {
    const DF df;
    const DI di;
    constexpr float middle = 12582912;  // 1.5 * 2^23: what is added to it is rounded to an integer
    const auto held =
        hn::Min(hn::Max(hn::Mul(hn::ConvertTo(df, sums), factors), hn::Set(df, -1024.0f)), hn::Set(df, 1024.0f));
    const auto moved = hn::Add(held, hn::Set(df, middle));
    const auto rest = hn::Abs(hn::Sub(held, hn::Sub(moved, hn::Set(df, middle))));
    const auto result =
        hn::Add(hn::BitCast(di, moved), hn::Set(di, by_.zero_point - std::bit_cast<std::int32_t>(middle)));
    const auto close = hn::Gt(rest, hn::Set(df, 0.5f - 0x1p-13f));
    if (HWY_LIKELY(hn::AllFalse(df, close))) return result;
    return exactly(sums, hn::RebindMask(di, close), result, line);
  }

 private:
  HWY_NOINLINE hn::Vec<DI> exactly(hn::Vec<DI> sums, hn::Mask<DI> which, hn::Vec<DI> result, std::size_t line) const {
    const DI di;
    HWY_ALIGN std::int32_t sum[HWY_MAX_BYTES / 4], to[HWY_MAX_BYTES / 4], flags[HWY_MAX_BYTES / 4];
    hn::Store(sums, di, sum);
    hn::Store(result, di, to);
    hn::Store(hn::VecFromMask(di, which), di, flags);
    for (std::size_t i = 0; i < hn::Lanes(di); ++i)
      if (flags[i] != 0) to[i] = by_.exactly(sum[i], line + (by_.by_columns ? i : 0));
    return hn::Load(di, to);
  }

  const Rescale& by_;
};

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
