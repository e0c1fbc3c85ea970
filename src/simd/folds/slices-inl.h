// SPDX-License-Identifier: Apache-2.0
// Floor 7. Softmax and LogSoftmax of float in lanes, compiled once per target. Exponentials and results of a slice are
// computed in lanes along it, and its sum one term after the other, of several slices at once: their additions do not
// wait for each other. Slices that lie side by side are computed one per lane.
//
// A NaN needs no care before the end: its exponential makes the sum a NaN, and so every result.
#if defined(ETALON_SIMD_SLICES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_SLICES_INL_H
#undef ETALON_SIMD_SLICES_INL_H
#else
#define ETALON_SIMD_SLICES_INL_H
#endif

#include <algorithm>
#include <limits>

#include "ops/family/slices.hpp"
#include "simd/folds/row_sums-inl.h"
#include "simd/lanes/nans-inl.h"
#include "simd/maps/functions-inl.h"
#include "simd/partition.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

enum class Shares : bool { themselves, logarithms };  // of Softmax, of LogSoftmax

#if HWY_HAVE_FLOAT64  // without it there are no functions in lanes
// Sum is what sums are accumulated in.
template <class Sum, Shares shares> class Sliced {
  static constexpr bool logarithm = shares == Shares::logarithms;
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;
  static constexpr std::size_t N = hn::MaxLanes(D());  // the targets have vectors of one size
  static constexpr float lowest = -std::numeric_limits<float>::infinity();

 public:
  Sliced(const Call& call, Inputs inputs, Outputs outputs)
      : slices_(call),
        lowest_gives_zero_(call.row->source != Source::onnx),
        from_(static_cast<const float*>(inputs[0])),
        to_(static_cast<float*>(outputs[0])) {}

  // Slices from `begin` up to below `end`.
  void operator()(std::uint64_t begin, std::uint64_t end) const {
    const std::uint64_t behind = slices_.behind;
    for (std::uint64_t j = begin, n = 0; j < end; j += n) {
      n = std::min<std::uint64_t>(end - j,
                                  behind == 1 ? rows_at_once : std::min<std::uint64_t>(N, behind - j % behind));
      behind == 1 ? slices_apart(j, static_cast<std::size_t>(n))
                  : slices_beside(slices_.first(j), static_cast<std::size_t>(n));
    }
  }

 private:
  static HWY_INLINE V exponential(V x) { return function_lanes<RealFunction::exp>(D(), x); }
  // Of the difference for LogSoftmax, of the exponential for Softmax.
  static HWY_INLINE V finished(V x, V of_sum) {
    return FloatNans::cleaned(D(), logarithm ? hn::Sub(x, of_sum) : hn::Div(x, of_sum));
  }
  static float of_sum(float sum) { return logarithm ? function_of(RealFunction::log, sum) : sum; }

  // ---- contiguous slices

  // Slices j to j + n. Exponentials lie where the results will be.
  HWY_NOINLINE void slices_apart(std::uint64_t j, std::size_t n) const {
    const auto length = static_cast<std::size_t>(slices_.length);
    const float* const x = from_ + j * length;
    float* const y = to_ + j * length;
    float largest[rows_at_once];
    Sum sums[rows_at_once];
    for (std::size_t r = 0; r < n; ++r) {
      largest[r] = largest_of(x + r * length, length);
      exponentials(x + r * length, y + r * length, length, largest[r]);
    }
    sums_of_rows(y, length, n, sums);
    for (std::size_t r = 0; r < n; ++r)
      if (lowest_gives_zero_ && largest[r] == lowest && is_lowest(x + r * length, length))
        std::fill_n(y + r * length, length, 0.0f);
      else
        finish(x + r * length, y + r * length, length, largest[r], of_sum(static_cast<float>(sums[r])));
  }
  static bool is_lowest(const float* x, std::size_t n) {  // and has no NaN, which the largest may not show
    return std::all_of(x, x + n, [](float one) { return one == lowest; });
  }

  static HWY_INLINE float largest_of(const float* x, std::size_t n) {
    const D d;
    if (n < N) return *std::max_element(x, x + n);
    V a = hn::LoadU(d, x + n - N), b = a, c = a, e = a;  // the last ones, which may be taken twice
    std::size_t i = 0;
    for (; i + 4 * N <= n; i += 4 * N) {
      a = hn::Max(a, hn::LoadU(d, x + i));
      b = hn::Max(b, hn::LoadU(d, x + i + N));
      c = hn::Max(c, hn::LoadU(d, x + i + 2 * N));
      e = hn::Max(e, hn::LoadU(d, x + i + 3 * N));
    }
    for (; i + N <= n; i += N) a = hn::Max(a, hn::LoadU(d, x + i));
    return hn::GetLane(hn::MaxOfLanes(d, hn::Max(hn::Max(a, b), hn::Max(c, e))));
  }

  static HWY_NOINLINE void exponentials(const float* x, float* y, std::size_t n, float largest) {
    const V m = hn::Set(D(), largest);
    for_each_vector(n, [&](auto load, auto store) HWY_ATTR { store(exponential(hn::Sub(load(x), m)), y); });
  }
  static HWY_NOINLINE void finish(const float* x, float* y, std::size_t n, float largest, float total) {
    const V m = hn::Set(D(), largest), s = hn::Set(D(), total);
    for_each_vector(
        n, [&](auto load, auto store) HWY_ATTR { store(finished(logarithm ? hn::Sub(load(x), m) : load(y), s), y); });
  }

  // ---- slices side by side

  // n slices, of which the first begins at `first`.
  HWY_NOINLINE void slices_beside(std::uint64_t first, std::size_t n) const {
    const D d;
    const auto behind = static_cast<std::size_t>(slices_.behind),
               end = static_cast<std::size_t>(slices_.length) * behind;
    const float* const x = from_ + first;
    float* const y = to_ + first;
    const auto load = [&](const float* p) HWY_ATTR { return n == N ? hn::LoadU(d, p) : load_first(d, p, n); };
    const auto store = [&](V v, float* p) HWY_ATTR { n == N ? hn::StoreU(v, d, p) : store_first(v, d, p, n); };
    const V low = hn::Set(d, lowest);
    V m = load(x), sum = hn::Zero(d);
    auto is_zero = hn::Eq(m, low);
    for (std::size_t i = behind; i < end; i += behind) {
      is_zero = hn::And(is_zero, hn::Eq(load(x + i), low));
      m = hn::Max(m, load(x + i));
    }
    for (std::size_t i = 0; i < end; i += behind) {
      const V e = exponential(hn::Sub(load(x + i), m));
      store(e, y + i);
      sum = hn::Add(sum, e);
    }
    if constexpr (logarithm) sum = function_lanes<RealFunction::log>(d, sum);
    for (std::size_t i = 0; i < end; i += behind) {
      const V v = finished(logarithm ? hn::Sub(load(x + i), m) : load(y + i), sum);
      store(lowest_gives_zero_ ? hn::IfThenZeroElse(is_zero, v) : v, y + i);
    }
  }

  const Slices slices_;
  const bool lowest_gives_zero_;
  const float* const from_;
  float* const to_;
};

template <class Sum, Shares shares> Status sliced(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const Slices slices(call);
  if (slices.count == 0) return {};
  constexpr std::uint64_t least = 1 << 13;  // elements that are worth waking a thread
  in_parts(work, slices.count, std::max<std::uint64_t>(least / slices.length, 1), rows_at_once,
           Sliced<Sum, shares>(call, inputs, outputs));
  return {};
}

// For float, with sums in float or in double; slices that lie side by side have sums in float only.
template <Shares shares> Kernel slices_kernel(const Call& call) {
  if (call.outputs[0]->type != DType::f32) return {};
  switch (call.choices.accumulation) {
    case Accumulation::sequential:
    case Accumulation::fused:
      return {&sliced<float, shares>};
    case Accumulation::wide:
      if (Slices(call).behind == 1) return {&sliced<double, shares>};
      return {};
    case Accumulation::exact:
      break;
  }
  return {};
}
#else
template <Shares> Kernel slices_kernel(const Call&) { return {}; }
#endif

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
