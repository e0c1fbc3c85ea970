// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for GreaterOrEqual; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {12, 16};
constexpr TypeRule v12[] = {{"T", floats | int8_16 | int32_64, "GREATEROREQUAL-ALL-TYPES"},
                            {"T1", boolean, "GREATEROREQUAL-ALL-TYPES"}},
                   v16[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "GREATEROREQUAL-ALL-TYPES"},
                            {"T1", boolean, "GREATEROREQUAL-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 12, binary_inputs, truth_outputs, v12, numpy_truth, "ELT-ALL-BROADCAST"},
    {Source::onnx, 16, binary_inputs, truth_outputs, v16, numpy_truth, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator greaterorequal_operator{
    .name = "GreaterOrEqual", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
