// SPDX-License-Identifier: Apache-2.0
// Floor 8. Nearest elements of an image whose two axes grow a whole number of times. Which element is nearest depends
// on attributes; here each is repeated, and the proof says whether that is what they mean.
#pragma once

#include "ops/family/broadcast.edits.hpp"

namespace etalon::impl {

inline std::optional<std::string> repeated(Rewriter& r) {
  if (const auto* mode = r.call().named<std::string>("mode"); mode != nullptr && *mode != "nearest")
    return "its elements are interpolated";
  const Dimensions x = r.shape(r.input(0)), y = result_shape(r);
  if (x.size() != 4 || x[0] != y[0] || x[1] != y[1] || x[2] == 0 || x[3] == 0 || y[2] % x[2] != 0 || y[3] % x[3] != 0)
    return "it is no enlargement of an image by whole numbers";
  const std::uint64_t rows = y[2] / x[2], columns = y[3] / x[3];
  if (rows + columns > Draft::most_parts) return "it would take too many parts";
  const std::string single = r.reshaped(r.input(0), {x[0], x[1], x[2], 1, x[3], 1});
  const std::string wide = r.joined(Names(static_cast<std::size_t>(columns), single), 5);
  r.reshaped(r.joined(Names(static_cast<std::size_t>(rows), wide), 3), y, r.output());
  return std::nullopt;
}

}  // namespace etalon::impl
