// SPDX-License-Identifier: Apache-2.0
// Floor 7. How a kernel's output is cut into tasks: ranges of elements, each computed as if it were alone, so that the
// bits do not depend on the cut.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/fp_environment.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

// Calls range(begin, end) for parts of [0, count) that begin at multiples of `granule`, each at least `least` long
// unless it is the only one.
template <class Range>
void in_parts(const Work& work, std::uint64_t count, std::uint64_t least, std::uint64_t granule, const Range& range) {
  const std::uint64_t most = work.team == nullptr ? 1 : work.tasks;
  const std::uint64_t parts = std::min(most, count / least);
  if (parts <= 1) return range(std::uint64_t{0}, count);
  struct Context {
    const Range& range;
    std::uint64_t count, step;
  } context{range, count, (count / parts + granule) / granule * granule};
  work.team->run(
      static_cast<std::size_t>(parts),
      [](void* given, std::size_t i) {
        const FpGuard guard;
        const Context& c = *static_cast<const Context*>(given);
        const std::uint64_t begin = std::min(c.count, i * c.step), end = std::min(c.count, begin + c.step);
        if (begin < end) c.range(begin, end);
      },
      &context);
}

}  // namespace etalon::impl
