// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Tanh; spec.md gives the reasons.
#include "ops/family/function.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13};
constexpr TypeRule draft[] = {{"T", floats | real, "TANH-ALL-TYPES"}}, v1[] = {{"T", floats, "TANH-ALL-TYPES"}},
                   v13[] = {{"T", all_floats, "TANH-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {6, 13}, unary_inputs, unary_outputs, draft, like_first, "TANH-ALL-SHAPE"},
    {Source::onnx, 1, function_inputs, function_outputs, v1, like_first, "TANH-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, function_inputs, function_outputs, v1, like_first, "TANH-ALL-SHAPE"},
    {Source::onnx, 13, function_inputs, function_outputs, v13, like_first, "TANH-ALL-SHAPE"},
};

}  // namespace

extern const Operator tanh_operator{.name = "Tanh", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
