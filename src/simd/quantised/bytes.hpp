// SPDX-License-Identifier: Apache-2.0
// Floor 7. Sums of products of 8-bit integers, each less its zero point, as the kernels of the quantised operators use
// them: one matrix by one matrix, and a share of a convolution, on one thread. Sums wrap, so that any order and any
// algebra modulo 2^32 gives the bits of the reference.
//
// Elements are packed as words of 32 bits, of one k, two or four. Two are integers of 16 bits that have lost their zero
// points. Four are the bytes: those of the left matrix as signed integers, those of the right one as unsigned ones; an
// element of the other kind changes its first bit, and its zero point moves by 128. With these zero points z,
//   sum (l - zl) * (r - zr) = sum l * r - zr * sum l - zl * (sum r - n * zr),
// so that what the zero points take off is a number for each row plus one for each column.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/quantised/rescale.hpp"
#include "simd/windows/convolution.hpp"

namespace etalon::impl {

// Elements, and their zero points: one for all, or one for each line.
struct Bytes {
  const std::uint8_t* data = nullptr;
  bool is_signed = false;
  const std::uint8_t* zeros = nullptr;  // null: all are 0
  std::size_t zeros_step = 0;           // from a line to the next one, 0 or 1

  // As a packed element: signed or not, whatever it is. What is to be changed in its byte, and its zero point.
  std::uint8_t flip(bool as_signed) const { return as_signed == is_signed ? 0 : 0x80; }
  std::int32_t zero(bool as_signed, std::size_t line) const {
    const std::uint8_t pattern = zeros == nullptr ? std::uint8_t{0} : zeros[line * zeros_step];
    const std::int32_t number = is_signed ? static_cast<std::int8_t>(pattern) : pattern;
    return number + (as_signed == is_signed ? 0 : is_signed ? 128 : -128);
  }
  Bytes from(std::size_t element, std::size_t line) const {
    Bytes part = *this;
    if (part.data != nullptr) part.data += element;  // else packed only
    if (part.zeros != nullptr) part.zeros += line * zeros_step;
    return part;
  }
};

// What becomes of the sums: numbers of int32, or quantised ones of 8 bits.
struct Results {
  void* y;
  std::size_t stride;      // of rows, in elements
  const Rescale* rescale;  // null: int32

  std::size_t element_bytes() const { return rescale == nullptr ? 4 : 1; }
  void* at(std::size_t row, std::size_t column) const {
    return static_cast<std::byte*>(y) + (row * stride + column) * element_bytes();
  }
};

// The lines of A are its rows, those of B its columns. No dimension is zero.
struct ByteProduct {
  std::size_t rows, columns, inner;
  Bytes a, b;
  std::size_t a_stride, b_stride;
  Results results;
  const std::byte* packed = nullptr;  // B as ByteSums::pack makes it, which is used instead; null: there is none
};

// x, w and y are those of the convolution; it has no bias. The lines of w are the features of all groups.
struct ByteConvolution : Convolution {
  Bytes data, weights;
  const std::int32_t* added = nullptr;  // the bias
  const Rescale* rescale = nullptr;     // null: int32
};

struct ByteSums {
  void (*multiply)(const ByteProduct& product, std::byte* scratch) = nullptr;
  // Bytes that are enough for so many rows and columns, and for any fewer.
  std::uint64_t (*scratch)(std::size_t rows, std::size_t columns, std::size_t inner) = nullptr;
  // B packed beforehand. Columns from a multiple of `packed_unit` on are packed by themselves.
  static constexpr std::size_t packed_unit = 64;
  std::uint64_t (*packed_bytes)(std::size_t columns, std::size_t inner) = nullptr;
  void (*pack)(const ByteProduct& product, std::byte* packed) = nullptr;

  void (*convolve)(const ByteConvolution& c, const Share& share, std::byte* scratch) = nullptr;
  std::uint64_t (*convolution_scratch)(const Convolution& c) = nullptr;
  // What Convolution::packed points to.
  std::uint64_t (*convolution_packed)(const Convolution& c) = nullptr;
  void (*pack_convolution)(const ByteConvolution& c, std::byte* packed) = nullptr;

  bool exist() const { return multiply != nullptr; }
};

// By how many k a word has. Two take any zero points, so that they do where there is nothing better; tiles are of words
// of four, of which they take many at a time.
struct ByteKernels {
  ByteSums ones, twos, fours, tiles;
};

}  // namespace etalon::impl
