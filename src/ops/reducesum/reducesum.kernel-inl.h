// SPDX-License-Identifier: Apache-2.0
// Floor 7. The fast kernels of ReduceSum, compiled once per target. Each sum takes its terms in their order, so that
// many sums are made at once, one per lane. Where the terms of a sum lie one behind the other, they are turned into
// lanes first. The policy `exact` is left to the reference.
#include <algorithm>
#include <cstring>

#include "ops/reduction.hpp"
#include "simd/arithmetic-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// ---- sums in lanes --------------------------------------------------------------------------------------------------

// In the element's own type: of integers, and under the policies `sequential` and `fused`.
template <class Op> struct OwnSums {
  using Lane = typename Op::Lane;
  using D = hn::ScalableTag<Lane>;
  hn::Vec<D> sum;

  HWY_INLINE OwnSums() : sum(hn::Zero(D())) {}
  HWY_INLINE void add(D d, hn::Vec<D> x) { sum = Op().of(d, sum, x); }
  HWY_INLINE hn::Vec<D> finished(D d) const { return Op::Nans::cleaned(d, sum); }
};

// Of float16 and bfloat16 in float.
template <class Format> struct HalfSums {
  using Lane = std::uint16_t;
  using D = hn::ScalableTag<Lane>;
  using F = hn::Repartition<float, D>;
  hn::Vec<F> one, other;

  HWY_INLINE HalfSums() : one(hn::Zero(F())), other(hn::Zero(F())) {}
  HWY_INLINE void add(D, hn::Vec<D> x) {
    one = hn::Add(one, Format::one(F(), x));
    other = hn::Add(other, Format::other(F(), x));
  }
  HWY_INLINE hn::Vec<D> finished(D d) const { return Format::joined(d, one, other); }
};

// Of float in double.
struct FloatSums {
  using Lane = float;
  using D = hn::ScalableTag<float>;
  using W = hn::RepartitionToWide<D>;
  hn::Vec<W> lower, upper;

  HWY_INLINE FloatSums() : lower(hn::Zero(W())), upper(hn::Zero(W())) {}
  HWY_INLINE void add(D, hn::Vec<D> x) {
    const hn::Half<D> half;
    lower = hn::Add(lower, hn::PromoteTo(W(), hn::LowerHalf(half, x)));
    upper = hn::Add(upper, hn::PromoteTo(W(), hn::UpperHalf(half, x)));
  }
  HWY_INLINE hn::Vec<D> finished(D d) const {
    const hn::Half<D> half;
    return FloatNans::cleaned(d, hn::Combine(d, hn::DemoteTo(half, upper), hn::DemoteTo(half, lower)));
  }
};

// ---- rows of sums ---------------------------------------------------------------------------------------------------

constexpr std::size_t most_sums = 1024, most_terms = 64, terms_at_once = 8;

template <class Sums> class Reduced {
  using Lane = typename Sums::Lane;
  using D = typename Sums::D;
  static constexpr std::size_t N = hn::MaxLanes(D());  // the targets have vectors of one size

 public:
  Reduced(const Reduction& reduction, Inputs inputs, Outputs outputs)
      : r_(reduction), from_(static_cast<const Lane*>(inputs[0])), to_(static_cast<Lane*>(outputs[0])) {}

  void operator()(std::uint64_t begin, std::uint64_t end) const {
    const std::uint64_t beside = r_.sums_beside();
    for (std::uint64_t i = begin; i < end;) {
      const std::uint64_t room = beside > 1 ? std::min<std::uint64_t>(beside - i % beside, most_sums) : N;
      const auto n = static_cast<std::size_t>(std::min(room, end - i));
      beside > 1 ? sums_beside(i, n) : sums_apart(i, n);
      i += n;
    }
  }

 private:
  // Sums i to i + n, whose terms lie side by side. They stay near while several terms are added to each.
  HWY_NOINLINE void sums_beside(std::uint64_t i, std::size_t n) const {
    Sums sums[most_sums / N];
    for (std::uint64_t k = 0; k < r_.terms; k += r_.terms_beside()) {
      const Lane* const first = from_ + r_.first(i) + r_.term(k);
      for (std::uint64_t t = 0; t < r_.terms_beside(); t += terms_at_once) {
        const auto m = static_cast<std::size_t>(std::min<std::uint64_t>(terms_at_once, r_.terms_beside() - t));
        for (std::size_t j = 0; j < n; j += N)
          add(sums[j / N], first + t * r_.distance() + j, static_cast<std::size_t>(r_.distance()), m, n - j);
      }
    }
    for (std::size_t j = 0; j < n; j += N) store(sums[j / N], i + j, n - j);
  }

  // Sums i to i + n, of which there are at most as many as lanes. Their terms are turned into lanes.
  HWY_NOINLINE void sums_apart(std::uint64_t i, std::size_t n) const {
    HWY_ALIGN Lane lanes[most_terms * N] = {};
    Sums sums;
    const Lane* first[N];
    for (std::size_t j = 0; j < n; ++j) first[j] = from_ + r_.first(i + j);
    for (std::uint64_t k = 0; k < r_.terms; k += r_.terms_beside()) {
      const std::uint64_t offset = r_.term(k);
      for (std::uint64_t t = 0; t < r_.terms_beside(); t += most_terms) {
        const auto m = static_cast<std::size_t>(std::min<std::uint64_t>(most_terms, r_.terms_beside() - t));
        for (std::size_t j = 0; j < n; ++j)
          for (std::size_t u = 0; u < m; ++u) lanes[u * N + j] = first[j][offset + (t + u) * r_.distance()];
        add(sums, lanes, N, m, N);
      }
    }
    store(sums, i, n);
  }

  // Adds m terms, of which the first n lanes are there.
  static HWY_INLINE void add(Sums& to, const Lane* x, std::size_t distance, std::size_t m, std::size_t n) {
    const D d;
    Sums sums = to;
    if (n >= N)
      for (std::size_t u = 0; u < m; ++u) sums.add(d, hn::LoadU(d, x + u * distance));
    else
      for (std::size_t u = 0; u < m; ++u) sums.add(d, load_first(d, x + u * distance, n));
    to = sums;
  }

  void store(const Sums& sums, std::uint64_t i, std::size_t n) const {
    const D d;
    if (n >= N)
      hn::StoreU(sums.finished(d), d, to_ + i);
    else
      store_first(sums.finished(d), d, to_ + i, n);
  }

  const Reduction& r_;
  const Lane* from_;
  Lane* to_;
};

template <class Sums> Status reduced(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  constexpr std::uint64_t least_terms = std::uint64_t{1} << 15;  // that are worth waking a thread
  const Reduction reduction(call);
  const std::uint64_t count = call.outputs[0]->shape.count, bytes = count * sizeof(typename Sums::Lane);
  if (count == 0) return {};
  if (reduction.identity)
    std::memcpy(outputs[0], inputs[0], static_cast<std::size_t>(bytes));
  else if (reduction.terms == 0)
    std::memset(outputs[0], 0, static_cast<std::size_t>(bytes));
  else
    in_parts(work, count, std::max<std::uint64_t>(least_terms / reduction.terms, 1), 1,
             Reduced<Sums>(reduction, inputs, outputs));
  return {};
}

template <DType type> constexpr Kernel own = {&reduced<OwnSums<decltype(op_for<Sum, type>())>>};

Kernel reducesum_for(const Call& call) {
  const DType type = call.outputs[0]->type;
  const bool wide = call.choices.accumulation == Accumulation::wide;
  if (is_floating(type) && call.choices.accumulation == Accumulation::exact) return {};
  switch (type) {
    case DType::f16:
      return wide ? Kernel{&reduced<HalfSums<Float16>>} : own<DType::f16>;
    case DType::bf16:
      return wide ? Kernel{&reduced<HalfSums<BFloat16>>} : own<DType::bf16>;
    case DType::f32:
      return wide ? Kernel{&reduced<FloatSums>} : own<DType::f32>;
    case DType::f64:
      return own<DType::f64>;
    case DType::i32:
    case DType::u32:
      return own<DType::u32>;
    case DType::i64:
    case DType::u64:
      return own<DType::u64>;
    default:
      return {};
  }
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
