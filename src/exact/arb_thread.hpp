// SPDX-License-Identifier: Apache-2.0
// Floor 2. What Arb keeps for a thread.
#pragma once

#include <arb.h>

namespace etalon::impl {

// Arb keeps the numbers that it freed, per thread. Called wherever a ball begins, so that a thread that ends gives them
// back.
inline void give_back_when_thread_ends() {
  struct Kept {
    ~Kept() { flint_cleanup(); }
  };
  thread_local const Kept kept;
}

}  // namespace etalon::impl
