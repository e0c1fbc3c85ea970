// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of LayerNormalization for float with all steps in float, compiled once per target. Scale
// and B each have one element per element of a group, or a single one. The squares are kept in the output until they
// are added.
#include <cmath>
#include <cstddef>

#include "ops/family/map.hpp"
#include "ops/layernormalization/layernormalization.hpp"
#include "simd/folds/row_sums-inl.h"
#include "simd/lanes/nans-inl.h"
#include "simd/partition.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// Sum is what means are accumulated in.
template <class Sum> class LayerNormalized {
  using D = hn::ScalableTag<float>;
  using V = hn::Vec<D>;

 public:
  LayerNormalized(const Call& call, Inputs inputs, Outputs outputs)
      : length_(static_cast<std::size_t>(LayerGeometry(call).length)),
        epsilon_(*call.named<float>("epsilon")),
        x_(static_cast<const float*>(inputs[0])),
        y_(static_cast<float*>(outputs[0])) {
    for (std::size_t k = 0; k < 2; ++k) {
      has_[k] = call.has_input(k + 1);
      beside_[k] = has_[k] ? static_cast<const float*>(inputs[k + 1]) : nullptr;
      is_one_[k] = has_[k] && call.inputs[k + 1]->shape.count == 1;
      const bool wanted = call.outputs.size() > k + 1 && call.outputs[k + 1];
      of_group_[k] = wanted ? static_cast<float*>(outputs[k + 1]) : nullptr;
    }
  }

  // Groups from `begin` up to below `end`.
  void operator()(std::uint64_t begin, std::uint64_t end) const {
    for (std::uint64_t group = begin; group < end; group += rows_at_once)
      groups(static_cast<std::size_t>(group),
             static_cast<std::size_t>(std::min<std::uint64_t>(rows_at_once, end - group)));
  }

 private:
  void groups(std::size_t first, std::size_t n) const {
    const float* const x = x_ + first * length_;
    float* const y = y_ + first * length_;
    Sum sums[rows_at_once];
    float means[rows_at_once];
    sums_of_rows(x, length_, n, sums);
    for (std::size_t r = 0; r < n; ++r) {
      means[r] = mean(sums[r]);
      squares(x + r * length_, y + r * length_, means[r]);
    }
    sums_of_rows(y, length_, n, sums);
    for (std::size_t r = 0; r < n; ++r) {
      const float inverse = 1.0f / std::sqrt(mean(sums[r]) + epsilon_);
      give(0, first + r, means[r]);
      give(1, first + r, inverse);
      finish(x + r * length_, y + r * length_, means[r], inverse);
    }
  }

  float mean(Sum sum) const { return static_cast<float>(sum / static_cast<Sum>(length_)); }
  void give(unsigned k, std::size_t group, float value) const {
    if (of_group_[k] != nullptr) of_group_[k][group] = f32_one_nan(value);
  }

  HWY_NOINLINE void squares(const float* x, float* y, float mean) const {
    const V m = hn::Set(D(), mean);
    for_each_vector(length_, [&](auto load, auto store) HWY_ATTR {
      const V distance = hn::Sub(load(x), m);
      store(hn::Mul(distance, distance), y);
    });
  }
  HWY_NOINLINE void finish(const float* x, float* y, float mean, float inverse) const {
    const D d;
    const V m = hn::Set(d, mean), i = hn::Set(d, inverse);
    const auto beside = [&](unsigned k, auto load)
                            HWY_ATTR { return is_one_[k] ? hn::Set(d, *beside_[k]) : load(beside_[k]); };
    for_each_vector(length_, [&](auto load, auto store) HWY_ATTR {
      V v = hn::Mul(hn::Mul(hn::Sub(load(x), m), i), beside(0, load));
      if (has_[1]) v = hn::Add(v, beside(1, load));
      store(FloatNans::cleaned(d, v), y);
    });
  }

  const std::size_t length_;
  const float epsilon_;
  const float* const x_;
  float* const y_;
  const float* beside_[2];  // Scale and B
  bool has_[2], is_one_[2];
  float* of_group_[2];  // Mean and InvStdDev
};

template <class Sum> Status layer_normalized(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const LayerGeometry g(call);
  constexpr std::uint64_t least = std::uint64_t{1} << 14;  // elements that are worth waking a thread
  in_parts(work, g.groups, std::max<std::uint64_t>(least / g.length, 1), rows_at_once,
           LayerNormalized<Sum>(call, inputs, outputs));
  return {};
}

// Whether an operand has a single element, or one per element of a group.
bool is_of_group(const Call& call, unsigned input) {
  const Shape &own = call.inputs[input]->shape, &x = call.inputs[0]->shape;
  const unsigned axis = *axis_at(*call.named<std::int64_t>("axis"), x.rank);
  for (unsigned k = 0; k < own.rank; ++k)
    if (k + x.rank - own.rank < axis && own[k] != 1) return false;
  return own.count == 1 || own.count == LayerGeometry(call).length;
}

Kernel layernormalization_for(const Call& call) {
  const LayerGeometry g(call);
  constexpr std::uint64_t most = std::uint64_t{1} << 24;  // up to which float has all integers
  if (call.inputs[0]->type != DType::f32 || stash_type_of(call) != DType::f32 || g.length == 0 || g.length > most)
    return {};
  if (!is_of_group(call, 1) || (call.has_input(2) && !is_of_group(call, 2))) return {};
  switch (call.choices.accumulation) {
    case Accumulation::sequential:
    case Accumulation::fused:
      return {&layer_normalized<float>};
    case Accumulation::wide:
      return {&layer_normalized<double>};
    case Accumulation::exact:
      break;
  }
  return {};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
