// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Round; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {11, 22};
constexpr TypeRule v11[] = {{"T", floats, "ROUND-ALL-TYPES"}}, v22[] = {{"T", all_floats, "ROUND-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 11, unary_inputs, unary_outputs, v11, like_first, "ROUND-ALL-SHAPE"},
    {Source::onnx, 22, unary_inputs, unary_outputs, v22, like_first, "ROUND-ALL-SHAPE"},
};

}  // namespace

extern const Operator round_operator{.name = "Round", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
