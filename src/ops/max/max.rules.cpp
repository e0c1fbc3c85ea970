// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows of Max; spec.md beside this file says why.
#include "ops/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 8, 12, 13};
constexpr Formal inputs[] = {{"data_0", "T", Formal::Presence::variadic}}, outputs[] = {{"max"}};
constexpr AttributeFormal consumed[] = {{"consumed_inputs", AttributeFormal::Kind::integers}};
constexpr TypeRule draft[] = {{"T", floats | int8_16 | int32_64 | real, "MAX-ALL-TYPES"}},
                   v1[] = {{"T", floats, "MAX-ALL-TYPES"}},
                   v12[] = {{"T", floats | int8_16 | int32_64, "MAX-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "MAX-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {8, 12, 13}, inputs, outputs, draft, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 1, inputs, outputs, v1, same_shape, "MAX-ALL-SHAPE", consumed},
    {Source::onnx, 6, inputs, outputs, v1, same_shape, "MAX-ALL-SHAPE"},
    {Source::onnx, 8, inputs, outputs, v1, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 12, inputs, outputs, v12, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, inputs, outputs, v13, numpy_shape, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator max_operator{"Max", versions, rows};

}  // namespace etalon::impl
