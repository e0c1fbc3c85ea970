// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Div; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"
#include "scalar/events.h"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 7, 13, 14};
constexpr TypeRule base[] = {{"T", floats | bfloat16 | int4 | int8_16 | int32_64 | real, "DIV-ALL-TYPES"}},
                   drafts[] = {{"T", floats | int8_16 | int32_64 | real, "DIV-ALL-TYPES"}},
                   v1[] = {{"T", floats, "DIV-ALL-TYPES"}}, v6[] = {{"T", floats | int32_64, "DIV-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64, "DIV-ALL-TYPES"}},
                   v14[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "DIV-ALL-TYPES"}};

// Integers and reals have no quotient by zero, whatever the source. Only SONNX Div states that floats have none.
constexpr auto nonzero = Precondition::Demand::nonzero;
constexpr Precondition no_zero[] = {
    {int4 | int8_16 | int32_64, 1, nonzero, Precondition::Breach::error, "DIV-INT-ZERO", "division by zero"},
    {real, 1, nonzero, Precondition::Breach::error, "DIV-REAL-ZERO", "division by zero"},
};
constexpr Precondition sonnx_no_zero[] = {
    no_zero[0],
    no_zero[1],
    {floats | bfloat16, 1, nonzero, Precondition::Breach::notice, "DIV-FLOAT-ZERO",
     "B holds a zero, which SONNX Div (float) (C1) excludes",
     "the quotient is the infinity or NaN that the formula of the same section gives"},
};

constexpr Row rows[] = {
    {Source::base_documents, 14, binary_inputs, binary_outputs, base, same_shape, "DIV-ALL-SHAPE", {}, sonnx_no_zero},
    {Source::draft_2026_08, 14, binary_inputs, binary_outputs, drafts, same_shape, "DIV-ALL-SHAPE", {}, no_zero},
    {Source::draft_2026_10, 14, binary_inputs, binary_outputs, drafts, same_shape, "DIV-ALL-SHAPE", {}, no_zero},
    {Source::onnx, 1, binary_inputs, binary_outputs, v1, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes_1, no_zero},
    {Source::onnx, 6, binary_inputs, binary_outputs, v6, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes, no_zero},
    {Source::onnx, 7, binary_inputs, binary_outputs, v6, numpy_shape, "ELT-ALL-BROADCAST", {}, no_zero},
    {Source::onnx, 13, binary_inputs, binary_outputs, v13, numpy_shape, "ELT-ALL-BROADCAST", {}, no_zero},
    {Source::onnx, 14, binary_inputs, binary_outputs, v14, numpy_shape, "ELT-ALL-BROADCAST", {}, no_zero},
};

constexpr Notice notices[] = {
    {EVENT_FLOOR, int4 | int8_16 | int32_64, "DIV-INT-NOTICE",
     "SONNX Div rounds down, and truncation would give another quotient",
     "ONNX and the SONNX drafts of 2026 truncate: --profile onnx, sonnx-2026-08 or sonnx-2026-10"},
};

}  // namespace

extern const Operator div_operator{
    .name = "Div", .versions = versions, .rows = rows, .notices = notices, .nature = Maps{}};

}  // namespace etalon::impl
