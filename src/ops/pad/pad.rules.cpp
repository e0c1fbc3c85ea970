// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Pad, and what it moves; spec.md gives the reasons.
#include <algorithm>
#include <optional>

#include "base/quote.hpp"
#include "ops/family/axes.hpp"
#include "ops/family/map.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;
using Kind = AttributeFormal::Kind;

constexpr std::size_t mode_attribute = 0, pads_attribute = 1, value_attribute = 2;
constexpr unsigned pads_operand = 1, value_operand = 2, axes_operand = 3;

enum class Mode : std::uint8_t { constant, reflect, edge, wrap };

std::optional<Mode> mode_of(const Call& call) {
  const std::string& name = *call.attribute<std::string>(mode_attribute);
  if (name == "constant") return Mode::constant;
  if (name == "reflect") return Mode::reflect;
  if (name == "edge") return Mode::edge;
  if (name == "wrap" && call.version >= 19) return Mode::wrap;
  return std::nullopt;
}

// Places before and after an axis; a negative number crops.
struct Pads {
  std::int64_t begin = 0, end = 0;
};
using AllPads = std::array<Pads, Limits::max_rank>;

Integers numbers_of(const Call& call) {
  if (call.row->attributes.size() > 1) return *call.attribute<std::vector<std::int64_t>>(pads_attribute);
  return call.known_integers(pads_operand);
}

// Every axis that is named has two pads.
std::optional<Finding> unequal_lists(const Call& call) {
  const unsigned rank = call.inputs[0]->shape.rank;
  std::size_t axes = rank;
  if (call.has_input(axes_operand)) {
    const Integers named = call.known_integers(axes_operand);
    if (const auto marked = marked_axes(call, named, rank, FromEnd::allowed); !marked) return marked.finding();
    axes = named.size();
  }
  const std::size_t numbers = numbers_of(call).size();
  if (numbers == 2 * axes) return std::nullopt;
  return refused(call, std::to_string(numbers) + " pads are given for " + std::to_string(axes) + " axes",
                 "give the pads before every axis, then those after every axis");
}

// All begins come before all ends, in the order of the axes that are named.
AllPads pads_of(const Call& call) {
  const unsigned rank = call.inputs[0]->shape.rank;
  const Integers numbers = numbers_of(call);
  const bool named = call.has_input(axes_operand);
  const Integers axes = named ? call.known_integers(axes_operand) : Integers{};
  const std::size_t count = numbers.size() / 2;
  AllPads pads{};
  for (std::size_t i = 0; i < count; ++i) pads[named ? *axis_at(axes[i], rank) : i] = {numbers[i], numbers[i + count]};
  return pads;
}

std::uint64_t cropped(std::int64_t pad) { return pad < 0 ? 0 - static_cast<std::uint64_t>(pad) : 0; }
std::uint64_t added(std::int64_t pad) { return pad > 0 ? static_cast<std::uint64_t>(pad) : 0; }

Result<std::vector<Argument>> padded(const Call& call) {
  const Argument& data = *call.inputs[0];
  const auto mode = mode_of(call);
  if (!mode)
    return broken("PAD-ALL-MODE",
                  std::string(call.op->name) + ": mode is " + quoted(*call.attribute<std::string>(mode_attribute), 60),
                  "mode is constant, reflect, edge or, since version 19, wrap");
  for (const unsigned k : {pads_operand, axes_operand})
    if (call.has_input(k) && call.inputs[k]->shape.rank != 1)
      return refused(call, formal_name(call.row->inputs, k) + " has rank " + std::to_string(call.inputs[k]->shape.rank),
                     "give a list");
  if (call.has_input(value_operand) && call.inputs[value_operand]->shape.count != 1)
    return refused(call, "constant_value has shape " + to_string(call.inputs[value_operand]->shape), "give one number");
  if (auto finding = unequal_lists(call)) return *std::move(finding);
  const AllPads pads = pads_of(call);
  std::array<std::uint64_t, Limits::max_rank> dims{};
  for (unsigned k = 0; k < data.shape.rank; ++k) {
    const Pads own = pads[k];
    if (call.version == 1 && (own.begin < 0 || own.end < 0))
      return refused(call, "a number of places is negative", "use operator set 2 or later, where it crops");
    const std::uint64_t whole = data.shape[k], before = cropped(own.begin), behind = cropped(own.end);
    if (before > whole || behind > whole - before)
      return refused(call,
                     "more than the " + std::to_string(whole) + " places of axis " + std::to_string(k) + " are cropped",
                     "negative pads crop at most what there is");
    const std::uint64_t kept = whole - before - behind;
    if (kept == 0 && *mode != Mode::constant && added(own.begin) + added(own.end) > 0)
      return refused(call, "axis " + std::to_string(k) + " has no place that could be repeated",
                     "use mode constant, or no pads there");
    dims[k] = kept + added(own.begin);
    if (dims[k] > UINT64_MAX - added(own.end)) return uncountable(call.op->name);
    dims[k] += added(own.end);
  }
  const auto shape = Shape::of({dims.data(), data.shape.rank});
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{data.type, *shape}};
}

// Places of an axis that are adjacent in the operand, upwards or downwards, or are one place again and
// again. Outside of the operand there is no place.
struct Stretch {
  std::optional<std::uint64_t> place;
  std::uint64_t length;
  std::int64_t step;
};

Stretch stretch_at(Mode mode, std::uint64_t at, Pads pads, std::uint64_t whole) {
  const std::uint64_t before = added(pads.begin), behind = added(pads.end), first = cropped(pads.begin),
                      kept = whole - first - cropped(pads.end), all = before + kept + behind, left = all - at;
  if (at >= before && at < before + kept) return {first + (at - before), kept - (at - before), 1};
  const bool is_before = at < before;
  switch (mode) {
    case Mode::constant:
      return {std::nullopt, is_before ? before - at : left, 0};
    case Mode::edge:
      return {is_before ? first : first + kept - 1, is_before ? before - at : left, 0};
    case Mode::wrap: {
      const std::uint64_t q = is_before ? (kept - (before - at) % kept) % kept : (at - before) % kept;
      return {first + q, std::min(kept - q, left), 1};
    }
    case Mode::reflect: {
      if (kept == 1) return {first, is_before ? before - at : left, 0};
      const std::uint64_t period = 2 * (kept - 1),
                          q = is_before ? (period - (before - at) % period) % period : (at - before) % period;
      if (q < kept - 1) return {first + q, std::min(kept - 1 - q, left), 1};
      return {first + period - q, std::min(period - q, left), -1};
    }
  }
  return {};
}

// So many places that are in no input.
Run outside(const Call& call, std::uint64_t length) {
  if (call.has_input(value_operand)) return {value_operand, 0, length, 0};
  Run run{.input = Run::no_input, .element = 0, .length = length};
  if (call.row->attributes.size() > 1)
    run.fill = attribute_in(call.inputs[0]->type, *call.attribute<float>(value_attribute));
  return run;
}

// Axes after the last one with pads are moved as a whole.
Run pad_run(const Call& call, unsigned, std::uint64_t i) {
  const Shape &data = call.inputs[0]->shape, &out = call.outputs[0]->shape;
  const Mode mode = *mode_of(call);
  const AllPads pads = pads_of(call);
  unsigned last = out.rank;
  while (last > 0 && pads[last - 1].begin == 0 && pads[last - 1].end == 0) --last;
  if (last == 0) return {0, i, out.count - i};
  std::uint64_t rest = i, inner = out.count, element = 0;
  Stretch stretch{};
  for (unsigned k = 0; k < last; ++k) {
    inner /= out[k];
    stretch = stretch_at(mode, rest / inner, pads[k], data[k]);
    rest %= inner;
    if (!stretch.place) return outside(call, stretch.length * inner - rest);
    element += *stretch.place * count_behind(data, k);
  }
  if (stretch.step == 1) return {0, element + rest, stretch.length * inner - rest};
  return inner == 1 ? Run{0, element, stretch.length, stretch.step} : Run{0, element + rest, inner - rest};
}

constexpr int versions[] = {1, 2, 11, 13, 18, 19, 21, 23, 24, 25};
constexpr auto required = Formal::Presence::required, optional = Formal::Presence::optional;
constexpr Formal pads_formal{"pads", "tensor(int64)", required, Formal::Use::shape},
    value_formal{"constant_value", "T", optional};
constexpr Formal data_only[] = {{"data"}}, inputs_11[] = {{"data"}, pads_formal, value_formal},
                 inputs_18[] = {{"data"}, pads_formal, value_formal, {"axes", "Tind", optional, Formal::Use::shape}},
                 outputs[] = {{"output"}};
constexpr TypeRule pads_type{"tensor(int64)", int64, "PAD-ALL-TYPES"}, axes_type{"Tind", int32_or_64, "PAD-ALL-TYPES"};
constexpr TypeRule v1[] = {{"T", floats, "PAD-ALL-TYPES"}},
                   v11[] = {{"T", floats | int8_16 | int32_64, "PAD-ALL-TYPES"}, pads_type},
                   v13[] = {{"T", movable | bfloat16, "PAD-ALL-TYPES"}, pads_type},
                   v18[] = {{"T", movable | bfloat16, "PAD-ALL-TYPES"}, pads_type, axes_type},
                   v21[] = {{"T", movable | bfloat16 | int4, "PAD-ALL-TYPES"}, pads_type, axes_type};
constexpr AttributeFormal mode{"mode", Kind::text, "constant"}, value{"value", Kind::number, 0.0F};
constexpr AttributeFormal attributes_1[] = {mode, {"paddings", Kind::integers, Required{}}, value},
                          attributes_2[] = {mode, {"pads", Kind::integers, Required{}}, value}, attributes[] = {mode};
constexpr const char* rule = "PAD-ALL-PADS";
constexpr Row rows[] = {
    {Source::onnx, 1, data_only, outputs, v1, padded, rule, attributes_1},
    {Source::onnx, 2, data_only, outputs, v1, padded, rule, attributes_2},
    {Source::onnx, 11, inputs_11, outputs, v11, padded, rule, attributes},
    {Source::onnx, 13, inputs_11, outputs, v13, padded, rule, attributes},
    {Source::onnx, {18, 19}, inputs_18, outputs, v18, padded, rule, attributes},
    {Source::onnx, {21, 23, 24, 25}, inputs_18, outputs, v21, padded, rule, attributes},
};

}  // namespace

extern const Operator pad_operator{.name = "Pad", .versions = versions, .rows = rows, .nature = pad_run};

}  // namespace etalon::impl
