// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Log; spec.md gives the reasons.
#include "ops/family/function.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13};
constexpr TypeRule draft[] = {{"T", floats | real, "LOG-ALL-TYPES"}}, v1[] = {{"T", floats, "LOG-ALL-TYPES"}},
                   v13[] = {{"T", all_floats, "LOG-ALL-TYPES"}};

constexpr Precondition domain[] = {
    {real, 0, Precondition::Demand::positive, Precondition::Breach::error, "LOG-REAL-DOMAIN",
     "a number that is not above zero has no logarithm"},
};

constexpr Row rows[] = {
    {Source::draft_2026_08, {6, 13}, unary_inputs, unary_outputs, draft, like_first, "LOG-ALL-SHAPE", {}, domain},
    {Source::onnx, 1, function_inputs, function_outputs, v1, like_first, "LOG-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, function_inputs, function_outputs, v1, like_first, "LOG-ALL-SHAPE"},
    {Source::onnx, 13, function_inputs, function_outputs, v13, like_first, "LOG-ALL-SHAPE"},
};

}  // namespace

extern const Operator log_operator{.name = "Log", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
