// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Acos; spec.md gives the reasons.
#include "ops/family/function.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {7, 22};
constexpr TypeRule draft[] = {{"T", floats | real, "ACOS-ALL-TYPES"}}, v7[] = {{"T", floats, "ACOS-ALL-TYPES"}},
                   v22[] = {{"T", all_floats, "ACOS-ALL-TYPES"}};

constexpr Precondition domain[] = {
    {real, 0, Precondition::Demand::within_one, Precondition::Breach::error, "ACOS-REAL-DOMAIN",
     "a number beyond -1 or 1 has no arccosine"},
    {floats, 0, Precondition::Demand::within_one, Precondition::Breach::notice, "ACOS-FLOAT-DOMAIN",
     "a number beyond -1 or 1 has no arccosine", "the result is NaN"},
};

constexpr Row rows[] = {
    {Source::draft_2026_10, {7, 22}, unary_inputs, unary_outputs, draft, like_first, "ACOS-ALL-SHAPE", {}, domain},
    {Source::onnx, 7, function_inputs, function_outputs, v7, like_first, "ACOS-ALL-SHAPE"},
    {Source::onnx, 22, function_inputs, function_outputs, v22, like_first, "ACOS-ALL-SHAPE"},
};

}  // namespace

extern const Operator acos_operator{.name = "Acos", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
