// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Concat, and what it moves; spec.md gives the reasons.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

constexpr std::int64_t default_axis = 1;  // of version 1, whose definition has it in words only

unsigned axis_of(const Call& call) {
  const std::int64_t* axis = call.attribute<std::int64_t>(0);
  return *axis_at(axis == nullptr ? default_axis : *axis, call.inputs[0]->shape.rank);
}

Result<std::vector<Argument>> joined(const Call& call) {
  const Argument& first = *call.inputs[0];
  const std::int64_t* given = call.attribute<std::int64_t>(0);
  const std::int64_t number = given == nullptr ? default_axis : *given;
  const auto axis = axis_at(number, first.shape.rank);
  const bool may_be_negative = call.row->source == Source::onnx && call.version >= 11;
  if (!axis || (number < 0 && !may_be_negative))
    return with_axes_meant(call, first.shape.rank,
                           broken("CONCAT-ALL-AXIS", axis_message(call, number, first.shape.rank), axis_hint));
  std::array<std::uint64_t, Limits::max_rank> dims = first.shape.dims;
  for (std::size_t k = 1; k < call.inputs.size(); ++k) {
    const Shape& own = call.inputs[k]->shape;
    bool fits = own.rank == first.shape.rank;
    for (unsigned d = 0; fits && d < own.rank; ++d) fits = d == *axis || own[d] == first.shape[d];
    if (!fits)
      return broken(call.row->shape_rule,
                    std::string(call.op->name) + ": " + formal_name(call.row->inputs, 0) + " has shape " +
                        to_string(first.shape) + " and " + formal_name(call.row->inputs, k) + " has shape " +
                        to_string(own) + ", to be joined along axis " + std::to_string(*axis),
                    "all operands have the same dimensions, except along the axis");
    if (own[*axis] > UINT64_MAX - dims[*axis]) return uncountable(call.op->name);
    dims[*axis] += own[*axis];
  }
  const auto shape = Shape::of({dims.data(), first.shape.rank});
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{first.type, *shape}};
}

// Along the axis the operands follow one another.
Run concat_run(const Call& call, unsigned, std::uint64_t i) {
  const Shape& out = call.outputs[0]->shape;
  const unsigned axis = axis_of(call);
  const std::uint64_t inner = count_behind(out, axis), row = out[axis] * inner, outer = i / row;
  std::uint64_t j = i % row;
  for (unsigned x = 0;; ++x) {
    const std::uint64_t own = call.inputs[x]->shape[axis] * inner;
    if (j < own) return {x, outer * own + j, own - j};
    j -= own;
  }
}

constexpr int versions[] = {1, 4, 11, 13};
constexpr Formal inputs[] = {{"inputs", "T", Formal::Presence::variadic}}, outputs[] = {{"concat_result"}};
constexpr TypeRule draft[] = {{"T", movable | bfloat16, "CONCAT-ALL-TYPES"}},
                   v1[] = {{"T", floats, "CONCAT-ALL-TYPES"}}, v4[] = {{"T", movable, "CONCAT-ALL-TYPES"}};
constexpr AttributeFormal any_axis[] = {{"axis", Kind::integer}}, axis[] = {{"axis", Kind::integer, Required{}}};
constexpr const char* rule = "CONCAT-ALL-SHAPES";
constexpr Row rows[] = {
    {Source::draft_2026_08, 13, inputs, outputs, draft, joined, rule, axis},
    {Source::onnx, 1, inputs, outputs, v1, joined, rule, any_axis},
    {Source::onnx, {4, 11}, inputs, outputs, v4, joined, rule, axis},
    {Source::onnx, 13, inputs, outputs, draft, joined, rule, axis},
};

}  // namespace

extern const Operator concat_operator{.name = "Concat", .versions = versions, .rows = rows, .nature = concat_run};

}  // namespace etalon::impl
