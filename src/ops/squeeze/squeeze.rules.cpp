// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Squeeze, which moves nothing; spec.md gives the reasons.
#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// Without axes every dimension of 1 goes.
Result<std::vector<Argument>> without_axes(const Call& call, std::optional<Integers> axes) {
  const Argument& data = *call.inputs[0];
  std::array<bool, Limits::max_rank> removed{};
  if (!axes) {
    for (unsigned k = 0; k < data.shape.rank; ++k) removed[k] = data.shape[k] == 1;
  } else {
    const auto marked = marked_axes(call, *axes, data.shape.rank, FromEnd{call.version >= 11});
    if (!marked) return marked.finding();
    removed = *marked;
  }
  std::array<std::uint64_t, Limits::max_rank> dims{};
  unsigned rank = 0;
  for (unsigned k = 0; k < data.shape.rank; ++k) {
    if (!removed[k])
      dims[rank++] = data.shape[k];
    else if (data.shape[k] != 1)
      return refused(call, "axis " + std::to_string(k) + " has " + std::to_string(data.shape[k]) + " places",
                     "only an axis of one place can be removed");
  }
  return std::vector{Argument{data.type, *Shape::of({dims.data(), rank})}};
}

Result<std::vector<Argument>> by_attribute(const Call& call) {
  const auto* axes = call.attribute<std::vector<std::int64_t>>(0);
  return without_axes(call, axes == nullptr ? std::nullopt : std::optional<Integers>(*axes));
}

Result<std::vector<Argument>> by_operand(const Call& call) {
  if (!call.has_input(1)) return without_axes(call, std::nullopt);
  if (call.inputs[1]->shape.rank > 1)
    return refused(call, "axes has rank " + std::to_string(call.inputs[1]->shape.rank), "give a list of axes");
  return without_axes(call, call.known_integers(1));
}

constexpr int versions[] = {1, 11, 13, 21, 23, 24, 25};
constexpr Formal data_only[] = {{"data"}},
                 data_and_axes[] = {{"data"},
                                    {"axes", "tensor(int64)", Formal::Presence::optional, Formal::Use::shape}},
                 squeezed[] = {{"squeezed"}};
constexpr TypeRule axes_type{"tensor(int64)", int64, "SQUEEZE-ALL-TYPES"};
constexpr TypeRule v1[] = {{"T", movable, "SQUEEZE-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "SQUEEZE-ALL-TYPES"}, axes_type},
                   v21[] = {{"T", movable | bfloat16 | int4, "SQUEEZE-ALL-TYPES"}, axes_type};
constexpr AttributeFormal axes[] = {{"axes", Kind::integers}};
constexpr const char* rule = "SQUEEZE-ALL-AXES";
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, data_only, squeezed, v1, by_attribute, rule, axes},
    {Source::onnx, 13, data_and_axes, squeezed, v13, by_operand, rule},
    {Source::onnx, {21, 23, 24, 25}, data_and_axes, squeezed, v21, by_operand, rule},
};

}  // namespace

extern const Operator squeeze_operator{
    .name = "Squeeze", .versions = versions, .rows = rows, .nature = KeepsElements{}};

}  // namespace etalon::impl
