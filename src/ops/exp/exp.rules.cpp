// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Exp; spec.md gives the reasons.
#include "ops/family/function.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13};
constexpr TypeRule draft[] = {{"T", floats | real, "EXP-ALL-TYPES"}}, v1[] = {{"T", floats, "EXP-ALL-TYPES"}},
                   v13[] = {{"T", all_floats, "EXP-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {6, 13}, unary_inputs, unary_outputs, draft, like_first, "EXP-ALL-SHAPE"},
    {Source::onnx, 1, function_inputs, function_outputs, v1, like_first, "EXP-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, function_inputs, function_outputs, v1, like_first, "EXP-ALL-SHAPE"},
    {Source::onnx, 13, function_inputs, function_outputs, v13, like_first, "EXP-ALL-SHAPE"},
};

}  // namespace

extern const Operator exp_operator{.name = "Exp", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
