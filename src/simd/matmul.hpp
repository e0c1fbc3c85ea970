// SPDX-License-Identifier: Apache-2.0
// Floor 7. From a call of MatMul to products of matrices: stacks, one-dimensional operands, tasks.
#pragma once

#include "simd/gemm.hpp"

namespace etalon::impl {

Status multiply(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work);
std::uint64_t multiply_scratch(const Gemm& gemm, const Call& call, unsigned tasks);

// The kernel that multiplies by the products of a type and an instruction set.
template <Gemm (*products)(Accumulation)> Kernel matmul_by() {
  return {[](const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
            return multiply(products(call.choices.accumulation), call, inputs, outputs, work);
          },
          [](const Call& call, unsigned tasks) {
            return multiply_scratch(products(call.choices.accumulation), call, tasks);
          }};
}

// By instructions beyond Highway's targets, where the instruction set in use has them; else none.
Kernel products_beyond(DType type);

}  // namespace etalon::impl
