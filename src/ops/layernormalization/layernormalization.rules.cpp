// SPDX-License-Identifier: Apache-2.0
// Floor 4. What the ONNX operator definitions allow for LayerNormalization; spec.md gives the reasons.
#include <string>

#include "ops/family/map.hpp"
#include "ops/family/slices.hpp"
#include "ops/layernormalization/layernormalization.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Result<std::vector<Argument>> normalized(const Call& call) {
  const Argument& x = *call.inputs[0];
  const std::int64_t number = *call.named<std::int64_t>("axis");
  const auto axis = axis_at(number, x.shape.rank);
  if (!axis)
    return refused(call, "axis is " + std::to_string(number) + ", and X has shape " + to_string(x.shape), axis_hint);
  const auto stash_type = stash_type_of(call);
  if (!stash_type)
    return broken(
        "LAYERNORMALIZATION-ALL-STASH",
        std::string(call.op->name) + ": stash_type is " + std::to_string(*call.named<std::int64_t>("stash_type")),
        "it is 1 (float) or 16 (bfloat16)");
  for (std::size_t k = 1; k < call.inputs.size(); ++k) {
    if (!call.has_input(k)) continue;
    const auto both = numpy_broadcast(x.shape, call.inputs[k]->shape);
    if (!both || *both != x.shape)
      return refused(call,
                     formal_name(call.row->inputs, k) + " has shape " + to_string(call.inputs[k]->shape) +
                         ", and X has shape " + to_string(x.shape),
                     "aligned at the last axis, each dimension must be 1 or that of X");
  }
  std::vector<std::uint64_t> dims;
  for (unsigned k = 0; k < x.shape.rank; ++k) dims.push_back(k < *axis ? x.shape[k] : 1);
  std::vector results{x};
  results.resize(call.outputs.size(), Argument{*stash_type, *Shape::of(dims)});
  return results;
}

constexpr int versions[] = {17};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs[] = {{"X"}, {"Scale"}, {"B", "T", optional}},
                 outputs[] = {{"Y"}, {"Mean", "U", optional}, {"InvStdDev", "U", optional}};
constexpr AttributeFormal attributes[] = {
    {"axis", Kind::integer, -1}, {"epsilon", Kind::number, 1e-5f}, {"stash_type", Kind::integer, 1}};
constexpr TypeRule v17[] = {{"T", all_floats, "LAYERNORMALIZATION-ALL-TYPES"},
                            {"U", TypeSet{DType::f32} | bfloat16, "LAYERNORMALIZATION-ALL-STASH"}};
constexpr Row rows[] = {
    {Source::onnx, 17, inputs, outputs, v17, normalized, "LAYERNORMALIZATION-ALL-SHAPE", attributes},
};

}  // namespace

extern const Operator layernormalization_operator{.name = "LayerNormalization",
                                                  .versions = versions,
                                                  .rows = rows,
                                                  .wide_rule = "LAYERNORMALIZATION-FLOAT-WIDE",
                                                  .operations = three_of_each};

}  // namespace etalon::impl
