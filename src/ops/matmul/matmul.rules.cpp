// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows of MatMul; spec.md beside this file says why.
#include <string>

#include "ops/call.hpp"
#include "ops/matmul/geometry.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

std::string counted(std::uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

Result<Shape> fitting(const Site& site) {
  const Shape &a = site.inputs[0].shape, &b = site.inputs[1].shape;
  if (const auto g = MatmulGeometry::of(a, b)) return g->result;
  const std::uint64_t last = a[a.rank - 1], first = b[b.rank == 1 ? 0 : b.rank - 2];
  if (last != first)
    return broken("MATMUL-ALL-INNER",
                  shapes_of(site) + ": A has " + counted(last, "column") + ", B has " + counted(first, "row"),
                  "A must have as many columns as B has rows");
  if (numpy_matches(MatmulGeometry::batch_of(a), MatmulGeometry::batch_of(b))) return uncountable(shapes_of(site));
  return broken("MATMUL-ALL-BATCH", shapes_of(site) + ", whose leading dimensions do not broadcast to one shape",
                "before the last two axes, each pair of dimensions must be equal or hold a 1");
}

// SONNX: two matrices.
Result<Shape> matrices(const Site& site) {
  if (site.inputs[0].shape.rank == 2 && site.inputs[1].shape.rank == 2) return fitting(site);
  return broken(site.row.shape_rule, shapes_of(site) + "; this profile wants rank 2 for both",
                "give both operands and the result two dimensions (there is no Reshape here), or use --profile onnx");
}

// ONNX: numpy.matmul.
Result<Shape> stacks(const Site& site) {
  if (site.inputs[0].shape.rank > 0 && site.inputs[1].shape.rank > 0) return fitting(site);
  return broken(site.row.shape_rule, shapes_of(site) + "; a scalar has no matrix product",
                "use Mul, or give the scalar a shape");
}

// Multiplications, each with its addition.
std::uint64_t multiply_adds(const Call& call) {
  const auto g = MatmulGeometry::of(call.inputs[0].shape, call.inputs[1].shape);
  std::uint64_t count = 0;
  return size_mul(g->result.count, g->inner, &count) ? count : UINT64_MAX;
}

constexpr const char* t = "MATMUL-ALL-TYPES";
constexpr Formal inputs[] = {{"A", 'T'}, {"B", 'T'}};
constexpr Formal outputs[] = {{"Y", 'T'}};
constexpr int versions[] = {1, 9, 13};
constexpr Row rows[] = {
    {Source::sonnx, 13, floats | int32_64 | real, t, matrices, "MATMUL-ALL-RANK"},
    {Source::sonnx_2026_08, 13, floats | int32_64 | real, t, matrices, "MATMUL-ALL-RANK"},
    {Source::onnx, 1, floats, t, stacks, "MATMUL-ALL-BATCH"},
    {Source::onnx, 9, floats | int32_64, t, stacks, "MATMUL-ALL-BATCH"},
    {Source::onnx, 13, floats | bfloat16 | int32_64, t, stacks, "MATMUL-ALL-BATCH"},
};

}  // namespace

extern const Operator matmul_operator{.id = OperatorId::matmul,
                                      .name = "MatMul",
                                      .inputs = inputs,
                                      .outputs = outputs,
                                      .versions = versions,
                                      .rows = rows,
                                      .wide_rule = "MATMUL-FLOAT-WIDE",
                                      .operations = multiply_adds};

}  // namespace etalon::impl
