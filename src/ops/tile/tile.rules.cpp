// SPDX-License-Identifier: Apache-2.0
// Floor 4. What each version allows for Tile, and what it moves; spec.md gives the reasons.
#include "ops/family/axes.hpp"
#include "ops/type_sets.hpp"

namespace etalon::impl {
namespace {

using namespace types;

Result<std::vector<Argument>> repeated(const Call& call, const Integers& repeats) {
  const Argument& whole = *call.inputs[0];
  if (repeats.size() != whole.shape.rank)
    return refused(call,
                   "repeats has " + std::to_string(repeats.size()) + " numbers, and the rank is " +
                       std::to_string(whole.shape.rank),
                   "give one number for each axis");
  std::array<std::uint64_t, Limits::max_rank> dims{};
  for (unsigned k = 0; k < whole.shape.rank; ++k) {
    if (repeats[k] < 0)
      return refused(call, "a number of repeats is " + std::to_string(repeats[k]), "it is not negative");
    const auto times = static_cast<std::uint64_t>(repeats[k]);
    if (times != 0 && whole.shape[k] > UINT64_MAX / times) return uncountable(call.op->name);
    dims[k] = whole.shape[k] * times;
  }
  const auto shape = Shape::of({dims.data(), whole.shape.rank});
  if (!shape) return uncountable(call.op->name);
  return std::vector{Argument{whole.type, *shape}};
}

Result<std::vector<Argument>> along_all_axes(const Call& call) {
  if (call.inputs[1]->shape.rank != 1)
    return refused(call, "repeats has rank " + std::to_string(call.inputs[1]->shape.rank), "give a list of numbers");
  return repeated(call, call.known_integers(1));
}

// Version 1 has the number of copies and the axis as floating-point numbers.
Result<std::vector<Argument>> along_one_axis(const Call& call) {
  const auto tiles = whole_numbers(*call.known[1]), axes = whole_numbers(*call.known[2]);
  if (!tiles || !axes || tiles->size() != 1 || axes->size() != 1)
    return refused(call, "tiles and axis are not both one whole number", "give a whole number for each");
  const unsigned rank = call.inputs[0]->shape.rank;
  if (const auto marked = marked_axes(call, *axes, rank, FromEnd::refused); !marked) return marked.finding();
  std::vector<std::int64_t> repeats(rank, 1);
  repeats[static_cast<std::size_t>((*axes)[0])] = (*tiles)[0];
  return repeated(call, repeats);
}

// Each axis is walked as often as it is repeated.
Lattice tile_lattice(const Call& call, unsigned) {
  const Shape &whole = call.inputs[0]->shape, &out = call.outputs[0]->shape;
  const Steps steps = steps_of(whole);
  Lattice lattice;
  for (unsigned k = 0; k < whole.rank; ++k) {
    lattice.append(out[k] / whole[k], 0);
    lattice.append(whole[k], steps[k]);
  }
  return lattice;
}

constexpr int versions[] = {1, 6, 13};
constexpr auto required = Formal::Presence::required;
constexpr Formal inputs_1[] = {{"input"},
                               {"tiles", "T", required, Formal::Use::shape},
                               {"axis", "T", required, Formal::Use::shape}},
                 inputs[] = {{"input"}, {"repeats", "T1", required, Formal::Use::shape}}, outputs[] = {{"output"}};
constexpr TypeRule repeats{"T1", int64, "TILE-ALL-TYPES"};
constexpr TypeRule v1[] = {{"T", floats, "TILE-ALL-TYPES"}, repeats},
                   v6[] = {{"T", movable, "TILE-ALL-TYPES"}, repeats},
                   v13[] = {{"T", movable | bfloat16, "TILE-ALL-TYPES"}, repeats};
constexpr const char* rule = "TILE-ALL-REPEATS";
constexpr Row rows[] = {
    {Source::onnx, 1, inputs_1, outputs, v1, along_one_axis, rule},
    {Source::onnx, 6, inputs, outputs, v6, along_all_axes, rule},
    {Source::onnx, 13, inputs, outputs, v13, along_all_axes, rule},
};

}  // namespace

extern const Operator tile_operator{.name = "Tile", .versions = versions, .rows = rows, .nature = tile_lattice};

}  // namespace etalon::impl
