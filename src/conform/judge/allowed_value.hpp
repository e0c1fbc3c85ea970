// SPDX-License-Identifier: Apache-2.0
// Floor 8. A set of numbers with its arithmetic, of which the algebra of allowed.hpp is made: what a step of an
// admissible evaluation can give, enclosed by a centre and a radius.
#pragma once

#include <cmath>

#include "accuracy/interval.hpp"

namespace etalon::impl {

struct AllowedValue {
  double mid = 0, low = 0;  // where mid is an infinity or a NaN, it is the only value
  double rad = 0;           // infinite: nothing is known
  // A sum to which more can be added in any order; closed where there are no terms.
  double rise = 0, fall = 0;             // the magnitudes of its positive terms, and of its negative ones
  std::uint64_t terms = 0, further = 0;  // roundings that each term has beside those of the sum
  std::uint8_t early = 0;                // overflows before the sum was divided or multiplied
  std::uint8_t beyond = 0;
  // Of such a sum: every partial sum in any order is a multiple of the quantum, a power of two; 0 where that is not
  // known. `few` counts the sums whose terms are in few_terms.
  double quantum = 0;
  std::uint64_t few = 0;
  bool is_sum = false;   // also one without terms
  bool is_root = false;  // which is never -0

  static AllowedValue unknown() { return {0, 0, infinite_bound}; }
  bool is_known() const { return rad < infinite_bound && beyond == 0; }
  bool is_number() const { return std::isfinite(mid); }
  double sizes() const { return sum_up(rise, fall); }
  double size() const { return sum_up(std::abs(mid) + std::abs(low), rad); }
  Ends ends() const {
    if (!is_number()) return {mid, mid};
    return {next_down(mid + next_down(low - rad)), next_up(mid + next_up(low + rad))};
  }
};

// The largest power of two that a number is a multiple of; infinite for zero.
inline double quantum_of(double x) {
  if (x == 0) return infinite_bound;
  const std::uint64_t fraction = f64_bits(x) & 0x000FFFFFFFFFFFFFu;
  const int field = static_cast<int>(f64_bits(x) >> 52 & 0x7FF);
  const int exponent = fraction == 0 ? field : std::max(field, 1) - 52 + std::countr_zero(fraction);
  return power_of_two(exponent - 1023);
}

namespace pairs {
// What is lost of a sum or product of pairs of doubles, and of a product that is below the range of normal ones.
inline constexpr double lost = 0x1p-100, least = 0x1p-1071;

inline AllowedValue settled(double high, double low, double rad) {
  const double mid = high + low;
  return {mid, low - (mid - high), rad};
}
inline AllowedValue sum(const AllowedValue& a, const AllowedValue& b) {
  const double high = a.mid + b.mid, rest = rest_of_sum(a.mid, b.mid, high) + (a.low + b.low);
  return settled(high, rest, sum_up(sum_up(a.rad, b.rad), (std::abs(a.mid) + std::abs(b.mid)) * lost));
}
inline AllowedValue product(const AllowedValue& a, const AllowedValue& b) {
  const double high = a.mid * b.mid, rest = std::fma(a.mid, b.mid, -high) + (a.mid * b.low + a.low * b.mid);
  const double x = std::abs(a.mid) + std::abs(a.low), y = std::abs(b.mid) + std::abs(b.low);
  double rad = high == 0 && (a.mid == 0 || b.mid == 0) ? 0 : std::abs(high) * lost + least;
  if (a.rad != 0 || b.rad != 0)
    rad = sum_up(
        rad, sum_up(sum_up(product_up(step_up(x), b.rad), product_up(step_up(y), a.rad)), product_up(a.rad, b.rad)));
  return settled(high, rest, rad);
}
// While the divisor cannot be zero.
inline AllowedValue quotient(const AllowedValue& a, const AllowedValue& b) {
  const double high = a.mid / b.mid;
  const double rest = ((std::fma(-high, b.mid, a.mid) - high * b.low) + a.low) / b.mid;
  const double nearest = std::abs(b.mid) * (1 - 0x1p-50) - b.rad;
  if (!(nearest > 0) || !std::isfinite(rest)) return AllowedValue::unknown();
  double rad = a.mid == 0 && a.rad == 0 ? 0 : std::abs(high) * 0x1p-98 + least + step_up(0x1p-1073 / std::abs(b.mid));
  if (a.rad != 0 || b.rad != 0)
    rad = sum_up(
        rad, quotient_up(sum_up(a.rad, product_up(step_up(step_up(std::abs(high))), b.rad)), nearest * (1 - 0x1p-52)));
  return settled(high, rest, rad);
}
}  // namespace pairs

// (1+u)^n - 1, by the binomial series, rounded up.
inline double growth_of(double u, std::uint64_t n) {
  const double k = static_cast<double>(n);
  if (!(k * u < 64)) return infinite_bound;
  double term = k * u, sum = term;
  for (unsigned j = 1; j < n && term > sum * 0x1p-60; ++j) sum += term *= (k - j) * u / (j + 1);
  return sum * (1 + 0x1p-48);
}

}  // namespace etalon::impl
