// SPDX-License-Identifier: Apache-2.0
#include "oracle/arithmetic/integral.hpp"

#include <algorithm>

#include "oracle/ops/cast/cast.hpp"
#include "oracle/pattern.hpp"

namespace oracle {

Answer to_integral(Format f, std::uint64_t x, Toward toward) {
  if (is_nan(f, x)) {
    return {canonical_nan(f), is_signalling(f, x) ? unsigned{invalid} : 0U};
  }
  // A finite number is significand / 2^digits. The significand is below 2^53, so that 60 digits tell as much about it
  // as more would: it is far below one half.
  const int field = std::max(1, static_cast<int>(magnitude(f, x) >> f.fraction));
  const int digits = std::min(60, bias(f) + f.fraction - field);
  if (!is_finite(f, x) || digits <= 0) {
    return {x, 0};
  }
  const bool is_normal = magnitude(f, x) >= power_of_two(f.fraction);
  const std::uint64_t significand = (x & fraction_mask(f)) + (is_normal ? power_of_two(f.fraction) : 0);
  const std::uint64_t whole = significand / power_of_two(digits);
  const std::uint64_t rest = significand % power_of_two(digits);
  const std::uint64_t half = power_of_two(digits - 1);
  const bool is_negative = sign(f, x) != 0;
  const bool is_away_from_zero = toward == Toward::nearest_even
                                     ? rest > half || (rest == half && whole % 2 == 1)
                                     : rest > 0 && is_negative == (toward == Toward::minus_infinity);
  return {sign(f, x) | cast(Integer{64, false}, f, is_away_from_zero ? whole + 1 : whole).bits, 0};
}

}  // namespace oracle
