// SPDX-License-Identifier: Apache-2.0
// Floor 4. What ONNX allows for ConvInteger; spec.md gives the reasons.
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

using namespace types;

Result<std::vector<Argument>> convolved(const Call& call) {
  const auto g = QuantisedConv::of(call, integer_conv);
  if (!g) return g.finding();
  const auto shape = g->conv.window.result(call.inputs[integer_conv.conv.x]->shape[0], g->conv.features);
  if (!shape) return uncountable(shapes_of(call));
  return std::vector{Argument{DType::i32, *shape}};
}

std::uint64_t operations(const Call& call) {
  return multiply_adds(*ConvGeometry::of(call, integer_conv.conv), call.outputs[0]->shape);
}

constexpr int versions[] = {10};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs[] = {{"x", "T1"},
                             {"w", "T2"},
                             {"x_zero_point", "T1", optional},
                             {"w_zero_point", "T2", optional}},
                 outputs[] = {{"y", "T3"}};
constexpr const char* types_rule = "CONVINTEGER-ALL-TYPES";
constexpr TypeRule v10[] = {{"T1", int8, types_rule}, {"T2", int8, types_rule}, {"T3", {DType::i32}, types_rule}};
constexpr Row rows[] = {
    {Source::onnx, 10, inputs, outputs, v10, convolved, "CONVINTEGER-ALL-WINDOW", quantised_conv_attributes}};

}  // namespace

extern const Operator convinteger_operator{
    .name = "ConvInteger", .versions = versions, .rows = rows, .operations = operations};

}  // namespace etalon::impl
