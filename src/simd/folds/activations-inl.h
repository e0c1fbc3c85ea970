// SPDX-License-Identifier: Apache-2.0
// Floor 7. Rows of floats in lanes, and the activations of recurrent operators on them, compiled once per target.
#if defined(ETALON_SIMD_ACTIVATIONS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_ACTIVATIONS_INL_H
#undef ETALON_SIMD_ACTIVATIONS_INL_H
#else
#define ETALON_SIMD_ACTIVATIONS_INL_H
#endif

#include "ops/family/recurrence.hpp"
#include "simd/lanes/nans-inl.h"
#include "simd/maps/functions-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

#if HWY_HAVE_FLOAT64
using RowTag = hn::ScalableTag<float>;
using RowVec = hn::Vec<RowTag>;

// Calls part(load, store) for lanes of rows one after the other: load(row) and store(row, v) take no more than is
// there.
template <class Part> HWY_INLINE void in_lanes(std::size_t count, Part part) {
  const RowTag d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t j = 0;
  for (; j + lanes <= count; j += lanes)
    part([&](const float* row) HWY_ATTR { return hn::LoadU(d, row + j); },
         [&](float* row, RowVec v) HWY_ATTR { hn::StoreU(v, d, row + j); });
  if (j < count)
    part([&](const float* row) HWY_ATTR { return load_first(d, row + j, count - j); },
         [&](float* row, RowVec v) HWY_ATTR { store_first(v, d, row + j, count - j); });
}

template <class Function> HWY_INLINE void map_row(float* row, std::size_t count, Function function) {
  const RowTag d;
  in_lanes(count, [&](auto load, auto store) HWY_ATTR { store(row, FloatNans::cleaned(d, function(load(row)))); });
}

HWY_NOINLINE void clip_row(float limit, float* row, std::size_t count) {
  const RowTag d;
  const RowVec low = hn::Set(d, -limit), high = hn::Set(d, limit);
  map_row(row, count, [&](RowVec v) HWY_ATTR {
    v = hn::IfThenElse(hn::Lt(v, low), low, v);
    return hn::IfThenElse(hn::Lt(high, v), high, v);
  });
}

HWY_NOINLINE void activate_row(const Activation& by, float* row, std::size_t count) {
  using F = Activation::Function;
  const RowTag d;
  const RowVec alpha = hn::Set(d, static_cast<float>(by.alpha)), beta = hn::Set(d, static_cast<float>(by.beta)),
               zero = hn::Zero(d), one = hn::Set(d, 1.0F);
  switch (by.function) {
    case F::sigmoid:
      return map_row(row, count, [&](RowVec v) HWY_ATTR { return function_lanes<RealFunction::sigmoid>(d, v); });
    case F::tanh:
      return map_row(row, count, [&](RowVec v) HWY_ATTR { return function_lanes<RealFunction::tanh>(d, v); });
    case F::relu:
      return map_row(row, count, [&](RowVec v) HWY_ATTR { return hn::IfThenElse(hn::Lt(v, zero), zero, v); });
    case F::affine:
      return map_row(row, count, [&](RowVec v) HWY_ATTR { return hn::Add(hn::Mul(alpha, v), beta); });
    case F::leaky_relu:
      return map_row(row, count,
                     [&](RowVec v) HWY_ATTR { return hn::IfThenElse(hn::Lt(v, zero), hn::Mul(alpha, v), v); });
    case F::thresholded_relu:
      return map_row(row, count, [&](RowVec v) HWY_ATTR { return hn::IfThenElseZero(hn::Le(alpha, v), v); });
    case F::scaled_tanh:
      return map_row(row, count, [&](RowVec v) HWY_ATTR {
        return hn::Mul(alpha, function_lanes<RealFunction::tanh>(d, FloatNans::cleaned(d, hn::Mul(beta, v))));
      });
    case F::hard_sigmoid:  // a NaN stays, and -0 becomes +0
      return map_row(row, count, [&](RowVec v) HWY_ATTR {
        v = hn::Add(hn::Mul(alpha, v), beta);
        v = hn::IfThenElse(hn::Le(v, zero), zero, v);
        return hn::IfThenElse(hn::Lt(one, v), one, v);
      });
    default:
      return map_row(row, count, [&](RowVec v) HWY_ATTR { return hn::Div(v, hn::Add(one, hn::Abs(v))); });
  }
}

HWY_INLINE void activate(const Recurrence& r, const Activation& by, float* row) {
  const auto count = static_cast<std::size_t>(r.hidden);
  if (r.clip) clip_row(static_cast<float>(*r.clip), row, count);
  activate_row(by, row, count);
}
#endif

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
