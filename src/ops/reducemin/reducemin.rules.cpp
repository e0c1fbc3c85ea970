// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for ReduceMin; spec.md gives the reasons.
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 11, 12, 13, 18, 20};
constexpr TypeRule v1[] = {{"T", floats | int32_64, "REDUCEMIN-ALL-TYPES"}},
                   v12[] = {{"T", floats | int32_64 | int8, "REDUCEMIN-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64 | int8, "REDUCEMIN-ALL-TYPES"}},
                   v18[] = {v13[0], {"tensor(int64)", int64, "REDUCEMIN-ALL-TYPES"}},
                   v20[] = {{"T", floats | bfloat16 | int32_64 | int8 | boolean, "REDUCEMIN-ALL-TYPES"}, v18[1]};
constexpr const char* rule = "REDUCE-ALL-KEEPDIMS";
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, data_alone, reduced_output, v1, reduced_shape, rule, axes_attributes},
    {Source::onnx, 12, data_alone, reduced_output, v12, reduced_shape, rule, axes_attributes},
    {Source::onnx, 13, data_alone, reduced_output, v13, reduced_shape, rule, axes_attributes},
    {Source::onnx, 18, data_and_axes, reduced_output, v18, reduced_shape, rule, noop_attributes},
    {Source::onnx, 20, data_and_axes, reduced_output, v20, reduced_shape, rule, noop_attributes},
};

}  // namespace

extern const Operator reducemin_operator{
    .name = "ReduceMin", .versions = versions, .rows = rows, .operations = every_element};

}  // namespace etalon::impl
