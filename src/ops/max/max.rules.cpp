// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Max; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 8, 12, 13};
constexpr Formal outputs[] = {{"max"}};
constexpr TypeRule draft[] = {{"T", floats | int8_16 | int32_64 | real, "MAX-ALL-TYPES"}},
                   v1[] = {{"T", floats, "MAX-ALL-TYPES"}},
                   v12[] = {{"T", floats | int8_16 | int32_64, "MAX-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "MAX-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {8, 12, 13}, variadic_inputs, outputs, draft, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 1, variadic_inputs, outputs, v1, same_shape, "MAX-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, variadic_inputs, outputs, v1, same_shape, "MAX-ALL-SHAPE"},
    {Source::onnx, 8, variadic_inputs, outputs, v1, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 12, variadic_inputs, outputs, v12, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, variadic_inputs, outputs, v13, numpy_shape, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator max_operator{.name = "Max", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
