// SPDX-License-Identifier: Apache-2.0
// Floor 8. Pad as constants and slices that are joined to its operand, axis by axis.
#include <algorithm>

#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {
namespace {

// The element that lies at a place before or behind the axis.
std::uint64_t source(const std::string& mode, std::int64_t at, std::int64_t length) {
  if (mode == "edge") return static_cast<std::uint64_t>(std::clamp<std::int64_t>(at, 0, length - 1));
  if (mode == "wrap") return static_cast<std::uint64_t>((at % length + length) % length);
  const std::int64_t period = std::max<std::int64_t>(2 * (length - 1), 1);  // reflect
  const std::int64_t within = (at % period + period) % period;
  return static_cast<std::uint64_t>(within < length ? within : period - within);
}

}  // namespace

std::optional<std::string> pad_edits(Rewriter& r) {
  r.because("FIX-EDIT-MOVE");
  const auto* named_mode = r.call().named<std::string>("mode");
  const std::string mode = named_mode != nullptr ? *named_mode : "constant";
  const std::size_t rank = r.shape(r.input(0)).size();
  const DType type = r.call().outputs[0]->type;
  std::vector<std::int64_t> pads;
  for (const char* name : {"pads", "paddings"})
    if (const auto* given = r.call().named<std::vector<std::int64_t>>(name)) pads = *given;
  if (r.has_input(1)) pads = r.integers_of(r.input(1));
  if (r.has_input(3) || pads.size() != 2 * rank) return "it pads some axes only, by their numbers";
  const auto* value = r.call().named<float>("value");
  const std::string fill = r.has_input(2) ? r.reshaped(r.input(2), {})
                                          : r.filled(value != nullptr ? static_cast<double>(*value) : 0, type, {});
  std::string x = r.input(0);
  for (std::size_t axis = 0; axis < rank; ++axis) {
    const std::int64_t before = pads[axis], behind = pads[axis + rank];
    if (before < 0 || behind < 0) return "it cuts elements off";
    if (before == 0 && behind == 0) continue;
    const Dimensions shape = r.shape(x);
    const auto length = static_cast<std::int64_t>(shape[axis]);
    Names parts;
    bool is_short = false;
    const auto add = [&](std::int64_t begin, std::int64_t count) {
      if (count == 0) return;
      if (mode == "constant") {
        Dimensions block = shape;
        block[axis] = static_cast<std::uint64_t>(count);
        const auto filled = r.expanded(fill, block);
        if (filled) parts.push_back(*filled);
        is_short = is_short || !filled;
        return;
      }
      for (std::int64_t at = begin; at < begin + count; ++at) {
        const std::uint64_t from = source(mode, at, length);
        parts.push_back(r.sliced(x, axis, from, from + 1));
      }
    };
    if (mode != "constant" && (length == 0 || static_cast<std::uint64_t>(before + behind) > Draft::most_parts))
      return "it would take too many slices";
    add(-before, before);
    parts.push_back(x);
    add(length, behind);
    if (is_short) return "what it pads with is computed, and would have to be repeated too often";
    x = r.joined(parts, axis);
  }
  r.reshaped(x, result_shape(r), r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
