// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Relu; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13, 14};
constexpr TypeRule draft[] = {{"T", floats | signed_integers | real, "RELU-ALL-TYPES"}},
                   v1[] = {{"T", floats, "RELU-ALL-TYPES"}}, v13[] = {{"T", floats | bfloat16, "RELU-ALL-TYPES"}},
                   v14[] = {{"T", floats | bfloat16 | signed_integers, "RELU-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {6, 13, 14}, unary_inputs, unary_outputs, draft, like_first, "RELU-ALL-SHAPE"},
    {Source::onnx, 1, unary_inputs, unary_outputs, v1, like_first, "RELU-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, unary_inputs, unary_outputs, v1, like_first, "RELU-ALL-SHAPE"},
    {Source::onnx, 13, unary_inputs, unary_outputs, v13, like_first, "RELU-ALL-SHAPE"},
    {Source::onnx, 14, unary_inputs, unary_outputs, v14, like_first, "RELU-ALL-SHAPE"},
};

}  // namespace

extern const Operator relu_operator{.name = "Relu", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
