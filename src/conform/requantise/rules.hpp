// SPDX-License-Identifier: Apache-2.0
// Floor 8. How implementations turn an accumulator into a quantised element: each rule by its name
// ("QUANTISE-ALL-NAMED"). All of them are monotone in the accumulator while the scales are positive and no integer of
// theirs leaves int32.
#pragma once

#include <cstdint>
#include <span>

#include "scalar/fraction.h"

namespace etalon::impl {

// What an accumulator is multiplied by, a * b / y, and the type of the result.
struct Rescaling {
  double a, b, y;
  std::int64_t zero_point, lowest, highest;
};

struct Requantisation {
  const char* id;    // as reports and options name it
  const char* text;  // what it computes
  std::int64_t (*of)(std::int64_t accumulator, const Rescaling& by);
  // Of an exact number, where the rule is about ties alone; null for others.
  std::int64_t (*of_number)(const fraction& number, const Rescaling& by) = nullptr;
  // How often it doubles an accumulator, which then must fit in int32; null where it does not.
  int (*doublings)(const Rescaling& by) = nullptr;
};

// The first one is Etalon's own.
std::span<const Requantisation> requantisations();

}  // namespace etalon::impl
