// SPDX-License-Identifier: Apache-2.0
// Floor 7. Products of matrices, as MatMul's fast kernel uses them: one matrix by one matrix, on one thread. Every
// output keeps one accumulator that takes its products in ascending order of k, so that the bits are the reference's
// however the work is cut into tiles, blocks and threads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "ops/call.hpp"

namespace etalon::impl {

// C = A * B, row-major; strides are of rows, in elements. No dimension is zero.
struct Product {
  std::size_t rows, columns, inner;
  const void* a;
  std::size_t a_stride;
  const void* b;
  std::size_t b_stride;
  void* c;
  std::size_t c_stride;
};

struct Gemm {
  void (*compute)(const Product& product, std::byte* scratch) = nullptr;
  // Bytes that are enough for so many rows and columns, and for any fewer.
  std::uint64_t (*scratch)(std::size_t rows, std::size_t columns, std::size_t inner) = nullptr;
};

}  // namespace etalon::impl
