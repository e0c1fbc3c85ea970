// SPDX-License-Identifier: Apache-2.0
// Floor 4. The shape rules of reductions; what they mean is in reduction.md.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/family/reduction.hpp"

namespace etalon::impl {
namespace {

// Which axes are reduced.
Result<Reduction::Axes> reduced_axes(const Call& call, const char* rule) {
  const unsigned rank = call.inputs[0]->shape.rank;
  const std::string op = call.op->name;
  if (call.has_input(Reduction::axes_input) && call.inputs[Reduction::axes_input]->shape.rank != 1)
    return broken(rule,
                  op + ": axes has shape " + to_string(call.inputs[Reduction::axes_input]->shape) + "; it is a list",
                  "give axes one dimension");
  const Integers axes = Reduction::axes_of(call);
  Reduction::Axes reduced{};
  const std::int64_t lowest = call.version >= 11 ? -std::int64_t{rank} : 0;
  for (const std::int64_t axis : axes) {
    if (axis < lowest || axis >= rank)
      return with_axes_meant(
          call, rank,
          broken(rule,
                 shapes_of(call) + ", and one of the axes is " + std::to_string(axis) +
                     (axis < 0 && lowest == 0 ? "; this version has no negative axes" : ""),
                 rank == 0 ? "leave axes out"
                           : "axes are " + std::to_string(lowest) + " to " + std::to_string(rank - 1) + " here"));
    bool& one = reduced[static_cast<std::size_t>(axis < 0 ? axis + rank : axis)];
    if (one) return broken(rule, op + ": axis " + std::to_string(axis) + " is given twice", "give each axis once");
    one = true;
  }
  if (axes.size() == 0 && Reduction::noop_of(call) == 0) reduced.fill(true);
  return reduced;
}

}  // namespace

Result<std::vector<Argument>> reduced_by(const Call& call, const char* axes_rule) {
  for (const auto& [name, value] : {std::pair("keepdims", Reduction::keepdims_of(call)),
                                    std::pair("noop_with_empty_axes", Reduction::noop_of(call))})
    if (value != 0 && value != 1)
      return broken(call.row->shape_rule,
                    std::string(call.op->name) + ": attribute " + name + " is " + std::to_string(value),
                    std::string(name) + " is 0 or 1");
  const auto reduced = reduced_axes(call, axes_rule);
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

Result<std::vector<Argument>> reduced_shape(const Call& call) { return reduced_by(call, "REDUCE-ALL-AXES"); }

}  // namespace etalon::impl
