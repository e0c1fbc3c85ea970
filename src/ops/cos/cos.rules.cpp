// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Cos; spec.md gives the reasons.
#include "ops/family/function.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {7, 22};
constexpr TypeRule v7[] = {{"T", floats, "COS-ALL-TYPES"}}, v22[] = {{"T", all_floats, "COS-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 7, function_inputs, function_outputs, v7, like_first, "COS-ALL-SHAPE"},
    {Source::onnx, 22, function_inputs, function_outputs, v22, like_first, "COS-ALL-SHAPE"},
};

}  // namespace

extern const Operator cos_operator{.name = "Cos", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
