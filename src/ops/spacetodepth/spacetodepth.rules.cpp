// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for SpaceToDepth, and what it moves; spec.md gives the reasons.
#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

Result<std::vector<Argument>> gathered(const Call& call) {
  const Argument& whole = *call.inputs[0];
  const std::int64_t size = *call.attribute<std::int64_t>(0);
  if (whole.shape.rank != 4)
    return refused(call, "the rank is " + std::to_string(whole.shape.rank), "give an operand of shape [N,C,H,W]");
  if (size < 1) return refused(call, "blocksize is " + std::to_string(size), "blocksize is at least 1");
  const auto block = static_cast<std::uint64_t>(size);
  const std::uint64_t height = whole.shape[2], width = whole.shape[3];
  if (height % block != 0 || width % block != 0)
    return refused(call,
                   std::to_string(height) + " rows of " + std::to_string(width) + " cannot be cut into blocks of " +
                       std::to_string(size),
                   "height and width are multiples of blocksize");
  if (block > UINT64_MAX / block || whole.shape[1] > UINT64_MAX / (block * block)) return uncountable(call.op->name);
  const auto shape =
      Shape::of(std::array{whole.shape[0], whole.shape[1] * block * block, height / block, width / block});
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{whole.type, *shape}};
}

// The axes of the result: image, row in the block, column in the block, channel, row, column.
Lattice spacetodepth_lattice(const Call& call, unsigned) {
  const Shape &whole = call.inputs[0]->shape, &out = call.outputs[0]->shape;
  const Steps steps = steps_of(whole);
  const std::int64_t block = *call.attribute<std::int64_t>(0);
  const auto side = static_cast<std::uint64_t>(block);
  Lattice lattice;
  lattice.append(whole[0], steps[0]);
  lattice.append(side, steps[2]);
  lattice.append(side, steps[3]);
  lattice.append(whole[1], steps[1]);
  lattice.append(out[2], block * steps[2]);
  lattice.append(out[3], block * steps[3]);
  return lattice;
}

constexpr int versions[] = {1, 13};
constexpr Formal inputs[] = {{"input"}}, outputs[] = {{"output"}};
constexpr TypeRule v1[] = {{"T", movable, "SPACETODEPTH-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "SPACETODEPTH-ALL-TYPES"}};
constexpr AttributeFormal attributes[] = {{"blocksize", Kind::integer, Required{}}};
constexpr const char* rule = "SPACETODEPTH-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, gathered, rule, attributes},
    {Source::onnx, 13, inputs, outputs, v13, gathered, rule, attributes},
};

}  // namespace

extern const Operator spacetodepth_operator{
    .name = "SpaceToDepth", .versions = versions, .rows = rows, .nature = spacetodepth_lattice};

}  // namespace etalon::impl
