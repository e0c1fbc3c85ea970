// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows of Mul; spec.md beside this file says why.
#include "ops/elementwise.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr const char* t = "MUL-ALL-TYPES";
constexpr int versions[] = {1, 6, 7, 13, 14};

constexpr Precondition sonnx_no_zero[] = {
    {real, 1, Precondition::Demand::nonzero, true, "MUL-REAL-ZERO",
     "B holds a zero, which SONNX Mul (real) [C2] excludes",
     "the product is exact all the same; the constraint is read as a slip of the base document"},
};

constexpr Row rows[] = {
    {Source::sonnx, 14, floats | int4 | int8_16 | int32_64 | real, t, same_shape, "MUL-ALL-SHAPE", {}, sonnx_no_zero},
    {Source::sonnx_2026_08, 14, floats | int8_16 | int32_64 | real, t, same_shape, "MUL-ALL-SHAPE"},
    {Source::onnx, 1, floats, t, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes_1},
    {Source::onnx, 6, floats | int32_64, t, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes},
    {Source::onnx, 7, floats | int32_64, t, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, floats | bfloat16 | int32_64, t, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 14, floats | bfloat16 | int8_16 | int32_64, t, numpy_shape, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator mul_operator{OperatorId::mul, "Mul", binary_inputs, binary_outputs, versions, rows};

}  // namespace etalon::impl
