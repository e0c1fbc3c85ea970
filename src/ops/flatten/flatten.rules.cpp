// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Flatten, which moves nothing; spec.md gives the reasons.
#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// The axis lies between two dimensions, so it may also be the rank.
Result<std::vector<Argument>> flattened(const Call& call) {
  const Argument& whole = *call.inputs[0];
  const std::int64_t number = *call.attribute<std::int64_t>(0), rank = whole.shape.rank;
  if (number > rank || number < (call.version >= 11 ? -rank : 0))
    return with_axes_meant(
        call, whole.shape.rank,
        refused(call, "axis is " + std::to_string(number) + ", and the rank is " + std::to_string(rank),
                "an axis is at least 0 and at most the rank; since version 11 a negative one counts from the end"));
  const auto axis = static_cast<unsigned>(number < 0 ? number + rank : number);
  std::array<std::uint64_t, 2> dims{1, 1};
  for (unsigned k = 0; k < whole.shape.rank; ++k) {
    std::uint64_t& side = dims[k < axis ? 0 : 1];
    if (whole.shape[k] != 0 && side > UINT64_MAX / whole.shape[k]) return uncountable(call.op->name);
    side *= whole.shape[k];
  }
  const auto shape = Shape::of(dims);
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{whole.type, *shape}};
}

constexpr int versions[] = {1, 9, 11, 13, 21, 23, 24, 25};
constexpr Formal inputs[] = {{"input"}}, outputs[] = {{"output"}};
constexpr TypeRule draft[] = {{"T", floats | int8_16 | int32_64 | real, "FLATTEN-ALL-TYPES"}},
                   v1[] = {{"T", floats, "FLATTEN-ALL-TYPES"}}, v9[] = {{"T", movable, "FLATTEN-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "FLATTEN-ALL-TYPES"}},
                   v21[] = {{"T", movable | bfloat16 | int4, "FLATTEN-ALL-TYPES"}};
constexpr AttributeFormal sonnx[] = {{"axis", Kind::integer, Required{}}}, axis[] = {{"axis", Kind::integer, 1}};
constexpr const char* rule = "FLATTEN-ALL-AXIS";
constexpr Row rows[] = {
    {Source::draft_2026_08, {11, 13, 21, 23, 24, 25}, inputs, outputs, draft, flattened, rule, sonnx},
    {Source::onnx, 1, inputs, outputs, v1, flattened, rule, axis},
    {Source::onnx, {9, 11}, inputs, outputs, v9, flattened, rule, axis},
    {Source::onnx, 13, inputs, outputs, v13, flattened, rule, axis},
    {Source::onnx, {21, 23, 24, 25}, inputs, outputs, v21, flattened, rule, axis},
};

}  // namespace

extern const Operator flatten_operator{
    .name = "Flatten", .versions = versions, .rows = rows, .nature = KeepsElements{}};

}  // namespace etalon::impl
