// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for GlobalAveragePool; spec.md gives the reasons.
#include "ops/family/pool.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

std::uint64_t every_element(const Call& call) { return call.inputs[0]->shape.count; }

constexpr int versions[] = {1, 22};
constexpr Formal inputs[] = {{"X"}}, outputs[] = {{"Y"}};
constexpr TypeRule v1[] = {{"T", floats, "GLOBALAVERAGEPOOL-ALL-TYPES"}},
                   v22[] = {{"T", floats | bfloat16, "GLOBALAVERAGEPOOL-ALL-TYPES"}};
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, one_per_channel, "GLOBALAVERAGEPOOL-ALL-SHAPE"},
    {Source::onnx, 22, inputs, outputs, v22, one_per_channel, "GLOBALAVERAGEPOOL-ALL-SHAPE"},
};

}  // namespace

extern const Operator globalaveragepool_operator{.name = "GlobalAveragePool",
                                                 .versions = versions,
                                                 .rows = rows,
                                                 .wide_rule = "GLOBALAVERAGEPOOL-FLOAT-WIDE",
                                                 .operations = every_element};

}  // namespace etalon::impl
