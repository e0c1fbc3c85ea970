// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Unsqueeze, and that it moves nothing; spec.md gives the reasons.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// Axes are those of the result. Version 1 does not count from the end.
Result<std::vector<Argument>> with_axes(const Call& call, const Integers& axes) {
  const Argument& data = *call.inputs[0];
  if (axes.size() > Limits::max_rank - data.shape.rank)
    return error(Code::limit, "FILE-ALL-LIMITS", std::string(call.op->name) + ": the result has a rank above 8",
                 "use a shape of at most eight dimensions");
  const unsigned rank = data.shape.rank + static_cast<unsigned>(axes.size());
  const auto added = marked_axes(call, axes, rank, FromEnd{call.version >= 11});
  if (!added) return added.finding();
  std::array<std::uint64_t, Limits::max_rank> dims{};
  for (unsigned k = 0, from = 0; k < rank; ++k) dims[k] = (*added)[k] ? 1 : data.shape[from++];
  return std::vector{Argument{data.type, *Shape::of({dims.data(), rank})}};
}

Result<std::vector<Argument>> by_attribute(const Call& call) {
  return with_axes(call, *call.attribute<std::vector<std::int64_t>>(0));
}

Result<std::vector<Argument>> by_operand(const Call& call) {
  if (call.inputs[1]->shape.rank > 1)
    return refused(call, "axes has rank " + std::to_string(call.inputs[1]->shape.rank), "give a list of axes");
  return with_axes(call, call.known_integers(1));
}

constexpr int versions[] = {1, 11, 13, 21, 23, 24, 25};
constexpr Formal data_only[] = {{"data"}},
                 data_and_axes[] = {{"data"},
                                    {"axes", "tensor(int64)", Formal::Presence::required, Formal::Use::shape}},
                 expanded[] = {{"expanded"}};
constexpr TypeRule axes_type{"tensor(int64)", int64, "UNSQUEEZE-ALL-TYPES"};
constexpr TypeRule draft[] = {{"T", movable | real, "UNSQUEEZE-ALL-TYPES"}, axes_type},
                   v1[] = {{"T", movable, "UNSQUEEZE-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "UNSQUEEZE-ALL-TYPES"}, axes_type},
                   v21[] = {{"T", movable | bfloat16 | int4, "UNSQUEEZE-ALL-TYPES"}, axes_type};
constexpr AttributeFormal axes[] = {{"axes", Kind::integers, Required{}}};
constexpr const char* rule = "UNSQUEEZE-ALL-AXES";
constexpr Row rows[] = {
    {Source::draft_2026_08, {13, 21, 23, 24, 25}, data_and_axes, expanded, draft, by_operand, rule},
    {Source::onnx, {1, 11}, data_only, expanded, v1, by_attribute, rule, axes},
    {Source::onnx, 13, data_and_axes, expanded, v13, by_operand, rule},
    {Source::onnx, {21, 23, 24, 25}, data_and_axes, expanded, v21, by_operand, rule},
};

}  // namespace

extern const Operator unsqueeze_operator{
    .name = "Unsqueeze", .versions = versions, .rows = rows, .nature = KeepsElements{}};

}  // namespace etalon::impl
