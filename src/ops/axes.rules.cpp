// SPDX-License-Identifier: Apache-2.0
// Floor 4. See axes.hpp.
#include "ops/axes.hpp"

namespace etalon::impl {

Result<std::array<bool, Limits::max_rank>> marked_axes(const Call& call, const Integers& axes,
                                                       unsigned rank, bool from_end) {
  std::array<bool, Limits::max_rank> marked{};
  for (const std::int64_t number : axes) {
    const auto axis = axis_at(number, rank);
    if (!axis || (number < 0 && !from_end))
      return refused(call, "axis " + std::to_string(number) + " is given, and the rank is " + std::to_string(rank),
                     axis_hint);
    if (marked[*axis])
      return refused(call, "axis " + std::to_string(number) + " is given twice", "give each axis once");
    marked[*axis] = true;
  }
  return marked;
}

}  // namespace etalon::impl
