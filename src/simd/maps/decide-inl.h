// SPDX-License-Identifier: Apache-2.0
// Floor 7. Rows of operators whose results are truth values (ops/family/decide.hpp), compiled once per target:
// comparisons of numbers, and logic on bytes.
#if defined(ETALON_SIMD_DECIDE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_DECIDE_INL_H
#undef ETALON_SIMD_DECIDE_INL_H
#else
#define ETALON_SIMD_DECIDE_INL_H
#endif

#include "ops/type_sets.hpp"
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

struct IsLess {
  template <class D, class V> static HWY_INLINE auto of(D, V a, V b) { return hn::Lt(a, b); }
};
struct IsLessOrEqual {
  template <class D, class V> static HWY_INLINE auto of(D, V a, V b) {
    if constexpr (hwy::IsFloat<hn::TFromD<D>>())
      return hn::Le(a, b);
    else
      return hn::Not(hn::Lt(b, a));
  }
};
struct IsEqual {
  template <class D, class V> static HWY_INLINE auto of(D, V a, V b) { return hn::Eq(a, b); }
};

// One byte of result for each pair of numbers, or of numbers with their operands exchanged.
enum class OperandOrder : bool { as_given, exchanged };
template <DType type, class Relation, OperandOrder order = OperandOrder::as_given> struct Compared {
  using N = Numbers<type>;
  using From = typename N::D;
  using D = hn::Rebind<std::uint8_t, From>;
  static constexpr unsigned operands = 2;
  static constexpr bool exchanged = order == OperandOrder::exchanged;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const From from;
    const auto a = lanes.template of<exchanged ? 1 : 0>(from), b = lanes.template of<exchanged ? 0 : 1>(from);
    const hn::RebindToUnsigned<From> wide;
    const auto one = hn::Set(wide, 1);
    const auto flags = hn::IfThenElseZero(hn::RebindMask(wide, holds(from, a, b)), one);
    if constexpr (sizeof(hn::TFromD<From>) == 1)
      return (void)d, flags;
    else
      return hn::TruncateTo(d, flags);
  }

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  // Of lanes of 64 bits, eight masks are the bits of a whole vector of results: truncating each would take twice the
  // time.
  static void row(const void*, const void* const* operands_of_row, void* result, std::size_t n)
    requires(sizeof(hn::TFromD<From>) == 8)
  {
    const From from;
    const auto* a = static_cast<const hn::TFromD<From>*>(operands_of_row[exchanged ? 1 : 0]);
    const auto* b = static_cast<const hn::TFromD<From>*>(operands_of_row[exchanged ? 0 : 1]);
    auto* const to = static_cast<std::uint8_t*>(result);
    const __m512i ones = _mm512_set1_epi8(1);
    std::size_t i = 0;
    for (; i + 64 <= n; i += 64) {
      std::uint64_t bits = 0;
      ETALON_UNROLL
      for (unsigned k = 0; k < 64; k += 8)
        bits |= std::uint64_t{holds(from, hn::LoadU(from, a + i + k), hn::LoadU(from, b + i + k)).raw} << k;
      _mm512_storeu_si512(to + i, _mm512_maskz_mov_epi8(bits, ones));
    }
    if (i == n) return;
    const void* const rest[] = {static_cast<const hn::TFromD<From>*>(operands_of_row[0]) + i,
                                static_cast<const hn::TFromD<From>*>(operands_of_row[1]) + i};
    const Compared op;
    HWY_NAMESPACE::row<Compared>(&op, rest, to + i, n - i);
  }
#endif

 private:
  template <class V> static HWY_INLINE auto holds(From from, V a, V b) {
    if constexpr (N::is_pattern) {
      const auto sizes = hn::Max(size(from, a), size(from, b));  // beyond infinity where one is a NaN
      const auto numbers = hn::Not(hn::Gt(sizes, hn::Set(from, N::infinity)));
      return hn::And(numbers, Relation::of(from, signed_size(from, a), signed_size(from, b)));
    } else {
      return Relation::of(from, a, b);
    }
  }
  template <class V> static HWY_INLINE V size(From from, V pattern) { return hn::And(pattern, hn::Set(from, 0x7FFF)); }
  // An integer in the order of the numbers, which is 0 for both zeros.
  template <class V> static HWY_INLINE V signed_size(From from, V pattern) {
    const auto sign = hn::ShiftRight<15>(pattern);
    return hn::Sub(hn::Xor(size(from, pattern), sign), sign);
  }
};

// Logic on bytes, of which any but 0 is true: a result is 0 or 1.
using Bytes = hn::ScalableTag<std::uint8_t>;
template <class Lanes, unsigned x> HWY_INLINE hn::Vec<Bytes> truth(const Lanes& lanes) {
  const Bytes d;
  return hn::Min(lanes.template of<x>(d), hn::Set(d, 1));
}

// Logic of two operands.
template <class Logic> struct OfTruths {
  using D = Bytes;
  static constexpr unsigned operands = 2;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D, const Lanes& lanes) const {
    const auto a = truth<Lanes, 0>(lanes);
    const auto b = truth<Lanes, 1>(lanes);
    return Logic::of(a, b);
  }
};

#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
template <class Op> Status compared(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  map_rows(call, inputs, outputs, work, Op::operands, {&Op::row, nullptr});
  return {};
}
#endif

// The kernel for operands of this type.
template <template <DType> class Op> Kernel comparison(const Call& call) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int8_16 | types::int32_64;
  const DType type = call.inputs[0]->type;
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
  if (type == DType::f64) return {&compared<Op<DType::f64>>};
  if (type == DType::i64) return {&compared<Op<DType::i64>>};
  if (type == DType::u64) return {&compared<Op<DType::u64>>};
#endif
  return map_kernel<Op, types>(type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
