// SPDX-License-Identifier: Apache-2.0
// Floor 4. What ONNX allows for QLinearConv; spec.md gives the reasons.
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

using namespace types;

Result<std::vector<Argument>> convolved(const Call& call) {
  const auto g = QuantisedConv::of(call, linear_conv);
  if (!g) return g.finding();
  const auto shape = g->conv.window.result(call.inputs[linear_conv.conv.x]->shape[0], g->conv.features);
  if (!shape) return uncountable(shapes_of(call));
  return std::vector{Argument{call.inputs[linear_conv.y_zero_point]->type, *shape}};
}

std::uint64_t operations(const Call& call) {
  return multiply_adds(*ConvGeometry::of(call, linear_conv.conv), call.outputs[0]->shape);
}

constexpr int versions[] = {10};
constexpr Formal inputs[] = {{"x", "T1"},
                             {"x_scale", "tensor(float)"},
                             {"x_zero_point", "T1"},
                             {"w", "T2"},
                             {"w_scale", "tensor(float)"},
                             {"w_zero_point", "T2"},
                             {"y_scale", "tensor(float)"},
                             {"y_zero_point", "T3"},
                             {"B", "T4", Formal::Presence::optional}},
                 outputs[] = {{"y", "T3"}};
constexpr const char* types_rule = "QLINEARCONV-ALL-TYPES";
constexpr TypeRule v10[] = {{"T1", int8, types_rule},
                            {"T2", int8, types_rule},
                            {"T3", int8, types_rule},
                            {"T4", {DType::i32}, types_rule},
                            {"tensor(float)", {DType::f32}, types_rule}};
constexpr Precondition scales[] = {
    positive_scale(linear_conv.x_scale, "x_scale is zero, negative or not finite"),
    positive_scale(linear_conv.w_scale, "a number of w_scale is zero, negative or not finite",
                   "QUANTISE-ALL-WEIGHTSCALE"),
    positive_scale(linear_conv.y_scale, "y_scale is zero, negative or not finite", "QUANTISE-ALL-RESULTSCALE")};
constexpr Row rows[] = {
    {Source::onnx, 10, inputs, outputs, v10, convolved, "QLINEARCONV-ALL-WINDOW", quantised_conv_attributes, scales}};

}  // namespace

extern const Operator qlinearconv_operator{
    .name = "QLinearConv", .versions = versions, .rows = rows, .operations = operations};

}  // namespace etalon::impl
