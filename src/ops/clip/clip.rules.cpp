// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Clip; spec.md gives the reasons.
#include "ops/clip/formals.hpp"
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;
using Presence = Formal::Presence;

Result<std::vector<Argument>> scalar_bounds(const Call& call) {
  for (const ClipBound& bound : {lower_bound, upper_bound})
    if (call.has_input(bound.input) && call.inputs[bound.input]->shape.rank != 0)
      return broken(call.row->shape_rule, shapes_of(call) + "; a bound must be a scalar",
                    "give min and max the empty shape: a tensor of rank 0");
  return like_first(call);
}

constexpr float largest = std::numeric_limits<float>::max();

constexpr int versions[] = {1, 6, 11, 12, 13};
constexpr Formal input[] = {{"input"}}, output[] = {{"output"}};
constexpr Formal with_bounds[] = {{"input"}, {"min"}, {"max"}},
                 with_optional_bounds[] = {
                     {"input"}, {"min", "T", Presence::optional}, {"max", "T", Presence::optional}};
constexpr AttributeFormal v1_attributes[] = {
    {"max", Kind::number}, {"min", Kind::number}, {"consumed_inputs", Kind::integers}};
constexpr AttributeFormal v6_attributes[] = {{"max", Kind::number, largest}, {"min", Kind::number, -largest}};
static_assert(upper_bound.attribute == 0 && lower_bound.attribute == 1);

constexpr TypeRule draft[] = {{"T", floats | int8_16 | int32_64 | real, "CLIP-ALL-TYPES"}},
                   v1[] = {{"T", floats, "CLIP-ALL-TYPES"}},
                   v12[] = {{"T", floats | int8_16 | int32_64, "CLIP-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int8_16 | int32_64, "CLIP-ALL-TYPES"}};

constexpr Row rows[] = {
    {Source::draft_2026_08, {11, 12, 13}, with_bounds, output, draft, scalar_bounds, "CLIP-ALL-SCALAR"},
    {Source::onnx, 1, input, output, v1, like_first, "CLIP-ALL-SCALAR", v1_attributes},
    {Source::onnx, 6, input, output, v1, like_first, "CLIP-ALL-SCALAR", v6_attributes},
    {Source::onnx, 11, with_optional_bounds, output, v1, scalar_bounds, "CLIP-ALL-SCALAR"},
    {Source::onnx, 12, with_optional_bounds, output, v12, scalar_bounds, "CLIP-ALL-SCALAR"},
    {Source::onnx, 13, with_optional_bounds, output, v13, scalar_bounds, "CLIP-ALL-SCALAR"},
};

}  // namespace

extern const Operator clip_operator{.name = "Clip", .versions = versions, .rows = rows, .nature = Maps{}};

}  // namespace etalon::impl
