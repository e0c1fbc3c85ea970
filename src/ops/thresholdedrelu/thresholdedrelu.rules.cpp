// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for ThresholdedRelu; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {10, 22};
constexpr AttributeFormal alpha[] = {{"alpha", AttributeFormal::Kind::number, 1.0f}};
constexpr TypeRule v10[] = {{"T", floats, "THRESHOLDEDRELU-ALL-TYPES"}},
                   v22[] = {{"T", all_floats, "THRESHOLDEDRELU-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 10, unary_inputs, unary_outputs, v10, like_first, "THRESHOLDEDRELU-ALL-SHAPE", alpha},
    {Source::onnx, 22, unary_inputs, unary_outputs, v22, like_first, "THRESHOLDEDRELU-ALL-SHAPE", alpha},
};

}  // namespace

extern const Operator thresholdedrelu_operator{
    .name = "ThresholdedRelu", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
