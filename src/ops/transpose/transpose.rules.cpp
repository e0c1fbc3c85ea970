// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Transpose, and what it moves; spec.md gives the reasons.
#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// The axis of the data that axis k of the result is: without `perm` they are reversed.
unsigned source_axis(const Call& call, unsigned k) {
  const auto* perm = call.attribute<std::vector<std::int64_t>>(0);
  return perm == nullptr ? call.inputs[0]->shape.rank - 1 - k : static_cast<unsigned>((*perm)[k]);
}

Result<std::vector<Argument>> transposed(const Call& call) {
  const Argument& data = *call.inputs[0];
  if (const auto* perm = call.attribute<std::vector<std::int64_t>>(0)) {
    if (perm->size() != data.shape.rank)
      return refused(
          call,
          "perm has " + std::to_string(perm->size()) + " axes, and the rank is " + std::to_string(data.shape.rank),
          "perm names every axis once");
    if (const auto marked = marked_axes(call, *perm, data.shape.rank, FromEnd::refused); !marked)
      return marked.finding();
  }
  std::array<std::uint64_t, Limits::max_rank> dims{};
  for (unsigned k = 0; k < data.shape.rank; ++k) dims[k] = data.shape[source_axis(call, k)];
  return std::vector{Argument{data.type, *Shape::of({dims.data(), data.shape.rank})}};
}

Lattice transpose_lattice(const Call& call, unsigned) {
  const Shape& data = call.inputs[0]->shape;
  const Steps steps = steps_of(data);
  Lattice lattice;
  for (unsigned k = 0; k < data.rank; ++k) {
    const unsigned axis = source_axis(call, k);
    lattice.append(data[axis], steps[axis]);
  }
  return lattice;
}

constexpr int versions[] = {1, 13, 21, 23, 24, 25};
constexpr Formal inputs[] = {{"data"}}, outputs[] = {{"transposed"}};
constexpr TypeRule v1[] = {{"T", movable, "TRANSPOSE-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "TRANSPOSE-ALL-TYPES"}},
                   v21[] = {{"T", movable | bfloat16 | int4, "TRANSPOSE-ALL-TYPES"}};
constexpr AttributeFormal perm[] = {{"perm", Kind::integers}};
constexpr const char* rule = "TRANSPOSE-ALL-PERM";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, transposed, rule, perm},
    {Source::onnx, 13, inputs, outputs, v13, transposed, rule, perm},
    {Source::onnx, {21, 23, 24, 25}, inputs, outputs, v21, transposed, rule, perm},
};

}  // namespace

extern const Operator transpose_operator{
    .name = "Transpose", .versions = versions, .rows = rows, .nature = transpose_lattice};

}  // namespace etalon::impl
