// SPDX-License-Identifier: Apache-2.0
//
// One call of MPFR in its own exponent range, which rounds to the precision of the format; then into its range.
#include "oracle/arithmetic/pow.hpp"

#include <gmp.h>
#include <mpfr.h>

#include <bit>
#include <cmath>

#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// The variables of one thread, which gives back what MPFR keeps for it.
struct Variables {
  Variables() = default;
  ~Variables() { mpfr_free_cache(); }
  Variables(const Variables&) = delete;
  Variables& operator=(const Variables&) = delete;

  MpfrNumber x{precision(float64)}, y{64}, result{precision(float64)};
};

// The number of a pattern that a double has room for, finite.
double number_of(Format f, std::uint64_t x) {
  const std::uint64_t fraction = x & fraction_mask(f);
  const int field = static_cast<int>(magnitude(f, x) >> f.fraction);
  const std::uint64_t significand = field == 0 ? fraction : fraction | power_of_two(f.fraction);
  const double size = std::ldexp(static_cast<double>(significand), least_exponent(f) + (field == 0 ? 0 : field - 1));
  return sign(f, x) != 0 ? -size : size;
}

}  // namespace

Answer real_pow(Format f, std::uint64_t base, Type type, std::uint64_t exponent) {
  const bool nan_exponent = not_a_number(type, exponent);
  if (is_signalling(f, base) || (nan_exponent && is_signalling(type.format(), exponent))) {
    return {canonical_nan(f), invalid};
  }
  thread_local Variables variables;
  auto& [x, y, result] = variables;
  mpfr_set_prec(result, precision(f));
  decode(f, base, x);
  decode_type(type, exponent, y);
  mpfr_clear_flags();
  const int ternary = mpfr_pow(result, x, y, nearest_even);
  const std::uint64_t sign_bit = mpfr_signbit(mpfr_srcptr{result}) != 0 ? sign_mask(f) : 0;
  if (mpfr_overflow_p() != 0) {
    return {sign_bit | infinity(f), overflow | inexact};
  }
  if (mpfr_underflow_p() != 0) {
    return {sign_bit, underflow | inexact};
  }
  if (mpfr_nan_p(mpfr_srcptr{result}) != 0) {
    return {canonical_nan(f), is_nan(f, base) || nan_exponent ? 0 : unsigned{invalid}};
  }
  const unsigned division = mpfr_divby0_p() != 0 ? unsigned{divide_by_zero} : 0;
  const Answer answer = finish_wide_rounding(f, result, ternary);
  return {answer.bits, answer.events | division};
}

Answer quick_pow(Format f, std::uint64_t base, Format type, std::uint64_t exponent) {
  const bool plain = is_finite(f, base) && !is_zero(f, base) && is_finite(type, exponent) && !is_zero(type, exponent);
  const std::uint64_t one = static_cast<std::uint64_t>(bias(f)) << f.fraction;
  if (!plain || magnitude(f, base) == one) {
    return real_pow(f, base, type, exponent);
  }
  const double power = std::pow(number_of(f, base), number_of(type, exponent)), size = std::fabs(power);
  const std::uint64_t sign_bit = std::signbit(power) ? sign_mask(f) : 0;
  if (std::isnan(power)) {
    return {canonical_nan(f), invalid};
  }
  if (size > std::ldexp(1, bias(f) + 2)) {
    return {sign_bit | infinity(f), overflow | inexact};
  }
  if (size < std::ldexp(1, least_exponent(f) - 2)) {
    return {sign_bit, underflow | inexact};
  }
  // Farther than the doubt from every number of the format and every halfway point, which are multiples of `half`.
  const std::uint64_t half = power_of_two(51 - f.fraction), doubt = 1 << 10;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(size), rest = bits % half;
  const bool normal = size > std::ldexp(1, 1 - bias(f)) && size < std::ldexp(1, bias(f));
  if (!normal || rest < doubt || rest > half - doubt) {
    return real_pow(f, base, type, exponent);
  }
  const auto shift = static_cast<std::uint64_t>(1023 - bias(f)) << f.fraction;
  return {sign_bit | (((bits + half) >> (52 - f.fraction)) - shift), inexact};
}

}  // namespace oracle
