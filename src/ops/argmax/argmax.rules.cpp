// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for ArgMax; spec.md gives the reasons.
#include "ops/family/argument.hpp"

namespace etalon::impl {
namespace {

constexpr char types_rule[] = "ARGMAX-ALL-TYPES", axis_rule[] = "ARGMAX-ALL-AXIS";
using Onnx = ArgumentRows<types_rule, axis_rule>;
constexpr TypeRule draft[] = {{"T", Onnx::numbers | types::real, types_rule}, Onnx::index};
constexpr Row rows[] = {
    {Source::draft_2026_08,
     {12, 13},
     data_alone,
     argument_outputs,
     draft,
     argument_shape_in_profile,
     axis_rule,
     argument_attributes},
    Onnx::rows[0],
    Onnx::rows[1],
    Onnx::rows[2],
};

}  // namespace

extern const Operator argmax_operator{
    .name = "ArgMax", .versions = Onnx::versions, .rows = rows, .operations = every_element};

}  // namespace etalon::impl
