// SPDX-License-Identifier: Apache-2.0
// Floor 7. From calls of operators to products of matrices: several products of one shape, each cut into tasks, and the
// kernels of the operators that are made of them.
#pragma once

#include "simd/products/gemm.hpp"

namespace etalon::impl {

// Products of one shape. No dimension is zero.
struct ProductShape {
  std::size_t count, rows, columns, inner;
};

// Each product is cut by rows or by columns, whichever there are more of, never along k.
class ProductCut {
 public:
  ProductCut(const ProductShape& shape, unsigned most_tasks);
  std::size_t scratch(const Gemm& gemm) const;  // of all tasks
  void multiply(const Gemm& gemm, const Product& product, std::size_t element_bytes, const Work& work,
                std::span<std::byte> scratch) const;

 private:
  ProductShape shape_;
  std::size_t tasks_, rows_, columns_;  // of a task; the last one may have fewer

  std::size_t task_scratch(const Gemm& gemm) const;
};

// Bytes that are enough for any number of tasks up to this one: a run may have fewer threads than the plan was made
// for.
std::uint64_t products_scratch(const Gemm& gemm, const ProductShape& shape, unsigned tasks);

// Bytes of a constant B that is packed when a plan is made. 0: that saves nothing, because a single column or a B of
// few rows of A is used where it lies. A transposed one is turned too, so that it pays for one row as well.
std::uint64_t packed_second(const Gemm& gemm, const ProductShape& shape, bool is_transposed);

// How many tasks are worth waking threads for, of which each makes so many products.
std::size_t worthwhile_tasks(std::uint64_t products, unsigned most);

// Operators that are made of products by given ones; what these cannot do is left to the reference.
struct MatmulByProducts {
  static Status compute(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work);
  static std::uint64_t scratch(const Gemm& gemm, const Call& call, unsigned tasks);
  static std::uint64_t packed_bytes(const Gemm& gemm, const Call& call, Inputs constants);
  static void pack(const Gemm& gemm, const Call& call, Inputs constants, std::byte* packed);
};
struct GemmByProducts {
  static Status compute(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work);
  static std::uint64_t scratch(const Gemm& gemm, const Call& call, unsigned tasks);
  static std::uint64_t packed_bytes(const Gemm& gemm, const Call& call, Inputs constants);
  static void pack(const Gemm& gemm, const Call& call, Inputs constants, std::byte* packed);
};
struct ConvByProducts {
  static Status compute(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work);
  static std::uint64_t scratch(const Gemm& gemm, const Call& call, unsigned tasks);
  static std::uint64_t packed_bytes(const Gemm& gemm, const Call& call, Inputs constants);
  static void pack(const Gemm& gemm, const Call& call, Inputs constants, std::byte* packed);
};

// The kernel of such an operator by the products of a type and an instruction set.
template <class Operation, Gemm (*products)(Accumulation)> Kernel kernel_by() {
  return {[](const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
            return Operation::compute(products(call.choices.accumulation), call, inputs, outputs, work);
          },
          [](const Call& call, unsigned tasks) {
            return Operation::scratch(products(call.choices.accumulation), call, tasks);
          },
          [](const Call& call, Inputs constants) {
            return Operation::packed_bytes(products(call.choices.accumulation), call, constants);
          },
          [](const Call& call, Inputs constants, std::byte* packed) {
            Operation::pack(products(call.choices.accumulation), call, constants, packed);
          }};
}

// By instructions beyond Highway's targets, where the instruction set in use has them; else none.
template <class Operation> Kernel kernel_beyond(DType type);

}  // namespace etalon::impl
