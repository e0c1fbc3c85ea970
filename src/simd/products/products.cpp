// SPDX-License-Identifier: Apache-2.0
// Floor 7. See products.hpp.
#include "simd/products/products.hpp"

#include <algorithm>
#include <cstring>

#include "ops/matmul/geometry.hpp"
#include "ops/reference.hpp"
#include "simd/products/tasks.hpp"

namespace etalon::impl {
namespace {

struct Job {
  const Gemm* gemm;
  std::size_t rows, columns;  // of a task
  std::size_t size, scratch;  // of an element; of a task
  Product whole;
  std::byte* memory;

  void task(std::size_t i) const {
    Product part = whole;
    const std::size_t across = (whole.columns + columns - 1) / columns;
    const std::size_t row = i / across * rows, column = i % across * columns;
    part.rows = std::min(rows, whole.rows - row), part.columns = std::min(columns, whole.columns - column);
    part.a = static_cast<const std::byte*>(whole.a) + row * whole.a_stride * size;
    if (whole.b != nullptr) part.b = static_cast<const std::byte*>(whole.b) + column * size;  // else packed only
    part.c = static_cast<std::byte*>(whole.c) + (row * whole.c_stride + column) * size;
    part.ending = whole.ending.from(row, column, size);
    if (column > 0 && whole.packed_b != nullptr)
      part.packed_b = whole.packed_b + static_cast<std::size_t>(gemm->packed_bytes(column, whole.inner));
    gemm->compute(part, memory + i * scratch);
  }
};

}  // namespace

std::size_t worthwhile_tasks(std::uint64_t products, unsigned most) {
  return static_cast<std::size_t>(
      std::clamp<std::uint64_t>(products >> 17, 1, std::max(most, 1u)));  // pays for waking a thread
}

ProductCut::ProductCut(const ProductShape& shape, unsigned most_tasks) : shape_(shape) {
  const std::uint64_t products = std::uint64_t{shape.rows} * shape.columns * shape.inner;
  const MatrixParts parts(shape.rows, shape.columns, Gemm::packed_unit, worthwhile_tasks(products, most_tasks));
  tasks_ = parts.count, rows_ = parts.rows, columns_ = parts.columns;
}

std::size_t ProductCut::task_scratch(const Gemm& gemm) const {
  return aligned_size(static_cast<std::size_t>(gemm.scratch(rows_, columns_, shape_.inner)));
}

std::size_t ProductCut::scratch(const Gemm& gemm) const { return tasks_ * task_scratch(gemm); }

void ProductCut::multiply(const Gemm& gemm, const Product& product, std::size_t element_bytes, const Work& work,
                          std::span<std::byte> scratch) const {
  if (tasks_ == 1) return gemm.compute(product, scratch.data());
  Job job{&gemm, rows_, columns_, element_bytes, task_scratch(gemm), product, scratch.data()};
  in_tasks(work, tasks_, job);
}

std::uint64_t products_scratch(const Gemm& gemm, const ProductShape& shape, unsigned tasks) {
  std::uint64_t most = 0;
  for (unsigned t = 1; t <= std::max(tasks, 1u); ++t)
    most = std::max<std::uint64_t>(most, ProductCut(shape, t).scratch(gemm));
  return most;
}

std::uint64_t packed_second(const Gemm& gemm, const ProductShape& shape, bool is_transposed) {
  constexpr std::size_t few_rows = 6;  // by which B is not packed
  if (gemm.packed_bytes == nullptr || shape.columns == 1 || (shape.rows <= few_rows && !is_transposed)) return 0;
  return gemm.packed_bytes(shape.columns, shape.inner);
}

// ---- MatMul ---------------------------------------------------------------------------------------------------------

namespace {

// A stack of products of one shape. Matrices that are multiplied by the same B are one tall matrix.
struct Stack {
  ProductShape shape{1, 0, 1, 0};
  std::optional<MatmulGeometry> geometry;  // of a stack of more than one

  explicit Stack(const Call& call) {
    const Shape &a = call.inputs[0]->shape, &b = call.inputs[1]->shape;
    if (b.rank <= 2) {
      shape.inner = static_cast<std::size_t>(a[a.rank - 1]);
      if (b.rank == 2) shape.columns = static_cast<std::size_t>(b[1]);
      shape.rows = static_cast<std::size_t>(a.rank == 2         ? a[0]
                                            : shape.columns > 0 ? call.outputs[0]->shape.count / shape.columns
                                                                : 0);
      return;
    }
    geometry = MatmulGeometry::of(a, b);
    shape = {static_cast<std::size_t>(geometry->batch.count), static_cast<std::size_t>(geometry->rows),
             static_cast<std::size_t>(geometry->columns), static_cast<std::size_t>(geometry->inner)};
  }

  bool is_empty() const { return shape.count == 0 || shape.rows == 0 || shape.columns == 0; }
  std::size_t at(unsigned operand, std::size_t matrix) const {
    return geometry ? static_cast<std::size_t>(geometry->matrix(operand, matrix)) : 0;
  }
};

}  // namespace

Status MatmulByProducts::compute(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (gemm.compute == nullptr) return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
  const Stack stack(call);
  const auto [count, rows, columns, inner] = stack.shape;
  if (stack.is_empty()) return {};
  const std::size_t size = info(call.inputs[0]->type).bits / 8;
  if (inner == 0) {  // sums without a product are zero; operands without an element may have no address
    std::memset(outputs[0], 0, count * rows * columns * size);
    return {};
  }
  const ProductCut cut(stack.shape, work.tasks);
  for (std::size_t matrix = 0; matrix < count; ++matrix) {
    const void* const a = static_cast<const std::byte*>(inputs[0]) + stack.at(0, matrix) * size;
    const void* const b = static_cast<const std::byte*>(inputs[1]) + stack.at(1, matrix) * size;
    void* const c = static_cast<std::byte*>(outputs[0]) + matrix * rows * columns * size;
    cut.multiply(gemm, {rows, columns, inner, a, inner, b, columns, c, columns, {}, work.packed}, size, work,
                 work.scratch);
  }
  return {};
}

std::uint64_t MatmulByProducts::scratch(const Gemm& gemm, const Call& call, unsigned tasks) {
  const Stack stack(call);
  if (gemm.compute == nullptr || stack.is_empty()) return 0;
  return products_scratch(gemm, stack.shape, tasks);
}

std::uint64_t MatmulByProducts::packed_bytes(const Gemm& gemm, const Call& call, Inputs constants) {
  const Stack stack(call);
  if (constants[1] == nullptr || stack.geometry || stack.is_empty() || stack.shape.inner == 0) return 0;
  return packed_second(gemm, stack.shape, false);
}

void MatmulByProducts::pack(const Gemm& gemm, const Call& call, Inputs constants, std::byte* packed) {
  const auto [count, rows, columns, inner] = Stack(call).shape;
  gemm.pack(constants[1], columns, columns, inner, packed);
}

}  // namespace etalon::impl
