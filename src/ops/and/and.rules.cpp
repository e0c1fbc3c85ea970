// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for And; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 7};
constexpr TypeRule v1[] = {{"T", boolean, "AND-ALL-TYPES"}, {"T1", boolean, "AND-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 1, binary_inputs, truth_outputs, v1, axis_truth, "ELT-ALL-AXIS-RUN", axis_attributes},
    {Source::onnx, 7, binary_inputs, truth_outputs, v1, numpy_truth, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator and_operator{.name = "And", .versions = versions, .rows = rows, .maps = true};

}  // namespace etalon::impl
