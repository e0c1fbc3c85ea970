// SPDX-License-Identifier: Apache-2.0
// Floor 7. From calls of MatMulInteger, QLinearMatMul, ConvInteger and QLinearConv to sums of bytes: matrices and
// convolutions cut into tasks, zero points, scales.
#pragma once

#include "ops/family/quantised/quantise.hpp"
#include "simd/quantised/bytes.hpp"

namespace etalon::impl {

// Scales that are not positive and finite are left to the reference when a call is computed; shapes of scales and zero
// points that a product does not take, when its kernel is chosen.
struct ByteProductCalls {
  static bool takes(const Call& call, const ProductOperands& at);
  static Status compute(const ByteKernels& kernels, const ProductOperands& at, const Call& call, Inputs inputs,
                        Outputs outputs, const Work& work);
  static std::uint64_t scratch(const ByteKernels& kernels, const ProductOperands& at, const Call& call, unsigned tasks);
  static std::uint64_t packed_bytes(const ByteKernels& kernels, const ProductOperands& at, const Call& call,
                                    Inputs constants);
  static void pack(const ByteKernels& kernels, const ProductOperands& at, const Call& call, Inputs constants,
                   std::byte* packed);
};
struct ByteConvolutionCalls {
  static Status compute(const ByteKernels& kernels, const QuantisedConvOperands& at, const Call& call, Inputs inputs,
                        Outputs outputs, const Work& work);
  static std::uint64_t scratch(const ByteKernels& kernels, const QuantisedConvOperands& at, const Call& call,
                               unsigned tasks);
  static std::uint64_t packed_bytes(const ByteKernels& kernels, const QuantisedConvOperands& at, const Call& call,
                                    Inputs constants);
  static void pack(const ByteKernels& kernels, const QuantisedConvOperands& at, const Call& call, Inputs constants,
                   std::byte* packed);
};

// An operator: what is done, with which operands.
template <class Calls_, const auto& at_> struct ByteOperation {
  using Calls = Calls_;
  static constexpr const auto& at = at_;
};
using IntegerProduct = ByteOperation<ByteProductCalls, integer_product>;
using LinearProduct = ByteOperation<ByteProductCalls, linear_product>;
using IntegerConvolution = ByteOperation<ByteConvolutionCalls, integer_conv>;
using LinearConvolution = ByteOperation<ByteConvolutionCalls, linear_conv>;

// Its kernel by the sums of an instruction set.
template <class Operation, ByteKernels (*kernels)()> Kernel byte_kernel_by() {
  using Calls = typename Operation::Calls;
  if (!kernels().ones.exist()) return {};
  return {
      [](const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
        return Calls::compute(kernels(), Operation::at, call, inputs, outputs, work);
      },
      [](const Call& call, unsigned tasks) { return Calls::scratch(kernels(), Operation::at, call, tasks); },
      [](const Call& call, Inputs constants) { return Calls::packed_bytes(kernels(), Operation::at, call, constants); },
      [](const Call& call, Inputs constants, std::byte* packed) {
        Calls::pack(kernels(), Operation::at, call, constants, packed);
      }};
}

// By instructions beyond Highway's targets, where the instruction set in use has them; else none.
template <class Operation> Kernel byte_kernel_beyond();
template <class Operation> Kernel byte_kernel_by_tiles();

}  // namespace etalon::impl
