// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Split, and what it moves; spec.md gives the reasons.
#include <string>

#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

constexpr std::size_t axis_attribute_of_split = 0, second_attribute = 1;  // `split`, or `num_outputs` since 18

std::int64_t axis_number(const Call& call) {
  const std::int64_t* axis = call.attribute<std::int64_t>(axis_attribute_of_split);
  return axis == nullptr ? 0 : *axis;  // version 1 has the default in words only
}

// The lengths along the axis, where they are given. Version 1 has them as floating-point numbers, which lie in `room`.
std::optional<Integers> lengths_in(const Call& call, const std::vector<std::int64_t>& room) {
  if (call.has_input(1)) return call.version == 1 ? Integers(room) : call.known_integers(1);
  if (call.row->attributes.size() <= second_attribute) return std::nullopt;
  const auto* lengths = call.attribute<std::vector<std::int64_t>>(second_attribute);
  return lengths == nullptr ? std::nullopt : std::optional<Integers>(*lengths);
}

// Equal lengths; since version 18 the last part may be smaller.
Result<std::vector<std::uint64_t>> equal_lengths(const Call& call, std::uint64_t whole) {
  const std::size_t count = call.outputs.size();
  std::uint64_t length = (whole + count - 1) / count;
  if (call.version < 18 && whole % count != 0)
    return refused(
        call,
        std::to_string(whole) + " places along the axis cannot be split into " + std::to_string(count) + " equal parts",
        "give the lengths, or use operator set 18, where the last part may be smaller");
  std::vector<std::uint64_t> lengths(count, length);
  if (length * (count - 1) > whole)
    return refused(call,
                   std::to_string(whole) + " places along the axis cannot be split into " + std::to_string(count) +
                       " parts of " + std::to_string(length),
                   "use fewer outputs, or give the lengths");
  lengths.back() = whole - length * (count - 1);
  return lengths;
}

Result<std::vector<std::uint64_t>> given_lengths(const Call& call, const Integers& given, std::uint64_t whole) {
  if (given.size() != call.outputs.size())
    return refused(call,
                   "there are " + std::to_string(given.size()) + " lengths and " + std::to_string(call.outputs.size()) +
                       " outputs",
                   "give one length for each output");
  std::vector<std::uint64_t> lengths;
  std::uint64_t sum = 0;
  for (const std::int64_t length : given) {
    if (length < 0) return refused(call, "a length is " + std::to_string(length), "a length is not negative");
    lengths.push_back(static_cast<std::uint64_t>(length));
    if (lengths.back() > whole - sum)
      return refused(call, "the lengths add up to more than " + std::to_string(whole), "they add up to the axis");
    sum += lengths.back();
  }
  if (sum != whole)
    return refused(call, "the lengths add up to " + std::to_string(sum) + " of " + std::to_string(whole),
                   "they add up to the axis");
  return lengths;
}

Result<std::vector<Argument>> parts(const Call& call) {
  const Argument& whole = *call.inputs[0];
  const std::int64_t number = axis_number(call);
  const auto axis = axis_at(number, whole.shape.rank);
  if (!axis || (number < 0 && call.version < 11))
    return with_axes_meant(call, whole.shape.rank,
                           broken("SPLIT-ALL-AXIS", axis_message(call, number, whole.shape.rank), axis_hint));
  if (call.has_input(1) && call.inputs[1]->shape.rank != 1)
    return refused(call, "split has rank " + std::to_string(call.inputs[1]->shape.rank), "give a list of lengths");
  std::vector<std::int64_t> room;
  if (call.has_input(1) && call.version == 1) {
    auto numbers = whole_numbers(*call.known[1]);
    if (!numbers) return refused(call, "split has an element that is not a whole number", "give whole numbers");
    if (call.attribute<std::vector<std::int64_t>>(second_attribute) != nullptr)
      return refused(call, "split is given as an operand and as an attribute", "give one of them");
    room = *std::move(numbers);
  }
  const std::optional<Integers> given = lengths_in(call, room);
  if (call.version >= 18) {
    const std::int64_t* outputs = call.attribute<std::int64_t>(second_attribute);
    if ((outputs != nullptr) == given.has_value())
      return refused(call, given ? "split and num_outputs are both given" : "neither split nor num_outputs is given",
                     "give one of them");
    if (outputs != nullptr && (*outputs < 0 || static_cast<std::uint64_t>(*outputs) != call.outputs.size()))
      return refused(call,
                     "num_outputs is " + std::to_string(*outputs) + ", and the node has " +
                         std::to_string(call.outputs.size()) + " outputs",
                     "make them agree");
  }
  const auto lengths =
      given ? given_lengths(call, *given, whole.shape[*axis]) : equal_lengths(call, whole.shape[*axis]);
  if (!lengths) return lengths.finding();
  std::vector<Argument> results;
  results.reserve(lengths->size());
  for (const std::uint64_t length : *lengths) {
    std::array<std::uint64_t, Limits::max_rank> dims = whole.shape.dims;
    dims[*axis] = length;
    results.push_back({whole.type, *Shape::of({dims.data(), whole.shape.rank})});
  }
  return results;
}

// Where a part begins follows from the parts before it.
Lattice split_lattice(const Call& call, unsigned output) {
  const Shape &whole = call.inputs[0]->shape, &out = call.outputs[output]->shape;
  const unsigned axis = *axis_at(axis_number(call), whole.rank);
  std::uint64_t begin = 0;
  for (unsigned part = 0; part < output; ++part) begin += call.outputs[part]->shape[axis];
  const Steps steps = steps_of(whole);
  Lattice lattice{.first = begin * static_cast<std::uint64_t>(steps[axis])};
  for (unsigned k = 0; k < out.rank; ++k) lattice.append(out[k], steps[k]);
  return lattice;
}

constexpr int versions[] = {1, 2, 11, 13, 18};
constexpr auto optional = Formal::Presence::optional;
constexpr Formal inputs_1[] = {{"input"}, {"split", "T", optional, Formal::Use::shape}}, inputs_2[] = {{"input"}},
                 inputs_13[] = {{"input"}, {"split", "tensor(int64)", optional, Formal::Use::shape}},
                 outputs_1[] = {{"outputs...", "T", Formal::Presence::variadic}},
                 outputs[] = {{"outputs", "T", Formal::Presence::variadic}};
constexpr TypeRule v1[] = {{"T", floats, "SPLIT-ALL-TYPES"}}, v2[] = {{"T", movable, "SPLIT-ALL-TYPES"}},
                   v13[] = {{"T", movable | bfloat16, "SPLIT-ALL-TYPES"}, {"tensor(int64)", int64, "SPLIT-ALL-TYPES"}};
constexpr AttributeFormal attributes_1[] = {{"axis", Kind::integer}, {"split", Kind::integers}},
                          attributes_2[] = {{"axis", Kind::integer, 0}, {"split", Kind::integers}},
                          attributes_13[] = {{"axis", Kind::integer, 0}},
                          attributes_18[] = {{"axis", Kind::integer, 0}, {"num_outputs", Kind::integer}};
constexpr const char* rule = "SPLIT-ALL-LENGTHS";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs_1, outputs_1, v1, parts, rule, attributes_1},
    {Source::onnx, {2, 11}, inputs_2, outputs, v2, parts, rule, attributes_2},
    {Source::onnx, 13, inputs_13, outputs, v13, parts, rule, attributes_13},
    {Source::onnx, 18, inputs_13, outputs, v13, parts, rule, attributes_18},
};

}  // namespace

extern const Operator split_operator{.name = "Split", .versions = versions, .rows = rows, .nature = split_lattice};

}  // namespace etalon::impl
