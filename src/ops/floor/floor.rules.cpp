// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Floor; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13};
constexpr TypeRule v1[] = {{"T", floats, "FLOOR-ALL-TYPES"}}, v13[] = {{"T", all_floats, "FLOOR-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 1, unary_inputs, unary_outputs, v1, like_first, "FLOOR-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, unary_inputs, unary_outputs, v1, like_first, "FLOOR-ALL-SHAPE"},
    {Source::onnx, 13, unary_inputs, unary_outputs, v13, like_first, "FLOOR-ALL-SHAPE"},
};

}  // namespace

extern const Operator floor_operator{.name = "Floor", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
