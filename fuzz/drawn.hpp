// SPDX-License-Identifier: Apache-2.0
// Numbers that follow from a file's bytes: what a fuzz target draws is the same whenever it gets the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace etalon::fuzz {

class Drawn {
 public:
  explicit Drawn(std::span<const std::byte> file) {
    for (const std::byte byte : file) state_ = (state_ ^ static_cast<std::uint64_t>(byte)) * 0x100000001B3;
  }
  std::uint64_t below(std::uint64_t limit) {
    state_ = state_ * 6364136223846793005 + 1442695040888963407;
    return (state_ >> 33) % limit;
  }

 private:
  std::uint64_t state_ = 0xCBF29CE484222325;
};

}  // namespace etalon::fuzz
