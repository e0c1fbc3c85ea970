// SPDX-License-Identifier: Apache-2.0
// Floor 0. SHA-256 (FIPS 180-4), for digests that show whether two results have the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace etalon::impl {

class Sha256 {
 public:
  using Digest = std::array<std::uint8_t, 32>;
  enum class Way : std::uint8_t { fastest, plain };  // of the same result: plain is without special instructions

  explicit Sha256(Way way = Way::fastest) : way_(way) {}

  void update(std::span<const std::byte> bytes);
  Digest finish();  // the object is spent afterwards

 private:
  void compress(const std::byte* block, std::size_t blocks);

  std::array<std::uint32_t, 8> state_{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  std::array<std::byte, 64> pending_{};
  std::uint64_t length_ = 0;  // bytes taken so far
  Way way_;
};

std::string to_hex(const Sha256::Digest& digest);
std::string sha256_of(std::span<const std::byte> bytes);  // of all at once, in hexadecimal

}  // namespace etalon::impl
