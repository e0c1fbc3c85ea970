// SPDX-License-Identifier: Apache-2.0
// Floor 7. See map.hpp. No vector code is needed: what is stretched is copied, a piece at a time.
#include "simd/maps/map.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "ops/family/map.hpp"
#include "simd/partition.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

constexpr std::uint64_t least_task = std::uint64_t{1} << 15;  // elements that are worth waking a thread
constexpr std::uint64_t task_granule = 128;                   // elements: mostly whole lines
constexpr std::uint64_t cached = std::uint64_t{1} << 14;      // elements that stay near while operands are folded
constexpr std::uint64_t piece = 1024;                         // elements that are laid out at a time
constexpr unsigned most_operands = 3;

// Where a piece of a stretched operand is laid out.
struct Room {
  alignas(64) std::byte bytes[piece * 8];
  bool full = false;  // of one element, which is all there is
};

// An operand, as long as the result.
class Spread {
 public:
  Spread() = default;
  Spread(const Call& call, unsigned x, const void* data)
      : data_(static_cast<const std::byte*>(data)), size_(info(call.inputs[x]->type).bits / 8) {
    if (Walk<1>::stretched(call, x)) walk_.emplace(call, x);
  }
  // What there is of the result.
  Spread(const Call& call, const void* result)
      : data_(static_cast<const std::byte*>(result)), size_(info(call.outputs[0]->type).bits / 8) {}

  bool stretched() const { return walk_.has_value(); }

  // n elements from element i of the result on: where they lie, or laid out. At most a piece of what is stretched.
  const void* at(std::uint64_t i, std::uint64_t n, Room& room) const {
    if (!walk_) return data_ + i * size_;
    const std::uint64_t j = i % walk_->length;
    if (walk_->step[0] == 1 && n <= walk_->length - j) return data_ + (walk_->offset(0, i / walk_->length) + j) * size_;
    if (!room.full) {
      const bool one = walk_->rows == 1;
      lay_out(one ? 0 : i, one ? std::min(piece, walk_->length) : n, room);
      room.full = one;
    }
    return room.bytes;
  }

 private:
  void lay_out(std::uint64_t i, std::uint64_t n, Room& room) const {
    switch (size_) {
      case 1:
        return lay_out<8>(i, n, room);
      case 2:
        return lay_out<16>(i, n, room);
      case 4:
        return lay_out<32>(i, n, room);
      default:
        return lay_out<64>(i, n, room);
    }
  }
  template <unsigned bits> void lay_out(std::uint64_t i, std::uint64_t n, Room& room) const {
    WalkRows<1> rows(*walk_, i / walk_->length);
    std::uint64_t j = i % walk_->length;
    for (std::uint64_t done = 0; done < n; rows.next(), j = 0) {
      const std::uint64_t m = std::min(walk_->length - j, n - done);
      if (walk_->step[0] == 1) {
        std::memcpy(room.bytes + done * (bits / 8), data_ + (rows.offset(0) + j) * (bits / 8),
                    static_cast<std::size_t>(m * (bits / 8)));
      } else {
        const Word<bits> all = load_pattern<bits>(data_, rows.offset(0));
        for (std::uint64_t k = 0; k < m; ++k) store_pattern<bits>(room.bytes, done + k, all);
      }
      done += m;
    }
  }

  const std::byte* data_ = nullptr;
  unsigned size_ = 1;
  std::optional<Walk<1>> walk_;  // where it is stretched
};

// Elements begin to end of the result from those of the operands.
void compute(std::span<const Spread> operands, std::byte* result, unsigned size, std::uint64_t begin, std::uint64_t end,
             RowFunction row) {
  Room rooms[most_operands];
  const bool in_pieces = std::any_of(operands.begin(), operands.end(), [](const Spread& s) { return s.stretched(); });
  const std::uint64_t step = in_pieces ? piece : end - begin;
  for (std::uint64_t i = begin; i < end; i += step) {
    const std::uint64_t n = std::min(step, end - i);
    const void* at[most_operands];
    for (std::size_t x = 0; x < operands.size(); ++x) at[x] = operands[x].at(i, n, rooms[x]);
    row.compute(row.op, at, result + i * size, static_cast<std::size_t>(n));
  }
}

template <class Range> void each_task(const Call& call, const Work& work, const Range& range) {
  const std::uint64_t count = call.outputs[0]->shape.count;
  if (count > 0) in_parts(work, count, least_task, task_granule, range);
}

// A small call without stretched operands, for which the setup would dominate.
bool computed_at_once(const Call& call, Inputs inputs, Outputs outputs, unsigned operands, RowFunction row) {
  const std::uint64_t count = call.outputs[0]->shape.count;
  if (count == 0 || count >= least_task) return false;
  for (unsigned x = 0; x < operands; ++x)
    if (Walk<1>::stretched(call, x)) return false;
  row.compute(row.op, inputs.data(), outputs[0], static_cast<std::size_t>(count));
  return true;
}

}  // namespace

void map_rows(const Call& call, Inputs inputs, Outputs outputs, const Work& work, unsigned operands, RowFunction row) {
  if (computed_at_once(call, inputs, outputs, operands, row)) return;
  std::array<Spread, most_operands> spread;
  for (unsigned x = 0; x < operands; ++x) spread[x] = Spread(call, x, inputs[x]);
  const unsigned size = info(call.outputs[0]->type).bits / 8;
  each_task(call, work, [&](std::uint64_t begin, std::uint64_t end) {
    compute(std::span(spread).first(operands), static_cast<std::byte*>(outputs[0]), size, begin, end, row);
  });
}

void fold_rows(const Call& call, Inputs inputs, Outputs outputs, const Work& work, RowFunction row, RowFunction last) {
  if (inputs.size() == 2 && computed_at_once(call, inputs, outputs, 2, last)) return;
  const unsigned size = info(call.outputs[0]->type).bits / 8;
  const auto end_operand = static_cast<unsigned>(inputs.size() - 1);
  each_task(call, work, [&](std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t step = end_operand > 1 ? cached : end - begin;
    for (std::uint64_t i = begin; i < end; i += step)
      for (unsigned x = std::min(1u, end_operand); x <= end_operand; ++x) {
        const Spread pair[] = {x > 1 ? Spread(call, outputs[0]) : Spread(call, 0, inputs[0]),
                               Spread(call, x, inputs[x])};
        compute(pair, static_cast<std::byte*>(outputs[0]), size, i, std::min(end, i + step),
                x == end_operand ? last : row);
      }
  });
}

}  // namespace etalon::impl
