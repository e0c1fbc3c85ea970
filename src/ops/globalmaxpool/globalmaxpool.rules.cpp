// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for GlobalMaxPool; spec.md gives the reasons.
#include "ops/family/pool.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

std::uint64_t every_element(const Call& call) { return call.inputs[0]->shape.count; }

constexpr int versions[] = {1, 22};
constexpr Formal inputs[] = {{"X"}}, outputs[] = {{"Y"}};
constexpr TypeRule v1[] = {{"T", floats, "GLOBALMAXPOOL-ALL-TYPES"}},
                   v22[] = {{"T", floats | bfloat16, "GLOBALMAXPOOL-ALL-TYPES"}};
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, one_per_channel, "GLOBALMAXPOOL-ALL-SHAPE"},
    {Source::onnx, 22, inputs, outputs, v22, one_per_channel, "GLOBALMAXPOOL-ALL-SHAPE"},
};

}  // namespace

extern const Operator globalmaxpool_operator{
    .name = "GlobalMaxPool", .versions = versions, .rows = rows, .operations = every_element};

}  // namespace etalon::impl
