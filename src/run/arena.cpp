// SPDX-License-Identifier: Apache-2.0
// Floor 6. See arena.hpp.
#include "run/arena.hpp"

#include <algorithm>
#include <iterator>

namespace etalon::impl {
namespace {

std::uint64_t rounded(std::uint64_t bytes) {
  return (bytes + Arena::alignment - 1) / Arena::alignment * Arena::alignment;
}

}  // namespace

std::optional<std::uint64_t> Arena::take(std::uint64_t bytes) {
  if (bytes > UINT64_MAX / 2) return std::nullopt;
  const std::uint64_t size = rounded(bytes);
  if (size == 0) return 0;
  most_ = std::max(most_, taken_ += size);
  if (const auto fit = free_by_size_.lower_bound({size, 0}); fit != free_by_size_.end()) {
    const auto [room, offset] = *fit;
    remove_free(offset, room);
    if (room > size) add_free(offset + size, room - size);
    return offset;
  }
  std::uint64_t offset = end_;
  if (!free_.empty()) {  // a free block at the end grows
    const auto [last, room] = *std::prev(free_.end());
    if (last + room == end_) {
      remove_free(last, room);
      offset = last;
    }
  }
  if (offset > UINT64_MAX / 2) return std::nullopt;
  end_ = offset + size;
  return offset;
}

std::optional<std::uint64_t> Arena::append(std::uint64_t bytes) {
  if (bytes > UINT64_MAX / 2 || end_ > UINT64_MAX / 2) return std::nullopt;
  const std::uint64_t offset = end_;
  end_ += rounded(bytes);
  return offset;
}

void Arena::give(std::uint64_t offset, std::uint64_t bytes) {
  std::uint64_t size = rounded(bytes);
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

void Arena::add_free(std::uint64_t offset, std::uint64_t size) {
  free_.emplace(offset, size);
  free_by_size_.emplace(size, offset);
}

void Arena::remove_free(std::uint64_t offset, std::uint64_t size) {
  free_.erase(offset);
  free_by_size_.erase({size, offset});
}

}  // namespace etalon::impl
