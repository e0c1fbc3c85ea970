// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/quantizelinear/quantizelinear.hpp"

#include "oracle/arithmetic/order.hpp"
#include "oracle/arithmetic/quantised.hpp"
#include "oracle/arithmetic/small_float.hpp"

namespace oracle {
namespace {

// On which side of the integer k twice the finite number lies, for |k| < 2^20. Where the exponent is so large or small
// that 64 bits would not hold both sides, the sizes differ by more than the significands can make up for.
int compare_twice_number(const Factor& v, std::int64_t k) {
  constexpr int far = 36;
  const auto size = static_cast<std::int64_t>(2 * v.significand());  // below 2^25
  const std::int64_t number = v.is_negative() ? -size : size;
  const auto side = [](std::int64_t a, std::int64_t b) { return a < b ? -1 : a > b ? 1 : 0; };
  if (v.exponent() >= 0) {
    return side(number * (std::int64_t{1} << std::min(v.exponent(), far)), k);
  }
  return side(number, k * (std::int64_t{1} << std::min(-v.exponent(), far)));
}

}  // namespace

Answer rounded_quotient(Format precision, const Factor& x, const Factor& scale) {
  const std::uint64_t sign_bit = x.is_negative() != scale.is_negative() ? sign_mask(precision) : 0;
  const unsigned signalled = x.is_signalling() || scale.is_signalling() ? unsigned{invalid} : 0U;
  if (x.is_nan() || scale.is_nan()) {
    return {canonical_nan(precision), signalled};
  }
  if ((x.is_infinite() && scale.is_infinite()) || (x.is_zero() && scale.is_zero())) {
    return {canonical_nan(precision), invalid};
  }
  if (x.is_infinite()) {
    return {sign_bit | infinity(precision), 0};
  }
  if (scale.is_zero()) {
    return {sign_bit | infinity(precision), divide_by_zero};
  }
  if (x.is_zero() || scale.is_infinite()) {
    return {sign_bit, 0};
  }
  return in_narrow_format(precision, [&]<Format F>() {
    return small::round_ratio<F>(sign_bit, x.significand(), scale.significand(), x.exponent() - scale.exponent());
  });
}

Answer quantise(Integer to, std::uint64_t zero_point, Format f, std::uint64_t v) {
  const auto zero = static_cast<std::int64_t>(rank_of(to, zero_point));
  if (is_nan(f, v)) {
    return quantised_nan(to, zero);
  }
  if (is_infinite(f, v)) {
    return quantised_infinity(to, sign(f, v) != 0);
  }
  const Factor number{f, v};
  return quantised(to, zero, [&](std::int64_t k) { return compare_twice_number(number, k); });
}

Answer quantizelinear(Format precision, const Factor& x, const Factor& scale, Integer to, std::uint64_t zero_point) {
  const Answer quotient = rounded_quotient(precision, x, scale);
  const Answer integer = quantise(to, zero_point, precision, quotient.bits);
  return {integer.bits, quotient.events | integer.events};
}

}  // namespace oracle
