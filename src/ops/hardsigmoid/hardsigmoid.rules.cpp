// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for HardSigmoid; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 22};
using Kind = AttributeFormal::Kind;

constexpr AttributeFormal factors[] = {{"alpha", Kind::number, 0.2f}, {"beta", Kind::number, 0.5f}},
                          v1_attributes[] = {factors[0], factors[1], consumed_inputs[0]};
constexpr TypeRule v1[] = {{"T", floats, "HARDSIGMOID-ALL-TYPES"}},
                   v22[] = {{"T", all_floats, "HARDSIGMOID-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 1, unary_inputs, unary_outputs, v1, like_first, "HARDSIGMOID-ALL-SHAPE", v1_attributes},
    {Source::onnx, 6, unary_inputs, unary_outputs, v1, like_first, "HARDSIGMOID-ALL-SHAPE", factors},
    {Source::onnx, 22, unary_inputs, unary_outputs, v22, like_first, "HARDSIGMOID-ALL-SHAPE", factors},
};

}  // namespace

extern const Operator hardsigmoid_operator{.name = "HardSigmoid", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
