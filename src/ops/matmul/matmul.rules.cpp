// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for MatMul; spec.md gives the reasons.
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

}  // namespace

Result<MatmulGeometry> matmul_geometry(const Call& call, unsigned first_operand, unsigned second_operand) {
  const Shape &a = call.inputs[first_operand]->shape, &b = call.inputs[second_operand]->shape;
  if (a.rank == 0 || b.rank == 0)
    return broken(call.row->shape_rule, shapes_of(call) + "; a scalar has no matrix product",
                  "use Mul, or give the scalar a shape");
  if (const auto g = MatmulGeometry::of(a, b)) return *g;
  const std::uint64_t last = a[a.rank - 1], first = b[b.rank == 1 ? 0 : b.rank - 2];
  if (last != first)
    return broken("MATMUL-ALL-INNER",
                  shapes_of(call) + ": A has " + counted(last, "column") + ", B has " + counted(first, "row"),
                  "A must have as many columns as B has rows");
  if (numpy_matches(MatmulGeometry::batch_of(a), MatmulGeometry::batch_of(b))) return uncountable(shapes_of(call));
  return broken("MATMUL-ALL-BATCH", shapes_of(call) + ", whose leading dimensions do not broadcast to one shape",
                "before the last two axes, each pair of dimensions must be equal or hold a 1");
}

std::uint64_t multiply_adds(const MatmulGeometry& g) {
  std::uint64_t count = 0;
  return size_mul(g.result.count, g.inner, &count) ? count : UINT64_MAX;
}

namespace {

// ONNX: numpy.matmul.
Result<std::vector<Argument>> stacks(const Call& call) {
  const auto g = matmul_geometry(call);
  if (!g) return g.finding();
  return std::vector{Argument{call.inputs[0]->type, g->result}};
}

// SONNX: two matrices.
Result<std::vector<Argument>> matrices(const Call& call) {
  if (call.inputs[0]->shape.rank == 2 && call.inputs[1]->shape.rank == 2) return stacks(call);
  return broken(call.row->shape_rule, shapes_of(call) + "; this profile wants rank 2 for both",
                "give both operands and the result two dimensions, or use --profile onnx");
}

std::uint64_t operations(const Call& call) { return multiply_adds(*matmul_geometry(call)); }

constexpr int versions[] = {1, 9, 13};
constexpr Formal inputs[] = {{"A"}, {"B"}}, outputs[] = {{"Y"}};
constexpr TypeRule sonnx[] = {{"T", floats | int32_64 | real, "MATMUL-ALL-TYPES"}},
                   v1[] = {{"T", floats, "MATMUL-ALL-TYPES"}}, v9[] = {{"T", floats | int32_64, "MATMUL-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64, "MATMUL-ALL-TYPES"}};
constexpr Row rows[] = {
    {Source::base_documents, 13, inputs, outputs, sonnx, matrices, "MATMUL-ALL-RANK"},
    {Source::draft_2026_08, 13, inputs, outputs, sonnx, matrices, "MATMUL-ALL-RANK"},
    {Source::onnx, 1, inputs, outputs, v1, stacks, "MATMUL-ALL-BATCH"},
    {Source::onnx, 9, inputs, outputs, v9, stacks, "MATMUL-ALL-BATCH"},
    {Source::onnx, 13, inputs, outputs, v13, stacks, "MATMUL-ALL-BATCH"},
};

}  // namespace

extern const Operator matmul_operator{
    .name = "MatMul", .versions = versions, .rows = rows, .wide_rule = "MATMUL-FLOAT-WIDE", .operations = operations};

}  // namespace etalon::impl
