// SPDX-License-Identifier: Apache-2.0
// Floor 7. Matrix products for which blocks and packing do not pay: B small enough for the cache, a single column, a
// few rows. Compiled once per target, for schemes that take operands in place. Order and bits are the frame's.
#if defined(ETALON_SIMD_GEMM_THIN_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_GEMM_THIN_INL_H_
#undef ETALON_SIMD_GEMM_THIN_INL_H_
#else
#define ETALON_SIMD_GEMM_THIN_INL_H_
#endif

#include "simd/products/gemm-inl.h"
#include "simd/products/schemes-inl.h"

#if ETALON_VECTORS
ETALON_BEFORE_NAMESPACE();
namespace etalon::impl::ETALON_NAMESPACE {

template <class S> inline constexpr size_t small_bytes = size_t{1} << 18;  // of B

// ---- small --------------------------------------------------------------------------------------------------------

template <class S> void small_gemm(const Product& p, std::byte* scratch) {
  using T = typename S::Lane;
  constexpr size_t width = S::vectors * S::lanes;
  Tile<S> t{};
  t.units = p.inner, t.first = t.last = true;
  t.a_stride = p.a_stride, t.c_stride = p.c_stride;
  for (size_t j = 0; j < p.columns; j += width) {
    const size_t columns = std::min(width, p.columns - j);
    t.a = static_cast<const T*>(p.a), t.c = static_cast<T*>(p.c) + j;
    if (columns % S::lanes == 0) {
      t.b_stride = p.b_stride;
      t.b = static_cast<const T*>(p.b) + j;
      panel<S>(t, p.rows, columns);
    } else {
      pack_b<S>(static_cast<const T*>(p.b) + j, p.b_stride, p.inner, columns, reinterpret_cast<T*>(scratch));
      packed_panel<S>(t, reinterpret_cast<const T*>(scratch), p.rows, columns);
    }
    end_rows<S>(p.ending.from(0, j, sizeof(T)), static_cast<T*>(p.c) + j, p.c_stride, p.rows, columns);
  }
}

// ---- a few rows: B is read once, in the order of memory -----------------------------------------------------------

template <class S, size_t R> HWY_NOINLINE void few_rows(const Product& p) {
  using T = typename S::Lane;
  constexpr size_t L = S::lanes, depth = 8;
  const T *const a = static_cast<const T*>(p.a), *const b = static_cast<const T*>(p.b);
  T* const c = static_cast<T*>(p.c);
  for (size_t k0 = 0; k0 < p.inner; k0 += depth) {
    const size_t k = std::min(depth, p.inner - k0);
    const bool last = k0 + k == p.inner;
    const T* const row = b + k0 * p.b_stride;
    size_t j = 0;
    if (k == depth) {
      Vec<T> down[R][depth];
      ETALON_UNROLL
      for (size_t i = 0; i < R; ++i) ETALON_UNROLL
      for (size_t u = 0; u < depth; ++u) down[i][u] = S::down(a + i * p.a_stride + k0 + u);
      for (; j + L <= p.columns; j += L) {
        Vec<T> sum[R];
        ETALON_UNROLL
        for (size_t i = 0; i < R; ++i) sum[i] = k0 == 0 ? S::zero() : S::resume(c + i * p.c_stride + j);
        ETALON_UNROLL
        for (size_t u = 0; u < depth; ++u) {
          const Vec<T> across = S::across(row + u * p.b_stride + j);
          ETALON_UNROLL
          for (size_t i = 0; i < R; ++i) sum[i] = S::step(down[i][u], across, sum[i]);
        }
        ETALON_UNROLL
        for (size_t i = 0; i < R; ++i) S::store(last ? S::finish(sum[i]) : sum[i], c + i * p.c_stride + j);
      }
    }
    for (; j < p.columns; j += L) {  // the last columns, and all of them for the last few k
      const size_t bytes = std::min(L, p.columns - j) * sizeof(T);
      for (size_t i = 0; i < R; ++i) {
        HWY_ALIGN T lanes[L] = {};
        T* const to = c + i * p.c_stride + j;
        if (k0 > 0) std::memcpy(lanes, to, bytes);
        Vec<T> sum = S::resume(lanes);
        for (size_t u = 0; u < k; ++u) {
          std::memcpy(lanes, row + u * p.b_stride + j, bytes);
          sum = S::step(S::down(a + i * p.a_stride + k0 + u), S::across(lanes), sum);
        }
        S::store(last ? S::finish(sum) : sum, lanes);
        std::memcpy(to, lanes, bytes);
      }
    }
  }
}

// ---- one column: one lane per row ---------------------------------------------------------------------------------

// A vector of the same 128 bits of rows 0, B, 2B … of a, B elements being 128 bits.
template <class T, class D> HWY_INLINE hn::Vec<D> gather_blocks(D d, const T* a, size_t stride) {
  constexpr size_t B = 16 / sizeof(T);
  if constexpr (hn::MaxLanes(D()) == B) {
    return hn::LoadU(d, a);
  } else {
    const hn::Half<D> half;
    return hn::Combine(d, gather_blocks(half, a + hn::MaxLanes(half) * stride, stride), gather_blocks(half, a, stride));
  }
}

// Columns 0 to B of as many rows as there are lanes, one vector per column.
template <class T> HWY_INLINE void transpose(const T* a, size_t stride, Vec<T>* columns) {
  const Tag<T> d;
  if constexpr (sizeof(T) == 8) {
    const auto x = gather_blocks(d, a, stride), y = gather_blocks(d, a + stride, stride);
    columns[0] = hn::InterleaveLower(d, x, y), columns[1] = hn::InterleaveUpper(d, x, y);
  } else {
    const hn::RepartitionToWide<hn::RebindToUnsigned<Tag<T>>> pairs;
    const auto x = gather_blocks(d, a, stride), y = gather_blocks(d, a + stride, stride);
    const auto z = gather_blocks(d, a + 2 * stride, stride), w = gather_blocks(d, a + 3 * stride, stride);
    const auto xy_low = hn::BitCast(pairs, hn::InterleaveLower(d, x, y));
    const auto xy_high = hn::BitCast(pairs, hn::InterleaveUpper(d, x, y));
    const auto zw_low = hn::BitCast(pairs, hn::InterleaveLower(d, z, w));
    const auto zw_high = hn::BitCast(pairs, hn::InterleaveUpper(d, z, w));
    columns[0] = hn::BitCast(d, hn::InterleaveLower(pairs, xy_low, zw_low));
    columns[1] = hn::BitCast(d, hn::InterleaveUpper(pairs, xy_low, zw_low));
    columns[2] = hn::BitCast(d, hn::InterleaveLower(pairs, xy_high, zw_high));
    columns[3] = hn::BitCast(d, hn::InterleaveUpper(pairs, xy_high, zw_high));
  }
}

template <class S> HWY_NOINLINE void one_column(const Product& p) {
  using T = typename S::Lane;
  constexpr size_t L = S::lanes, B = 16 / sizeof(T);
  const T *const x = static_cast<const T*>(p.b), *a = static_cast<const T*>(p.a);
  T* const c = static_cast<T*>(p.c);
  for (size_t i = 0; i < p.rows; i += L, a += L * p.a_stride) {
    const size_t rows = std::min(L, p.rows - i);
    Vec<T> sum = S::zero();
    HWY_ALIGN T lanes[L] = {};
    size_t k = 0;
    for (; rows == L && k + B <= p.inner; k += B) {
      Vec<T> columns[B];
      transpose<T>(a + k, p.a_stride, columns);
      ETALON_UNROLL
      for (size_t u = 0; u < B; ++u) sum = S::step(columns[u], S::down(x + (k + u) * p.b_stride), sum);
    }
    for (; k < p.inner; ++k) {
      for (size_t r = 0; r < rows; ++r) lanes[r] = a[r * p.a_stride + k];
      sum = S::step(S::resume(lanes), S::down(x + k * p.b_stride), sum);
    }
    S::store(S::finish(sum), lanes);
    for (size_t r = 0; r < rows; ++r) c[(i + r) * p.c_stride] = lanes[r];
  }
}

// ---- which one ----------------------------------------------------------------------------------------------------

template <class S> constexpr size_t few = 4;

template <class S> void any_gemm(const Product& p, std::byte* scratch) {
  if (p.packed_b != nullptr) return gemm<S>(p, scratch);
  if (p.columns == 1) {
    one_column<S>(p);
    auto* const c = static_cast<typename S::Lane*>(p.c);
    if (p.c_stride != 1) return end_rows<S>(p.ending, c, p.c_stride, p.rows, 1);
    Ending ending = p.ending;  // of the column as a row
    std::swap(ending.row_step, ending.column_step);
    return end_rows<S>(ending, c, p.rows, 1, p.rows);
  }
  if (p.inner * p.columns * sizeof(typename S::Lane) <= small_bytes<S>) return small_gemm<S>(p, scratch);
  if (p.rows > few<S>) return gemm<S>(p, scratch);
  static constexpr void (*by_rows[])(const Product&) = {&few_rows<S, 1>, &few_rows<S, 2>, &few_rows<S, 3>,
                                                        &few_rows<S, 4>};
  by_rows[p.rows - 1](p);
  end_rows<S>(p.ending, static_cast<typename S::Lane*>(p.c), p.c_stride, p.rows, p.columns);
}

// A panel of the widest small product of so many columns or fewer, or what gemm needs: the last task has fewer rows or
// columns, and may be small where the others are not.
template <class S> std::uint64_t any_scratch(size_t rows, size_t columns, size_t inner) {
  const size_t column = std::max<size_t>(inner, 1) * sizeof(typename S::Lane);
  const size_t widest = std::min({columns, small_bytes<S> / column, S::vectors * S::lanes});
  const std::uint64_t panel = column * ((widest + S::lanes - 1) / S::lanes * S::lanes);
  return std::max(panel, rows > few<S> ? gemm_scratch<S>(rows, columns, inner) : 0);
}

template <class S> constexpr Gemm any_gemm_by() { return with_packing<S>({&any_gemm<S>, &any_scratch<S>}); }

}  // namespace etalon::impl::ETALON_NAMESPACE
ETALON_AFTER_NAMESPACE();
#endif
#endif
