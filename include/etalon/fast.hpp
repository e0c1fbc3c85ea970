// SPDX-License-Identifier: Apache-2.0
// Etalon's fast kernels and its team for C++: a thin skin over fast.h.
#pragma once

#include <etalon/fast.h>

#include <etalon/etalon.hpp>

namespace etalon {

// Threads for Plan::run. Test it before use: a team that could not be made is false, and message() says why.
class Team : public Made<etalon_team, etalon_release_team> {
 public:
  explicit Team(std::uint32_t threads = 0) {  // 0: one per processor
    make([&](etalon_team** team, etalon_problem* problem) { etalon_make_team(threads, team, problem); });
  }

  std::uint32_t size() const { return get() == nullptr ? 0 : get()->size; }
};

}  // namespace etalon
