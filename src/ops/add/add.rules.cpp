// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Add; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 7, 13, 14};
constexpr Versions of_drafts = {7, 13, 14};  // they differ in types only
constexpr TypeRule drafts[] = {{"T", floats | int8_16 | int32_64 | real, "ADD-ALL-TYPES"}},
                   v1[] = {{"T", floats, "ADD-ALL-TYPES"}}, v6[] = {{"T", floats | int32_64, "ADD-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64, "ADD-ALL-TYPES"}},
                   v14[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "ADD-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, of_drafts, binary_inputs, binary_outputs, drafts, same_shape, "ADD-ALL-SHAPE"},
    {Source::draft_2026_10, of_drafts, binary_inputs, binary_outputs, drafts, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 1, binary_inputs, binary_outputs, v1, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes_1},
    {Source::onnx, 6, binary_inputs, binary_outputs, v6, axis_shape, "ELT-ALL-AXIS-RUN", axis_attributes},
    {Source::onnx, 7, binary_inputs, binary_outputs, v6, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, binary_inputs, binary_outputs, v13, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 14, binary_inputs, binary_outputs, v14, numpy_shape, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator add_operator{.name = "Add", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
