// SPDX-License-Identifier: Apache-2.0
// Floor 7. The policy `exact`: the exact sum, rounded once. Sums are made in double, with a bound of their error. If
// both ends of this interval round to the same element, that is the result. Otherwise the scalar code sums again.
#include "simd/targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "simd/products/gemm_exact.cpp"
#include <hwy/foreach_target.h>

#include "ops/family/dot.hpp"
#include "simd/lanes/rounding-inl.h"
#include "simd/products/gemm-inl.h"
#include "simd/products/products-inl.h"
#include "simd/products/schemes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
#if ETALON_VECTORS

// Products and sums in double. A product is exact there: it has at most 48 bits, and an exponent far from both ends.
template <class F> struct InDouble : Widened<double, F>, EvenTiles {
  using Output = double;
  static constexpr bool plain_c = true;
};
#if HWY_NATIVE_FMA
template <class F> using DoubleSums = FusedInOne<InDouble<F>>;
#else
template <class F> using DoubleSums = Unfused<InDouble<F>>;
#endif

constexpr size_t block_rows = 480, block_columns = 512, double_lanes = HWY_MAX_BYTES / sizeof(double);

// Of the rows of A or the columns of B: the Euclidean norm, not too small, and the lowest bit that any element has.
struct Facts {
  double norm[block_columns], lowest[block_columns];
};
struct ExactScratch {
  Facts rows, columns;
  double sums[block_rows * block_columns];
};

// The lowest bit that is set in each lane, as a power of two; infinity for zero.
HWY_INLINE Vec<double> lowest_bit(Vec<double> x) {
  const Tag<double> d;
  const Tag<std::uint64_t> du;
  const auto size = hn::Abs(x);
  const auto pattern = hn::BitCast(du, size);
  const auto fraction = hn::And(pattern, hn::Set(du, (std::uint64_t{1} << 52) - 1));
  const auto without = hn::BitCast(d, hn::And(pattern, hn::Sub(pattern, hn::Set(du, 1))));
  const auto power = hn::RebindMask(d, hn::Eq(fraction, hn::Zero(du)));
  const auto bit = hn::IfThenElse(power, size, hn::Sub(size, without));
  return hn::IfThenElse(hn::Eq(size, hn::Zero(d)), hn::Set(d, std::numeric_limits<double>::infinity()), bit);
}

// A sum of n squares in double is off by n units of roundoff at most; the norm is made larger by more than that.
double enlarged(double norm, size_t n) { return norm * (1 + 0x1p-20 + static_cast<double>(n) * 0x1p-51); }

template <class F> void row_facts(const typename F::Element* a, size_t stride, size_t rows, size_t inner, Facts& to) {
  const Tag<double> d;
  for (size_t i = 0; i < rows; ++i, a += stride) {
    auto squares = hn::Zero(d), lowest = hn::Set(d, std::numeric_limits<double>::infinity());
    const auto take = [&](const typename F::Element* from) HWY_ATTR {
      const auto x = F::widen(d, from);
      squares = hn::Add(squares, hn::Mul(x, x));
      lowest = hn::Min(lowest, lowest_bit(x));
    };
    size_t k = 0;
    for (; k + double_lanes <= inner; k += double_lanes) take(a + k);
    if (k < inner) {
      typename F::Element rest[double_lanes] = {};
      std::memcpy(rest, a + k, (inner - k) * sizeof *a);
      take(rest);
    }
    to.norm[i] = enlarged(hn::GetLane(hn::Sqrt(hn::SumOfLanes(d, squares))), inner);
    to.lowest[i] = hn::GetLane(hn::MinOfLanes(d, lowest));
  }
}

template <class F>
void column_facts(const typename F::Element* b, size_t stride, size_t inner, size_t columns, Facts& to) {
  const Tag<double> d;
  for (size_t j = 0; j < block_columns; j += double_lanes) {
    hn::StoreU(hn::Zero(d), d, to.norm + j);
    hn::StoreU(hn::Set(d, std::numeric_limits<double>::infinity()), d, to.lowest + j);
  }
  for (size_t k = 0; k < inner; ++k, b += stride)
    for (size_t j = 0; j < columns; j += double_lanes) {
      typename F::Element rest[double_lanes] = {};
      const typename F::Element* from = b + j;
      if (columns - j < double_lanes) std::memcpy(rest, from, (columns - j) * sizeof *b), from = rest;
      const auto x = F::widen(d, from);
      hn::StoreU(hn::Add(hn::LoadU(d, to.norm + j), hn::Mul(x, x)), d, to.norm + j);
      hn::StoreU(hn::Min(hn::LoadU(d, to.lowest + j), lowest_bit(x)), d, to.lowest + j);
    }
  for (size_t j = 0; j < columns; j += double_lanes)
    hn::StoreU(hn::Mul(hn::Sqrt(hn::LoadU(d, to.norm + j)), hn::Set(d, enlarged(1, inner))), d, to.norm + j);
}

template <class F, class Algebra> void sum_again(const Product& p, size_t i, size_t j) {
  Exact<Algebra> sum;
  for (size_t k = 0; k < p.inner; ++k)
    sum.step(Algebra::load(p.a, i * p.a_stride + k), Algebra::load(p.b, k * p.b_stride + j), nullptr);
  Algebra::store(p.c, i * p.c_stride + j, sum.finish(nullptr));
}

// With S at least the sum of all |a||b| (Cauchy and Schwarz), the sum in double of n products is within n * 2^-53 * S
// of the exact one. It is exact where S is below 2^53 times a number that all products are multiples of.
template <class F, class Algebra>
void settle(const Product& p, size_t i0, size_t j0, size_t rows, size_t columns, const ExactScratch& s) {
  using Element = typename F::Element;
  const Tag<double> d;
  const auto unit = hn::Set(d, static_cast<double>(p.inner) * 0x1p-53 * (1 + 0x1p-20));
  const auto zero = hn::Zero(d);
  for (size_t i = 0; i < rows; ++i) {
    const auto norm = hn::Set(d, s.rows.norm[i]), places = hn::Set(d, s.rows.lowest[i] * 0x1p53);
    for (size_t j = 0; j < columns; j += double_lanes) {
      const auto sum = hn::LoadU(d, s.sums + i * block_columns + j);
      const auto size = hn::Mul(norm, hn::LoadU(d, s.columns.norm + j));
      const auto exact = hn::Lt(size, hn::Mul(places, hn::LoadU(d, s.columns.lowest + j)));
      // the last term is for rounding the ends themselves
      const auto error = hn::Add(hn::Mul(size, unit), hn::Mul(hn::Abs(sum), hn::Set(d, 0x1p-52)));
      const auto radius = hn::IfThenElse(exact, zero, error);
      Element low[double_lanes], high[double_lanes];
      F::narrow(d, hn::Sub(sum, radius), low);
      F::narrow(d, hn::Add(sum, radius), high);
      const size_t n = std::min(double_lanes, columns - j);
      std::memcpy(static_cast<Element*>(p.c) + (i0 + i) * p.c_stride + j0 + j, high, n * sizeof *high);
      if (std::memcmp(low, high, sizeof low) == 0) continue;
      for (size_t x = 0; x < n; ++x)
        if (std::memcmp(low + x, high + x, sizeof *low) != 0) sum_again<F, Algebra>(p, i0 + i, j0 + j + x);
    }
  }
}

template <class F> std::uint64_t exact_scratch(size_t rows, size_t columns, size_t inner) {
  return sizeof(ExactScratch) +
         gemm_scratch<DoubleSums<F>>(std::min(rows, block_rows), std::min(columns, block_columns), inner);
}

template <class F, class Algebra> void exact_gemm(const Product& p, std::byte* scratch) {
  using Element = typename F::Element;
  auto& s = *reinterpret_cast<ExactScratch*>(scratch);
  for (size_t j0 = 0; j0 < p.columns; j0 += block_columns) {
    const size_t columns = std::min(block_columns, p.columns - j0);
    const Element* const b = static_cast<const Element*>(p.b) + j0;
    column_facts<F>(b, p.b_stride, p.inner, columns, s.columns);
    for (size_t i0 = 0; i0 < p.rows; i0 += block_rows) {
      const size_t rows = std::min(block_rows, p.rows - i0);
      const Element* const a = static_cast<const Element*>(p.a) + i0 * p.a_stride;
      row_facts<F>(a, p.a_stride, rows, p.inner, s.rows);
      gemm<DoubleSums<F>>({rows, columns, p.inner, a, p.a_stride, b, p.b_stride, s.sums, block_columns},
                          scratch + sizeof s);
      settle<F, Algebra>(p, i0, j0, rows, columns, s);
    }
  }
}

Gemm exact_products(DType type) {
  if (type == DType::f16) return {&exact_gemm<Float16, Half>, &exact_scratch<Float16>};
  if (type == DType::bf16) return {&exact_gemm<BFloat16, BHalf>, &exact_scratch<BFloat16>};
  if (type == DType::f32) return {&exact_gemm<Float32, Float>, &exact_scratch<Float32>};
  return {};
}

#else
Gemm exact_products(DType) { return {}; }
#endif
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
