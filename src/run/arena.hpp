// SPDX-License-Identifier: Apache-2.0
// Floor 6. Where each value lies in an arena. Blocks are taken and given back in the order of the steps. When all are
// known, settle() decides where they lie: two blocks share bytes only if one is given back before the other is taken.
// Only offsets are decided here; memory comes later.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "ops/scratch.hpp"

namespace etalon::impl {

class Arena {
 public:
  static constexpr std::uint64_t alignment = scratch_alignment;

  // The number of a new block; nothing where offsets do not fit 64 bits.
  std::optional<std::size_t> take(std::uint64_t bytes);
  void give(std::size_t block);
  void settle();
  std::optional<std::uint64_t> append(std::uint64_t bytes);  // the offset of a block after all others, when settled

  std::uint64_t offset(std::size_t block) const { return blocks_[block].offset; }  // a multiple of the alignment
  std::uint64_t bytes() const { return end_; }                                     // what all blocks so far fit into
  std::uint64_t most() const { return most_; }  // that was taken at once: no order of the blocks needs less

 private:
  struct Block {
    std::uint64_t offset, size;
    std::size_t taken, given = SIZE_MAX;  // when, in takes and gives
  };
  void add_free(std::uint64_t offset, std::uint64_t size);
  void remove_free(std::uint64_t offset, std::uint64_t size);
  void place_largest_first();

  std::vector<Block> blocks_;
  std::size_t now_ = 0;
  std::map<std::uint64_t, std::uint64_t> free_;                     // offset to size; no two touch
  std::set<std::pair<std::uint64_t, std::uint64_t>> free_by_size_;  // the same, for the best fit
  std::uint64_t end_ = 0, taken_ = 0, most_ = 0;
};

}  // namespace etalon::impl
