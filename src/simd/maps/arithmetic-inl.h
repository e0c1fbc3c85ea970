// SPDX-License-Identifier: Apache-2.0
// Floor 7. Sums, differences and products of lanes, and which operation a type takes, compiled once per target. Signed
// and unsigned integers of one width wrap to the same bits and share an operation.
#if defined(ETALON_SIMD_ARITHMETIC_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_ARITHMETIC_INL_H
#undef ETALON_SIMD_ARITHMETIC_INL_H
#else
#define ETALON_SIMD_ARITHMETIC_INL_H
#endif

#include <type_traits>

#include "simd/lanes/half-inl.h"
#include "simd/lanes/nans-inl.h"
#include "simd/maps/elementwise-inl.h"
#include "simd/maps/nibbles-inl.h"
#include "tensor/algebra.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <class T> struct LaneOp {
  using Lane = T;
  static constexpr unsigned elements = 1;
  static constexpr bool commutes = true, slow = false;
  using Nans = std::conditional_t<std::is_floating_point_v<T>, FloatNans, NoNans>;
};

template <class T> struct Sum : LaneOp<T> {
  template <class D, class V> HWY_INLINE V of(D, V a, V b) const { return hn::Add(a, b); }
};

template <class T> struct Difference : LaneOp<T> {
  static constexpr bool commutes = false;
  template <class D, class V> HWY_INLINE V of(D, V a, V b) const { return hn::Sub(a, b); }
};

template <class T> struct Product : LaneOp<T> {
  template <class D, class V> HWY_INLINE V of(D, V a, V b) const { return hn::Mul(a, b); }
};

// No instruction multiplies bytes. Products of 16-bit pairs of bytes have the even result in their low byte; with the
// even byte of one factor cleared, they have the odd result in their high byte.
template <> struct Product<std::uint8_t> : LaneOp<std::uint8_t> {
  template <class D, class V> HWY_INLINE V of(D d, V a, V b) const {
    const hn::RepartitionToWide<D> pair;
    const auto low = hn::Set(pair, 0x00FF);
    const auto x = hn::BitCast(pair, a), y = hn::BitCast(pair, b);
    const auto even = hn::Mul(x, y), odd = hn::Mul(hn::ShiftRight<8>(x), hn::AndNot(low, y));
    return hn::BitCast(d, hn::OrAnd(odd, even, low));
  }
};

// ---- by type --------------------------------------------------------------------------------------------------------

constexpr DType unsigned_of(DType type) {
  for (const DTypeInfo& row : dtype_table)
    if (info(type).kind == Kind::signed_ && row.kind == Kind::unsigned_ && row.bits == info(type).bits) return row.id;
  return type;
}

// The operation for elements of a type, made from the one on lanes.
template <template <class> class Op, DType type> constexpr auto op_for() {
  constexpr unsigned bits = info(type).bits < 8 ? 8 : info(type).bits;
  using Integer = std::conditional_t<info(type).kind == Kind::signed_, std::make_signed_t<Word<bits>>, Word<bits>>;
  if constexpr (type == DType::f16)
    return Halves<Float16, Op<float>>{};
  else if constexpr (type == DType::bf16)
    return Halves<BFloat16, Op<float>>{};
  else if constexpr (type == DType::f32)
    return Op<float>{};
  else if constexpr (type == DType::f64)
    return Op<double>{};
  else if constexpr (info(type).bits == 4)
    return Nibbles<Op<Integer>>{};
  else
    return Op<Integer>{};
}

template <template <class> class Op, DType type>
Status combined_by(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  combine(op_for<Op, type>(), call, inputs, outputs, work);
  return {};
}

// The kernels of an operator that is this operation in every type.
template <template <class> class Op> Kernel arithmetic_kernel(DType type) {
  static constexpr Kernel table[] = {
#define STORABLE(...) {},
#define NUMERIC(id, ...) {&combined_by<Op, unsigned_of(DType::id)>},
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(type)];
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
