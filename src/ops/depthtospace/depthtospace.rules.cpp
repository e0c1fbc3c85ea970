// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for DepthToSpace, and what it moves; spec.md gives the reasons.
#include "base/quote.hpp"
#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// Version 1 has what later versions call DCR: the place in the block comes before the channel.
bool column_before_row(const Call& call) {
  const std::string* mode = call.row->attributes.size() > 1 ? call.attribute<std::string>(1) : nullptr;
  return mode != nullptr && *mode == "CRD";
}

Result<std::vector<Argument>> spread(const Call& call) {
  const Argument& whole = *call.inputs[0];
  const std::int64_t size = *call.attribute<std::int64_t>(0);
  if (const std::string* mode = call.row->attributes.size() > 1 ? call.attribute<std::string>(1) : nullptr;
      mode != nullptr && *mode != "DCR" && *mode != "CRD")
    return refused(call, "mode is " + quoted(*mode, 60), "mode is DCR or CRD");
  if (whole.shape.rank != 4)
    return refused(call, "the rank is " + std::to_string(whole.shape.rank), "give an operand of shape [N,C,H,W]");
  if (size < 1) return refused(call, "blocksize is " + std::to_string(size), "blocksize is at least 1");
  const auto block = static_cast<std::uint64_t>(size);
  const std::uint64_t channels = whole.shape[1], height = whole.shape[2], width = whole.shape[3];
  if (channels % block != 0 || channels / block % block != 0)
    return refused(call, std::to_string(channels) + " channels cannot be spread over blocks of " + std::to_string(size),
                   "the number of channels is a multiple of blocksize * blocksize");
  if (height > UINT64_MAX / block || width > UINT64_MAX / block) return uncountable(call.op->name);
  const auto shape = Shape::of(std::array{whole.shape[0], channels / block / block, height * block, width * block});
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{whole.type, *shape}};
}

// The axes of the result: image, channel, row, row in the block, column, column in the block.
Lattice depthtospace_lattice(const Call& call, unsigned) {
  const Shape &whole = call.inputs[0]->shape, &out = call.outputs[0]->shape;
  const Steps steps = steps_of(whole);
  const std::int64_t block = *call.attribute<std::int64_t>(0), plane = steps[1];
  const auto channels = static_cast<std::int64_t>(out[1]);
  const auto side = static_cast<std::uint64_t>(block);
  const bool crd = column_before_row(call);
  Lattice lattice;
  lattice.append(whole[0], steps[0]);
  lattice.append(out[1], crd ? block * block * plane : plane);
  lattice.append(whole[2], steps[2]);
  lattice.append(side, crd ? block * plane : block * channels * plane);
  lattice.append(whole[3], steps[3]);
  lattice.append(side, crd ? plane : channels * plane);
  return lattice;
}

constexpr int versions[] = {1, 11, 13};
constexpr Formal inputs[] = {{"input"}}, outputs[] = {{"output"}};
constexpr TypeRule v1[] = {{"T", movable, "DEPTHTOSPACE-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "DEPTHTOSPACE-ALL-TYPES"}};
constexpr AttributeFormal attributes_1[] = {{"blocksize", Kind::integer, Required{}}},
                          attributes[] = {{"blocksize", Kind::integer, Required{}}, {"mode", Kind::text, "DCR"}};
constexpr const char* rule = "DEPTHTOSPACE-ALL-SHAPE";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs, outputs, v1, spread, rule, attributes_1},
    {Source::onnx, 11, inputs, outputs, v1, spread, rule, attributes},
    {Source::onnx, 13, inputs, outputs, v13, spread, rule, attributes},
};

}  // namespace

extern const Operator depthtospace_operator{
    .name = "DepthToSpace", .versions = versions, .rows = rows, .nature = depthtospace_lattice};

}  // namespace etalon::impl
