// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Where; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr TypeSet boolean{DType::boolean};

// The result has X's type; the condition comes first.
Result<std::vector<Argument>> typed_as_x(const Call& call, Result<std::vector<Argument>> results) {
  if (results) results->front().type = call.inputs[1]->type;
  return results;
}

constexpr int versions[] = {9, 16};
constexpr Formal inputs[] = {{"condition", "B"}, {"X"}, {"Y"}}, outputs[] = {{"output"}};
constexpr TypeRule draft[] = {{"B", boolean, "WHERE-ALL-TYPES"},
                              {"T", floats | int8_16 | int32_64 | real, "WHERE-ALL-TYPES"}},
                   v9[] = {{"B", boolean, "WHERE-ALL-TYPES"},
                           {"T", floats | int8_16 | int32_64 | boolean, "WHERE-ALL-TYPES"}},
                   v16[] = {{"B", boolean, "WHERE-ALL-TYPES"},
                            {"T", floats | bfloat16 | int8_16 | int32_64 | boolean, "WHERE-ALL-TYPES"}};

Result<std::vector<Argument>> one_shape(const Call& call) { return typed_as_x(call, same_shape(call)); }
Result<std::vector<Argument>> broadcast_shape(const Call& call) { return typed_as_x(call, numpy_shape(call)); }

constexpr Row rows[] = {
    {Source::draft_2026_08, {9, 16}, inputs, outputs, draft, one_shape, "WHERE-ALL-SHAPE"},
    {Source::onnx, 9, inputs, outputs, v9, broadcast_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 16, inputs, outputs, v16, broadcast_shape, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator where_operator{.name = "Where", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
