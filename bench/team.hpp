// SPDX-License-Identifier: Apache-2.0
// Threads for measuring: those that are delivered.
#pragma once

#include "simd/threads.hpp"

namespace etalon::bench {

// A team that lives as long as the program; null for one thread.
inline impl::Team* team_of(unsigned threads) {
  if (threads <= 1) return nullptr;
  static impl::Result<impl::Threads> team = impl::Threads::make(threads);  // all measurements take as many
  return team ? &*team : nullptr;
}

}  // namespace etalon::bench
