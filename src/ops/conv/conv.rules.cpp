// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Conv; spec.md gives the reasons.
#include <string>

#include "ops/conv/conv.hpp"
#include "ops/type_sets.hpp"
#include "scalar/size.h"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Finding refused(const char* rule, const Call& call, const std::string& what, const char* hint) {
  return broken(rule, shapes_of(call) + what, hint);
}

}  // namespace

Result<ConvGeometry> ConvGeometry::of(const Call& call, const ConvOperands& at) {
  const Shape &x = call.inputs[at.x]->shape, &w = call.inputs[at.w]->shape;
  if (x.rank < 3 || x.rank != w.rank)
    return refused(call.row->shape_rule, call, "; both have at least one axis after the channels",
                   "X is batch, channels, axes; W is features, channels of a group, as many axes");
  const std::int64_t group = *call.named<std::int64_t>("group");
  ConvGeometry g;
  g.channels = x[1];
  g.features = w[0];
  g.channels_of_group = w[1];
  if (group < 1) return refused("CONV-ALL-GROUP", call, ", and group is " + std::to_string(group), "it is at least 1");
  const auto groups = static_cast<std::uint64_t>(group);
  std::uint64_t needed = 0;
  if (!size_mul(groups, w[1], &needed) || needed != x[1])
    return refused("CONV-ALL-GROUP", call, ", and group is " + std::to_string(group),
                   "X must have group times as many channels as W");
  if (w[0] % groups != 0)
    return refused("CONV-ALL-GROUP", call, ", and group is " + std::to_string(group),
                   "the features of W must divide into the groups");
  g.features_of_group = w[0] / groups;
  if (call.has_input(at.b) && !(call.inputs[at.b]->shape.rank == 1 && call.inputs[at.b]->shape[0] == w[0]))
    return refused("CONV-ALL-BIAS", call, "; B has one number for each feature",
                   "give B the shape [W's first dimension]");
  auto window = Window::of(call, &w);
  if (!window) return window.finding();
  g.window = *window;
  return g;
}

std::uint64_t multiply_adds(const ConvGeometry& g, const Shape& result) {
  std::uint64_t count = 0;
  return size_mul(result.count, g.terms(), &count) ? count : UINT64_MAX;
}

namespace {

Result<std::vector<Argument>> convolved(const Call& call) {
  const auto g = ConvGeometry::of(call);
  if (!g) return g.finding();
  const auto shape = g->window.result(call.inputs[0]->shape[0], g->features);
  if (!shape) return uncountable(shapes_of(call));
  return std::vector{Argument{call.inputs[0]->type, *shape}};
}

// SONNX: two spatial axes, one group, or as many as channels with one feature each.
Result<std::vector<Argument>> convolved_in_profile(const Call& call) {
  if (call.inputs[0]->shape.rank != 4 || call.inputs[1]->shape.rank != 4)
    return refused(call.row->shape_rule, call, "; this profile wants two axes after the channels",
                   "give X and W rank 4, or use --profile onnx");
  const std::int64_t group = *call.named<std::int64_t>("group");
  const std::uint64_t channels = call.inputs[0]->shape[1];
  if (group != 1 && (static_cast<std::uint64_t>(group) != channels || call.inputs[1]->shape[0] != channels))
    return refused("CONV-ALL-GROUP", call, ", and group is " + std::to_string(group),
                   "this profile wants group 1, or X's channels with as many features; or use --profile onnx");
  return convolved(call);
}

std::uint64_t operations(const Call& call) { return multiply_adds(*ConvGeometry::of(call), call.outputs[0]->shape); }

constexpr int versions[] = {1, 11, 22};
constexpr Formal inputs[] = {{"X"}, {"W"}, {"B", "T", Formal::Presence::optional}}, outputs[] = {{"Y"}};
constexpr AttributeFormal auto_pad{"auto_pad", Kind::text, "NOTSET"}, group{"group", Kind::integer, 1};
constexpr AttributeFormal attributes[] = {auto_pad,
                                          {"dilations", Kind::integers},
                                          group,
                                          {"kernel_shape", Kind::integers},
                                          {"pads", Kind::integers},
                                          {"strides", Kind::integers}},
                          all_given[] = {auto_pad,
                                         {"dilations", Kind::integers, Required{}},
                                         group,
                                         {"kernel_shape", Kind::integers, Required{}},
                                         {"pads", Kind::integers, Required{}},
                                         {"strides", Kind::integers, Required{}}};
constexpr TypeRule draft[] = {{"T", floats | real, "CONV-ALL-TYPES"}}, v1[] = {{"T", floats, "CONV-ALL-TYPES"}},
                   v22[] = {{"T", floats | bfloat16, "CONV-ALL-TYPES"}};
constexpr const char* rule = "CONV-ALL-WINDOW";
constexpr Row rows[] = {
    {Source::draft_2026_08, {11, 22}, inputs, outputs, draft, convolved_in_profile, rule, all_given},
    {Source::onnx, {1, 11}, inputs, outputs, v1, convolved, rule, attributes},
    {Source::onnx, 22, inputs, outputs, v22, convolved, rule, attributes},
};

}  // namespace

extern const Operator conv_operator{
    .name = "Conv", .versions = versions, .rows = rows, .wide_rule = "CONV-FLOAT-WIDE", .operations = operations};

}  // namespace etalon::impl
