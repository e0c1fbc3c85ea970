// SPDX-License-Identifier: Apache-2.0
// Floor 7. A matrix of elements that lie one behind the other along its rows, written with its rows as columns. Blocks
// whose sides are a line of the cache are read and written as a whole, by vectors of 16 bytes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "tensor/algebra.hpp"

namespace etalon::impl {

template <unsigned Bits> class Turn {
 public:
  static constexpr std::size_t block = 512 / Bits;  // elements of a line

  // Element (a, b) of the result lies at a * pitch_to + b, and is the one at a + b * pitch_from.
  Turn(const std::byte* from, std::ptrdiff_t pitch_from, std::byte* to, std::ptrdiff_t pitch_to)
      : from_(from), to_(to), pitch_from_(pitch_from), pitch_to_(pitch_to) {}

  void run(std::size_t rows, std::size_t columns) const {
    for (std::size_t b = 0; b < columns; b += block)
      for (std::size_t a = 0; a < rows; a += block)
        if (rows - a >= block && columns - b >= block)
          whole_block(a, b);
        else
          one_by_one(a, std::min(block, rows - a), b, std::min(block, columns - b));
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

  void one_by_one(std::size_t a, std::size_t rows, std::size_t b, std::size_t columns) const {
    for (std::size_t i = 0; i < rows; ++i)
      for (std::size_t j = 0; j < columns; ++j) std::memcpy(target(a + i, b + j), source(a + i, b + j), size);
  }

  void whole_block(std::size_t a, std::size_t b) const {
    for (std::size_t i = 0; i < block; i += lanes)
      for (std::size_t j = 0; j < block; j += lanes) square(a + i, b + j);
  }

  void square(std::size_t a, std::size_t b) const {
    Square all;
    for (std::size_t k = 0; k < lanes; ++k) std::memcpy(&all.rows[k], source(a, b + k), sizeof(Vector));
    for (std::size_t done = 1; done < lanes; done *= 2) all = interleaved(all, std::make_index_sequence<lanes>());
    for (std::size_t k = 0; k < lanes; ++k) std::memcpy(target(a + k, b), &all.rows[k], sizeof(Vector));
  }

  // Each vector of the first half with the one of the second half: repeated log2(lanes) times, rows become columns.
  template <std::size_t... lane> static Square interleaved(const Square& all, std::index_sequence<lane...>) {
    Square result;
    for (std::size_t k = 0; k < lanes / 2; ++k) {
      const Vector first = all.rows[k], second = all.rows[k + lanes / 2];
      result.rows[2 * k] = __builtin_shufflevector(first, second, (lane / 2 + lane % 2 * lanes)...);
      result.rows[2 * k + 1] = __builtin_shufflevector(first, second, (lanes / 2 + lane / 2 + lane % 2 * lanes)...);
    }
    return result;
  }

  const std::byte* from_;
  std::byte* to_;
  std::ptrdiff_t pitch_from_, pitch_to_;
};

}  // namespace etalon::impl
