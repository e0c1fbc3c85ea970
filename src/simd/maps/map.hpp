// SPDX-License-Identifier: Apache-2.0
// Floor 7. The loop around fast kernels of the family map: tasks, and operands that are stretched. It is compiled once;
// an operator adds functions that compute rows (simd/maps/rows-inl.h).
#pragma once

#include <cstddef>

#include "ops/call.hpp"

namespace etalon::impl {

// n elements of the result from as many of each operand. Their elements are contiguous.
struct RowFunction {
  void (*compute)(const void* op, const void* const* operands, void* result, std::size_t n);
  const void* op;  // what it is given besides
};

// Element i of the result from element i of each of the first operands, of which there are at most three.
void map_rows(const Call& call, Inputs inputs, Outputs outputs, const Work& work, unsigned operands, RowFunction row);

// The same over any number of operands by a function of two: of the first two, then of what there is and the next one;
// where the next one is the last, by another function. A single operand is taken twice, by that one. A function is
// given its own result as an operand.
void fold_rows(const Call& call, Inputs inputs, Outputs outputs, const Work& work, RowFunction row, RowFunction last);

}  // namespace etalon::impl
