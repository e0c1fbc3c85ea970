// SPDX-License-Identifier: Apache-2.0
// Floor 7. Products of matrices, as MatMul's fast kernel uses them: one matrix by one matrix, on one thread. Every
// output keeps one accumulator that takes its products in ascending order of k, so that the bits are the reference's
// however the work is cut into tiles, blocks and threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/call.hpp"
#include "simd/windows/convolution.hpp"

namespace etalon::impl {

// What is done to a sum when all its products are there: it is multiplied by a factor, and an element that was itself
// multiplied by another factor is added. Each step is rounded as the policy rounds; a factor of 1 is no step.
struct Ending {
  double factor = 1;             // a number of the element type
  const void* addend = nullptr;  // null: nothing is added
  double addend_factor = 1;
  std::size_t row_step = 0, column_step = 0;  // from the addend of an output to that of the next one, in elements

  bool is_empty() const { return factor == 1 && addend == nullptr; }
  // That of the part whose first output is this one.
  Ending from(std::size_t row, std::size_t column, std::size_t element_bytes) const {
    Ending part = *this;
    if (addend != nullptr)
      part.addend = static_cast<const std::byte*>(addend) + (row * row_step + column * column_step) * element_bytes;
    return part;
  }
};

// C = A * B, row-major; strides are of rows, in elements. No dimension is zero.
struct Product {
  std::size_t rows, columns, inner;
  const void* a;
  std::size_t a_stride;
  const void* b;
  std::size_t b_stride;
  void* c;
  std::size_t c_stride;
  Ending ending = {};
  const std::byte* packed_b = nullptr;  // B as Gemm::pack makes it, which is used instead; null: there is none
};

struct Gemm {
  void (*compute)(const Product& product, std::byte* scratch) = nullptr;
  // Bytes that are enough for so many rows and columns, and for any fewer.
  std::uint64_t (*scratch)(std::size_t rows, std::size_t columns, std::size_t inner) = nullptr;
  // A share of a convolution by the same steps; null: there is none. Scratch is enough for any share.
  void (*convolve)(const Convolution& convolution, const Share& share, std::byte* scratch) = nullptr;
  std::uint64_t (*convolution_scratch)(const Convolution& convolution) = nullptr;
  // What Convolution::packed points to: bytes, of which 0 mean that packing does not pay; and making it of the weights.
  std::uint64_t (*convolution_packed)(const Convolution& convolution) = nullptr;
  void (*pack_convolution)(const Convolution& convolution, std::byte* packed) = nullptr;
  // B packed beforehand; null: it cannot be. A part of it that begins at a multiple of `packed_unit` columns lies
  // behind as many bytes as the columns before it take.
  static constexpr std::size_t packed_unit = 64;
  std::uint64_t (*packed_bytes)(std::size_t columns, std::size_t inner) = nullptr;
  void (*pack)(const void* b, std::size_t b_stride, std::size_t columns, std::size_t inner,
               std::byte* packed) = nullptr;
};

}  // namespace etalon::impl
