// SPDX-License-Identifier: Apache-2.0
// Floor 7. Resize and Upsample, compiled once per target. Where each place of each axis lies is listed once. In mode
// nearest rows are then copied, or gathered by the list of the last axis. In mode linear one axis after the other is
// interpolated, the last one first, plane by plane: sums of two products have the same bits in whatever order they
// come.
#if defined(ETALON_SIMD_RESIZE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_RESIZE_INL_H
#undef ETALON_SIMD_RESIZE_INL_H
#else
#define ETALON_SIMD_RESIZE_INL_H
#endif

#include <cstring>

#include "ops/family/resize/resize.hpp"
#include "simd/lanes/nans-inl.h"
#include "simd/partition.hpp"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

// ---- nearest --------------------------------------------------------------------------------------------------------

template <class Word> struct NearestMoved {
  // The places of all axes but those at the end that stay as they are.
  static unsigned axes_of(const ResizeGeometry& g) {
    unsigned axes = g.rank;
    while (axes > 0 && g.axis[axes - 1].is_identity()) --axes;
    return axes;
  }

  static std::uint64_t scratch(const Call& call, unsigned) {
    const ResizeGeometry g = *ResizeGeometry::of(call);
    std::uint64_t places = 0;
    for (unsigned k = 0; k < axes_of(g); ++k) places += g.axis[k].out;
    return places * sizeof(std::uint64_t);
  }

  static Status compute(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
    const ResizeGeometry g = *ResizeGeometry::of(call);
    const std::uint64_t count = call.outputs[0]->shape.count;
    if (count == 0) return {};
    const unsigned axes = axes_of(g);
    const auto* const from = static_cast<const Word*>(inputs[0]);
    auto* const to = static_cast<Word*>(outputs[0]);
    std::uint64_t behind = 1;
    for (unsigned k = axes; k < g.rank; ++k) behind *= g.axis[k].out;
    if (axes == 0) {
      std::memcpy(to, from, static_cast<std::size_t>(count * sizeof(Word)));
      return {};
    }
    // Elements of the operand, by axis and place.
    std::array<const std::uint64_t*, Limits::max_rank> offsets{};
    auto* at = reinterpret_cast<std::uint64_t*>(work.scratch.data());
    std::uint64_t step = behind;
    for (unsigned k = axes; k-- > 0; step *= g.axis[k].in) {
      offsets[k] = at;
      for (std::uint64_t i = 0; i < g.axis[k].out; ++i) *at++ = g.nearest(k, g.axis[k].place(i)) * step;
    }
    const std::uint64_t length = g.axis[axes - 1].out, row = length * behind;
    const std::uint64_t least = std::max<std::uint64_t>((std::uint64_t{1} << 15) / row, 1);
    in_parts(work, count / row, least, 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t r = begin; r < end; ++r) {
        std::uint64_t element = 0, rest = r;
        for (unsigned k = axes - 1; k-- > 0; rest /= g.axis[k].out) element += offsets[k][rest % g.axis[k].out];
        take(from + element, offsets[axes - 1], length, behind, to + r * row);
      }
    });
    return {};
  }

 private:
  static HWY_NOINLINE void take(const Word* from, const std::uint64_t* offsets, std::uint64_t length,
                                std::uint64_t behind, Word* to) {
    if (behind == 1) {
      for (std::uint64_t i = 0; i < length; ++i) to[i] = from[offsets[i]];
      return;
    }
    for (std::uint64_t i = 0; i < length; ++i)
      std::memcpy(to + i * behind, from + offsets[i], static_cast<std::size_t>(behind * sizeof(Word)));
  }
};

// ---- linear ---------------------------------------------------------------------------------------------------------

struct FusedTerms {};
struct RoundedTerms {};

template <class T, class Terms> class Interpolated {
  static constexpr bool fused = std::is_same_v<Terms, FusedTerms>;

  struct Entry {
    std::uint64_t low;  // elements of the axis before it
    T weight[2];
    bool between;
  };

  // How a call is cut: the axes before the first one that is interpolated make planes.
  struct Plan {
    explicit Plan(const Call& call) : g(*ResizeGeometry::of(call)) {
      while (first < g.rank && g.axis[first].is_identity()) planes *= g.axis[first++].out;
      for (unsigned k = first; k < g.rank; ++k) {
        in *= g.axis[k].in;
        out *= g.axis[k].out;
        entries += g.axis[k].out;
      }
      // The largest intermediate result: the axes after k are done, those before it are not.
      std::uint64_t size = in;
      for (unsigned k = g.rank; k-- > first;) {
        size = size / g.axis[k].in * g.axis[k].out;
        if (k > first) room = std::max(room, size);
      }
    }
    std::uint64_t table_bytes() const { return aligned_size<std::uint64_t>(entries * sizeof(Entry)); }
    std::uint64_t room_bytes() const { return aligned_size<std::uint64_t>(room * sizeof(T)); }

    ResizeGeometry g;
    unsigned first = 0;
    std::uint64_t planes = 1, in = 1, out = 1, entries = 0, room = 0;
  };

 public:
  static std::uint64_t scratch(const Call& call, unsigned tasks) {
    if (call.outputs[0]->shape.count == 0) return 0;
    const Plan plan(call);
    return plan.table_bytes() + std::uint64_t{tasks} * 2 * plan.room_bytes();
  }

  static Status compute(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
    if (call.outputs[0]->shape.count == 0) return {};
    const Plan plan(call);
    const ResizeGeometry& g = plan.g;
    std::array<const Entry*, Limits::max_rank> tables{};
    auto* at = reinterpret_cast<Entry*>(work.scratch.data());
    for (unsigned k = plan.first; k < g.rank; ++k) {
      tables[k] = at;
      for (std::uint64_t i = 0; i < g.axis[k].out; ++i) {
        const ResizeAxis::Place place = g.axis[k].place(i);
        Entry entry{place.low, {1, 0}, place.between()};
        if (entry.between) {
          const ResizeAxis::Weights weights = g.axis[k].weights(place, call.outputs[0]->type);
          entry.weight[0] = static_cast<T>(weights.low);
          entry.weight[1] = static_cast<T>(weights.high);
        }
        *at++ = entry;
      }
    }
    const auto* const from = static_cast<const T*>(inputs[0]);
    auto* const to = static_cast<T*>(outputs[0]);
    struct Context {
      const Plan& plan;
      const std::array<const Entry*, Limits::max_rank>& tables;
      const T* from;
      T* to;
      std::byte* rooms;
      std::uint64_t step;  // planes of a task: each has its own room
    };
    const bool alone = work.team == nullptr || plan.planes * plan.out < (std::uint64_t{1} << 15);
    const std::uint64_t most = alone ? 1 : std::max(work.tasks, 1u), step = (plan.planes + most - 1) / most;
    Context context{plan, tables, from, to, work.scratch.data() + plan.table_bytes(), step};
    const auto task = [](void* given, std::size_t i) {
      const FpGuard guard;
      const Context& c = *static_cast<const Context*>(given);
      T* const room[2] = {reinterpret_cast<T*>(c.rooms + i * 2 * c.plan.room_bytes()),
                          reinterpret_cast<T*>(c.rooms + (i * 2 + 1) * c.plan.room_bytes())};
      const std::uint64_t end = std::min(c.plan.planes, (i + 1) * c.step);
      for (std::uint64_t p = i * c.step; p < end; ++p)
        plane(c.plan, c.tables, c.from + p * c.plan.in, room, c.to + p * c.plan.out);
    };
    if (alone)
      task(&context, 0);
    else
      work.team->run(static_cast<std::size_t>((plan.planes + step - 1) / step), task, &context);
    return {};
  }

 private:
  using D = hn::ScalableTag<T>;

  static HWY_INLINE T one(const T* low, std::uint64_t behind, const Entry& entry) {
    if (!entry.between) return *low;
    const hn::CappedTag<T, 1> d;
    return hn::GetLane(sum(d, hn::Set(d, low[0]), hn::Set(d, low[behind]), entry));
  }

  // From +0 on, one product after the other.
  template <class Tag>
  static HWY_INLINE hn::Vec<Tag> sum(Tag d, hn::Vec<Tag> low, hn::Vec<Tag> high, const Entry& entry) {
    const auto a = hn::Set(d, entry.weight[0]), b = hn::Set(d, entry.weight[1]);
    if constexpr (fused)
      return hn::MulAdd(high, b, hn::MulAdd(low, a, hn::Zero(d)));
    else
      return hn::Add(hn::Add(hn::Zero(d), hn::Mul(low, a)), hn::Mul(high, b));
  }

  static void plane(const Plan& plan, const std::array<const Entry*, Limits::max_rank>& tables, const T* from,
                    T* const* room, T* to) {
    const ResizeGeometry& g = plan.g;
    std::uint64_t rows = plan.in, behind = 1;
    unsigned turn = 0;
    const T* x = from;
    for (unsigned k = g.rank; k-- > plan.first;) {
      rows /= g.axis[k].in;
      const bool last = k == plan.first;
      if (g.axis[k].is_identity() && !last) {
        behind *= g.axis[k].out;
        continue;
      }
      T* const y = last ? to : room[turn];
      for (std::uint64_t r = 0; r < rows; ++r)
        line(x + r * g.axis[k].in * behind, tables[k], g.axis[k].out, behind, y + r * g.axis[k].out * behind, last);
      behind *= g.axis[k].out;
      x = y;
      turn ^= 1;
    }
  }

  static HWY_NOINLINE void line(const T* x, const Entry* table, std::uint64_t length, std::uint64_t behind, T* y,
                                bool last) {
    const D d;
    const std::size_t lanes = hn::Lanes(d);
    for (std::uint64_t i = 0; i < length; ++i, y += behind) {
      const Entry& entry = table[i];
      const T* const low = x + entry.low * behind;
      std::uint64_t j = 0;
      if (behind >= lanes)
        for (; j + lanes <= behind; j += lanes) {
          auto v = hn::LoadU(d, low + j);
          if (entry.between) v = sum(d, v, hn::LoadU(d, low + behind + j), entry);
          hn::StoreU(last ? FloatNans::cleaned(d, v) : v, d, y + j);
        }
      for (; j < behind; ++j) {
        const T v = one(low + j, behind, entry);
        y[j] = last && v != v ? std::numeric_limits<T>::quiet_NaN() : v;
      }
    }
  }
};

// Moves of words of any width; what is extrapolated, and bool, whose elements are made 0 or 1, are left to the
// reference.
inline Kernel resize_kernel_for(const Call& call) {
  const ResizeGeometry g = *ResizeGeometry::of(call);
  const DType type = call.outputs[0]->type;
  if (g.crops || type == DType::boolean) return {};
  const auto kernel = [](auto moved) -> Kernel { return {&decltype(moved)::compute, &decltype(moved)::scratch}; };
  if (!g.linear) switch (info(type).bits) {
      case 8:
        return kernel(NearestMoved<std::uint8_t>());
      case 16:
        return kernel(NearestMoved<std::uint16_t>());
      case 32:
        return kernel(NearestMoved<std::uint32_t>());
      case 64:
        return kernel(NearestMoved<std::uint64_t>());
      default:
        return {};
    }
  if (g.interpolated() == 0) return {};
  const Accumulation policy = call.choices.accumulation;
  if (policy != Accumulation::sequential && policy != Accumulation::fused) return {};
  const bool fused = policy == Accumulation::fused;
  if (fused && HWY_NATIVE_FMA == 0) return {};
  const auto kernel_of = [&]<class T>(T) {
    return fused ? kernel(Interpolated<T, FusedTerms>()) : kernel(Interpolated<T, RoundedTerms>());
  };
  if (type == DType::f32) return kernel_of(float{});
  if (type == DType::f64) return kernel_of(double{});
  return {};
}

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
