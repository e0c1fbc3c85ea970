// SPDX-License-Identifier: Apache-2.0
// Floor 0. Numbers as protobuf writes them: seven bits per byte, the low ones first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace etalon::impl {

// Takes a varint of at most ten bytes and 64 bits off the front; nothing where there is none.
inline std::optional<std::uint64_t> take_varint(std::span<const std::byte>& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes.size() && i < 10; ++i) {
    const auto byte = std::to_integer<std::uint64_t>(bytes[i]);
    if (i == 9 && byte > 1) return std::nullopt;
    value |= (byte & 0x7F) << (7 * i);
    if (byte < 0x80) {
      bytes = bytes.subspan(i + 1);
      return value;
    }
  }
  return std::nullopt;
}

}  // namespace etalon::impl
