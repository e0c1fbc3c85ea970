// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each source allows for Slice, and what it moves; spec.md gives the reasons.
#include <algorithm>

#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

// What is taken along one axis.
struct Part {
  std::uint64_t start, length;
  std::int64_t step;
};

constexpr std::size_t axes_attribute = 0, ends_attribute = 1, starts_attribute = 2;

// As operands or attributes say it: lists of one length. Without axes all are meant, in version 1 the first ones; and
// without steps each is 1.
struct Lists {
  explicit Lists(const Call& call) {
    if (call.row->attributes.empty()) {
      starts = call.known_integers(1);
      ends = call.known_integers(2);
      if (call.has_input(3)) axes = call.known_integers(3);
      if (call.has_input(4)) steps = call.known_integers(4);
    } else {
      using List = std::vector<std::int64_t>;
      starts = *call.attribute<List>(starts_attribute);
      ends = *call.attribute<List>(ends_attribute);
      if (const List* given = call.attribute<List>(axes_attribute)) axes = *given;
    }
  }

  std::int64_t axis(std::size_t i) const { return axes ? (*axes)[i] : static_cast<std::int64_t>(i); }
  std::int64_t step(std::size_t i) const { return steps ? (*steps)[i] : 1; }

  Integers starts, ends;
  std::optional<Integers> axes, steps;
};

// Numbers count from the end where they are negative, and are then clamped to what can be taken: backwards an end may
// lie before the first element. A place is at most 2^63 - 1, so nothing here overflows.
Part part_of(std::int64_t start, std::int64_t end, std::int64_t step, std::uint64_t dim) {
  const auto size = static_cast<std::int64_t>(dim);
  const auto placed = [&](std::int64_t number, std::int64_t low, std::int64_t high) {
    return std::clamp(number < 0 ? number + size : number, low, high);
  };
  if (size == 0) return {0, 0, 1};
  const std::int64_t first = step > 0 ? placed(start, 0, size) : placed(start, 0, size - 1),
                     last = step > 0 ? placed(end, 0, size) : placed(end, -1, size - 1);
  if (step > 0 ? first >= last : first <= last) return {0, 0, 1};
  const std::uint64_t distance = static_cast<std::uint64_t>(step > 0 ? last - first : first - last),
                      stride = step > 0 ? static_cast<std::uint64_t>(step) : 0 - static_cast<std::uint64_t>(step);
  return {static_cast<std::uint64_t>(first), (distance - 1) / stride + 1, step};
}

using Parts = std::array<Part, Limits::max_rank>;

Parts parts_of(const Call& call) {
  const Shape& data = call.inputs[0]->shape;
  const Lists lists(call);
  Parts parts;
  for (unsigned k = 0; k < data.rank; ++k) parts[k] = {0, data[k], 1};
  for (std::size_t i = 0; i < lists.starts.size(); ++i) {
    const unsigned axis = *axis_at(lists.axis(i), data.rank);
    parts[axis] = part_of(lists.starts[i], lists.ends[i], lists.step(i), data[axis]);
  }
  return parts;
}

// SONNX: every axis is named, and nothing is clamped.
std::optional<Finding> beyond_the_draft(const Call& call, const Lists& lists) {
  const Shape& data = call.inputs[0]->shape;
  if (data.rank == 0) return refused(call, "data is a scalar", "give data of rank 1 or more");
  if (lists.starts.size() != data.rank)
    return refused(call,
                   "axes names " + std::to_string(lists.starts.size()) + " of " + std::to_string(data.rank) + " axes",
                   "name every axis");
  for (std::size_t i = 0; i < lists.starts.size(); ++i) {
    const auto size = static_cast<std::int64_t>(data[*axis_at(lists.axis(i), data.rank)]);
    const std::int64_t start = lists.starts[i], end = lists.ends[i], lowest = lists.step(i) > 0 ? 0 : -1;
    if (start < -size || start >= size || end < -size + lowest || end > size + lowest)
      return refused(call,
                     "start " + std::to_string(start) + " and end " + std::to_string(end) + " along an axis of " +
                         std::to_string(size) + " places",
                     "start is a place of the axis, and end is one of them or directly after the last one taken");
    const std::int64_t first = start < 0 ? start + size : start, last = end < 0 ? end + size : end;
    if (lists.step(i) > 0 ? first >= last : first <= last)
      return refused(call,
                     "there is nothing between start " + std::to_string(start) + " and end " + std::to_string(end),
                     "a positive step goes up, and a negative one down; the result is not empty");
  }
  return std::nullopt;
}

Result<std::vector<Argument>> sliced(const Call& call) {
  const Argument& data = *call.inputs[0];
  for (std::size_t k = 1; k < call.inputs.size(); ++k)
    if (call.has_input(k) && call.inputs[k]->shape.rank != 1)
      return refused(call, formal_name(call.row->inputs, k) + " has rank " + std::to_string(call.inputs[k]->shape.rank),
                     "give a list");
  const Lists lists(call);
  const std::size_t count = lists.starts.size(), axes = lists.axes ? lists.axes->size() : count,
                    steps = lists.steps ? lists.steps->size() : count;
  const bool of_all_axes = !lists.axes && call.version >= 10;
  if (count > data.shape.rank || lists.ends.size() != count || axes != count || steps != count ||
      (of_all_axes && count != data.shape.rank))
    return refused(call,
                   std::to_string(count) + " starts, " + std::to_string(lists.ends.size()) + " ends, " +
                       std::to_string(axes) + " axes and " + std::to_string(steps) + " steps, and the rank is " +
                       std::to_string(data.shape.rank),
                   "give as many of each, at most one for each axis, and one for each axis where none is named");
  if (lists.axes)
    if (const auto marked = marked_axes(call, *lists.axes, data.shape.rank, FromEnd{call.version >= 11}); !marked)
      return marked.finding();
  for (std::size_t i = 0; i < count; ++i)
    if (lists.step(i) == 0) return refused(call, "a step is 0", "a step is not 0");
  if (call.row->source != Source::onnx)
    if (auto finding = beyond_the_draft(call, lists)) return *std::move(finding);
  std::array<std::uint64_t, Limits::max_rank> dims{};
  const Parts parts = parts_of(call);
  for (unsigned k = 0; k < data.shape.rank; ++k) dims[k] = parts[k].length;
  return std::vector{Argument{data.type, *Shape::of({dims.data(), data.shape.rank})}};
}

Lattice slice_lattice(const Call& call, unsigned) {
  const Shape& data = call.inputs[0]->shape;
  const Steps steps = steps_of(data);
  const Parts parts = parts_of(call);
  Lattice lattice;
  for (unsigned k = 0; k < data.rank; ++k) {
    lattice.first += parts[k].start * static_cast<std::uint64_t>(steps[k]);
    if (parts[k].length > 1) lattice.append(parts[k].length, parts[k].step * steps[k]);
  }
  return lattice;
}

constexpr int versions[] = {1, 10, 11, 13};
constexpr auto required = Formal::Presence::required, optional = Formal::Presence::optional;
constexpr auto shape = Formal::Use::shape;
constexpr Formal data_only[] = {{"data"}},
                 inputs[] = {{"data"},
                             {"starts", "Tind", required, shape},
                             {"ends", "Tind", required, shape},
                             {"axes", "Tind", optional, shape},
                             {"steps", "Tind", optional, shape}},
                 all_inputs[] = {{"data"},
                                 {"starts", "Tind", required, shape},
                                 {"ends", "Tind", required, shape},
                                 {"axes", "Tind", required, shape},
                                 {"steps", "Tind", required, shape}},
                 outputs[] = {{"output"}};
constexpr TypeRule indices{"Tind", int32_or_64, "SLICE-ALL-TYPES"};
constexpr TypeRule draft[] = {{"T", movable | bfloat16 | real, "SLICE-ALL-TYPES"}, indices},
                   v1[] = {{"T", movable, "SLICE-ALL-TYPES"}}, v10[] = {{"T", movable, "SLICE-ALL-TYPES"}, indices},
                   v13[] = {{"T", movable | bfloat16, "SLICE-ALL-TYPES"}, indices};
constexpr AttributeFormal attributes_1[] = {
    {"axes", Kind::integers}, {"ends", Kind::integers, Required{}}, {"starts", Kind::integers, Required{}}};
constexpr const char* rule = "SLICE-ALL-PARTS";
constexpr Row rows[] = {
    {Source::draft_2026_08, {11, 13}, all_inputs, outputs, draft, sliced, rule},
    {Source::onnx, 1, data_only, outputs, v1, sliced, rule, attributes_1},
    {Source::onnx, {10, 11}, inputs, outputs, v10, sliced, rule},
    {Source::onnx, 13, inputs, outputs, v13, sliced, rule},
};

}  // namespace

extern const Operator slice_operator{.name = "Slice", .versions = versions, .rows = rows, .nature = slice_lattice};

}  // namespace etalon::impl
