// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows of ReduceSum; spec.md beside this file says why.
#include <string>

#include "ops/reducesum/reduction.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// Which axes are reduced.
Result<std::array<bool, Limits::max_rank>> reduced_axes(const Call& call) {
  const unsigned rank = call.inputs[0]->shape.rank;
  const std::string op = call.op->name;
  if (call.has_input(Reduction::axes_input) && call.inputs[Reduction::axes_input]->shape.rank != 1)
    return broken("REDUCESUM-ALL-AXES",
                  op + ": axes has shape " + to_string(call.inputs[Reduction::axes_input]->shape) + "; it is a list",
                  "give axes one dimension");
  const std::vector<std::int64_t> axes = Reduction::axes_of(call);
  std::array<bool, Limits::max_rank> reduced{};
  const std::int64_t lowest = call.version >= 11 ? -std::int64_t{rank} : 0;
  for (const std::int64_t axis : axes) {
    if (axis < lowest || axis >= rank)
      return broken("REDUCESUM-ALL-AXES",
                    shapes_of(call) + ", and one of the axes is " + std::to_string(axis) +
                        (axis < 0 && lowest == 0 ? "; this version has no negative axes" : ""),
                    rank == 0 ? "leave axes out"
                              : "axes are " + std::to_string(lowest) + " to " + std::to_string(rank - 1) + " here");
    bool& one = reduced[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
    if (one)
      return broken("REDUCESUM-ALL-AXES", op + ": axis " + std::to_string(axis) + " is given twice",
                    "give each axis once");
    one = true;
  }
  if (axes.empty() && Reduction::noop_of(call) == 0) reduced.fill(true);
  return reduced;
}

Result<std::vector<Argument>> reduced_shape(const Call& call) {
  for (const auto& [name, value] : {std::pair("keepdims", Reduction::keepdims_of(call)),
                                    std::pair("noop_with_empty_axes", Reduction::noop_of(call))})
    if (value != 0 && value != 1)
      return broken(call.row->shape_rule,
                    std::string(call.op->name) + ": attribute " + name + " is " + std::to_string(value),
                    std::string(name) + " is 0 or 1");
  const auto reduced = reduced_axes(call);
  if (!reduced) return reduced.finding();
  const Shape& data = call.inputs[0]->shape;
  std::vector<std::uint64_t> dims;
  for (unsigned axis = 0; axis < data.rank; ++axis)
    if (!(*reduced)[axis])
      dims.push_back(data[axis]);
    else if (Reduction::keepdims_of(call) != 0)
      dims.push_back(1);
  return std::vector{Argument{call.inputs[0]->type, *Shape::of(dims)}};  // it fits: dimensions of 0 do not help data
}

// Every element is added once.
std::uint64_t additions(const Call& call) { return call.inputs[0]->shape.count; }

constexpr int versions[] = {1, 11, 13};
constexpr Formal list[] = {{"data"}},
                 inputs[] = {{"data"}, {"axes", "tensor(int64)", Formal::Presence::optional, Formal::Use::shape}},
                 outputs[] = {{"reduced"}};
constexpr AttributeFormal keepdims = {"keepdims", Kind::integer, false, 1};
constexpr AttributeFormal v1_attributes[] = {{"axes", Kind::integers}, keepdims},
                          v13_attributes[] = {keepdims, {"noop_with_empty_axes", Kind::integer, false, 0}};
constexpr TypeRule v1[] = {{"T", floats | int32_64, "REDUCESUM-ALL-TYPES"}},
                   v13[] = {{"T", floats | bfloat16 | int32_64, "REDUCESUM-ALL-TYPES"},
                            {"tensor(int64)", {DType::i64}, "REDUCESUM-ALL-TYPES"}};
constexpr Row rows[] = {
    {Source::onnx, {1, 11}, list, outputs, v1, reduced_shape, "REDUCESUM-ALL-KEEPDIMS", v1_attributes},
    {Source::onnx, 13, inputs, outputs, v13, reduced_shape, "REDUCESUM-ALL-KEEPDIMS", v13_attributes},
};

}  // namespace

extern const Operator reducesum_operator{.name = "ReduceSum",
                                         .versions = versions,
                                         .rows = rows,
                                         .wide_rule = "REDUCESUM-FLOAT-WIDE",
                                         .operations = additions};

}  // namespace etalon::impl
