// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Equal; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 7, 11, 13, 19};
constexpr TypeRule v1[] = {{"T", int32_or_64 | boolean, "EQUAL-ALL-TYPES"}, {"T1", boolean, "EQUAL-ALL-TYPES"}},
                   v11[] = {{"T", floats | int8_16 | int32_64 | boolean, "EQUAL-ALL-TYPES"},
                            {"T1", boolean, "EQUAL-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int8_16 | int32_64 | boolean, "EQUAL-ALL-TYPES"},
                            {"T1", boolean, "EQUAL-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 1, binary_inputs, truth_outputs, v1, axis_truth, "ELT-ALL-AXIS-RUN", axis_attributes},
    {Source::onnx, 7, binary_inputs, truth_outputs, v1, numpy_truth, "ELT-ALL-BROADCAST"},
    {Source::onnx, 11, binary_inputs, truth_outputs, v11, numpy_truth, "ELT-ALL-BROADCAST"},
    {Source::onnx, {13, 19}, binary_inputs, truth_outputs, v13, numpy_truth, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator equal_operator{.name = "Equal", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
