// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Sigmoid; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13};
constexpr TypeRule draft[] = {{"T", floats | real, "SIGMOID-ALL-TYPES"}}, v1[] = {{"T", floats, "SIGMOID-ALL-TYPES"}},
                   v13[] = {{"T", all_floats, "SIGMOID-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {6, 13}, unary_inputs, unary_outputs, draft, like_first, "SIGMOID-ALL-SHAPE"},
    {Source::onnx, 1, unary_inputs, unary_outputs, v1, like_first, "SIGMOID-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, unary_inputs, unary_outputs, v1, like_first, "SIGMOID-ALL-SHAPE"},
    {Source::onnx, 13, unary_inputs, unary_outputs, v13, like_first, "SIGMOID-ALL-SHAPE"},
};

}  // namespace

extern const Operator sigmoid_operator{.name = "Sigmoid", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
