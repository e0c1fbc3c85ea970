// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Abs; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13};
constexpr TypeRule draft[] = {{"T", floats | int8_16 | int32_64 | real, "ABS-ALL-TYPES"}},
                   v1[] = {{"T", floats, "ABS-ALL-TYPES"}},
                   v6[] = {{"T", floats | int8_16 | int32_64, "ABS-ALL-TYPES"}},
                   v13[] = {{"T", all_floats | int8_16 | int32_64, "ABS-ALL-TYPES"}};

constexpr Precondition above_lowest[] = {
    {signed_integers, 0, Precondition::Demand::above_lowest, Precondition::Breach::notice, "ABS-INT-MINIMUM",
     "X holds the smallest number of the type, which SONNX Abs (int) excludes",
     "it has no magnitude in the type: the result wraps to itself"},
};

constexpr Row rows[] = {
    {Source::draft_2026_08, {6, 13}, unary_inputs, unary_outputs, draft, like_first, "ABS-ALL-SHAPE", {}, above_lowest},
    {Source::onnx, 1, unary_inputs, unary_outputs, v1, like_first, "ABS-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, unary_inputs, unary_outputs, v6, like_first, "ABS-ALL-SHAPE"},
    {Source::onnx, 13, unary_inputs, unary_outputs, v13, like_first, "ABS-ALL-SHAPE"},
};

}  // namespace

extern const Operator abs_operator{.name = "Abs", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
