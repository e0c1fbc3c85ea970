// SPDX-License-Identifier: Apache-2.0
// Floor 8. MatMul of two matrices; stacks become one matrix, or one product for each.
#include "ops/family/broadcast.edits.hpp"
#include "ops/matmul/geometry.hpp"

namespace etalon::impl {

std::optional<std::string> matmul_edits(Rewriter& r) {
  r.because("FIX-EDIT-MATMUL");
  const Dimensions a = r.shape(r.input(0)), b = r.shape(r.input(1)), y = result_shape(r);
  if (a.size() == 2 && b.size() == 2) {
    r.emit("MatMul", r.inputs(), y, {}, r.output());
    return std::nullopt;
  }
  const MatmulGeometry g = *MatmulGeometry::of(r.call().inputs[0]->shape, r.call().inputs[1]->shape);
  const std::uint64_t matrices = g.rows * g.columns == 0 ? 0 : r.call().outputs[0]->shape.count / (g.rows * g.columns);
  const std::uint64_t of_b = r.call().inputs[1]->shape.count / std::max<std::uint64_t>(g.inner * g.columns, 1);
  const std::uint64_t of_a = r.call().inputs[0]->shape.count / std::max<std::uint64_t>(g.rows * g.inner, 1);
  if (of_b == 1) {  // all rows of A are one matrix
    const std::uint64_t rows = of_a * g.rows;
    const std::string x = r.reshaped(r.input(0), {rows, g.inner}), w = r.reshaped(r.input(1), {g.inner, g.columns});
    r.reshaped(r.emit("MatMul", {x, w}, {rows, g.columns}), y, r.output());
    return std::nullopt;
  }
  if (matrices == 0 || matrices > Draft::most_parts) return "it would take too many products";
  const std::string x = r.reshaped(r.input(0), {of_a, g.rows, g.inner}),
                    w = r.reshaped(r.input(1), {of_b, g.inner, g.columns});
  Names parts;
  for (std::uint64_t m = 0; m < matrices; ++m) {
    const std::uint64_t i = g.matrix(0, m) / (g.rows * g.inner), j = g.matrix(1, m) / (g.inner * g.columns);
    const std::string left = r.reshaped(r.sliced(x, 0, i, i + 1), {g.rows, g.inner}),
                      right = r.reshaped(r.sliced(w, 0, j, j + 1), {g.inner, g.columns});
    parts.push_back(r.reshaped(r.emit("MatMul", {left, right}, {g.rows, g.columns}), {1, g.rows, g.columns}));
  }
  r.reshaped(r.joined(parts, 0), y, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
