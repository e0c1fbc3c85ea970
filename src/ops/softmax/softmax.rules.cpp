// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Softmax; spec.md gives the reasons.
#include "ops/family/slices.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 11, 13};
constexpr TypeRule draft[] = {{"T", floats | real, "SOFTMAX-ALL-TYPES"}}, v1[] = {{"T", floats, "SOFTMAX-ALL-TYPES"}},
                   v13[] = {{"T", all_floats, "SOFTMAX-ALL-TYPES"}};
constexpr Formal x[] = {{"X"}}, y[] = {{"Y"}};
constexpr const char* rule = "SOFTMAX-ALL-AXIS";
constexpr Row rows[] = {
    {Source::draft_2026_08, 13, x, y, draft, slice_shape_in_profile, rule, one_axis},
    {Source::onnx, {1, 11}, slice_inputs, slice_outputs, v1, slice_shape, rule, flat_axis},
    {Source::onnx, 13, slice_inputs, slice_outputs, v13, slice_shape, rule, one_axis},
};

}  // namespace

extern const Operator softmax_operator{.name = "Softmax",
                                       .versions = versions,
                                       .rows = rows,
                                       .wide_rule = "SOFTMAX-FLOAT-WIDE",
                                       .operations = three_of_each};

}  // namespace etalon::impl
