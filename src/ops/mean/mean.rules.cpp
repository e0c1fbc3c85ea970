// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Mean; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 8, 13};
constexpr Formal outputs[] = {{"mean"}};
constexpr TypeRule v1[] = {{"T", floats, "MEAN-ALL-TYPES"}}, v13[] = {{"T", all_floats, "MEAN-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 1, variadic_inputs, outputs, v1, same_shape, "MEAN-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, variadic_inputs, outputs, v1, same_shape, "MEAN-ALL-SHAPE"},
    {Source::onnx, 8, variadic_inputs, outputs, v1, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, variadic_inputs, outputs, v13, numpy_shape, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator mean_operator{.name = "Mean", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
