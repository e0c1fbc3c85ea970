// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Sum; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 6, 8, 13};
constexpr Formal outputs[] = {{"sum"}};
constexpr TypeRule v1[] = {{"T", floats, "SUM-ALL-TYPES"}}, v13[] = {{"T", all_floats, "SUM-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 1, variadic_inputs, outputs, v1, same_shape, "SUM-ALL-SHAPE", consumed_inputs},
    {Source::onnx, 6, variadic_inputs, outputs, v1, same_shape, "SUM-ALL-SHAPE"},
    {Source::onnx, 8, variadic_inputs, outputs, v1, numpy_shape, "ELT-ALL-BROADCAST"},
    {Source::onnx, 13, variadic_inputs, outputs, v13, numpy_shape, "ELT-ALL-BROADCAST"},
};

}  // namespace

extern const Operator sum_operator{.name = "Sum", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
