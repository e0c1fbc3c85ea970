// SPDX-License-Identifier: Apache-2.0
// Floor 7. Rows of the family map (simd/maps/map.hpp), compiled once per target: an operator says what becomes of a
// vector of lanes of each operand.
//
// An operation has
//   operands                   how many it takes
//   D                          the tag of the vectors that it makes
//   of(d, lanes)               the results; lanes.of<x>(tag) are those of operand x, as many as there are results
// and, where it depends on more than them, a constructor from the call and its operands.
#if defined(ETALON_SIMD_ROWS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_ROWS_INL_H
#undef ETALON_SIMD_ROWS_INL_H
#else
#define ETALON_SIMD_ROWS_INL_H
#endif

#include <limits>
#include <type_traits>

#undef ETALON_UNROLL_FEW
#ifdef __clang__
#define ETALON_UNROLL_FEW _Pragma("unroll 4")
#else
#define ETALON_UNROLL_FEW _Pragma("GCC unroll 4")
#endif

#include "simd/lanes/lanes-inl.h"
#include "simd/maps/map.hpp"
#include "tensor/algebra.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// Lanes from number i on: a whole vector, or the first n of one.
struct WholeLanes {
  const void* const* operands;
  std::size_t i;
  template <unsigned x, class D> HWY_INLINE hn::Vec<D> of(D d) const {
    return hn::LoadU(d, static_cast<const hn::TFromD<D>*>(operands[x]) + i);
  }
};
struct FirstLanes {
  const void* const* operands;
  std::size_t i, n;
  template <unsigned x, class D> HWY_INLINE hn::Vec<D> of(D d) const {
    return load_first(d, static_cast<const hn::TFromD<D>*>(operands[x]) + i, n);
  }
};

// The last vector may share lanes with the one before it. It is computed first and stored last, because the result may
// lie where an operand does.
template <class Op> HWY_NOINLINE void row(const void* given, const void* const* operands, void* result, std::size_t n) {
  const Op op = *static_cast<const Op*>(given);
  const typename Op::D d;
  const std::size_t N = hn::Lanes(d);
  const void* from[Op::operands];  // a copy, which no store can change
  for (unsigned x = 0; x < Op::operands; ++x) from[x] = operands[x];
  auto* const to = static_cast<hn::TFromD<typename Op::D>*>(result);
  if (n < N) return store_first(op.of(d, FirstLanes{from, 0, n}), d, to, n);
  const auto last = op.of(d, WholeLanes{from, n - N});
  ETALON_UNROLL_FEW
  for (std::size_t i = 0; i < n - N; i += N) hn::StoreU(op.of(d, WholeLanes{from, i}), d, to + i);
  hn::StoreU(last, d, to + (n - N));
}

// ---- kernels --------------------------------------------------------------------------------------------------------

template <class Op> Op made(const Call& call, Inputs inputs) {
  if constexpr (std::is_constructible_v<Op, const Call&, Inputs>)
    return Op(call, inputs);
  else
    return Op{};
}

template <class Op> Status mapped(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const Op op = made<Op>(call, inputs);
  map_rows(call, inputs, outputs, work, Op::operands, {&row<Op>, &op});
  return {};
}

template <class Op> Status folded(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const Op op = made<Op>(call, inputs);
  fold_rows(call, inputs, outputs, work, {&row<Op>, &op}, {&row<Op>, &op});
  return {};
}

// Of any number of operands, Op takes the first two, then the result so far and the next.
enum class OperandCount : bool { fixed, any };
template <template <DType> class Op, TypeSet types, DType type, OperandCount count> constexpr Kernel kernel_of() {
  if constexpr (!types.contains(type))
    return {};
  else if constexpr (count == OperandCount::any)
    return {&folded<Op<type>>};
  else
    return {&mapped<Op<type>>};
}

// The kernel for results of this type, if it is one of `types`.
template <template <DType> class Op, TypeSet types, OperandCount count = OperandCount::fixed>
Kernel map_kernel(DType type) {
  static constexpr Kernel table[] = {
#define STORABLE(id, ...) kernel_of<Op, types, DType::id, count>(),
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(type)];
}

// ---- numbers in their order -----------------------------------------------------------------------------------------

template <DType type> constexpr auto lane_of() {
  constexpr DTypeInfo of = info(type);
  if constexpr (type == DType::f32)
    return float{};
  else if constexpr (type == DType::f64)
    return double{};
  else if constexpr (of.kind == Kind::unsigned_)
    return Word<of.bits>{};
  else
    return std::make_signed_t<Word<of.bits>>{};
}

// The numbers of a type in lanes. Those of 16 bits with a fraction are patterns, as signed integers; a key has the
// order of the numbers, with -0 directly below +0.
template <DType type> struct Numbers {
  using Lane = decltype(lane_of<type>());
  using D = hn::ScalableTag<Lane>;
  using V = hn::Vec<D>;
  static constexpr bool is_pattern = type == DType::f16 || type == DType::bf16;
  static constexpr bool has_nan = is_floating(type);
  static constexpr std::int16_t infinity = type == DType::f16 ? 0x7C00 : 0x7F80;  // of the patterns

  template <class T> static HWY_INLINE V key(D d, T v) {
    if constexpr (is_pattern)
      return hn::Xor(v, hn::And(hn::ShiftRight<15>(v), hn::Set(d, 0x7FFF)));
    else
      return (void)d, v;
  }
  template <class T> static HWY_INLINE auto is_nan(D d, T v) {
    if constexpr (is_pattern)
      return hn::Gt(hn::And(v, hn::Set(d, 0x7FFF)), hn::Set(d, infinity));
    else
      return (void)d, hn::IsNaN(v);
  }
  // Whether a or b is a NaN.
  template <class T> static HWY_INLINE auto any_nan(D d, T a, T b) {
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
    if constexpr (type == DType::f32)
      return hn::Mask<D>{_mm512_cmp_ps_mask(a.raw, b.raw, _CMP_UNORD_Q)};
    else if constexpr (type == DType::f64)
      return hn::Mask<D>{_mm512_cmp_pd_mask(a.raw, b.raw, _CMP_UNORD_Q)};
    else
#endif
      return hn::Or(is_nan(d, a), is_nan(d, b));
  }
  // The bound where the number is beyond it. Zeros of both signs are equal, and nothing is beyond a NaN or is one: that
  // is what the instructions of x86 give, where the second operand is the number.
  template <class T> static HWY_INLINE V at_least(D, T bound, T x) {
    if constexpr (HWY_ARCH_X86 || !has_nan)
      return hn::Max(bound, x);
    else
      return hn::IfThenElse(hn::Lt(x, bound), bound, x);
  }
  template <class T> static HWY_INLINE V at_most(D, T bound, T x) {
    if constexpr (HWY_ARCH_X86 || !has_nan)
      return hn::Min(bound, x);
    else
      return hn::IfThenElse(hn::Gt(x, bound), bound, x);
  }
  static constexpr Lane nan() {
    if constexpr (is_pattern)
      return type == DType::f16 ? 0x7E00 : 0x7FC0;
    else
      return std::numeric_limits<Lane>::quiet_NaN();  // 0 of integers, which have none
  }
  // The result, or the one quiet NaN where x is a NaN.
  template <class T> static HWY_INLINE V unless_nan(D d, T x, T result) {
    if constexpr (has_nan)
      return hn::IfThenElse(is_nan(d, x), hn::Set(d, nan()), result);
    else
      return (void)d, (void)x, result;
  }
};

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
