// SPDX-License-Identifier: Apache-2.0
// Floor 4. What the ONNX operator definitions allow for LogSoftmax; spec.md gives the reasons.
#include "ops/family/slices.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 11, 13};
constexpr TypeRule v1[] = {{"T", floats, "LOGSOFTMAX-ALL-TYPES"}}, v13[] = {{"T", all_floats, "LOGSOFTMAX-ALL-TYPES"}};
constexpr const char* rule = "LOGSOFTMAX-ALL-AXIS";
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, slice_inputs, slice_outputs, v1, slice_shape, rule, flat_axis},
    {Source::onnx, 13, slice_inputs, slice_outputs, v13, slice_shape, rule, one_axis},
};

}  // namespace

extern const Operator logsoftmax_operator{.name = "LogSoftmax",
                                          .versions = versions,
                                          .rows = rows,
                                          .wide_rule = "LOGSOFTMAX-FLOAT-WIDE",
                                          .operations = three_of_each};

}  // namespace etalon::impl
