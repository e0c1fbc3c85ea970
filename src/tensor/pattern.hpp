// SPDX-License-Identifier: Apache-2.0
// Floor 2. Element i of a tensor as its bit pattern, whatever the type: the width is looked up, not a template
// argument. The pattern of a truth value is 0 or 1, whatever its byte.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>

#include "tensor/algebra.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

inline std::uint64_t pattern_at(const TensorView& tensor, std::uint64_t i) {
  if (tensor.type == DType::boolean) return Boolean::load(tensor.data, i) ? 1 : 0;
  switch (info(tensor.type).bits) {
    case 4:
      return load_pattern<4>(tensor.data, i);
    case 8:
      return load_pattern<8>(tensor.data, i);
    case 16:
      return load_pattern<16>(tensor.data, i);
    case 32:
      return load_pattern<32>(tensor.data, i);
    default:
      return load_pattern<64>(tensor.data, i);
  }
}

// Elements of 4 bits are to be set in ascending order, see nibble_store.
inline void set_pattern(const MutableTensorView& tensor, std::uint64_t i, std::uint64_t pattern) {
  switch (info(tensor.type).bits) {
    case 4:
      return store_pattern<4>(tensor.data, i, static_cast<Word<4>>(pattern));
    case 8:
      return store_pattern<8>(tensor.data, i, static_cast<Word<8>>(pattern));
    case 16:
      return store_pattern<16>(tensor.data, i, static_cast<Word<16>>(pattern));
    case 32:
      return store_pattern<32>(tensor.data, i, static_cast<Word<32>>(pattern));
    default:
      return store_pattern<64>(tensor.data, i, pattern);
  }
}

// The word that `size` bytes spell, read in the byte order of a file, not of this machine.
inline std::uint64_t word_of_bytes(const std::byte* bytes, unsigned size, std::endian order) {
  std::uint64_t word = 0;
  for (unsigned k = 0; k < size; ++k)
    word = word << 8 | std::to_integer<std::uint64_t>(bytes[order == std::endian::big ? k : size - 1 - k]);
  return word;
}

// Copies whole bytes of elements. Truth values are written as 0 or 1, whatever the byte that a caller gave.
inline void copy_elements(DType type, void* to, const void* from, std::size_t bytes) {
  if (type != DType::boolean) {
    if (bytes > 0) std::memcpy(to, from, bytes);
    return;
  }
  for (std::size_t i = 0; i < bytes; ++i) Boolean::store(to, i, Boolean::load(from, i));
}

// The first byte of a file's bools that is neither 0 nor 1.
inline std::optional<std::size_t> first_no_bool(std::span<const std::byte> bytes) {
  const auto bad = std::ranges::find_if(bytes, [](std::byte byte) { return byte > std::byte{1}; });
  if (bad == bytes.end()) return std::nullopt;
  return static_cast<std::size_t>(bad - bytes.begin());
}

// Passes the elements to take(span) as bytes in file order, low bytes first: all at once where they are stored that
// way, else one by one. The bytes of truth values are 0 or 1 in a file, which those in memory need not be.
template <class Take> void give_little_endian(const TensorView& tensor, Take take) {
  const unsigned size = info(tensor.type).bits / 8;
  const bool as_stored = size <= 1 || std::endian::native == std::endian::little;
  if (as_stored && tensor.type != DType::boolean) {
    if (tensor.bytes > 0)
      take(std::span(static_cast<const std::byte*>(tensor.data), static_cast<std::size_t>(tensor.bytes)));
    return;
  }
  for (std::uint64_t i = 0; i < tensor.shape.count; ++i) {
    std::array<std::byte, 8> bytes;
    const std::uint64_t word = pattern_at(tensor, i);
    for (unsigned k = 0; k < size; ++k) bytes[k] = static_cast<std::byte>(word >> 8 * k);
    take(std::span<const std::byte>(bytes).first(size));
  }
}

}  // namespace etalon::impl
