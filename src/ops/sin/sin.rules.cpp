// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Sin; spec.md gives the reasons.
#include "ops/family/function.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {7, 22};
constexpr TypeRule draft[] = {{"T", floats | real, "SIN-ALL-TYPES"}}, v7[] = {{"T", floats, "SIN-ALL-TYPES"}},
                   v22[] = {{"T", all_floats, "SIN-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_10, {7, 22}, unary_inputs, unary_outputs, draft, like_first, "SIN-ALL-SHAPE"},
    {Source::onnx, 7, function_inputs, function_outputs, v7, like_first, "SIN-ALL-SHAPE"},
    {Source::onnx, 22, function_inputs, function_outputs, v22, like_first, "SIN-ALL-SHAPE"},
};

}  // namespace

extern const Operator sin_operator{.name = "Sin", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
