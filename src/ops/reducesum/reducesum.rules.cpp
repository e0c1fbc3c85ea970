// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for ReduceSum; spec.md gives the reasons.
#include "ops/family/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

Result<std::vector<Argument>> summed_shape(const Call& call) { return reduced_by(call, "REDUCESUM-ALL-AXES"); }

constexpr int versions[] = {1, 11, 13};
constexpr TypeRule v1[] = {{"T", floats | int32_64, "REDUCESUM-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64, "REDUCESUM-ALL-TYPES"},
                            {"tensor(int64)", {DType::i64}, "REDUCESUM-ALL-TYPES"}};
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, data_alone, reduced_output, v1, summed_shape, "REDUCESUM-ALL-KEEPDIMS", axes_attributes},
    {Source::onnx, 13, data_and_axes, reduced_output, v13, summed_shape, "REDUCESUM-ALL-KEEPDIMS", noop_attributes},
};

}  // namespace

extern const Operator reducesum_operator{.name = "ReduceSum",
                                         .versions = versions,
                                         .rows = rows,
                                         .wide_rule = "REDUCESUM-FLOAT-WIDE",
                                         .operations = every_element};

}  // namespace etalon::impl
