// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Gather, and what it moves; spec.md gives the reasons.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// The shape of the data, with that of the indices in place of the axis.
Result<std::vector<Argument>> gathered(const Call& call) {
  const Shape &data = call.inputs[0]->shape, &indices = call.inputs[1]->shape;
  const std::int64_t number = *call.attribute<std::int64_t>(0);
  const auto axis = axis_at(number, data.rank);
  if (!axis) return broken("GATHER-ALL-AXIS", axis_message(call, number, data.rank), axis_hint);
  const unsigned rank = data.rank - 1 + indices.rank;
  if (rank > Limits::max_rank)
    return error(Code::limit, "FILE-ALL-LIMITS", shapes_of(call) + ": the result has a rank above 8",
                 "use shapes of fewer dimensions");
  std::array<std::uint64_t, Limits::max_rank> dims{};
  unsigned at = 0;
  for (unsigned k = 0; k < *axis; ++k) dims[at++] = data[k];
  for (unsigned k = 0; k < indices.rank; ++k) dims[at++] = indices[k];
  for (unsigned k = *axis + 1; k < data.rank; ++k) dims[at++] = data[k];
  const auto shape = Shape::of({dims.data(), rank});
  if (!shape) return uncountable(shapes_of(call));
  return std::vector{Argument{call.inputs[0]->type, *shape}};
}

// Every index lies in [-s, s-1]; before version 11 it is not negative.
std::optional<Operator::Allowed> allowed_indices(const Call& call) {
  if (call.outputs[0]->shape.count == 0) return std::nullopt;
  const Shape& data = call.inputs[0]->shape;
  const auto size = static_cast<std::int64_t>(data[axis_of(call, 0, data.rank)]);
  return Operator::Allowed{call.version >= 11 ? -size : 0, size - 1};
}

Pick pick(const Call& call) {
  const Shape& data = call.inputs[0]->shape;
  const unsigned axis = axis_of(call, 0, data.rank);
  return {data[axis], count_behind(data, axis), call.inputs[1]->shape.count};
}

constexpr int versions[] = {1, 11, 13};
constexpr Formal inputs[] = {{"data"}, {"indices", "Tind", Formal::Presence::required, Formal::Use::index}},
                 outputs[] = {{"output"}};
constexpr TypeRule v1[] = {{"T", movable, "GATHER-ALL-TYPES"}, {"Tind", int32_or_64, "GATHER-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "GATHER-ALL-TYPES"}, {"Tind", int32_or_64, "GATHER-ALL-TYPES"}};
constexpr AttributeFormal axis[] = {{"axis", Kind::integer, 0}};
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, inputs, outputs, v1, gathered, "GATHER-ALL-SHAPE", axis},
    {Source::onnx, 13, inputs, outputs, v13, gathered, "GATHER-ALL-SHAPE", axis},
};

}  // namespace

extern const Operator gather_operator{
    .name = "Gather",
    .versions = versions,
    .rows = rows,
    .nature = pick,
    .condition = {allowed_indices, 1, "GATHER-ALL-INDEX", "an index is out of range"}};

}  // namespace etalon::impl
