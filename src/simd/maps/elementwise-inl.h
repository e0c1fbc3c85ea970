// SPDX-License-Identifier: Apache-2.0
// Floor 7. The loop of all fast element-wise kernels, compiled once per target. An operation computes a vector of lanes
// from two; here is everything around it: rows, ends of buffers, stretched operands, NaNs, streaming, tasks.
//
// An operation has
//   Lane              what a lane holds as it is stored: one element, or two of 4 bits
//   elements          of a lane: 1 or 2
//   commutes          whether A and B may change places
//   slow              whether computing takes longer than moving: it is then neither unrolled nor streamed, which would
//                     only take the compiler long
//   of(d, a, b)       the results
//   Nans              how NaNs are found and made the one quiet NaN
#if defined(ETALON_SIMD_ELEMENTWISE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_ELEMENTWISE_INL_H
#undef ETALON_SIMD_ELEMENTWISE_INL_H
#else
#define ETALON_SIMD_ELEMENTWISE_INL_H
#endif

#include <hwy/cache_control.h>

#include <algorithm>

#include "ops/family/map.hpp"
#include "simd/lanes/lanes-inl.h"
#include "simd/maps/nibbles-inl.h"
#include "simd/partition.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// ---- one row ----------------------------------------------------------------------------------------------------

// An operand along a row: its lanes, or one lane for all.
template <class D, bool moves> struct Operand {
  using Lane = hn::TFromD<D>;
  const Lane* lanes;
  hn::Vec<D> all;

  HWY_INLINE Operand(D d, const Lane* p) : lanes(p), all(moves ? hn::Zero(d) : hn::Set(d, *p)) {}
  HWY_INLINE hn::Vec<D> at(D d, std::size_t i) const { return moves ? hn::LoadU(d, lanes + i) : all; }
  HWY_INLINE hn::Vec<D> first(D d, std::size_t n) const { return moves ? load_first(d, lanes, n) : all; }
};

// A block is written as the processor computes it, and written again if it has a NaN: blending each vector would cost a
// sixth of the time. Operations without NaNs take everything as one block.
template <class Op> HWY_INLINE std::size_t block_of(std::size_t n) {
  return Op::Nans::none ? n : 8192 / sizeof(typename Op::Lane);
}

template <class Op, class D> HWY_NOINLINE void clean(D d, hn::TFromD<D>* c, std::size_t n) {
  const std::size_t N = hn::Lanes(d);
  for (std::size_t i = 0; i < n; i += N) {
    const std::size_t at = std::min(i, n - N);
    hn::StoreU(Op::Nans::cleaned(d, hn::LoadU(d, c + at)), d, c + at);
  }
}

// The last vector may share lanes with the one before it. It is computed first and stored last, because the result may
// lie where an operand does.
template <class Op, bool a_moves, bool b_moves>
HWY_NOINLINE void row(const Op& op, const typename Op::Lane* a, const typename Op::Lane* b, typename Op::Lane* c,
                      std::size_t n) {
  using Nans = typename Op::Nans;
  const hn::ScalableTag<typename Op::Lane> d;
  const std::size_t N = hn::Lanes(d);
  const Operand<decltype(d), a_moves> x(d, a);
  const Operand<decltype(d), b_moves> y(d, b);
  if (n < N) return store_first(Nans::cleaned(d, op.of(d, x.first(d, n), y.first(d, n))), d, c, n);
  const auto last = Nans::cleaned(d, op.of(d, x.at(d, n - N), y.at(d, n - N)));
  for (std::size_t i = 0; i < n - N;) {
    const std::size_t begin = i, end = std::min(n - N, i + block_of<Op>(n));
    typename Nans::template Watch<decltype(d)> watch, other;
    for (; !Op::slow && i + 4 * N <= end; i += 4 * N) {
      const auto r0 = op.of(d, x.at(d, i), y.at(d, i)), r1 = op.of(d, x.at(d, i + N), y.at(d, i + N));
      const auto r2 = op.of(d, x.at(d, i + 2 * N), y.at(d, i + 2 * N));
      const auto r3 = op.of(d, x.at(d, i + 3 * N), y.at(d, i + 3 * N));
      hn::StoreU(r0, d, c + i);
      hn::StoreU(r1, d, c + i + N);
      hn::StoreU(r2, d, c + i + 2 * N);
      hn::StoreU(r3, d, c + i + 3 * N);
      see(watch, r0, r1);
      see(other, r2, r3);
    }
    for (; i < end; i += N) {
      const auto r = op.of(d, x.at(d, i), y.at(d, i));
      hn::StoreU(r, d, c + i);
      see(watch, r, r);
    }
    if (HWY_UNLIKELY(watch.alarmed() || other.alarmed())) clean<Op>(d, c + begin, i - begin);
  }
  hn::StoreU(last, d, c + (n - N));
}

// The same with non-temporal stores, for results larger than the caches: memory is the limit, so blending is free.
template <class Op, bool a_moves, bool b_moves>
HWY_NOINLINE void row_past_caches(const Op& op, const typename Op::Lane* a, const typename Op::Lane* b,
                                  typename Op::Lane* c, std::size_t n) {
  using Nans = typename Op::Nans;
  const hn::ScalableTag<typename Op::Lane> d;
  const std::size_t N = hn::Lanes(d);
  const Operand<decltype(d), a_moves> x(d, a);
  const Operand<decltype(d), b_moves> y(d, b);
  const auto first = Nans::cleaned(d, op.of(d, x.at(d, 0), y.at(d, 0)));
  const auto last = Nans::cleaned(d, op.of(d, x.at(d, n - N), y.at(d, n - N)));
  std::size_t i = (N - reinterpret_cast<std::uintptr_t>(c) / sizeof *c % N) % N;
  for (; i + N <= n; i += N) {
    const std::size_t ahead = std::min(i + 2048 / sizeof *c, n - 1);
    if (a_moves) hwy::Prefetch(a + ahead);
    if (b_moves) hwy::Prefetch(b + ahead);
    hn::Stream(Nans::cleaned(d, op.of(d, x.at(d, i), y.at(d, i))), d, c + i);
  }
  hn::StoreU(first, d, c);
  hn::StoreU(last, d, c + (n - N));
}

// Rows shorter than this are not worth non-temporal stores: their ends take whole cache lines.
constexpr std::size_t least_streamed = 4096;

template <class Op> struct Rows {
  using Lane = typename Op::Lane;
  using Row = void (*)(const Op&, const Lane*, const Lane*, Lane*, std::size_t);

  // By the steps of A and B.
  static Row of(std::uint64_t step_a, std::uint64_t step_b, bool past_caches) {
    if (step_a != 0 && step_b != 0) return moving<true, true>(past_caches);
    if (step_b == 0) return moving<true, false>(past_caches);
    if constexpr (Op::commutes) {
      return past_caches ? &swapped<moving<true, false>(true)> : &swapped<moving<true, false>(false)>;
    } else {
      return moving<false, true>(past_caches);
    }
  }

 private:
  template <bool a, bool b> static constexpr Row moving(bool past_caches) {
    if constexpr (Op::slow)
      return &row<Op, a, b>;
    else
      return past_caches ? &row_past_caches<Op, a, b> : &row<Op, a, b>;
  }
  template <Row unswapped> static void swapped(const Op& op, const Lane* a, const Lane* b, Lane* c, std::size_t n) {
    unswapped(op, b, a, c, n);
  }
};

// ---- all rows ---------------------------------------------------------------------------------------------------

constexpr std::uint64_t least_task = std::uint64_t{1} << 15;     // elements that are worth waking a thread
constexpr std::uint64_t beyond_caches = std::uint64_t{8} << 20;  // bytes of a result that takes non-temporal stores
constexpr std::uint64_t short_row = 256;                         // bytes; shorter rows are laid out first
constexpr std::uint64_t task_granule = 128;                      // elements: whole bytes, mostly whole lines

template <class Op> class Combined {
  using Lane = typename Op::Lane;
  static constexpr std::uint64_t per_lane = Op::elements;

 public:
  Combined(const Op& op, const Call& call, Inputs inputs, Outputs outputs)
      : op_(op),
        call_(call),
        walk_(call),
        in_{static_cast<const Lane*>(inputs[0]), static_cast<const Lane*>(inputs[1])},
        out_(static_cast<Lane*>(outputs[0])) {}

  // Elements begin to end of the result; begin is the first of a lane.
  void operator()(std::uint64_t begin, std::uint64_t end) const {
    const std::uint64_t row_bytes = walk_.length / per_lane * sizeof(Lane);
    const bool past_caches = walk_.rows * row_bytes >= beyond_caches && row_bytes >= least_streamed &&
                             (end - begin) / per_lane * sizeof(Lane) >= least_streamed;
    if (walk_.rows == 1)
      one_row(begin, end, past_caches);
    else if (per_lane == 1 && row_bytes >= short_row)
      long_rows(begin, end, past_caches);
    else
      laid_out(begin, end);
    if (past_caches) hwy::FlushStream();
    if constexpr (per_lane == 2)  // an odd count leaves a zero after the last element
      if (end % 2 == 1) out_[end / 2] %= 16;
  }

 private:
  static std::size_t lanes(std::uint64_t elements) {
    return static_cast<std::size_t>((elements + per_lane - 1) / per_lane);
  }

  void one_row(std::uint64_t begin, std::uint64_t end, bool past_caches) const {
    const Lane* from[2];
    [[maybe_unused]] Lane whole[2];
    for (unsigned x = 0; x < 2; ++x) {
      from[x] = in_[x] + begin / per_lane * walk_.step[x];
      if constexpr (per_lane == 2)
        if (walk_.step[x] == 0) whole[x] = doubled(*in_[x]), from[x] = &whole[x];
    }
    Rows<Op>::of(walk_.step[0], walk_.step[1], past_caches)(op_, from[0], from[1], out_ + begin / per_lane,
                                                            lanes(end - begin));
  }

  void long_rows(std::uint64_t begin, std::uint64_t end, bool past_caches) const {
    const auto row = Rows<Op>::of(walk_.step[0], walk_.step[1], past_caches);
    WalkRows<2> rows(walk_, begin / walk_.length);
    std::uint64_t j = begin % walk_.length;
    for (std::uint64_t i = begin; i < end; rows.next(), j = 0) {
      const std::uint64_t n = std::min(walk_.length - j, end - i);
      // the rest of a row may be too short for non-temporal stores
      (n * sizeof(Lane) < least_streamed ? Rows<Op>::of(walk_.step[0], walk_.step[1], false) : row)(
          op_, in_[0] + rows.offset(0) + j * walk_.step[0], in_[1] + rows.offset(1) + j * walk_.step[1], out_ + i,
          static_cast<std::size_t>(n));
      i += n;
    }
  }

  // Where rows are short, or begin within a byte, a stretched operand is laid out as the result is, a piece at a time.
  static constexpr std::uint64_t piece = 1024;
  struct Piece {
    HWY_ALIGN Lane lanes[piece / per_lane + hn::MaxLanes(hn::ScalableTag<Lane>())];  // room to write whole vectors
  };

  void laid_out(std::uint64_t begin, std::uint64_t end) const {
    // Pieces of whole rows begin at the same place of a row, so that an operand that is one row is laid out once.
    // NOLINTNEXTLINE(clang-analyzer-core.DivideZero): an empty result is not computed here
    const std::uint64_t whole = walk_.length * per_lane, n = whole > piece ? piece : piece / whole * whole;
    Piece pieces[2];
    bool done[2] = {};
    for (std::uint64_t i = begin; i < end; i += n) {
      const std::uint64_t m = std::min(n, end - i);
      const Lane* from[2];
      for (unsigned x = 0; x < 2; ++x) {
        from[x] = in_[x] + i / per_lane;
        if (!Walk<2>::stretched(call_, x)) continue;
        if (!done[x]) lay_out(x, i, m, pieces[x]);
        done[x] = whole <= piece && walk_.step[x] != 0 && call_.inputs[x]->shape.count == walk_.length;
        from[x] = pieces[x].lanes;
      }
      row<Op, true, true>(op_, from[0], from[1], out_ + i / per_lane, lanes(m));
    }
  }

  void lay_out(unsigned x, std::uint64_t begin, std::uint64_t n, Piece& to) const {
    walk_.step[x] != 0 ? lay_out<true>(x, begin, n, to) : lay_out<false>(x, begin, n, to);
  }

  template <bool moves> void lay_out(unsigned x, std::uint64_t begin, std::uint64_t n, Piece& to) const {
    WalkRows<2> rows(walk_, begin / walk_.length);
    const std::uint64_t count = call_.inputs[x]->shape.count;
    std::uint64_t j = begin % walk_.length;
    for (std::uint64_t i = 0; i < n; rows.next(), j = 0) {
      const std::uint64_t m = std::min(walk_.length - j, n - i), offset = rows.offset(x) + (moves ? j : 0);
      if constexpr (per_lane == 2)
        lay_out_nibbles(to.lanes, i, in_[x], offset, moves, m);
      else
        lay_out_lanes<moves>(to.lanes + i, in_[x] + offset, m, count - offset);
      i += m;
    }
  }

  // n lanes, of which `from` has at least that many and `there` in all, or n times the first one. Writes whole vectors.
  template <bool moves>
  static HWY_INLINE void lay_out_lanes(Lane* to, const Lane* from, std::uint64_t n, std::uint64_t there) {
    const hn::ScalableTag<Lane> d;
    const std::size_t N = hn::Lanes(d);
    const auto all = hn::Set(d, *from);
    for (std::uint64_t i = 0; i < n; i += N) {
      if constexpr (!moves)
        hn::StoreU(all, d, to + i);
      else if (there - i >= N)
        hn::StoreU(hn::LoadU(d, from + i), d, to + i);
      else
        hn::StoreU(load_first(d, from + i, static_cast<std::size_t>(there - i)), d, to + i);
    }
  }

  const Op& op_;
  const Call& call_;
  const Walk<2> walk_;
  const Lane* const in_[2];
  Lane* const out_;
};

template <class Op>
HWY_NOINLINE void combine_any(const Op& op, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  const std::uint64_t count = call.outputs[0]->shape.count;
  if (count > 0) in_parts(work, count, least_task, task_granule, Combined<Op>(op, call, inputs, outputs));
}

// Computes a call. Small calls without broadcasting take a shortcut: for them the setup would dominate.
template <class Op>
HWY_INLINE void combine(const Op& op, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  using Lane = typename Op::Lane;
  const std::uint64_t count = call.outputs[0]->shape.count;
  const bool plain = !Walk<2>::stretched(call, 0) && !Walk<2>::stretched(call, 1);
  if (plain && Op::elements == 1 && count - 1 < least_task - 1)
    row<Op, true, true>(op, static_cast<const Lane*>(inputs[0]), static_cast<const Lane*>(inputs[1]),
                        static_cast<Lane*>(outputs[0]), static_cast<std::size_t>(count));
  else
    combine_any(op, call, inputs, outputs, work);
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
