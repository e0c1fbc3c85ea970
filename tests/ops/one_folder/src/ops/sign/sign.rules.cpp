// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Sign; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {9, 13};
constexpr Formal inputs[] = {{"input"}}, outputs[] = {{"output"}};
constexpr TypeRule v9[] = {{"T", floats | int8_16 | int32_64, "SIGN-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "SIGN-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::onnx, 9, inputs, outputs, v9, like_first, "SIGN-ALL-SHAPE"},
    {Source::onnx, 13, inputs, outputs, v13, like_first, "SIGN-ALL-SHAPE"},
};

}  // namespace

extern const Operator sign_operator{.name = "Sign", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
