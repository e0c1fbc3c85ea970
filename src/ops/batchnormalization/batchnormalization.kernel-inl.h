// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of BatchNormalization, compiled once per target: of float and double, where all operands
// have one type. The reference computes others. What depends on the channel alone is computed once for it: the same
// steps give the same bits.
#include <cstddef>

#include "ops/batchnormalization/batchnormalization.hpp"
#include "ops/family/map.hpp"
#include "simd/lanes/nans-inl.h"
#include "simd/partition.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

template <class T> class Normalized {
  using D = hn::ScalableTag<T>;
  using V = hn::Vec<D>;
  static constexpr std::size_t N = hn::MaxLanes(D());

 public:
  Normalized(const Call& call, Inputs inputs, Outputs outputs)
      : g_(call),
        epsilon_(static_cast<T>(attribute_in(call.inputs[0]->type, *call.named<float>("epsilon")))),
        to_(static_cast<T*>(outputs[0])) {
    for (unsigned k = 0; k < 5; ++k) from_[k] = static_cast<const T*>(inputs[k]);
  }

  // Elements from `begin` up to below `end`.
  void operator()(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t i = begin, n = 0; i < end; i += n) {
      const std::uint64_t p = g_.parameter(i), left = g_.behind > 1 ? g_.behind - i % g_.behind : g_.parameters - p;
      n = std::min(left, end - i);
      row(static_cast<std::size_t>(i), static_cast<std::size_t>(p), static_cast<std::size_t>(n), g_.behind > 1);
    }
  }

 private:
  struct Parameters {
    V scale, shift, mean, deviation;
  };

  HWY_INLINE V result(V x, const Parameters& p) const {
    return FloatNans::cleaned(D(), hn::Add(hn::Mul(hn::Div(hn::Sub(x, p.mean), p.deviation), p.scale), p.shift));
  }
  template <class Load> HWY_INLINE Parameters parameters(Load load) const {
    return {load(1), load(2), load(3), hn::Sqrt(hn::Add(load(4), hn::Set(D(), epsilon_)))};
  }

  // n elements with one parameter, or each with the next one.
  HWY_NOINLINE void row(std::size_t i, std::size_t p, std::size_t n, bool same) const {
    const D d;
    const Parameters all = parameters([&](unsigned k) HWY_ATTR { return hn::Set(d, from_[k][p]); });
    for (std::size_t j = 0; j < n; j += N) {
      const bool whole = n - j >= N;
      const auto load = [&](const T* at) HWY_ATTR { return whole ? hn::LoadU(d, at) : load_first(d, at, n - j); };
      const Parameters own = same ? all : parameters([&](unsigned k) HWY_ATTR { return load(from_[k] + p + j); });
      const V y = result(load(from_[0] + i + j), own);
      if (whole)
        hn::StoreU(y, d, to_ + i + j);
      else
        store_first(y, d, to_ + i + j, n - j);
    }
  }

  const NormalizationGeometry g_;
  const T epsilon_;
  const T* from_[5];
  T* const to_;
};

template <class T> Status normalized(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const std::uint64_t count = call.outputs[0]->shape.count;
  if (count > 0) in_parts(work, count, std::uint64_t{1} << 15, 64 / sizeof(T), Normalized<T>(call, inputs, outputs));
  return {};
}

Kernel batchnormalization_for(const Call& call) {
  if (!has_one_type(call)) return {};
  if (call.outputs[0]->type == DType::f32) return {&normalized<float>};
  if (call.outputs[0]->type == DType::f64) return {&normalized<double>};
  return {};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
