// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Shape, and what it writes; spec.md gives the reasons.
#include "ops/call.hpp"
#include "ops/type_sets.hpp"
#include "tensor/algebra.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

struct Axes {
  unsigned first, last;  // after the last one
};

// `start` and `end` count from the end where they are negative, and are clamped.
Axes axes_of(const Call& call) {
  const unsigned rank = call.inputs[0]->shape.rank;
  const auto clamped = [&](const std::int64_t* number, unsigned otherwise) {
    const auto all = static_cast<std::int64_t>(rank);
    if (number == nullptr) return otherwise;
    if (*number < -all) return 0u;
    return static_cast<unsigned>(*number < 0 ? *number + all : *number > all ? all : *number);
  };
  if (call.row->attributes.empty()) return {0, rank};
  return {clamped(call.attribute<std::int64_t>(1), 0), clamped(call.attribute<std::int64_t>(0), rank)};
}

Result<std::vector<Argument>> dimensions(const Call& call) {
  const Axes axes = axes_of(call);
  const std::uint64_t count = axes.first < axes.last ? axes.last - axes.first : 0;
  return std::vector{Argument{DType::i64, *Shape::of({&count, 1})}};
}

void write_dimensions(const Call& call, void* output) {
  const Axes axes = axes_of(call);
  for (unsigned k = axes.first; k < axes.last; ++k) UInt<64>::store(output, k - axes.first, call.inputs[0]->shape[k]);
}

constexpr int versions[] = {1, 13, 15, 19, 21, 23, 24, 25};
constexpr Formal inputs[] = {{"data"}}, outputs[] = {{"shape", "T1"}};
constexpr TypeRule result{"T1", int64, "SHAPE-ALL-TYPES"};
constexpr TypeRule draft[] = {{"T", movable | bfloat16 | int4 | real, "SHAPE-ALL-TYPES"}, result},
                   v1[] = {{"T", movable, "SHAPE-ALL-TYPES"}, result},
                   v13[] = {{"T", movable | bfloat16, "SHAPE-ALL-TYPES"}, result},
                   v21[] = {{"T", movable | bfloat16 | int4, "SHAPE-ALL-TYPES"}, result};
constexpr AttributeFormal sonnx[] = {{"end", Kind::integer, Required{}}, {"start", Kind::integer, Required{}}},
                          slice[] = {{"end", Kind::integer}, {"start", Kind::integer, 0}};
constexpr const char* rule = "SHAPE-ALL-SLICE";
constexpr Row rows[] = {
    {Source::draft_2026_08, {15, 19, 21, 23, 24, 25}, inputs, outputs, draft, dimensions, rule, sonnx},
    {Source::onnx, 1, inputs, outputs, v1, dimensions, rule},
    {Source::onnx, 13, inputs, outputs, v13, dimensions, rule},
    {Source::onnx, {15, 19}, inputs, outputs, v13, dimensions, rule, slice},
    {Source::onnx, {21, 23, 24, 25}, inputs, outputs, v21, dimensions, rule, slice},
};

}  // namespace

extern const Operator shape_operator{.name = "Shape", .versions = versions, .rows = rows, .nature = write_dimensions};

}  // namespace etalon::impl
