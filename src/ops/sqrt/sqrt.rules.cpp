// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Sqrt; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 13};
constexpr TypeRule draft[] = {{"T", floats | real, "SQRT-ALL-TYPES"}}, v1[] = {{"T", floats, "SQRT-ALL-TYPES"}},
                   v13[] = {{"T", all_floats, "SQRT-ALL-TYPES"}};

constexpr Precondition not_negative[] = {
    {real, 0, Precondition::Demand::not_negative, Precondition::Breach::error, "SQRT-REAL-SQUARE",
     "a number below zero has no root"},
};

constexpr Row rows[] = {
    {Source::draft_2026_08,
     {6, 13},
     unary_inputs,
     unary_outputs,
     draft,
     like_first,
     "SQRT-ALL-SHAPE",
     {},
     not_negative},
    {Source::onnx, 1, unary_inputs, unary_outputs, v1, like_first, "SQRT-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, unary_inputs, unary_outputs, v1, like_first, "SQRT-ALL-SHAPE"},
    {Source::onnx, 13, unary_inputs, unary_outputs, v13, like_first, "SQRT-ALL-SHAPE"},
};

}  // namespace

extern const Operator sqrt_operator{.name = "Sqrt", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
