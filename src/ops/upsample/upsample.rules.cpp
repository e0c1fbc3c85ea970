// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Upsample; spec.md gives the reasons.
#include "ops/family/resize/resize.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

constexpr int versions[] = {1, 7, 9, 10};
constexpr Formal x_only[] = {{"X"}},
                 inputs_9[] = {{"X"}, {"scales", "tensor(float)", Formal::Presence::required, Formal::Use::shape}},
                 outputs[] = {{"Y"}};
constexpr TypeSet of_version_1{DType::boolean, DType::i32, DType::i64, DType::f16, DType::f32, DType::f64};
constexpr TypeSet single{DType::f32};
constexpr TypeRule v1[] = {{"T", of_version_1, "UPSAMPLE-ALL-TYPES"}}, v7[] = {{"T", movable, "UPSAMPLE-ALL-TYPES"}},
                   v9[] = {{"T", movable, "UPSAMPLE-ALL-TYPES"}, {"tensor(float)", single, "UPSAMPLE-ALL-TYPES"}};
constexpr AttributeFormal mode{"mode", Kind::text, "nearest"};
constexpr AttributeFormal attributes_1[] = {{"height_scale", Kind::number, Required{}},
                                            mode,
                                            {"width_scale", Kind::number, Required{}}},
                          attributes_7[] = {mode, {"scales", Kind::numbers, Required{}}}, attributes_9[] = {mode};
constexpr const char* rule = "UPSAMPLE-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 1, x_only, outputs, v1, resized, rule, attributes_1},
    {Source::onnx, 7, x_only, outputs, v7, resized, rule, attributes_7},
    {Source::onnx, 9, inputs_9, outputs, v9, resized, rule, attributes_9},
};

}  // namespace

// Version 10 has no row: ONNX has taken the operator back, in favour of Resize.
extern const Operator upsample_operator{.name = "Upsample",
                                        .versions = versions,
                                        .rows = rows,
                                        .wide_rule = "UPSAMPLE-FLOAT-WIDE",
                                        .operations = operations_of_resize};

}  // namespace etalon::impl
