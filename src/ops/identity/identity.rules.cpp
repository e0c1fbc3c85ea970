// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Identity, which moves nothing; spec.md gives the reasons.
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

constexpr int versions[] = {1, 13, 14, 16, 19, 21, 23, 24, 25};
constexpr Formal inputs[] = {{"input"}}, outputs[] = {{"output"}}, inputs_14[] = {{"input", "V"}},
                 outputs_14[] = {{"output", "V"}};
constexpr TypeRule v1[] = {{"T", movable, "IDENTITY-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "IDENTITY-ALL-TYPES"}},
                   v14[] = {{"V", movable | bfloat16, "IDENTITY-ALL-TYPES"}},
                   v21[] = {{"V", movable | bfloat16 | int4, "IDENTITY-ALL-TYPES"}};
constexpr const char* rule = "IDENTITY-ALL-MOVE";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, like_first, rule},
    {Source::onnx, 13, inputs, outputs, v13, like_first, rule},
    {Source::onnx, {14, 16, 19}, inputs_14, outputs_14, v14, like_first, rule},
    {Source::onnx, {21, 23, 24, 25}, inputs_14, outputs_14, v21, like_first, rule},
};

}  // namespace

extern const Operator identity_operator{
    .name = "Identity", .versions = versions, .rows = rows, .nature = KeepsElements{}};

}  // namespace etalon::impl
