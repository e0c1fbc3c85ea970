// SPDX-License-Identifier: Apache-2.0
// Operands and memory of a measurement. Ours and the peer get the very same blocks: made once, kept until the program
// ends, on huge pages where the system gives them, and each operand at another distance from the start of a page, so
// that neither side is measured on addresses that are equal modulo a power of two.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::bench {

using namespace impl;

// What elements are. Integers of the type's own width are random bits in every case but the last.
enum class Data : std::uint8_t {
  normal,      // normal deviates
  integers,    // integers from -4095 to 4095: sums are full of ties
  cancelling,  // of a product: the second half of K cancels the first, so every output is 0
  divisors,    // of an integer division: magnitudes of all sizes, none zero
};

// Operand 0 or 1 of an operation, filled. The same arguments give the same block.
const void* operand(unsigned number, DType type, const Shape& shape, Data data);

// Where results go: one block for all, which grows and is never given back.
void* result(std::uint64_t bytes);

// Memory that is touched and aligned to 64 bytes, at the given lane's distance from the start of a page.
std::byte* memory(std::uint64_t bytes, unsigned lane);

}  // namespace etalon::bench
