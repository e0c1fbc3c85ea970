// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for ConvTranspose; spec.md gives the reasons.
#include <string>

#include "ops/convtranspose/convtranspose.hpp"
#include "ops/type_sets.hpp"
#include "scalar/size.h"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;
using List = std::vector<std::int64_t>;

constexpr const char* rule = "CONVTRANSPOSE-ALL-SHAPE";

Finding refused(const char* broken_rule, const Call& call, const std::string& what, const char* hint) {
  return broken(broken_rule, shapes_of(call) + what, hint);
}

// The pads of an axis where they follow from the length of the result. An odd one goes to the end, or to the beginning.
std::optional<Finding> cut_to(const Call& call, std::uint64_t whole, std::uint64_t length, bool odd_at_end,
                              std::uint64_t* begin) {
  if (length > whole)
    return refused("CONVTRANSPOSE-ALL-PADDING", call,
                   ": the result would have " + std::to_string(length) + " places along an axis, and there are " +
                       std::to_string(whole),
                   "a pad is not negative: give a smaller output_shape, or a larger output_padding");
  const std::uint64_t total = whole - length;
  *begin = odd_at_end ? total / 2 : total - total / 2;
  return std::nullopt;
}

}  // namespace

Result<ConvTransposeGeometry> ConvTransposeGeometry::of(const Call& call) {
  const Shape &x = call.inputs[0]->shape, &w = call.inputs[1]->shape;
  if (x.rank < 3 || x.rank != w.rank)
    return refused(rule, call, "; both have at least one axis after the channels",
                   "X is batch, channels, axes; W is channels, features of a group, as many axes");
  ConvTransposeGeometry g;
  g.axes = x.rank - 2;
  g.channels = x[1];
  g.features_of_group = w[1];
  const std::int64_t group = *call.named<std::int64_t>("group");
  if (group < 1 || w[0] != x[1] || x[1] % static_cast<std::uint64_t>(group) != 0)
    return refused("CONVTRANSPOSE-ALL-GROUP", call, ", and group is " + std::to_string(group),
                   "W has X's channels, which divide into the groups");
  g.channels_of_group = x[1] / static_cast<std::uint64_t>(group);
  if (!size_mul(w[1], static_cast<std::uint64_t>(group), &g.features)) return uncountable(shapes_of(call));
  if (call.has_input(2) && !(call.inputs[2]->shape.rank == 1 && call.inputs[2]->shape[0] == g.features))
    return refused("CONVTRANSPOSE-ALL-BIAS", call, "; B has one number for each feature",
                   "give B the shape [W's second dimension times group]");

  std::array<std::uint64_t, 2 * Window::most_axes> pads{};
  Sizes more{}, given_shape{};
  for (const auto& [name, count, least, otherwise, sizes] :
       {std::tuple("kernel_shape", std::size_t{g.axes}, 1, 1, g.kernel.data()),
        std::tuple("strides", std::size_t{g.axes}, 1, 1, g.stride.data()),
        std::tuple("dilations", std::size_t{g.axes}, 1, 1, g.dilation.data()),
        std::tuple("output_padding", std::size_t{g.axes}, 0, 0, more.data()),
        std::tuple("output_shape", std::size_t{g.axes}, 0, 0, given_shape.data()),
        std::tuple("pads", std::size_t{2} * g.axes, 0, 0, pads.data())})
    if (auto problem = Window::read(call, name, least, static_cast<std::uint64_t>(otherwise), {sizes, count}))
      return *problem;
  for (unsigned axis = 0; axis < g.axes; ++axis) {
    if (call.named<List>("kernel_shape") != nullptr && g.kernel[axis] != w[axis + 2])
      return refused(rule, call, ", and kernel_shape is another one", "leave it out, or make them agree");
    g.kernel[axis] = w[axis + 2];
    if (w[axis + 2] == 0)
      return refused(rule, call, ": the kernel is empty", "give it at least one place on each axis");
  }
  const std::string& auto_pad = *call.named<std::string>("auto_pad");
  const bool has_shape = call.named<List>("output_shape") != nullptr;
  const bool same = auto_pad == "SAME_UPPER" || auto_pad == "SAME_LOWER";
  if (!same && auto_pad != "NOTSET" && auto_pad != "VALID")
    return refused("CONVTRANSPOSE-ALL-PADDING", call, ": auto_pad is not one of the values of the definition",
                   "it is NOTSET, VALID, SAME_UPPER or SAME_LOWER");
  if (auto_pad != "NOTSET" && call.named<List>("pads") != nullptr)
    return refused("CONVTRANSPOSE-ALL-PADDING", call, ": auto_pad is " + auto_pad + ", and pads are given",
                   "give one of them");
  for (unsigned axis = 0; axis < g.axes; ++axis) {
    g.in[axis] = x[axis + 2];
    if (more[axis] != 0 && more[axis] >= std::max(g.stride[axis], g.dilation[axis]))
      return refused("CONVTRANSPOSE-ALL-PADDING", call, ": output_padding is " + std::to_string(more[axis]),
                     "it is less than the stride or the dilation");
    std::uint64_t reach = 0, steps = 0;
    if (!size_mul(g.kernel[axis] - 1, g.dilation[axis], &reach) || reach >= Window::limit ||
        !size_mul(g.in[axis] == 0 ? 0 : g.in[axis] - 1, g.stride[axis], &steps) || steps >= Window::limit)
      return uncountable(shapes_of(call));
    // Without an element of X there is nothing to spread.
    const std::uint64_t whole = g.in[axis] == 0 ? 0 : steps + more[axis] + reach + 1;
    if (has_shape || same) {
      // Version 1 puts an odd pad of output_shape where the later ones do not.
      const bool upper = auto_pad == "SAME_UPPER";
      const bool odd_at_end = has_shape && call.version == 1 ? !upper : upper;
      g.out[axis] = has_shape ? given_shape[axis] : g.in[axis] * g.stride[axis];
      if (auto problem = cut_to(call, whole, g.out[axis], odd_at_end, &g.begin[axis])) return *problem;
      continue;
    }
    const std::uint64_t begin = pads[axis], end = pads[g.axes + axis];
    if (begin + end > whole)
      return refused("CONVTRANSPOSE-ALL-PADDING", call, ": pads cut off more than there is", "give smaller pads");
    g.begin[axis] = begin;
    g.out[axis] = whole - begin - end;
  }
  return g;
}

namespace {

Result<std::vector<Argument>> spread(const Call& call) {
  const auto g = ConvTransposeGeometry::of(call);
  if (!g) return g.finding();
  std::array<std::uint64_t, Limits::max_rank> dims{call.inputs[0]->shape[0], g->features};
  for (unsigned axis = 0; axis < g->axes; ++axis) dims[axis + 2] = g->out[axis];
  const auto shape = Shape::of({dims.data(), g->axes + 2});
  if (!shape) return uncountable(shapes_of(call));
  return std::vector{Argument{call.inputs[0]->type, *shape}};
}

std::uint64_t operations(const Call& call) {
  std::uint64_t count = 0;
  const std::uint64_t each = ConvTransposeGeometry::of(call)->most_hits();
  return size_mul(call.outputs[0]->shape.count, each, &count) ? count : UINT64_MAX;
}

constexpr int versions[] = {1, 11, 22};
constexpr Formal inputs[] = {{"X"}, {"W"}, {"B", "T", Formal::Presence::optional}}, outputs[] = {{"Y"}};
constexpr AttributeFormal attributes[] = {{"auto_pad", Kind::text, "NOTSET"}, {"dilations", Kind::integers},
                                          {"group", Kind::integer, 1},        {"kernel_shape", Kind::integers},
                                          {"output_padding", Kind::integers}, {"output_shape", Kind::integers},
                                          {"pads", Kind::integers},           {"strides", Kind::integers}};
constexpr TypeRule v1[] = {{"T", floats, "CONVTRANSPOSE-ALL-TYPES"}},
                   v22[] = {{"T", floats | bfloat16, "CONVTRANSPOSE-ALL-TYPES"}};
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, inputs, outputs, v1, spread, rule, attributes},
    {Source::onnx, 22, inputs, outputs, v22, spread, rule, attributes},
};

}  // namespace

extern const Operator convtranspose_operator{.name = "ConvTranspose",
                                             .versions = versions,
                                             .rows = rows,
                                             .wide_rule = "CONVTRANSPOSE-FLOAT-WIDE",
                                             .operations = operations};

}  // namespace etalon::impl
