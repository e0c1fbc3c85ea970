// SPDX-License-Identifier: Apache-2.0
// Floor 6. Where each value lies in an arena. Blocks are allocated and freed in the order of the steps, and a freed
// block is used again. Only offsets are decided here; memory comes later.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>

namespace etalon::impl {

class Arena {
 public:
  static constexpr std::uint64_t alignment = 64;

  // The offset of a new block, a multiple of the alignment; nothing where offsets do not fit 64 bits.
  std::optional<std::uint64_t> take(std::uint64_t bytes);
  std::optional<std::uint64_t> append(std::uint64_t bytes);  // the same, behind all others and never given back
  void give(std::uint64_t offset, std::uint64_t bytes);

  std::uint64_t bytes() const { return end_; }  // what all blocks so far fit into
  std::uint64_t most() const { return most_; }  // that was taken at once: no order of the blocks needs less

 private:
  void add_free(std::uint64_t offset, std::uint64_t size);
  void remove_free(std::uint64_t offset, std::uint64_t size);

  std::map<std::uint64_t, std::uint64_t> free_;                     // offset to size; no two touch
  std::set<std::pair<std::uint64_t, std::uint64_t>> free_by_size_;  // the same, for the best fit
  std::uint64_t end_ = 0, taken_ = 0, most_ = 0;
};

}  // namespace etalon::impl
