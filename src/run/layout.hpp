// SPDX-License-Identifier: Apache-2.0
// Floor 6. Where the values of a model are while it runs: in an input, an output or the arena, or as constants. A value
// in the arena has its memory from the step that computes it to the last one that uses it.
#pragma once

#include "check/check.hpp"
#include "run/arena.hpp"

namespace etalon::impl {

// A place in a region, which is an input, an output or the arena.
struct ValuePlace {
  static constexpr std::uint32_t nowhere = UINT32_MAX, constant = nowhere - 1;
  std::uint32_t region = nowhere;
  std::uint64_t at = 0;           // byte in the region
  const void* address = nullptr;  // of a constant
};

// Whether a value may take the memory of an operand of its step, and of values of other types: code that says of its
// operands that they are apart, and of its memory which type it has, needs memory of its own.
enum class Sharing : std::uint8_t { all, within_types };

struct Layout {
  std::vector<ValuePlace> places;   // of all values
  std::vector<Argument> arguments;  // type and shape of all values
  std::vector<bool> keeps;          // of all nodes: the result is where the operand is, so that nothing is computed
  std::vector<Arena> arenas;        // settled: one, or one for each type by its number
};

// Regions are numbered: inputs, outputs, the arenas. `places` has those of constants and of inputs, `inputs` counts the
// latter. An output is computed in its own region if no later step can fail, so that a run writes all or nothing.
Result<Layout> lay_out(const CheckedModel& model, std::vector<ValuePlace> places, std::uint32_t inputs,
                       Sharing sharing = Sharing::all);

// Whether the only result of a move has all elements of the first operand in their order, so that nothing is moved.
bool keeps_everything(const Call& call);

}  // namespace etalon::impl
