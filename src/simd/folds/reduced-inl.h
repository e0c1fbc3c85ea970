// SPDX-License-Identifier: Apache-2.0
// Floor 7. Reductions in lanes, compiled once per target. Each fold (a sum, the largest) takes its terms in their
// order, so that many folds are made at once, one per lane. Where the terms of a fold are contiguous, they
// are turned into lanes first. Folds has
//   Lane, D            what lanes hold
//   add(d, x)          takes one term more
//   finished(d)        the results
#if defined(ETALON_SIMD_REDUCED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_REDUCED_INL_H
#undef ETALON_SIMD_REDUCED_INL_H
#else
#define ETALON_SIMD_REDUCED_INL_H
#endif

#include <algorithm>
#include <cstring>

#include "ops/family/reduction.hpp"
#include "ops/reference.hpp"
#include "simd/maps/arithmetic-inl.h"
#include "simd/partition.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// ---- folds in lanes -------------------------------------------------------------------------------------------------

// Sums in the element's own type: of integers, and under the policies `sequential` and `fused`.
template <class Op> struct OwnSums {
  using Lane = typename Op::Lane;
  using D = hn::ScalableTag<Lane>;
  hn::Vec<D> sum;

  HWY_INLINE OwnSums() : sum(hn::Zero(D())) {}
  HWY_INLINE void add(D d, hn::Vec<D> x) { sum = Op().of(d, sum, x); }
  HWY_INLINE hn::Vec<D> finished(D d) const { return Op::Nans::cleaned(d, sum); }
};

// Sums of float and double in their own type, divided by the number of their terms, which is one of the type.
template <class T> struct Means {
  using Lane = T;
  using D = hn::ScalableTag<T>;
  static constexpr std::uint64_t most_terms = std::uint64_t{1} << (sizeof(T) == 4 ? 24 : 53);
  T terms = 1;
  hn::Vec<D> sum;

  HWY_INLINE Means() : sum(hn::Zero(D())) {}
  explicit HWY_INLINE Means(std::uint64_t count) : terms(static_cast<T>(count)), sum(hn::Zero(D())) {}
  HWY_INLINE void add(D, hn::Vec<D> x) { sum = hn::Add(sum, x); }
  HWY_INLINE hn::Vec<D> finished(D d) const { return FloatNans::cleaned(d, hn::Div(sum, hn::Set(d, terms))); }
};

// ---- rows of folds --------------------------------------------------------------------------------------------------

constexpr std::size_t most_sums = 1024, most_terms = 64, terms_at_once = 8;

template <class Folds> class Reduced {
  using Lane = typename Folds::Lane;
  using D = typename Folds::D;
  static constexpr std::size_t N = hn::MaxLanes(D());  // the targets have vectors of one size

 public:
  Reduced(const Reduction& reduction, const Folds& empty, Inputs inputs, Outputs outputs)
      : r_(reduction), empty_(empty), from_(static_cast<const Lane*>(inputs[0])), to_(static_cast<Lane*>(outputs[0])) {}

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
  // Folds i to i + n, whose terms lie side by side. They stay near while several terms are added to each.
  HWY_NOINLINE void sums_beside(std::uint64_t i, std::size_t n) const {
    Folds sums[most_sums / N];
    for (Folds& fold : sums) fold = empty_;
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

  // Folds i to i + n, of which there are at most as many as lanes. Their terms are turned into lanes.
  HWY_NOINLINE void sums_apart(std::uint64_t i, std::size_t n) const {
    HWY_ALIGN Lane lanes[most_terms * N] = {};
    Folds sums = empty_;
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
  static HWY_INLINE void add(Folds& to, const Lane* x, std::size_t distance, std::size_t m, std::size_t n) {
    const D d;
    Folds sums = to;
    if (n >= N)
      for (std::size_t u = 0; u < m; ++u) sums.add(d, hn::LoadU(d, x + u * distance));
    else
      for (std::size_t u = 0; u < m; ++u) sums.add(d, load_first(d, x + u * distance, n));
    to = sums;
  }

  void store(const Folds& sums, std::uint64_t i, std::size_t n) const {
    const D d;
    if (n >= N)
      hn::StoreU(sums.finished(d), d, to_ + i);
    else
      store_first(sums.finished(d), d, to_ + i, n);
  }

  const Reduction& r_;
  const Folds empty_;
  const Lane* from_;
  Lane* to_;
};

// Folds of at least one term each.
template <class Folds>
void reduce(const Reduction& reduction, const Folds& empty, const Call& call, Inputs inputs, Outputs outputs,
            const Work& work) {
  constexpr std::uint64_t least_terms = std::uint64_t{1} << 15;  // that are worth waking a thread
  in_parts(work, call.outputs[0]->shape.count, std::max<std::uint64_t>(least_terms / reduction.terms, 1), 1,
           Reduced<Folds>(reduction, empty, inputs, outputs));
}

// What a global pool reduces: all axes after the channels.
inline Reduction axes_of_a_channel(const Call& call) {
  Reduction::Axes reduced{};
  for (unsigned axis = 2; axis < call.inputs[0]->shape.rank; ++axis) reduced[axis] = true;
  return {call.inputs[0]->shape, reduced};
}

// The means of float and double under the policies that sum in the type; others are left to the reference.
template <class T>
Status means(const Reduction& reduction, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (call.outputs[0]->shape.count == 0) return {};
  if (reduction.identity || reduction.terms == 0 || reduction.terms > Means<T>::most_terms)
    return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
  reduce(reduction, Means<T>(reduction.terms), call, inputs, outputs, work);
  return {};
}
template <Reduction (*of)(const Call&)> Kernel mean_kernel(const Call& call) {
  const Accumulation policy = call.choices.accumulation;
  if (policy == Accumulation::wide || policy == Accumulation::exact) return {};
  const auto by = []<class T>(T) -> Kernel {
    return {[](const Call& made, Inputs inputs, Outputs outputs, const Work& work) {
      return means<T>(of(made), made, inputs, outputs, work);
    }};
  };
  return call.outputs[0]->type == DType::f32   ? by(float{})
         : call.outputs[0]->type == DType::f64 ? by(double{})
                                               : Kernel{};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
