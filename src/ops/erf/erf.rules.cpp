// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Erf; spec.md gives the reasons.
#include "ops/family/function.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {9, 13};
constexpr TypeRule v9[] = {{"T", floats, "ERF-ALL-TYPES"}}, v13[] = {{"T", all_floats, "ERF-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 9, function_inputs, function_outputs, v9, like_first, "ERF-ALL-SHAPE"},
    {Source::onnx, 13, function_inputs, function_outputs, v13, like_first, "ERF-ALL-SHAPE"},
};

}  // namespace

extern const Operator erf_operator{.name = "Erf", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
