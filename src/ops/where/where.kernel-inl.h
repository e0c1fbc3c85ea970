// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Where, by the width of the elements, compiled once per target.
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// Lanes of the result's width that are not zero where the byte is not.
template <class D, class V> HWY_INLINE auto widened(D d, V bytes) {
  if constexpr (sizeof(hn::TFromD<D>) == 1)
    return (void)d, bytes;
  else if constexpr (sizeof(hn::TFromD<D>) == 8)
    return hn::PromoteTo(d, hn::PromoteTo(hn::Rebind<std::uint32_t, D>(), bytes));
  else
    return hn::PromoteTo(d, bytes);
}

template <DType type> struct Choice {
  using D = hn::ScalableTag<Word<info(type).bits>>;
  static constexpr unsigned operands = 3;

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto condition = widened(d, lanes.template of<0>(hn::Rebind<std::uint8_t, D>()));
    const auto chosen =
        hn::IfThenElse(hn::Eq(condition, hn::Zero(d)), lanes.template of<2>(d), lanes.template of<1>(d));
    if constexpr (type == DType::boolean)
      return hn::Min(chosen, hn::Set(d, 1));
    else
      return chosen;
  }
};

Kernel where_for(const Call& call) {
  constexpr TypeSet types{DType::boolean, DType::u8, DType::u16, DType::u32, DType::u64};
  const DType type = call.outputs[0]->type;
  for (const DTypeInfo& row : dtype_table)  // every bit is kept, so the width is all that counts
    if (type != DType::boolean && row.kind == Kind::unsigned_ && row.bits == info(type).bits)
      return map_kernel<Choice, types>(row.id);
  return map_kernel<Choice, types>(type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
