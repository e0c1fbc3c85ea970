// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows of Div; spec.md beside this file says why.
#include "ops/elementwise.hpp"
#include "ops/type_sets.hpp"
#include "scalar/events.h"

namespace etalon::impl {
namespace {

using namespace types;

constexpr const char* t = "DIV-ALL-TYPES";
constexpr int versions[] = {1, 6, 7, 13, 14};
constexpr Row rows[] = {
    {Source::sonnx, 14, floats | bfloat16 | int4 | int8_16 | int32_64 | real, t, same_shape, "DIV-ALL-SHAPE"},
    {Source::sonnx_2026_08, 14, floats | int8_16 | int32_64 | real, t, same_shape, "DIV-ALL-SHAPE"},
    {Source::onnx, 1, floats, t, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes_1},
    {Source::onnx, 6, floats | int32_64, t, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes},
    {Source::onnx, 7, floats | int32_64, t, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, floats | bfloat16 | int32_64, t, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 14, floats | bfloat16 | int8_16 | int32_64, t, numpy_shape, "ELT-ALL-BROADCAST"},
};

constexpr Notice notices[] = {
    {EVENT_FLOOR, int4 | int8_16 | int32_64, "DIV-INT-NOTICE",
     "SONNX Div rounds down, and truncation would give another quotient",
     "ONNX, and the SONNX draft of August 2026, truncate: --profile onnx, --profile sonnx-2026-08"},
};

constexpr Condition conditions[] = {
    {int4 | int8_16 | int32_64, "DIV-INT-ZERO", "division by zero"},
    {real, "DIV-REAL-ZERO", "division by zero"},
};

}  // namespace

extern const Operator div_operator{OperatorId::div, "Div", binary_inputs, binary_outputs,
                                   versions,        rows,  notices,       conditions};

}  // namespace etalon::impl
