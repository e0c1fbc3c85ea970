// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for PRelu; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 7, 9, 16};
constexpr Formal inputs[] = {{"X"}, {"slope"}};
constexpr TypeRule v1[] = {{"T", floats, "PRELU-ALL-TYPES"}}, v9[] = {{"T", floats | int32_64, "PRELU-ALL-TYPES"}},
                   v16[] = {{"T", all_floats | int32_64, "PRELU-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 1, inputs, unary_outputs, v1, by_channel, "PRELU-ALL-CHANNELS", consumed_inputs},
    {Source::onnx, 6, inputs, unary_outputs, v1, by_channel, "PRELU-ALL-CHANNELS"},
    {Source::onnx, 7, inputs, unary_outputs, v1, onto_first, "PRELU-ALL-SHAPE"},
    {Source::onnx, 9, inputs, unary_outputs, v9, onto_first, "PRELU-ALL-SHAPE"},
    {Source::onnx, 16, inputs, unary_outputs, v16, onto_first, "PRELU-ALL-SHAPE"},
};

}  // namespace

extern const Operator prelu_operator{.name = "PRelu", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
