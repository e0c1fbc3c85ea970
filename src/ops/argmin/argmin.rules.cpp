// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for ArgMin; spec.md gives the reasons.
#include "ops/family/argument.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 11, 12, 13};
constexpr TypeRule index{"tensor(int64)", int64, "ARGMIN-ALL-TYPES"};
constexpr TypeRule v1[] = {{"T", floats | int8_16 | int32_64, "ARGMIN-ALL-TYPES"}, index},
                   v13[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "ARGMIN-ALL-TYPES"}, index};
constexpr auto without_last = std::span(argument_attributes).first(2);
constexpr const char* rule = "ARGMIN-ALL-AXIS";
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, data_alone, argument_outputs, v1, argument_shape, rule, without_last},
    {Source::onnx, 12, data_alone, argument_outputs, v1, argument_shape, rule, argument_attributes},
    {Source::onnx, 13, data_alone, argument_outputs, v13, argument_shape, rule, argument_attributes},
};

}  // namespace

extern const Operator argmin_operator{
    .name = "ArgMin", .versions = versions, .rows = rows, .operations = every_element};

}  // namespace etalon::impl
