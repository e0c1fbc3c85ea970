// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Cast; spec.md gives the reasons.
#include <algorithm>
#include <string>

#include "base/quote.hpp"
#include "ops/call.hpp"
#include "ops/type_sets.hpp"
#include "tensor/onnx_types.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using AttributeKind = AttributeFormal::Kind;

enum : std::size_t { to_attribute, saturate_attribute, round_mode_attribute };

// The number of a type in ONNX, which version 1 gives by its name; 0 where there is no such type.
std::int64_t type_number(const Call& call) {
  if (const auto* number = call.attribute<std::int64_t>(to_attribute)) return *number;
  const std::string& name = *call.attribute<std::string>(to_attribute);
  for (std::int64_t number = 1; onnx_type_name(number) != nullptr; ++number)
    if (name == onnx_type_name(number)) return number;
  return 0;
}

std::string given_type(const Call& call) {
  if (const auto* name = call.attribute<std::string>(to_attribute)) return quoted(*name, 60);
  const std::int64_t number = *call.attribute<std::int64_t>(to_attribute);
  const char* name = onnx_type_name(number);
  return std::to_string(number) + (name == nullptr ? "" : std::string(" (") + name + ")");
}

// They are for types that Etalon does not have, but a model can still give them wrongly.
std::optional<Finding> check_without_effect(const Call& call) {
  const std::string what = std::string(call.op->name) + ": attribute ";
  if (call.row->attributes.size() > saturate_attribute)
    if (const std::int64_t saturate = *call.attribute<std::int64_t>(saturate_attribute); saturate != 0 && saturate != 1)
      return broken("CAST-ALL-IGNORED", what + "saturate is " + std::to_string(saturate), "saturate is 0 or 1");
  if (call.row->attributes.size() > round_mode_attribute)
    if (const auto& mode = *call.attribute<std::string>(round_mode_attribute);
        mode != "up" && mode != "down" && mode != "nearest")
      return broken("CAST-ALL-IGNORED", what + "round_mode is " + quoted(mode, 60),
                    "round_mode is up, down or nearest");
  return std::nullopt;
}

Result<std::vector<Argument>> of_type_to(const Call& call) {
  const TypeRule& rule = call.row->rule_of(call.row->outputs[0]);
  const DTypeInfo* to = find_onnx_dtype(type_number(call));
  if (to == nullptr || !rule.types.contains(to->id))
    return broken(rule.rule,
                  std::string(call.op->name) + "-" + std::to_string(call.version) + ": attribute to is " +
                      given_type(call) +
                      (type_number(call) == 0 || onnx_type_name(type_number(call)) == nullptr
                           ? ", which is not an element type of ONNX"
                           : ", a type that this version does not have here"),
                  "name a type that the operator's version lists for the profile");
  if (auto problem = check_without_effect(call)) return *std::move(problem);
  return std::vector{Argument{to->id, call.inputs[0]->shape}};
}

constexpr Notice notices[] = {
    {EVENT_SATURATED, floats | bfloat16, "CAST-FLOAT-NOTICE",
     "a number beyond the integer type gives the end of its range, and ONNX leaves the result undefined",
     "other implementations give other integers: keep the operand in the range of the result's type"},
    {EVENT_NAN, floats | bfloat16, "CAST-FLOAT-NOTICE",
     "a NaN gives the integer 0, and ONNX leaves the result undefined",
     "other implementations give other integers: keep NaN away from the operand"},
};

constexpr int versions[] = {1, 6, 9, 13, 19, 21, 23, 24, 25};
constexpr Formal inputs[] = {{"input", "T1"}}, outputs[] = {{"output", "T2"}};
constexpr AttributeFormal v1_attributes[] = {{"to", AttributeKind::text, Required{}}},
                          v6_attributes[] = {{"to", AttributeKind::integer, Required{}}},
                          v19_attributes[] = {v6_attributes[0], {"saturate", AttributeKind::integer, 1}},
                          v24_attributes[] = {
                              v6_attributes[0], v19_attributes[1], {"round_mode", AttributeKind::text, "up"}};
constexpr TypeSet v1_types = floats | int8_16 | int32_64 | TypeSet{DType::boolean}, v13_types = v1_types | bfloat16,
                  v21_types = v13_types | int4;
constexpr TypeRule v1[] = {{"T1", v1_types, "CAST-ALL-TYPES"}, {"T2", v1_types, "CAST-ALL-TYPES"}},
                   v13[] = {{"T1", v13_types, "CAST-ALL-TYPES"}, {"T2", v13_types, "CAST-ALL-TYPES"}},
                   v21[] = {{"T1", v21_types, "CAST-ALL-TYPES"}, {"T2", v21_types, "CAST-ALL-TYPES"}};
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, of_type_to, "CAST-ALL-SHAPE", v1_attributes},
    {Source::onnx, {6, 9}, inputs, outputs, v1, of_type_to, "CAST-ALL-SHAPE", v6_attributes},
    {Source::onnx, 13, inputs, outputs, v13, of_type_to, "CAST-ALL-SHAPE", v6_attributes},
    {Source::onnx, 19, inputs, outputs, v13, of_type_to, "CAST-ALL-SHAPE", v19_attributes},
    {Source::onnx, {21, 23}, inputs, outputs, v21, of_type_to, "CAST-ALL-SHAPE", v19_attributes},
    {Source::onnx, {24, 25}, inputs, outputs, v21, of_type_to, "CAST-ALL-SHAPE", v24_attributes},
};

}  // namespace

extern const Operator cast_operator{
    .name = "Cast", .versions = versions, .rows = rows, .notices = notices, .nature = Maps{}};

}  // namespace etalon::impl
