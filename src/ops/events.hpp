// SPDX-License-Identifier: Apache-2.0
// Floor 4. Events of a call, counted by kind with the first element each happened to.
#pragma once

#include <array>
#include <cstdint>

#include "scalar/events.h"

namespace etalon::impl {

struct Events {
  struct Tally {
    std::uint64_t count = 0;
    std::uint64_t first = 0;
  };
  std::array<Tally, EVENT_KINDS> of{};

  void note(unsigned raised, std::uint64_t index) {
    for (unsigned kind = 0; raised != 0; ++kind, raised >>= 1)
      if ((raised & 1) != 0 && (of[kind].count++ == 0 || index < of[kind].first)) of[kind].first = index;
  }
};

inline constexpr const char* event_names[EVENT_KINDS] = {
    "invalid operation",
    "division by zero",
    "overflow",
    "underflow",
    "inexact",
    "integer overflow",
    "floor != truncation",
    "out of range, saturated",
    "NaN converted to an integer",
    "tie",
};

}  // namespace etalon::impl
