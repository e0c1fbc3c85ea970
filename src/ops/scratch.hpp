// SPDX-License-Identifier: Apache-2.0
// Floor 4. Memory that kernels work in: how it is aligned, sizes that keep what follows aligned, and such memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace etalon::impl {

inline constexpr std::size_t scratch_alignment = 64;

// The bytes rounded up to a multiple of the alignment.
template <class Size> constexpr Size aligned_size(Size bytes) {
  constexpr auto unit = static_cast<Size>(scratch_alignment);
  return (bytes + unit - 1) / unit * unit;
}

class AlignedBytes {
 public:
  AlignedBytes() = default;
  explicit AlignedBytes(std::uint64_t bytes)
      : bytes_(static_cast<std::size_t>(bytes)), all_(bytes_ + scratch_alignment) {}

  std::span<std::byte> span() {
    void* first = all_.data();
    std::size_t room = all_.size();
    return {static_cast<std::byte*>(std::align(scratch_alignment, bytes_, first, room)), bytes_};
  }

 private:
  std::size_t bytes_ = 0;
  std::vector<std::byte> all_;
};

}  // namespace etalon::impl
