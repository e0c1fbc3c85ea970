// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Cast, compiled once per target. From and to integers they are plain loops, which the
// compiler makes vectors of. Some pairs go through a third type that has all numbers of the first one. Elements of 4
// bits, and integers of 64 bits that become float16 or bfloat16, are left to the reference.
#include <algorithm>
#include <bit>
#include <optional>

#include "ops/type_sets.hpp"
#include "simd/lanes/rounding-inl.h"
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

using Convert = void (*)(const void* from, void* to, std::size_t n);

// ---- one element ----------------------------------------------------------------------------------------------------

// Truncated, the end of the range where it is beyond, 0 of a NaN.
template <class To, class From> HWY_INLINE To whole(From x) {
  using Ends = std::numeric_limits<To>;
  constexpr bool has_end = std::numeric_limits<From>::digits >= Ends::digits;  // else the next number is a power of two
  constexpr From least = static_cast<From>(Ends::min()), beyond = 2 * static_cast<From>(Ends::max() / 2 + 1);
  constexpr From most =
      has_end ? static_cast<From>(Ends::max()) : beyond - beyond * (std::numeric_limits<From>::epsilon() / 2);
  const From raised = x > least ? x : least;  // of a NaN too, for now
  const From inside = raised < most ? raised : most;
  To result;
  if constexpr (sizeof(To) < 4)
    result = static_cast<To>(static_cast<std::int32_t>(inside));
  else
    result = static_cast<To>(inside);
  if constexpr (!has_end) result = x >= beyond ? Ends::max() : result;
  return x != x ? To{0} : result;
}

template <class To, class From> HWY_INLINE To converted_to(From x) {
  if constexpr (std::is_integral_v<To> && std::is_floating_point_v<From>)
    return whole<To>(x);
  else
    return static_cast<To>(x);
}

// ---- rows -----------------------------------------------------------------------------------------------------------

// By way of words, since a buffer has bytes and not objects.
template <class From, class To> HWY_NOINLINE void plain(const void* from, void* to, std::size_t n) {
  ETALON_UNROLL_FEW
  for (std::size_t i = 0; i < n; ++i) {
    const auto x = std::bit_cast<From>(load_pattern<8 * sizeof(From)>(from, i));
    store_pattern<8 * sizeof(To)>(to, i, std::bit_cast<Word<8 * sizeof(To)>>(converted_to<To>(x)));
  }
}

template <unsigned bits, bool has_sign> HWY_NOINLINE void is_not_zero(const void* from, void* to, std::size_t n) {
  constexpr Word<bits> size = std::numeric_limits<Word<bits>>::max() >> (has_sign ? 1 : 0);  // all but the sign
  for (std::size_t i = 0; i < n; ++i) store_pattern<8>(to, i, (load_pattern<bits>(from, i) & size) != 0);
}

// The number 1 in a type, for what is true.
template <unsigned bits, Word<bits> one> HWY_NOINLINE void one_or_zero(const void* from, void* to, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) store_pattern<bits>(to, i, load_pattern<8>(from, i) != 0 ? one : Word<bits>{0});
}

// Whether the processor converts between float and float16, which it does as the floating-point environment says.
constexpr bool converts_float16 = HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2;

template <class Format> struct OfFormat {
  using D = hn::ScalableTag<float>;
  static constexpr unsigned operands = 1;
  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = widened(d, lanes.template of<0>(hn::Rebind<std::uint16_t, D>()));
    return Numbers<DType::f32>::unless_nan(d, x, x);
  }

 private:
  template <class V> static HWY_INLINE hn::Vec<D> widened(D d, V patterns) {
    if constexpr (converts_float16 && std::is_same_v<Format, Float16>)
      return hn::PromoteTo(d, hn::BitCast(hn::Rebind<hwy::float16_t, D>(), patterns));
    else
      return Format::widened(d, hn::PromoteTo(Words<D>(), patterns));
  }
};

template <class Format, class From> struct InFormat {
  using DF = hn::ScalableTag<From>;
  using D = hn::Rebind<std::uint16_t, DF>;
  static constexpr unsigned operands = 1;
  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const DF df;
    const auto x = lanes.template of<0>(df);
    if constexpr (sizeof(From) == 8)
      return patterns(d, hn::DemoteTo(hn::Rebind<float, DF>(), Format::nearest(df, x)));
    else
      return patterns(d, x);
  }

 private:
  // Of floats, which are rounded if they are not yet numbers of the format.
  template <class V> static HWY_INLINE hn::Vec<D> patterns(D d, V x) {
    const hn::Rebind<float, D> df;
    const Words<decltype(df)> du;
    if constexpr (converts_float16 && std::is_same_v<Format, Float16>) {
      const auto pattern = hn::BitCast(d, hn::DemoteTo(hn::Rebind<hwy::float16_t, D>(), x));
      const hn::RebindToSigned<D> di;
      const auto size = hn::BitCast(di, hn::And(pattern, hn::Set(d, 0x7FFF)));
      return hn::IfThenElse(hn::RebindMask(d, hn::Gt(size, hn::Set(di, 0x7C00))), hn::Set(d, Format::nan), pattern);
    } else {
      const auto number = Format::narrowed(df, Format::nearest(df, x));
      const auto pattern = hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(x)), words(df, Format::nan), number);
      return hn::DemoteTo(d, hn::BitCast(hn::RebindToSigned<decltype(df)>(), pattern));
    }
  }
};

// Between float and double, or within one of them.
template <class From, class To> struct OfFloat {
  using Wider = hn::ScalableTag<std::conditional_t<sizeof(From) < sizeof(To), To, From>>;
  using D = hn::Rebind<To, Wider>;
  static constexpr unsigned operands = 1;
  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto y = converted(d, lanes.template of<0>(hn::Rebind<From, D>()));
    return hn::IfThenElse(hn::IsNaN(y), hn::Set(d, std::numeric_limits<To>::quiet_NaN()), y);
  }

 private:
  template <class V> static HWY_INLINE hn::Vec<D> converted(D d, V x) {
    if constexpr (std::is_same_v<From, To>)
      return (void)d, x;
    else if constexpr (sizeof(From) < sizeof(To))
      return hn::PromoteTo(d, x);
    else
      return hn::DemoteTo(d, x);
  }
};

// The vector instructions saturate in fewer steps than the plain loop.
struct FloatToInt32 {
  using D = hn::ScalableTag<std::int32_t>;
  static constexpr unsigned operands = 1;
  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = lanes.template of<0>(hn::Rebind<float, D>());
    return hn::IfThenZeroElse(hn::RebindMask(d, hn::IsNaN(x)), hn::ConvertTo(d, x));
  }
};

template <class Op> void by_lanes(const void* from, void* to, std::size_t n) {
  const Op op;
  row<Op>(&op, &from, to, n);
}

// ---- pairs of types -------------------------------------------------------------------------------------------------

template <DType type> using LaneOf = decltype(lane_of<type>());
constexpr TypeSet plain_types = types::int8_16 | types::int32_64 | TypeSet{DType::f32, DType::f64};
constexpr bool is_half(DType type) { return type == DType::f16 || type == DType::bf16; }

template <DType type> constexpr auto one_in() {
  constexpr unsigned bits = info(type).bits;
  if constexpr (!is_floating(type))
    return Word<bits>{1};
  else  // the exponent alone: its bias
    return static_cast<Word<bits>>(((Word<bits>{1} << (bits - info(type).fraction - 2)) - 1) << info(type).fraction);
}

template <DType from, DType to> constexpr Convert direct() {
  constexpr unsigned from_bits = info(from).bits, to_bits = info(to).bits;
  if constexpr (from_bits == 4 || to_bits == 4) {
    return nullptr;
  } else if constexpr (to == DType::boolean) {
    return &is_not_zero<from_bits, is_floating(from)>;
  } else if constexpr (from == DType::boolean) {
    return &one_or_zero<to_bits, one_in<to>()>;
  } else if constexpr (from == DType::u32 && to == DType::f32) {
    return nullptr;  // by way of double: where there is no instruction, compilers fuse a product and a sum
  } else if constexpr (plain_types.contains(from) && plain_types.contains(to)) {
    if constexpr (from == DType::f32 && to == DType::i32)
      return &by_lanes<FloatToInt32>;
    else if constexpr (is_floating(from) && is_floating(to))
      return &by_lanes<OfFloat<LaneOf<from>, LaneOf<to>>>;
    else if constexpr (is_integer(from) && is_integer(to))  // what is cut off, or kept, is the same
      return from_bits < to_bits ? &plain<LaneOf<from>, Word<to_bits>> : &plain<Word<from_bits>, Word<to_bits>>;
    else
      return &plain<LaneOf<from>, LaneOf<to>>;
  } else if constexpr (is_half(from) && to == DType::f32) {
    return &by_lanes<OfFormat<std::conditional_t<from == DType::f16, Float16, BFloat16>>>;
  } else if constexpr (is_half(to) && (from == DType::f32 || from == DType::f64)) {
    return &by_lanes<InFormat<std::conditional_t<to == DType::f16, Float16, BFloat16>, LaneOf<from>>>;
  } else {
    return nullptr;
  }
}

template <DType from> Convert direct_from(DType to) {
  static constexpr Convert table[] = {
#define STORABLE(id, ...) direct<from, DType::id>(),
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(to)];
}

Convert direct_between(DType from, DType to) {
  static constexpr Convert (*table[])(DType) = {
#define STORABLE(id, ...) &direct_from<DType::id>,
#include "tensor/dtype.def"
  };
  return table[static_cast<unsigned>(from)](to);
}

// A type that has all numbers of `from`; `to` is beside it.
std::optional<DType> carrier_of(DType from) {
  if (info(from).bits <= 16) return DType::f32;
  if (info(from).bits == 32) return DType::f64;
  return std::nullopt;
}

// In one step, or in two by way of a carrier.
struct CastSteps {
  Convert first = nullptr, second = nullptr;
  unsigned from_bytes, to_bytes;

  CastSteps(DType from, DType to) : from_bytes(info(from).bits / 8), to_bytes(info(to).bits / 8) {
    first = direct_between(from, to);
    if (first != nullptr) return;
    if (const auto carrier = carrier_of(from)) {
      second = direct_between(*carrier, to);
      if (second != nullptr) first = direct_between(from, *carrier);
    }
  }
};

void convert_row(const void* given, const void* const* operands, void* result, std::size_t n) {
  const CastSteps& steps = *static_cast<const CastSteps*>(given);
  if (steps.second == nullptr) return steps.first(operands[0], result, n);
  constexpr std::size_t most = 1024;
  HWY_ALIGN std::byte carried[most * sizeof(double)];
  for (std::size_t i = 0; i < n; i += most) {
    const std::size_t m = std::min(most, n - i);
    steps.first(static_cast<const std::byte*>(operands[0]) + i * steps.from_bytes, carried, m);
    steps.second(carried, static_cast<std::byte*>(result) + i * steps.to_bytes, m);
  }
}

Status cast(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const CastSteps steps(call.inputs[0]->type, call.outputs[0]->type);
  map_rows(call, inputs, outputs, work, 1, {&convert_row, &steps});
  return {};
}

Kernel cast_for(const Call& call) {
  if (CastSteps(call.inputs[0]->type, call.outputs[0]->type).first == nullptr) return {};
  return {&cast};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
