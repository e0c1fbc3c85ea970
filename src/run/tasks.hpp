// SPDX-License-Identifier: Apache-2.0
// Floor 6. Work that is not a kernel's, by the threads of a team.
#pragma once

#include <algorithm>

#include "base/fp_environment.hpp"
#include "ops/call.hpp"

namespace etalon::impl {

// Calls f(i) once for every i < tasks, in any order; without a team by the calling thread, from the first on.
template <class F> void run_tasks(Team* team, std::size_t tasks, const F& f) {
  if (team == nullptr || tasks < 2) {
    for (std::size_t i = 0; i < tasks; ++i) f(i);
    return;
  }
  team->run(
      tasks,
      [](void* context, std::size_t i) {
        const FpGuard guard;
        (*static_cast<const F*>(context))(i);
      },
      const_cast<F*>(&f));
}

// A range of elements.
struct Span {
  std::uint64_t first, last;
};

// Into how many parts work on `count` elements is cut, and one of them. The parts are more than there are threads, as
// some take longer.
inline std::size_t parts_of(const Team* team, std::uint64_t count) {
  return static_cast<std::size_t>(team == nullptr ? 1 : std::clamp<std::uint64_t>(count, 1, 4 * team->size()));
}
inline Span part_of(std::size_t part, std::size_t parts, std::uint64_t count) {
  const auto begin = [&](std::uint64_t k) { return count / parts * k + std::min<std::uint64_t>(k, count % parts); };
  return {begin(part), begin(part + 1)};
}

// Calls f(part, span) for every part of `count` elements.
template <class F> void for_parts(Team* team, std::uint64_t count, const F& f) {
  const std::size_t parts = parts_of(team, count);
  run_tasks(team, parts, [&](std::size_t k) { f(k, part_of(k, parts, count)); });
}

}  // namespace etalon::impl
