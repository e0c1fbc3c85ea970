// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Resize; spec.md gives the reasons.
#include "ops/family/resize/resize.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

constexpr int versions[] = {10, 11, 13, 18, 19};
constexpr auto required = Formal::Presence::required, optional = Formal::Presence::optional;
constexpr auto shape = Formal::Use::shape;
constexpr Formal inputs_10[] = {{"X"}, {"scales", "tensor(float)", required, shape}},
                 inputs_11[] = {{"X", "T1"},
                                {"roi", "T2", required, shape},
                                {"scales", "tensor(float)", required, shape},
                                {"sizes", "tensor(int64)", optional, shape}},
                 inputs_13[] = {{"X", "T1"},
                                {"roi", "T2", optional, shape},
                                {"scales", "tensor(float)", optional, shape},
                                {"sizes", "tensor(int64)", optional, shape}},
                 outputs_10[] = {{"Y"}}, outputs[] = {{"Y", "T1"}};
constexpr TypeSet single{DType::f32};
constexpr TypeRule roi_type{"T2", floats, "RESIZE-ALL-TYPES"}, scales_type{"tensor(float)", single, "RESIZE-ALL-TYPES"},
    sizes_type{"tensor(int64)", int64, "RESIZE-ALL-TYPES"};
constexpr TypeRule v10[] = {{"T", movable, "RESIZE-ALL-TYPES"}, scales_type},
                   v11[] = {{"T1", movable, "RESIZE-ALL-TYPES"}, roi_type, scales_type, sizes_type},
                   v13[] = {{"T1", movable | bfloat16, "RESIZE-ALL-TYPES"}, roi_type, scales_type, sizes_type};
constexpr AttributeFormal mode{"mode", Kind::text, "nearest"},
    coordinates{"coordinate_transformation_mode", Kind::text, "half_pixel"},
    cubic{"cubic_coeff_a", Kind::number, -0.75F}, exclude{"exclude_outside", Kind::integer, 0},
    extrapolation{"extrapolation_value", Kind::number, 0.0F}, nearest{"nearest_mode", Kind::text, "round_prefer_floor"};
constexpr AttributeFormal attributes_10[] = {mode},
                          attributes_11[] = {coordinates, cubic, exclude, extrapolation, mode, nearest},
                          attributes_18[] = {{"antialias", Kind::integer, 0},
                                             {"axes", Kind::integers},
                                             coordinates,
                                             cubic,
                                             exclude,
                                             extrapolation,
                                             {"keep_aspect_ratio_policy", Kind::text, "stretch"},
                                             mode,
                                             nearest};
constexpr const char* rule = "RESIZE-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 10, inputs_10, outputs_10, v10, resized, rule, attributes_10},
    {Source::onnx, 11, inputs_11, outputs, v11, resized, rule, attributes_11},
    {Source::onnx, 13, inputs_13, outputs, v13, resized, rule, attributes_11},
    {Source::onnx, {18, 19}, inputs_13, outputs, v13, resized, rule, attributes_18},
};

}  // namespace

extern const Operator resize_operator{.name = "Resize",
                                      .versions = versions,
                                      .rows = rows,
                                      .wide_rule = "RESIZE-FLOAT-WIDE",
                                      .operations = operations_of_resize};

}  // namespace etalon::impl
