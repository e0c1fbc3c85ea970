// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for DequantizeLinear; spec.md gives the reasons.
#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

constexpr const char* types_rule = "DEQUANTIZELINEAR-ALL-TYPES";

Result<std::vector<Argument>> dequantised(const Call& call) {
  const TypeSet allowed = call.row->rule_of(call.row->outputs[0]).types;
  const auto named = type_given(call, "output_dtype", allowed, "DEQUANTIZELINEAR-ALL-OUTPUT");
  if (!named) return named.finding();
  const auto g = ScaleGeometry::of(call);
  if (!g) return g.finding();
  return std::vector{Argument{named->value_or(call.inputs[1]->type), call.inputs[0]->shape}};
}

constexpr int versions[] = {10, 13, 19, 21, 23, 24, 25};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs_10[] = {{"x", "T"}, {"x_scale", "tensor(float)"}, {"x_zero_point", "T", optional}},
                 inputs_19[] = {{"x", "T1"}, {"x_scale", "T2"}, {"x_zero_point", "T1", optional}},
                 outputs_10[] = {{"y", "tensor(float)"}}, outputs_19[] = {{"y", "T2"}}, outputs_23[] = {{"y", "T3"}};
constexpr AttributeFormal axis{"axis", Kind::integer, 1}, block_size{"block_size", Kind::integer, 0},
    output_dtype{"output_dtype", Kind::integer, 0};
constexpr AttributeFormal attributes_13[] = {axis}, attributes_21[] = {axis, block_size},
                          attributes_23[] = {axis, block_size, output_dtype};
constexpr TypeSet v10_types = int8 | TypeSet{DType::i32}, v21_types = v10_types | int8_16 | int4, single{DType::f32},
                  scales = single | TypeSet{DType::f16} | bfloat16;
constexpr TypeRule v10[] = {{"T", v10_types, types_rule}, {"tensor(float)", single, types_rule}},
                   v19[] = {{"T1", v10_types, types_rule}, {"T2", scales, types_rule}},
                   v21[] = {{"T1", v21_types, types_rule}, {"T2", scales, types_rule}},
                   v23[] = {{"T1", v21_types, types_rule}, {"T2", scales, types_rule}, {"T3", scales, types_rule}};
constexpr Precondition preconditions[] = {
    positive_scale(1, "a number of x_scale is zero, negative or not finite"),
    {TypeSet{DType::i32}, 2, Precondition::Demand::zero, Precondition::Breach::notice, "DEQUANTIZELINEAR-INT-ZEROPOINT",
     "int32 has a zero point other than 0",
     "ONNX says that int32 has none: it is subtracted all the same, and other implementations refuse or ignore it"}};
constexpr const char* rule = "DEQUANTIZELINEAR-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 10, inputs_10, outputs_10, v10, dequantised, rule, {}, preconditions},
    {Source::onnx, 13, inputs_10, outputs_10, v10, dequantised, rule, attributes_13, preconditions},
    {Source::onnx, 19, inputs_19, outputs_19, v19, dequantised, rule, attributes_13, preconditions},
    {Source::onnx, 21, inputs_19, outputs_19, v21, dequantised, rule, attributes_21, preconditions},
    {Source::onnx, {23, 24, 25}, inputs_19, outputs_23, v23, dequantised, rule, attributes_23, preconditions},
};

}  // namespace

extern const Operator dequantizelinear_operator{.name = "DequantizeLinear", .versions = versions, .rows = rows};

}  // namespace etalon::impl
