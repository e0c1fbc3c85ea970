// SPDX-License-Identifier: Apache-2.0
// Floor 6. See arena.hpp. Each block gets an offset as it is taken: the smallest hole that is large enough. That is
// fast for a million blocks, but a hole may be left where a later block is slightly too large for it. If any was, and
// the blocks are few, the largest are placed first instead, each at the lowest offset where nothing lies in its time.
#include "run/arena.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace etalon::impl {
namespace {

constexpr std::size_t few_blocks = 4096;  // whose time grows with the square of their number

}  // namespace

std::optional<std::size_t> Arena::take(std::uint64_t bytes) {
  if (bytes > UINT64_MAX / 2) return std::nullopt;
  const std::uint64_t size = aligned_size(bytes);
  most_ = std::max(most_, taken_ += size);
  std::uint64_t offset = 0;
  if (const auto fit = free_by_size_.lower_bound({size, 0}); size > 0 && fit != free_by_size_.end()) {
    const auto [room, hole] = *fit;
    offset = hole;
    remove_free(hole, room);
    if (room > size) add_free(hole + size, room - size);
  } else if (size > 0) {
    offset = end_;
    if (!free_.empty()) {  // a free block at the end grows
      const auto [last, room] = *std::prev(free_.end());
      if (last + room == end_) {
        remove_free(last, room);
        offset = last;
      }
    }
    if (offset > UINT64_MAX / 2) return std::nullopt;
    end_ = offset + size;
  }
  blocks_.push_back({offset, size, now_++});
  return blocks_.size() - 1;
}

void Arena::give(std::size_t block) {
  blocks_[block].given = now_++;
  auto [offset, size, taken, given] = blocks_[block];
  if (size == 0) return;
  taken_ -= size;
  const auto next = free_.lower_bound(offset);
  if (next != free_.end() && next->first == offset + size) {
    const std::uint64_t room = next->second;
    remove_free(offset + size, room);
    size += room;
  }
  if (const auto after = free_.lower_bound(offset); after != free_.begin()) {
    const auto [before, room] = *std::prev(after);
    if (before + room == offset) {
      remove_free(before, room);
      offset = before;
      size += room;
    }
  }
  add_free(offset, size);
}

void Arena::settle() {
  // The second condition keeps the sum of all sizes below 2^64.
  if (end_ == most_ || blocks_.size() > few_blocks || end_ > UINT64_MAX / 2 / few_blocks) return;
  Arena other = *this;
  other.place_largest_first();
  if (other.end_ < end_) *this = std::move(other);
}

void Arena::place_largest_first() {
  std::vector<std::size_t> order(blocks_.size()), placed;  // placed: in the order of offsets
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
    return blocks_[i].size != blocks_[j].size ? blocks_[i].size > blocks_[j].size : i < j;
  });
  end_ = 0;
  for (const std::size_t i : order) {
    Block& block = blocks_[i];
    block.offset = 0;
    for (const std::size_t j : placed) {
      const Block& other = blocks_[j];
      if (other.given < block.taken || block.given < other.taken) continue;
      if (block.offset + block.size <= other.offset) break;
      block.offset = std::max(block.offset, other.offset + other.size);
    }
    end_ = std::max(end_, block.offset + block.size);
    placed.insert(std::ranges::upper_bound(placed, block.offset, {}, [&](std::size_t j) { return blocks_[j].offset; }),
                  i);
  }
}

std::optional<std::uint64_t> Arena::append(std::uint64_t bytes) {
  if (bytes > UINT64_MAX / 2 || end_ > UINT64_MAX / 2) return std::nullopt;
  const std::uint64_t offset = end_;
  end_ += aligned_size(bytes);
  return offset;
}

void Arena::add_free(std::uint64_t offset, std::uint64_t size) {
  free_.emplace(offset, size);
  free_by_size_.emplace(size, offset);
}

void Arena::remove_free(std::uint64_t offset, std::uint64_t size) {
  free_.erase(offset);
  free_by_size_.erase({size, offset});
}

}  // namespace etalon::impl
