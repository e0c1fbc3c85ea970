// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of Clip, compiled once per target.
#include "ops/clip/clip.reference.hpp"
#include "ops/world.hpp"
#include "simd/maps/rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <DType type> class Bounded {
  using N = Numbers<type>;
  using Lane = typename N::Lane;

 public:
  using D = typename N::D;
  static constexpr unsigned operands = 1;

  Bounded(const Call& call, Inputs inputs) {
    Stored::with<TypeSet{type}>(type, [&]<class A>(A) {
      const auto low = clip_bound(A{}, call, inputs, lower_bound), high = clip_bound(A{}, call, inputs, upper_bound);
      if (low && !A::is_nan(*low)) below_ = key_of<A>(*low, Side::below), low_ = lane_of_value<A>(*low);
      if (high && !A::is_nan(*high)) above_ = key_of<A>(*high, Side::above), high_ = lane_of_value<A>(*high);
      if (!low || !high || !A::less(*high, *low)) return;
      low_ = high_;  // they are crossed
      if (N::has_nan && call.row->source != Source::onnx) nan_ = high_;
    });
  }

  template <class Lanes> HWY_INLINE hn::Vec<D> of(D d, const Lanes& lanes) const {
    const auto x = lanes.template of<0>(d);
    if constexpr (N::has_nan)
      return hn::IfThenElse(N::is_nan(d, x), hn::Set(d, nan_), bounded(d, x));
    else
      return bounded(d, x);
  }

 private:
  // Of numbers.
  template <class V> HWY_INLINE V bounded(D d, V x) const {
    if constexpr (N::is_pattern) {
      const auto key = N::key(d, x);
      const auto lowered = hn::IfThenElse(hn::Gt(key, hn::Set(d, above_)), hn::Set(d, high_), x);
      return hn::IfThenElse(hn::Lt(key, hn::Set(d, below_)), hn::Set(d, low_), lowered);
    } else {
      return N::at_most(d, hn::Set(d, above_), N::at_least(d, hn::Set(d, below_), x));
    }
  }

  template <class A> static Lane lane_of_value(typename A::Value v) {
    if constexpr (N::is_pattern)
      return static_cast<Lane>(A::pattern(v));
    else
      return static_cast<Lane>(v);
  }
  enum class Side : bool { below, above };
  // What is below a zero is below both zeros, and what is above it is above both.
  template <class A> static Lane key_of(typename A::Value v, Side side) {
    const Lane lane = lane_of_value<A>(v);
    if constexpr (N::is_pattern) {
      if ((lane & 0x7FFF) == 0) return side == Side::below ? -1 : 0;
      return static_cast<Lane>(lane < 0 ? lane ^ 0x7FFF : lane);
    } else {
      return lane;
    }
  }

  using Ends = std::numeric_limits<Lane>;
  static constexpr bool keys_have_nan = N::has_nan && !N::is_pattern;
  // Nothing is below or above what there is without bounds. Patterns have keys here, other numbers the bounds.
  Lane below_ = keys_have_nan ? Ends::quiet_NaN() : Ends::lowest();
  Lane above_ = keys_have_nan ? Ends::quiet_NaN() : Ends::max();
  Lane low_ = 0, high_ = 0;  // what becomes of a number below or above the bounds
  Lane nan_ = N::nan();      // what becomes of a NaN
};

Kernel clip_for(const Call& call) {
  constexpr TypeSet types = types::floats | types::bfloat16 | types::int8_16 | types::int32_64;
  return map_kernel<Bounded, types>(call.outputs[0]->type);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
