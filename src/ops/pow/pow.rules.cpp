// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Pow; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 7, 12, 13, 15};
constexpr TypeSet whole{DType::i32, DType::i64};
constexpr const char* tag = "POW-ALL-TYPES";
constexpr TypeRule draft[] = {{"T", floats | whole | real, tag}}, v1[] = {{"T", floats, tag}},
                   v12[] = {{"T", floats | whole, tag}, {"T1", floats | int8_16 | int32_64, tag}},
                   v13[] = {{"T", all_floats | whole, tag}, {"T1", floats | int8_16 | int32_64, tag}},
                   v15[] = {{"T", all_floats | whole, tag}, {"T1", all_floats | int8_16 | int32_64, tag}};
constexpr Formal alike[] = {{"X"}, {"Y"}}, mixed[] = {{"X"}, {"Y", "T1"}}, outputs[] = {{"Z"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {12, 13, 15}, alike, outputs, draft, same_shape, "POW-ALL-SHAPE"},
    {Source::onnx, 1, alike, outputs, v1, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes},
    {Source::onnx, 7, alike, outputs, v1, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 12, mixed, outputs, v12, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, mixed, outputs, v13, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 15, mixed, outputs, v15, numpy_shape, "ELT-ALL-BROADCAST"},
};

// An integer has no integer power whose exponent is negative.
std::optional<Operator::Allowed> allowed_exponents(const Call& call) {
  const bool is_integer = whole.contains(call.inputs[0]->type) && info(call.inputs[1]->type).kind == Kind::signed_;
  if (!is_integer || call.outputs[0]->shape.count == 0) return std::nullopt;
  return Operator::Allowed{0, INT64_MAX};
}

}  // namespace

extern const Operator pow_operator{
    .name = "Pow",
    .versions = versions,
    .rows = rows,
    .nature = Maps{},
    .condition = {allowed_exponents, 1, "POW-INT-NEGATIVE", "there is no such power of its base"}};

}  // namespace etalon::impl
