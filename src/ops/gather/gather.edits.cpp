// SPDX-License-Identifier: Apache-2.0
// Floor 8. Gather by known indices as slices.
#include "ops/family/axes.hpp"
#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

std::optional<std::string> gather_edits(Rewriter& r) {
  r.because("FIX-EDIT-MOVE");
  if (!r.is_constant(r.input(1))) return "its indices are computed";
  const auto* given = r.call().named<std::int64_t>("axis");
  const Dimensions data = r.shape(r.input(0));
  const std::size_t axis = *axis_at(given != nullptr ? *given : 0, static_cast<unsigned>(data.size()));
  std::vector<std::uint64_t> places;
  for (const std::int64_t index : r.integers_of(r.input(1)))
    places.push_back(static_cast<std::uint64_t>(index < 0 ? index + static_cast<std::int64_t>(data[axis]) : index));
  if (places.empty() || places.size() > Draft::most_parts) return "it would take too many slices";
  const std::uint64_t step = places.size() > 1 && places[1] > places[0] ? places[1] - places[0] : 1;
  bool is_even = true;
  for (std::size_t k = 0; k < places.size(); ++k) is_even = is_even && places[k] == places[0] + k * step;
  std::string result;
  if (is_even) {
    result = r.sliced(r.input(0), axis, places[0], places.back() + 1, step);
  } else {
    Names parts;
    for (const std::uint64_t place : places) parts.push_back(r.sliced(r.input(0), axis, place, place + 1));
    result = r.joined(parts, axis);
  }
  r.reshaped(result, result_shape(r), r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
