// SPDX-License-Identifier: Apache-2.0
// Floor 7. See matmul.hpp.
#include "simd/matmul.hpp"

#include <algorithm>
#include <cstring>

#include "base/fp_environment.hpp"
#include "ops/matmul/geometry.hpp"
#include "ops/reference.hpp"

namespace etalon::impl {
namespace {

// A stack of products of one shape. Matrices that are multiplied by the same B are one tall matrix.
struct Stack {
  std::size_t count = 1, rows = 0, columns = 1, inner = 0;
  std::optional<MatmulGeometry> geometry;  // of a stack of more than one

  explicit Stack(const Call& call) {
    const Shape &a = call.inputs[0]->shape, &b = call.inputs[1]->shape;
    if (b.rank <= 2) {
      inner = static_cast<std::size_t>(a[a.rank - 1]);
      if (b.rank == 2) columns = static_cast<std::size_t>(b[1]);
      rows = static_cast<std::size_t>(a.rank == 2 ? a[0] : columns > 0 ? call.outputs[0]->shape.count / columns : 0);
      return;
    }
    geometry = MatmulGeometry::of(a, b);
    count = static_cast<std::size_t>(geometry->batch.count);
    rows = static_cast<std::size_t>(geometry->rows);
    columns = static_cast<std::size_t>(geometry->columns);
    inner = static_cast<std::size_t>(geometry->inner);
  }

  std::size_t at(unsigned operand, std::size_t matrix) const {
    return geometry ? static_cast<std::size_t>(geometry->matrix(operand, matrix)) : 0;
  }
};

// How one product is cut into tasks: by rows or by columns, whichever there are more of, never along k.
struct Cut {
  static constexpr std::size_t rows_unit = 12, columns_unit = 64;  // whole tiles
  static constexpr std::size_t worthwhile = std::size_t{1} << 17;  // products that pay for waking a thread

  std::size_t tasks, rows, columns;  // of a task; the last one may have fewer

  Cut(const Stack& stack, unsigned most) : rows(stack.rows), columns(stack.columns) {
    tasks = rows == 0 || columns == 0 ? 0 : 1;
    if (most <= 1 || tasks == 0) return;
    const std::size_t products = stack.rows * stack.columns * std::max<std::size_t>(stack.inner, 1);
    const std::size_t wanted = std::clamp<std::size_t>(products / worthwhile, 1, most);
    const auto share = [&](std::size_t whole, std::size_t unit) {
      return ((whole + wanted - 1) / wanted + unit - 1) / unit * unit;
    };
    if (wanted > 1 && rows >= columns)
      rows = std::min(rows, share(rows, rows_unit));
    else if (wanted > 1)
      columns = std::min(columns, share(columns, columns_unit));
    tasks = (stack.rows + rows - 1) / rows * ((stack.columns + columns - 1) / columns);
  }

  std::size_t scratch(const Gemm& gemm, const Stack& stack) const {
    return (static_cast<std::size_t>(gemm.scratch(rows, columns, stack.inner)) + Work::scratch_alignment - 1) /
           Work::scratch_alignment * Work::scratch_alignment;
  }
};

struct Job {
  const Gemm* gemm;
  Cut cut;
  std::size_t size, scratch;  // of an element; of a task
  Product whole;
  std::byte* memory;

  void task(std::size_t i) const {
    const FpGuard guard;
    Product part = whole;
    const std::size_t across = (whole.columns + cut.columns - 1) / cut.columns;
    const std::size_t row = i / across * cut.rows, column = i % across * cut.columns;
    part.rows = std::min(cut.rows, whole.rows - row), part.columns = std::min(cut.columns, whole.columns - column);
    part.a = static_cast<const std::byte*>(whole.a) + row * whole.a_stride * size;
    part.b = static_cast<const std::byte*>(whole.b) + column * size;
    part.c = static_cast<std::byte*>(whole.c) + (row * whole.c_stride + column) * size;
    gemm->compute(part, memory + i * scratch);
  }
};

}  // namespace

Status multiply(const Gemm& gemm, const Call& call, Inputs inputs, Outputs outputs, const Work& work) {
  if (gemm.compute == nullptr) return reference_kernel(call, false).compute(call, inputs, outputs, work);
  const Stack stack(call);
  const Cut cut(stack, work.tasks);
  if (cut.tasks == 0) return {};
  const std::size_t size = info(call.inputs[0]->type).bits / 8;
  if (stack.inner == 0) {  // sums without a product are zero; operands without an element may have no address
    std::memset(outputs[0], 0, stack.count * stack.rows * stack.columns * size);
    return {};
  }
  Product whole{stack.rows, stack.columns, stack.inner, inputs[0],    stack.inner,
                inputs[1],  stack.columns, outputs[0],  stack.columns};
  for (std::size_t matrix = 0; matrix < stack.count; ++matrix) {
    whole.a = static_cast<const std::byte*>(inputs[0]) + stack.at(0, matrix) * size;
    whole.b = static_cast<const std::byte*>(inputs[1]) + stack.at(1, matrix) * size;
    whole.c = static_cast<std::byte*>(outputs[0]) + matrix * stack.rows * stack.columns * size;
    if (cut.tasks == 1) {
      gemm.compute(whole, work.scratch.data());
      continue;
    }
    Job job{&gemm, cut, size, cut.scratch(gemm, stack), whole, work.scratch.data()};
    work.team->run(cut.tasks, [](void* context, std::size_t i) { static_cast<const Job*>(context)->task(i); }, &job);
  }
  return {};
}

std::uint64_t multiply_scratch(const Gemm& gemm, const Call& call, unsigned tasks) {
  if (gemm.compute == nullptr) return 0;
  const Stack stack(call);
  std::uint64_t most = 0;
  for (unsigned t = 1; t <= std::max(tasks, 1u); ++t) {  // a run may have fewer threads than the plan was made for
    const Cut cut(stack, t);
    most = std::max<std::uint64_t>(most, cut.tasks * cut.scratch(gemm, stack));
  }
  return most;
}

}  // namespace etalon::impl
