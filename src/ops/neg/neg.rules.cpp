// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Neg; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13};
constexpr TypeRule august[] = {{"T", floats | real, "NEG-ALL-TYPES"}},
                   october[] = {{"T", floats | signed_integers | real, "NEG-ALL-TYPES"}},
                   v1[] = {{"T", floats, "NEG-ALL-TYPES"}}, v6[] = {{"T", floats | signed_integers, "NEG-ALL-TYPES"}},
                   v13[] = {{"T", all_floats | signed_integers, "NEG-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {6, 13}, unary_inputs, unary_outputs, august, like_first, "NEG-ALL-SHAPE"},
    {Source::draft_2026_10, {6, 13}, unary_inputs, unary_outputs, october, like_first, "NEG-ALL-SHAPE"},
    {Source::onnx, 1, unary_inputs, unary_outputs, v1, like_first, "NEG-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, unary_inputs, unary_outputs, v6, like_first, "NEG-ALL-SHAPE"},
    {Source::onnx, 13, unary_inputs, unary_outputs, v13, like_first, "NEG-ALL-SHAPE"},
};

}  // namespace

extern const Operator neg_operator{.name = "Neg", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
