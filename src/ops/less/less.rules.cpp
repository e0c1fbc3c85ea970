// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Less; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 7, 9, 13};
constexpr TypeRule draft[] = {{"T", floats | int8_16 | int32_64 | real, "LESS-ALL-TYPES"},
                              {"T1", boolean, "LESS-ALL-TYPES"}},
                   v1[] = {{"T", floats, "LESS-ALL-TYPES"}, {"T1", boolean, "LESS-ALL-TYPES"}},
                   v9[] = {{"T", floats | int8_16 | int32_64, "LESS-ALL-TYPES"}, {"T1", boolean, "LESS-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "LESS-ALL-TYPES"},
                            {"T1", boolean, "LESS-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {7, 9, 13}, binary_inputs, truth_outputs, draft, same_truth, "LESS-ALL-SHAPE"},
    {Source::onnx, 1, binary_inputs, truth_outputs, v1, axis_truth, "ELT-ALL-AXIS-RUN", axis_attributes},
    {Source::onnx, 7, binary_inputs, truth_outputs, v1, numpy_truth, "ELT-ALL-BROADCAST"},
    {Source::onnx, 9, binary_inputs, truth_outputs, v9, numpy_truth, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, binary_inputs, truth_outputs, v13, numpy_truth, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator less_operator{.name = "Less", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
