// SPDX-License-Identifier: Apache-2.0
// Floor 7. What the fast kernels of recurrent operators share, compiled once per target. The products of X with W are
// made for many steps at once, those of the state with R for all sequences of a step. Weights are packed when the plan
// is made if they are constants, else in each call. All else is computed in lanes, row by row. Every output keeps one
// accumulator, and every step is rounded as in the reference, so that the bits are the same.
#if defined(ETALON_SIMD_RECURRENCE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ETALON_SIMD_RECURRENCE_INL_H
#undef ETALON_SIMD_RECURRENCE_INL_H
#else
#define ETALON_SIMD_RECURRENCE_INL_H
#endif

#include <algorithm>
#include <cstring>
#include <vector>

#include "ops/family/recurrence.hpp"
#include "ops/reference.hpp"
#include "simd/folds/activations-inl.h"
#include "simd/moves/transpose.hpp"
#include "simd/products/products-inl.h"

HWY_BEFORE_NAMESPACE();
namespace etalon::impl::HWY_NAMESPACE {
namespace {

#if HWY_HAVE_FLOAT64
// ---- weights --------------------------------------------------------------------------------------------------------

// A matrix of weights, whose rows are the units: what is multiplied with it lies in rows too.
struct Weights {
  std::size_t units, inner;

  std::size_t bytes(const Gemm& gemm) const {
    return aligned_size(static_cast<std::size_t>(gemm.packed_bytes(units, inner)));
  }
  // `turned` has room for as many units as are turned at once.
  void pack(const Gemm& gemm, const float* weights, std::byte* packed, float* turned) const {
    for (std::size_t first = 0; first < units; first += Gemm::packed_unit) {
      const std::size_t n = std::min(Gemm::packed_unit, units - first);
      Turn<32>(reinterpret_cast<const std::byte*>(weights + first * inner), static_cast<std::ptrdiff_t>(inner),
               reinterpret_cast<std::byte*>(turned), static_cast<std::ptrdiff_t>(n))
          .run(inner, n);
      gemm.pack(turned, n, n, inner, packed + static_cast<std::size_t>(gemm.packed_bytes(first, inner)));
    }
  }
};

// Takes room from the scratch of a call, or only counts it.
class Room {
 public:
  explicit Room(std::byte* begin) : begin_(begin) {}
  std::byte* bytes(std::uint64_t count) {
    std::byte* const at = begin_ == nullptr ? nullptr : begin_ + taken_;
    taken_ += static_cast<std::size_t>(aligned_size(count));
    return at;
  }
  float* floats(std::uint64_t count) { return reinterpret_cast<float*>(bytes(count * sizeof(float))); }
  std::size_t taken() const { return taken_; }

 private:
  std::byte* begin_;
  std::size_t taken_ = 0;
};

// A step of a direction: which sequences take part, and the products of their rows of X.
struct StepInLanes {
  const Recurrence& r;
  Inputs inputs;
  unsigned direction;
  std::size_t step;
  const float* of_x;  // of the first sequence; the next ones follow

  // A sequence that runs backward and is shorter than others waits until they have come to its last step.
  bool takes(std::size_t sequence) const { return step < length_of(r, inputs, sequence); }
  const float* x_of(std::size_t sequence, unsigned gate) const {
    return of_x + static_cast<std::size_t>((sequence * r.gates + gate) * r.hidden);
  }
};

// The products of a call. R is packed as one matrix per state that it is multiplied with: for LSTM that is one.
class RecurrentProducts {
 public:
  // `split` is how many gates the first matrix of R has; the second one has the others, if there are any.
  RecurrentProducts(const Gemm& gemm, const Recurrence& r, unsigned split)
      : gemm_(gemm),
        r_(r),
        w_{size(r.gates * r.hidden), size(r.inputs)},
        parts_{Weights{size(split * r.hidden), size(r.hidden)},
               Weights{size((r.gates - split) * r.hidden), size(r.hidden)}} {}

  static bool can(const Gemm& gemm, const Recurrence& r) {
    return gemm.compute != nullptr && gemm.pack != nullptr && r.steps > 0 && r.batch > 0 && r.inputs > 0 &&
           r.hidden > 0;
  }

  std::size_t packed_w() const { return r_.directions * w_.bytes(gemm_); }
  std::size_t packed_r() const { return r_.directions * bytes_of_r(); }
  void pack_w(const float* w, std::byte* to, float* turned) const {
    for (unsigned d = 0; d < r_.directions; ++d)
      w_.pack(gemm_, w + d * w_.units * w_.inner, to + d * w_.bytes(gemm_), turned);
  }
  void pack_r(const float* r, std::byte* to, float* turned) const {
    for (unsigned d = 0; d < r_.directions; ++d) {
      const float* const own = r + d * w_.units * parts_[0].inner;
      parts_[0].pack(gemm_, own, to + d * bytes_of_r(), turned);
      if (parts_[1].units > 0)
        parts_[1].pack(gemm_, own + parts_[0].units * parts_[0].inner, to + d * bytes_of_r() + parts_[0].bytes(gemm_),
                       turned);
    }
  }

  // Steps whose products with W are made at once: enough for tiles, and few enough for the cache.
  std::size_t steps_at_once() const {
    return std::min<std::size_t>(size(r_.steps), std::max<std::size_t>(1, 128 / size(r_.batch)));
  }

  void lay_out(Room& room, unsigned tasks, const std::byte* packed) {
    const std::size_t rows = steps_at_once() * size(r_.batch);
    turned_ = packed == nullptr ? room.floats(Gemm::packed_unit * std::max(w_.inner, parts_[0].inner)) : nullptr;
    own_ = packed == nullptr ? room.bytes(packed_w() + packed_r()) : nullptr;
    x_ = r_.batch_first ? room.floats(rows * w_.inner) : nullptr;
    of_x_ = room.floats(rows * w_.units);
    scratch_bytes_ = std::max(
        {products_scratch(gemm_, {1, rows, w_.units, w_.inner}, tasks),
         products_scratch(gemm_, {1, size(r_.batch), w_.units, w_.inner}, tasks),
         products_scratch(gemm_, {1, size(r_.batch), parts_[0].units, parts_[0].inner}, tasks),
         parts_[1].units == 0 ? 0
                              : products_scratch(gemm_, {1, size(r_.batch), parts_[1].units, parts_[1].inner}, tasks)});
    scratch_ = room.bytes(scratch_bytes_);
    packed_ = packed;
  }

  void begin(Inputs inputs) {
    x_given_ = static_cast<const float*>(inputs[Recurrence::x]);
    if (packed_ != nullptr) return;
    pack_w(static_cast<const float*>(inputs[Recurrence::w]), own_, turned_);
    pack_r(static_cast<const float*>(inputs[Recurrence::r]), own_ + packed_w(), turned_);
    packed_ = own_;
  }

  // Makes the products of rows [first, first + count) of steps with W.
  void multiply_x(unsigned direction, std::size_t first, std::size_t count, const Work& work) const {
    const std::size_t batch = size(r_.batch);
    const float* from = x_given_ + first * batch * w_.inner;
    if (r_.batch_first) {
      for (std::size_t t = 0; t < count; ++t)
        for (std::size_t b = 0; b < batch; ++b)
          std::memcpy(x_ + (t * batch + b) * w_.inner, x_given_ + r_.x_row(first + t, b), w_.inner * sizeof(float));
      from = x_;
    }
    multiply({count * batch,
              w_.units,
              w_.inner,
              from,
              w_.inner,
              nullptr,
              0,
              of_x_,
              w_.units,
              {},
              packed_ + direction * w_.bytes(gemm_)},
             work);
  }
  const float* of_x(std::size_t row) const { return of_x_ + row * w_.units; }

  // The products of the state of all sequences with a part of R. R seldom fits a cache near the processor: every other
  // step goes through it the other way round, so that what the step before read last is still there.
  void multiply_h(const StepInLanes& now, unsigned part, const float* h, float* to, std::size_t to_stride,
                  const Work& work) const {
    const Weights& r = parts_[part];
    const std::byte* const packed =
        packed_ + packed_w() + now.direction * bytes_of_r() + (part == 0 ? 0 : parts_[0].bytes(gemm_));
    constexpr std::size_t slice = 2 * Gemm::packed_unit;
    const std::size_t slices = work.team != nullptr && work.tasks > 1 ? 1 : (r.units + slice - 1) / slice;
    for (std::size_t i = 0; i < slices; ++i) {
      const std::size_t first = (now.step % 2 == 0 ? i : slices - 1 - i) * slice,
                        units = slices == 1 ? r.units : std::min(slice, r.units - first);
      multiply({size(r_.batch),
                units,
                r.inner,
                h,
                r.inner,
                nullptr,
                0,
                to + first,
                to_stride,
                {},
                packed + static_cast<std::size_t>(gemm_.packed_bytes(first, r.inner))},
               work);
    }
  }

 private:
  static std::size_t size(std::uint64_t count) { return static_cast<std::size_t>(count); }
  std::size_t bytes_of_r() const {
    return parts_[0].bytes(gemm_) + (parts_[1].units == 0 ? 0 : parts_[1].bytes(gemm_));
  }
  void multiply(const impl::Product& product, const Work& work) const {
    const ProductCut cut({1, product.rows, product.columns, product.inner}, work.tasks);
    cut.multiply(gemm_, product, sizeof(float), work, {scratch_, size(scratch_bytes_)});
  }

  Gemm gemm_;
  const Recurrence& r_;
  Weights w_, parts_[2];
  float *turned_ = nullptr, *x_ = nullptr, *of_x_ = nullptr;
  const float* x_given_ = nullptr;
  std::byte *own_ = nullptr, *scratch_ = nullptr;
  std::uint64_t scratch_bytes_ = 0;
  const std::byte* packed_ = nullptr;
};

// ---- the walk -------------------------------------------------------------------------------------------------------

// Runs all sequences of a direction at once. cell.begin(direction) makes the first state, cell.step(step) the next one,
// cell.hidden(sequence) is the row of it, and cell.end(direction) stores the last one.
template <class Cell>
void run_lanes(const Recurrence& r, const RecurrentProducts& products, Inputs inputs, Outputs outputs, const Work& work,
               Cell& cell) {
  const auto bytes = static_cast<std::size_t>(r.hidden) * sizeof(float), batch = static_cast<std::size_t>(r.batch),
             steps = static_cast<std::size_t>(r.steps), block = products.steps_at_once();
  float* const y = outputs.empty() ? nullptr : static_cast<float*>(outputs[Recurrence::y]);
  for (unsigned direction = 0; direction < r.directions; ++direction) {
    const bool backward = r.runs_backward(direction);
    cell.begin(direction);
    for (std::size_t n0 = 0; n0 < steps; n0 += block) {
      const std::size_t count = std::min(block, steps - n0), first = backward ? steps - n0 - count : n0;
      products.multiply_x(direction, first, count, work);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t t = backward ? first + count - 1 - i : first + i;
        const StepInLanes now{r, inputs, direction, t, products.of_x((t - first) * batch)};
        cell.step(now, work);
        for (std::size_t b = 0; b < batch && y != nullptr; ++b) {
          float* const to = y + r.y_row(t, direction, b);
          if (now.takes(b))
            std::memcpy(to, cell.hidden(b), bytes);
          else
            std::memset(to, 0, bytes);
        }
      }
    }
    cell.end(direction);
  }
}

// Loads the rows of a state, which is given or 0, and stores them at the end.
HWY_INLINE void load_state(const Recurrence& r, unsigned direction, const void* given, float* rows) {
  const auto hidden = static_cast<std::size_t>(r.hidden);
  for (std::size_t b = 0; b < r.batch; ++b)
    if (given == nullptr)
      std::memset(rows + b * hidden, 0, hidden * sizeof(float));
    else
      std::memcpy(rows + b * hidden, static_cast<const float*>(given) + r.state_row(direction, b),
                  hidden * sizeof(float));
}
HWY_INLINE void store_state(const Recurrence& r, unsigned direction, const float* rows, Outputs outputs, unsigned k) {
  if (k >= outputs.size() || outputs[k] == nullptr) return;
  const auto hidden = static_cast<std::size_t>(r.hidden);
  const RowTag d;
  for (std::size_t b = 0; b < r.batch; ++b) {
    float* const to = static_cast<float*>(outputs[k]) + r.state_row(direction, b);
    in_lanes(hidden, [&, from = rows + b * hidden](auto load, auto store)
                         HWY_ATTR { store(to, FloatNans::cleaned(d, load(from))); });
  }
}

// A kernel made of a class of cells: Cell(products, r, call, inputs, outputs), which lays its rows out in a Room.
template <class Cell> struct ByLanes {
  static Status compute(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
    const Recurrence r = *Recurrence::of(call, Cell::kind);
    if (!RecurrentProducts::can(gemm, r))
      return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
    if (const Status status = condition_of(call, inputs); !status.ok()) return status;
    Room room(work.scratch.data());
    RecurrentProducts products(gemm, r, Cell::split(call));
    products.lay_out(room, work.tasks, work.packed);
    Cell cell(products, r, call, inputs, outputs);
    cell.lay_out(room);
    products.begin(inputs);
    run_lanes(r, products, inputs, outputs, work, cell);
    return {};
  }
  static std::uint64_t scratch(const Gemm& gemm, const Call& call, unsigned tasks) {
    const Recurrence r = *Recurrence::of(call, Cell::kind);
    if (!RecurrentProducts::can(gemm, r)) return 0;
    Room room(nullptr);
    RecurrentProducts products(gemm, r, Cell::split(call));
    products.lay_out(room, tasks, nullptr);
    Cell(products, r, call, {}, {}).lay_out(room);
    return room.taken();
  }
  static std::uint64_t packed_bytes(const Gemm& gemm, const Call& call, Inputs constants) {
    if (constants[Recurrence::w] == nullptr || constants[Recurrence::r] == nullptr) return 0;
    const Recurrence r = *Recurrence::of(call, Cell::kind);
    if (!RecurrentProducts::can(gemm, r)) return 0;
    const RecurrentProducts products(gemm, r, Cell::split(call));
    return products.packed_w() + products.packed_r();
  }
  static void pack(const Gemm& gemm, const Call& call, Inputs constants, std::byte* packed) {
    const Recurrence r = *Recurrence::of(call, Cell::kind);
    const RecurrentProducts products(gemm, r, Cell::split(call));
    std::vector<float> turned(Gemm::packed_unit * static_cast<std::size_t>(std::max(r.inputs, r.hidden)));
    products.pack_w(static_cast<const float*>(constants[Recurrence::w]), packed, turned.data());
    products.pack_r(static_cast<const float*>(constants[Recurrence::r]), packed + products.packed_w(), turned.data());
  }
};
#endif

}  // namespace
}  // namespace etalon::impl::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
