// SPDX-License-Identifier: Apache-2.0
//
// Rounding to an integer that stays in its format, as IEEE 754's roundToIntegral operations do.
#pragma once

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

enum class Toward { minus_infinity, plus_infinity, nearest_even };

// A zero has the sign of what was rounded to it. A NaN gives the canonical one; a signalling one is `invalid`, and
// nothing else is an event.
Answer to_integral(Format f, std::uint64_t x, Toward toward);

}  // namespace oracle
