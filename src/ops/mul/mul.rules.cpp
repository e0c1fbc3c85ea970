// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Mul; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 7, 13, 14};
constexpr TypeRule base[] = {{"T", floats | int4 | int8_16 | int32_64 | real, "MUL-ALL-TYPES"}},
                   drafts[] = {{"T", floats | int8_16 | int32_64 | real, "MUL-ALL-TYPES"}},
                   v1[] = {{"T", floats, "MUL-ALL-TYPES"}}, v6[] = {{"T", floats | int32_64, "MUL-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64, "MUL-ALL-TYPES"}},
                   v14[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "MUL-ALL-TYPES"}};

constexpr Precondition no_zero[] = {
    {real, 1, Precondition::Demand::nonzero, Precondition::Breach::notice, "MUL-REAL-ZERO",
     "B holds a zero, which SONNX Mul (real) [C2] excludes",
     "the product is exact all the same; the constraint is read as a slip of the base document"},
};

constexpr Row rows[] = {
    {Source::base_documents, 14, binary_inputs, binary_outputs, base, same_shape, "MUL-ALL-SHAPE", {}, no_zero},
    {Source::draft_2026_08, 14, binary_inputs, binary_outputs, drafts, same_shape, "MUL-ALL-SHAPE"},
    {Source::draft_2026_10, 14, binary_inputs, binary_outputs, drafts, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 1, binary_inputs, binary_outputs, v1, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes_1},
    {Source::onnx, 6, binary_inputs, binary_outputs, v6, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes},
    {Source::onnx, 7, binary_inputs, binary_outputs, v6, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, binary_inputs, binary_outputs, v13, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 14, binary_inputs, binary_outputs, v14, numpy_shape, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator mul_operator{.name = "Mul", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
