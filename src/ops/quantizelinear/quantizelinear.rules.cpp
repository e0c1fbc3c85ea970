// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for QuantizeLinear; spec.md gives the reasons.
#include <string>

#include "ops/family/quantised/quantise.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

constexpr const char *types_rule = "QUANTIZELINEAR-ALL-TYPES", *output_rule = "QUANTIZELINEAR-ALL-OUTPUT";

// The type of y: that of the zero point, or the one that output_dtype names, or uint8.
Result<DType> quantised_type(const Call& call) {
  const auto named = type_given(call, "output_dtype", call.row->rule_of(call.row->outputs[0]).types, output_rule);
  if (!named) return named.finding();
  if (!call.has_input(2)) return named->value_or(DType::u8);
  const DType given = call.inputs[2]->type;
  if (*named && **named != given)
    return broken(output_rule,
                  std::string(call.op->name) + ": attribute output_dtype is " + info(**named).name +
                      ", and y_zero_point is " + info(given).name,
                  "leave output_dtype out, or give both one type");
  return given;
}

Result<std::vector<Argument>> quantised(const Call& call) {
  if (const auto* saturate = call.named<std::int64_t>("saturate");
      saturate != nullptr && *saturate != 0 && *saturate != 1)
    return broken("QUANTIZELINEAR-ALL-IGNORED",
                  std::string(call.op->name) + ": attribute saturate is " + std::to_string(*saturate),
                  "saturate is 0 or 1");
  const auto precision = type_given(call, "precision", all_floats, "QUANTIZELINEAR-ALL-PRECISION");
  if (!precision) return precision.finding();
  const auto type = quantised_type(call);
  if (!type) return type.finding();
  const auto g = ScaleGeometry::of(call);
  if (!g) return g.finding();
  return std::vector{Argument{*type, call.inputs[0]->shape}};
}

constexpr int versions[] = {10, 13, 19, 21, 23, 24, 25};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs_10[] = {{"x", "T1"}, {"y_scale", "tensor(float)"}, {"y_zero_point", "T2", optional}},
                 inputs_19[] = {{"x", "T1"}, {"y_scale", "T1"}, {"y_zero_point", "T2", optional}},
                 inputs_23[] = {{"x", "T1"}, {"y_scale", "T2"}, {"y_zero_point", "T3", optional}},
                 outputs_10[] = {{"y", "T2"}}, outputs_23[] = {{"y", "T3"}};
constexpr AttributeFormal axis{"axis", Kind::integer, 1}, block_size{"block_size", Kind::integer, 0},
    output_dtype{"output_dtype", Kind::integer, 0}, precision{"precision", Kind::integer, 0},
    saturate{"saturate", Kind::integer, 1};
constexpr AttributeFormal attributes_13[] = {axis}, attributes_19[] = {axis, saturate},
                          attributes_21[] = {axis, block_size, output_dtype, saturate},
                          attributes_23[] = {axis, block_size, output_dtype, precision, saturate};
constexpr TypeSet v10_types{DType::f32, DType::i32}, v19_types = v10_types | TypeSet{DType::f16} | bfloat16,
                                                     v21_integers = int8_16 | int4;
constexpr TypeRule v10[] = {{"T1", v10_types, types_rule},
                            {"tensor(float)", TypeSet{DType::f32}, types_rule},
                            {"T2", int8, types_rule}},
                   v19[] = {{"T1", v19_types, types_rule}, {"T2", int8, types_rule}},
                   v21[] = {{"T1", v19_types, types_rule}, {"T2", v21_integers, types_rule}},
                   v23[] = {
                       {"T1", v19_types, types_rule}, {"T2", v19_types, types_rule}, {"T3", v21_integers, types_rule}};
constexpr Precondition scale[] = {positive_scale(1, "a number of y_scale is zero, negative or not finite")};
constexpr Notice notices[] = {nan_quantised};
constexpr const char* rule = "QUANTIZELINEAR-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 10, inputs_10, outputs_10, v10, quantised, rule, {}, scale},
    {Source::onnx, 13, inputs_10, outputs_10, v10, quantised, rule, attributes_13, scale},
    {Source::onnx, 19, inputs_19, outputs_10, v19, quantised, rule, attributes_19, scale},
    {Source::onnx, 21, inputs_19, outputs_10, v21, quantised, rule, attributes_21, scale},
    {Source::onnx, {23, 24, 25}, inputs_23, outputs_23, v23, quantised, rule, attributes_23, scale},
};

}  // namespace

extern const Operator quantizelinear_operator{
    .name = "QuantizeLinear", .versions = versions, .rows = rows, .notices = notices};

}  // namespace etalon::impl
