// SPDX-License-Identifier: Apache-2.0
// Floor 7. MatMulInteger and QLinearMatMul: see operators.hpp.
#include <algorithm>

#include "ops/reference.hpp"
#include "simd/products/products.hpp"
#include "simd/products/tasks.hpp"
#include "simd/quantised/operators.hpp"
#include "simd/quantised/scales.hpp"

namespace etalon::impl {
namespace {

using Per = LineScale::Per;

// The matrices of a call. Those that are multiplied by one B are one tall matrix, unless their rows have zero points.
struct Matrices {
  QuantisedProduct g;
  std::size_t count, rows, columns, inner;

  Matrices(const Call& call, const ProductOperands& at)
      : g(*QuantisedProduct::of(call, at)),
        count(static_cast<std::size_t>(g.product.batch.count)),
        rows(static_cast<std::size_t>(g.product.rows)),
        columns(static_cast<std::size_t>(g.product.columns)),
        inner(static_cast<std::size_t>(g.product.inner)) {
    if (has_one_b(call, at) && g.a.per == Per::tensor) rows *= count, count = 1;
  }
  static bool has_one_b(const Call& call, const ProductOperands& at) { return call.inputs[at.b]->shape.rank <= 2; }
  bool is_empty() const { return count == 0 || rows == 0 || columns == 0 || inner == 0; }

  // Four bytes of a word keep their zero points, of which there is then one for each matrix.
  const ByteSums& sums(const ByteKernels& kernels) const {
    const bool one_each = g.a.per == Per::tensor && g.b.per == Per::tensor;
    if (!one_each || !kernels.fours.exist()) return kernels.twos;
    return kernels.tiles.exist() && rows >= 8 && inner >= 48 ? kernels.tiles : kernels.fours;
  }
  std::size_t lines(const ProductOperands& at) const {  // that have factors
    if (at.y_scale == ProductOperands::none) return 0;
    return g.b.per == Per::line ? columns : g.a.per == Per::line ? rows : 1;
  }
};

// The parts of each product, which are tasks.
struct ByteCut : MatrixParts {
  ByteCut(const Matrices& m, unsigned most)
      : MatrixParts(m.rows, m.columns, ByteSums::packed_unit,
                    worthwhile_tasks(std::uint64_t{m.rows} * m.columns * m.inner / 4, most)) {}
  std::uint64_t task_scratch(const ByteSums& sums, const Matrices& m) const {
    return aligned_size(sums.scratch(rows, columns, m.inner));
  }
};

struct Job {
  const ByteSums& sums;
  const ByteCut cut;
  const ByteProduct& whole;
  std::byte* memory;
  std::size_t scratch;  // of a task

  void task(std::size_t i) const {
    const std::size_t row = cut.row(i), column = cut.column(i);
    ByteProduct part = whole;
    part.rows = std::min(cut.rows, whole.rows - row), part.columns = std::min(cut.columns, whole.columns - column);
    part.a = whole.a.from(row * whole.a_stride, row), part.b = whole.b.from(column, column);
    part.results.y = whole.results.at(row, column);
    Rescale by;
    if (whole.results.rescale != nullptr) {
      by = whole.results.rescale->from(whole.results.rescale->by_columns ? column : row);
      part.results.rescale = &by;
    }
    if (whole.packed != nullptr)
      part.packed = whole.packed + static_cast<std::size_t>(sums.packed_bytes(column, whole.inner));
    sums.multiply(part, memory + i * scratch);
  }
};

ByteProduct product_of(const Matrices& m, const ProductOperands& at, const Call& call, Inputs inputs) {
  ByteProduct p{};
  p.rows = m.rows, p.columns = m.columns, p.inner = m.inner;
  p.a = bytes_of(call, inputs, at.a, at.a_zero_point, m.g.a.per == Per::line), p.a_stride = m.inner;
  p.b = bytes_of(call, inputs, at.b, at.b_zero_point, m.g.b.per == Per::line), p.b_stride = m.columns;
  return p;
}

}  // namespace

bool ByteProductCalls::takes(const Call& call, const ProductOperands& at) {
  const QuantisedProduct g = *QuantisedProduct::of(call, at);
  if (g.a.per == Per::stack || g.b.per == Per::stack) return false;
  if (at.y_scale == ProductOperands::none) return true;
  const auto is_float = [&](unsigned x) { return call.inputs[x]->type == DType::f32; };
  const bool has_lines_of_one = g.a.per == Per::tensor || g.b.per == Per::tensor;
  return has_lines_of_one && g.y.per == Per::tensor && is_float(at.a_scale) && is_float(at.b_scale) &&
         is_float(at.y_scale);
}

Status ByteProductCalls::compute(const ByteKernels& kernels, const ProductOperands& at, const Call& call, Inputs inputs,
                                 Outputs outputs, const Work& work) {
  const Matrices m(call, at);
  const bool is_linear = at.y_scale != ProductOperands::none;
  Rescale by;
  bool has_scales = true;
  if (is_linear) {
    by = rescale_of(call, inputs, {at.a_scale, at.b_scale, at.y_scale, at.y_zero_point}, m.g.a.per == Per::line,
                    m.g.b.per == Per::line);
    by.by_columns = m.g.b.per == Per::line;
    has_scales = !m.is_empty() && with_factors(by, m.lines(at), work.scratch.data());
  }
  if (m.is_empty() || !has_scales) return reference_kernel(call, CountEvents::no).compute(call, inputs, outputs, work);
  const ByteSums& sums = m.sums(kernels);
  const ByteCut cut(m, work.tasks);
  ByteProduct whole = product_of(m, at, call, inputs);
  whole.packed = work.packed;
  const Bytes a = whole.a, b = whole.b;
  const auto bytes = static_cast<std::size_t>(cut.task_scratch(sums, m));
  for (std::size_t matrix = 0; matrix < m.count; ++matrix) {
    whole.a = a.from(m.count == 1 ? 0 : static_cast<std::size_t>(m.g.product.matrix(0, matrix)), 0);
    whole.b = b.from(m.count == 1 ? 0 : static_cast<std::size_t>(m.g.product.matrix(1, matrix)), 0);
    whole.results = {outputs[0], m.columns, is_linear ? &by : nullptr};
    whole.results.y = whole.results.at(matrix * m.rows, 0);
    Job job{sums, cut, whole, work.scratch.data() + factors_bytes(m.lines(at)), bytes};
    in_tasks(work, cut.count, job);
  }
  return {};
}

std::uint64_t ByteProductCalls::scratch(const ByteKernels& kernels, const ProductOperands& at, const Call& call,
                                        unsigned tasks) {
  const Matrices m(call, at);
  if (m.is_empty()) return 0;
  std::uint64_t most = 0;
  for (unsigned t = 1; t <= std::max(tasks, 1u); ++t) {
    const ByteCut cut(m, t);
    most = std::max(most, cut.count * cut.task_scratch(m.sums(kernels), m));
  }
  return factors_bytes(m.lines(at)) + most;
}

std::uint64_t ByteProductCalls::packed_bytes(const ByteKernels& kernels, const ProductOperands& at, const Call& call,
                                             Inputs constants) {
  const Matrices m(call, at);
  const bool knows_zeros = !call.has_input(at.b_zero_point) || constants[at.b_zero_point] != nullptr;
  if (constants[at.b] == nullptr || !knows_zeros || !Matrices::has_one_b(call, at) || m.is_empty()) return 0;
  return m.sums(kernels).packed_bytes(m.columns, m.inner);
}

void ByteProductCalls::pack(const ByteKernels& kernels, const ProductOperands& at, const Call& call, Inputs constants,
                            std::byte* packed) {
  const Matrices m(call, at);
  m.sums(kernels).pack(product_of(m, at, call, constants), packed);
}

}  // namespace etalon::impl
