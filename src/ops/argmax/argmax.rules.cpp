// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for ArgMax; spec.md gives the reasons.
#include "ops/family/argument.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 11, 12, 13};
constexpr TypeRule index{"tensor(int64)", int64, "ARGMAX-ALL-TYPES"};
constexpr TypeRule draft[] = {{"T", floats | int8_16 | int32_64 | real, "ARGMAX-ALL-TYPES"}, index},
                   v1[] = {{"T", floats | int8_16 | int32_64, "ARGMAX-ALL-TYPES"}, index},
                   v13[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "ARGMAX-ALL-TYPES"}, index};
constexpr auto without_last = std::span(argument_attributes).first(2);
constexpr const char* rule = "ARGMAX-ALL-AXIS";
constexpr Row rows[] = {
    {Source::draft_2026_08,
     {12, 13},
     data_alone,
     argument_outputs,
     draft,
     argument_shape_in_profile,
     rule,
     argument_attributes},
    {Source::onnx, {1, 11}, data_alone, argument_outputs, v1, argument_shape, rule, without_last},
    {Source::onnx, 12, data_alone, argument_outputs, v1, argument_shape, rule, argument_attributes},
    {Source::onnx, 13, data_alone, argument_outputs, v13, argument_shape, rule, argument_attributes},
};

}  // namespace

extern const Operator argmax_operator{
    .name = "ArgMax", .versions = versions, .rows = rows, .operations = every_element};

}  // namespace etalon::impl
