// SPDX-License-Identifier: Apache-2.0
// Floor 7. Transposes a matrix in square blocks whose sides are one cache line: blocks are transposed by vectors of 16
// bytes, and written line by line.
#pragma once

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "simd/targets.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {

template <unsigned Bits> class Turn {
 public:
  static constexpr std::size_t line = 64, block = line * 8 / Bits;  // bytes, and as many elements

  // Element (a, b) of the result lies at a * pitch_to + b, and is the one at a + b * pitch_from. `past_caches`: the
  // result is too large to be found in a cache later.
  Turn(const std::byte* from, std::ptrdiff_t pitch_from, std::byte* to, std::ptrdiff_t pitch_to,
       bool past_caches = false)
      : from_(from), to_(to), pitch_from_(pitch_from), pitch_to_(pitch_to), streamed_(past_caches && has_lines()) {}

  void run(std::size_t rows, std::size_t columns) const {
    for (std::size_t b = 0; b < columns; b += block)
      for (std::size_t a = 0; a < rows; a += block)
        if (rows - a >= block && columns - b >= block)
          whole_block(a, b);
        else
          one_by_one(a, std::min(block, rows - a), b, std::min(block, columns - b));
#if defined(__SSE2__)
    if (streamed_) _mm_sfence();
#endif
  }

 private:
  static constexpr std::size_t size = Bits / 8, lanes = 16 / size;
  typedef Word<Bits> Vector __attribute__((vector_size(16)));
  struct Square {
    Vector rows[lanes];
  };

  const std::byte* source(std::size_t a, std::size_t b) const {
    return from_ +
           (static_cast<std::ptrdiff_t>(a) + static_cast<std::ptrdiff_t>(b) * pitch_from_) * std::ptrdiff_t{size};
  }
  std::byte* target(std::size_t a, std::size_t b) const {
    return to_ + (static_cast<std::ptrdiff_t>(a) * pitch_to_ + static_cast<std::ptrdiff_t>(b)) * std::ptrdiff_t{size};
  }

  // Every row of a block is a line of the cache.
  bool has_lines() const {
    return reinterpret_cast<std::uintptr_t>(to_) % line == 0 && static_cast<std::size_t>(pitch_to_) * size % line == 0;
  }

  void one_by_one(std::size_t a, std::size_t rows, std::size_t b, std::size_t columns) const {
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) std::memcpy(target(a + i, b + j), source(a + i, b + j), size);
  }

  void whole_block(std::size_t a, std::size_t b) const {
    alignas(line) std::byte lines[block][line];
    for (std::size_t i = 0; i < block; i += lanes)
      for (std::size_t j = 0; j < block; j += lanes) {
        Square all;
        ETALON_UNROLL
        for (std::size_t k = 0; k < lanes; ++k) std::memcpy(&all.rows[k], source(a + i, b + j + k), sizeof(Vector));
        ETALON_UNROLL
        for (std::size_t done = 1; done < lanes; done *= 2) all = interleaved(all, std::make_index_sequence<lanes>());
        ETALON_UNROLL
        for (std::size_t k = 0; k < lanes; ++k) std::memcpy(lines[i + k] + j * size, &all.rows[k], sizeof(Vector));
      }
    for (std::size_t i = 0; i < block; ++i) write_line(target(a + i, b), lines[i]);
  }

  // Each vector of the first half with the one of the second half: repeated log2(lanes) times, rows become columns.
  template <std::size_t... lane> static Square interleaved(const Square& all, std::index_sequence<lane...>) {
    Square result;
    ETALON_UNROLL
    for (std::size_t k = 0; k < lanes / 2; ++k) {
      const Vector first = all.rows[k], second = all.rows[k + lanes / 2];
      result.rows[2 * k] = __builtin_shufflevector(first, second, (lane / 2 + lane % 2 * lanes)...);
      result.rows[2 * k + 1] = __builtin_shufflevector(first, second, (lanes / 2 + lane / 2 + lane % 2 * lanes)...);
    }
    return result;
  }

  void write_line(std::byte* to, const std::byte* from) const {
#if defined(__SSE2__)
    if (streamed_) {
      ETALON_UNROLL
      for (std::size_t k = 0; k < line; k += sizeof(__m128i))
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + k),
                         _mm_load_si128(reinterpret_cast<const __m128i*>(from + k)));
      return;
    }
#endif
    std::memcpy(to, from, line);
  }

  const std::byte* from_;
  std::byte* to_;
  std::ptrdiff_t pitch_from_, pitch_to_;
  bool streamed_;
};

}  // namespace etalon::impl
