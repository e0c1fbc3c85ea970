// SPDX-License-Identifier: Apache-2.0
// Floor 7. See move.hpp. Rows are copied by the C library; only what is turned (simd/moves/transpose.hpp) needs
// vectors.
#include "simd/moves/move.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

#include "ops/family/move.hpp"
#include "ops/world.hpp"
#include "simd/moves/transpose.hpp"
#include "simd/partition.hpp"

namespace etalon::impl {
namespace {

constexpr std::uint64_t least_task = std::uint64_t{1} << 17;     // bytes that are worth waking a thread
constexpr std::uint64_t task_granule = 128;                      // elements: mostly whole lines
constexpr std::uint64_t beyond_caches = std::uint64_t{8} << 20;  // bytes of a result that is not read again soon

// ---- one run --------------------------------------------------------------------------------------------------------

// n elements at element i of the result, each as a word of Bits bits. 4-bit ones are written in ascending order.
template <unsigned Bits> class Target {
 public:
  explicit Target(void* to) : to_(to) {}

  void fill(Word<Bits> word, std::uint64_t i, std::uint64_t n) const {
    for (std::uint64_t k = 0; k < n; ++k) store_pattern<Bits>(to_, i + k, word);
  }

  void copy(const void* from, std::uint64_t element, std::int64_t step, std::uint64_t i, std::uint64_t n) const {
    if (step == 0) return fill(load_pattern<Bits>(from, element), i, n);
    std::uint64_t done = 0;
    if (step == 1 && i % per_byte == 0 && element % per_byte == 0) {
      std::memcpy(static_cast<std::byte*>(to_) + i / per_byte * size,
                  static_cast<const std::byte*>(from) + element / per_byte * size,
                  static_cast<std::size_t>(n / per_byte * size));
      done = n / per_byte * per_byte;
    }
    for (; done < n; ++done)
      store_pattern<Bits>(to_, i + done, load_pattern<Bits>(from, element + done * static_cast<std::uint64_t>(step)));
  }

 private:
  static constexpr std::uint64_t per_byte = Bits == 4 ? 2 : 1, size = Bits == 4 ? 1 : Bits / 8;

  void* to_;
};

// The number that a run without an input has everywhere, as a word.
template <unsigned Bits> Word<Bits> fill_of(const Run& run, DType type) {
  std::uint64_t room = 0;
  filling(Stored{}, type, [&]<class A>(A) { A::store(&room, 0, A::number(run.fill)); });
  return load_pattern<Bits>(&room, 0);
}

// ---- what lies evenly -----------------------------------------------------------------------------------------------

// The rows of a lattice in their order: where in the operand each begins.
class Rows {
 public:
  Rows(const Lattice& lattice, std::uint64_t row) : lattice_(lattice), at_(lattice.first) {
    for (unsigned k = lattice.rank - 1; k-- > 0; row /= lattice.dims[k]) {
      place_[k] = row % lattice.dims[k];
      at_ += place_[k] * step(k);
    }
  }

  std::uint64_t at() const { return at_; }

  void next() {
    for (unsigned k = lattice_.rank - 1; k-- > 0;) {
      at_ += step(k);
      if (++place_[k] < lattice_.dims[k]) return;
      at_ -= lattice_.dims[k] * step(k);
      place_[k] = 0;
    }
  }

 private:
  std::uint64_t step(unsigned k) const { return static_cast<std::uint64_t>(lattice_.steps[k]); }

  const Lattice& lattice_;
  std::uint64_t at_;
  std::array<std::uint64_t, Lattice::max_rank> place_{};
};

template <unsigned Bits>
void move_rows(const Lattice& lattice, const void* from, void* to, std::uint64_t begin, std::uint64_t end) {
  const std::uint64_t length = lattice.dims[lattice.rank - 1];
  const std::int64_t step = lattice.steps[lattice.rank - 1];
  const Target<Bits> target(to);
  Rows rows(lattice, begin / length);
  std::uint64_t j = begin % length;
  for (std::uint64_t i = begin; i < end; rows.next(), j = 0) {
    const std::uint64_t n = std::min(length - j, end - i);
    target.copy(from, rows.at() + j * static_cast<std::uint64_t>(step), step, i, n);
    i += n;
  }
}

// A lattice whose last axis is not the one along which the operand's elements are contiguous: matrices of
// these two axes are turned, a band of rows of the result at a time.
template <unsigned Bits> class Turned {
 public:
  // Nothing where there is no such axis, or one of the two is shorter than a block.
  static std::optional<Turned> of(const Lattice& lattice, unsigned tasks) {
    const unsigned last = lattice.rank - 1;
    if (lattice.steps[last] >= -1 && lattice.steps[last] <= 1) return std::nullopt;
    for (unsigned k = 0; k < last; ++k)
      if (lattice.steps[k] == 1 && lattice.dims[k] >= Turn<Bits>::block && lattice.dims[last] >= Turn<Bits>::block)
        return Turned(lattice, k, tasks);
    return std::nullopt;
  }

  std::uint64_t bands() const { return bands_; }

  void move(const void* from, void* to, std::uint64_t begin, std::uint64_t end, bool past_caches) const {
    const unsigned last = lattice_.rank - 1;
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t row = i % bands_per_matrix_ * band_, rows = std::min(band_, lattice_.dims[axis_] - row);
      std::uint64_t matrix = i / bands_per_matrix_, at_from = lattice_.first + row, at_to = row * pitch_[axis_];
      for (unsigned k = last; k-- > 0;) {
        if (k == axis_) continue;
        const std::uint64_t place = matrix % lattice_.dims[k];
        matrix /= lattice_.dims[k];
        at_from += place * static_cast<std::uint64_t>(lattice_.steps[k]);
        at_to += place * pitch_[k];
      }
      Turn<Bits>(static_cast<const std::byte*>(from) + at_from * (Bits / 8),
                 static_cast<std::ptrdiff_t>(lattice_.steps[last]), static_cast<std::byte*>(to) + at_to * (Bits / 8),
                 static_cast<std::ptrdiff_t>(pitch_[axis_]), past_caches)
          .run(static_cast<std::size_t>(rows), static_cast<std::size_t>(lattice_.dims[last]));
    }
  }

 private:
  // Rows of the result that are written at a time. Each lies in other pages of memory, and a processor keeps the
  // addresses of about so many.
  static constexpr std::uint64_t most_rows = 512;

  Turned(const Lattice& lattice, unsigned axis, unsigned tasks) : lattice_(lattice), axis_(axis) {
    std::uint64_t pitch = 1, matrices = 1;
    for (unsigned k = lattice.rank; k-- > 0; pitch *= lattice.dims[k]) {
      pitch_[k] = pitch;
      if (k != axis && k + 1 != lattice.rank) matrices *= lattice.dims[k];
    }
    constexpr std::uint64_t block = Turn<Bits>::block;
    const std::uint64_t wanted = std::min(most_rows, matrices * lattice.dims[axis] / (2 * std::uint64_t{tasks}));
    band_ = std::max(wanted / block, std::uint64_t{1}) * block;
    bands_per_matrix_ = (lattice.dims[axis] + band_ - 1) / band_;
    bands_ = matrices * bands_per_matrix_;
  }

  const Lattice& lattice_;
  unsigned axis_;                                         // of the result, whose elements are neighbours in the operand
  std::array<std::uint64_t, Lattice::max_rank> pitch_{};  // how far apart neighbours along an axis lie in the result
  std::uint64_t band_, bands_per_matrix_, bands_;
};

// ---- a result -------------------------------------------------------------------------------------------------------

struct Move {
  const Call& call;
  Inputs inputs;
  unsigned output;
  void* to;
  const Work& work;

  const Argument& result() const { return *call.outputs[output]; }

  // Calls range(begin, end) for parts of the result, and makes its truth values 0 or 1.
  template <unsigned Bits, class Range> void in_ranges(const Range& range) const {
    in_parts(work, result().shape.count, least_task * 8 / Bits, task_granule,
             [&](std::uint64_t begin, std::uint64_t end) {
               range(begin, end);
               if (result().type == DType::boolean) make_truths(begin, end);
             });
  }
  void make_truths(std::uint64_t begin, std::uint64_t end) const {
    auto* bytes = static_cast<std::byte*>(to);
    for (std::uint64_t i = begin; i < end; ++i) bytes[i] = std::byte{bytes[i] != std::byte{0}};
  }

  template <unsigned Bits> void by_runs() const {
    const Target<Bits> target(to);
    in_ranges<Bits>([&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end;) {
        const Run run = run_at(call, inputs, output, i);
        const std::uint64_t n = std::min(run.length, end - i);
        if (run.input == Run::no_input)
          target.fill(fill_of<Bits>(run, result().type), i, n);
        else
          target.copy(inputs[run.input], run.element, run.step, i, n);
        i += n;
      }
    });
  }

  template <unsigned Bits> void by_lattice(Lattice lattice) const {
    if (lattice.rank == 0) lattice.dims[lattice.rank++] = 1;
    const void* const from = inputs[lattice.input];
    if constexpr (Bits >= 8)
      if (const auto turned = Turned<Bits>::of(lattice, work.team == nullptr ? 1 : work.tasks)) {
        const std::uint64_t bytes = result().shape.count * (Bits / 8);
        in_parts(work, turned->bands(), least_task / (bytes / turned->bands()) + 1, 1,
                 [&](std::uint64_t begin, std::uint64_t end) {
                   turned->move(from, to, begin, end, bytes >= beyond_caches);
                 });
        if (result().type == DType::boolean) in_ranges<Bits>([](std::uint64_t, std::uint64_t) {});
        return;
      }
    in_ranges<Bits>([&](std::uint64_t begin, std::uint64_t end) { move_rows<Bits>(lattice, from, to, begin, end); });
  }

  template <unsigned Bits> void run() const {
    if (const LatticeOf* lattice_of = std::get_if<LatticeOf>(&call.op->nature))
      by_lattice<Bits>((*lattice_of)(call, output));
    else
      by_runs<Bits>();
  }
};

void move_one(const Move& move) {
  switch (info(move.result().type).bits) {
    case 4:
      return move.run<4>();
    case 8:
      return move.run<8>();
    case 16:
      return move.run<16>();
    case 32:
      return move.run<32>();
    default:
      return move.run<64>();
  }
}

Status move(const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (const Status status = condition_of(call, inputs); !status.ok()) return status;
  for (unsigned output = 0; output < call.outputs.size(); ++output)
    if (call.outputs[output] && call.outputs[output]->shape.count > 0)
      move_one({call, inputs, output, outputs[output], work});
  return {};
}

}  // namespace

Kernel move_kernel(const Call& call) { return call.op->moves() ? Kernel{&move} : Kernel{}; }

}  // namespace etalon::impl
