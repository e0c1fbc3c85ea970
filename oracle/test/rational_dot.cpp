// SPDX-License-Identifier: Apache-2.0
//
// See the header.
#include "oracle/test/rational_dot.hpp"

#include <gmp.h>

#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// A GMP rational that frees itself.
class Rational {
 public:
  Rational() { mpq_init(value_); }
  ~Rational() { mpq_clear(value_); }
  Rational(const Rational&) = delete;
  Rational& operator=(const Rational&) = delete;
  operator mpq_ptr() { return value_; }
  mpq_ptr operator->() { return value_; }

 private:
  mpq_t value_;
};

void multiply_by_power(mpq_ptr value, int n) {
  if (n >= 0) {
    mpq_mul_2exp(value, value, static_cast<mp_bitcnt_t>(n));
  } else {
    mpq_div_2exp(value, value, static_cast<mp_bitcnt_t>(-n));
  }
}

// The number of a positive pattern as IEEE 754 writes it: 2^e * (1 + fraction / 2^(p-1)), or without the one. The
// pattern of infinity counts as the number that would follow the largest finite one.
void set_from_pattern(mpq_ptr value, Format f, std::uint64_t pattern) {
  const std::uint64_t fraction = pattern % power_of_two(f.fraction);
  const int field = static_cast<int>(pattern / power_of_two(f.fraction));
  mpq_set_ui(value, fraction, 1);
  multiply_by_power(value, -f.fraction);
  if (field > 0) {
    Rational one;
    mpq_set_ui(one, 1, 1);
    mpq_add(value, value, one);
  }
  multiply_by_power(value, (field > 0 ? field : 1) - bias(f));
}

// The greatest pattern whose number is not above this positive one.
std::uint64_t pattern_below(Format f, mpq_ptr positive) {
  Rational candidate;
  std::uint64_t low = 0;
  std::uint64_t high = infinity(f);  // excluded
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    set_from_pattern(candidate, f, middle);
    (mpq_cmp(candidate, positive) <= 0 ? low : high) = middle;
  }
  return low;
}

// Half of the spacing below the least normal number, were the exponent unbounded, is a quarter of the least subnormal.
bool is_tiny(Format f, mpq_ptr positive) {
  Rational limit;
  set_from_pattern(limit, f, 1);
  multiply_by_power(limit, -2);
  Rational least_normal;
  set_from_pattern(least_normal, f, power_of_two(f.fraction));
  mpq_sub(limit, least_normal, limit);
  return mpq_cmp(positive, limit) < 0;
}

Answer round_positive(Format f, mpq_ptr positive) {
  const std::uint64_t below = pattern_below(f, positive);
  Rational lower;
  set_from_pattern(lower, f, below);
  if (mpq_equal(lower, positive) != 0) {
    return {below, 0};
  }
  Rational middle;
  set_from_pattern(middle, f, below + 1);
  mpq_add(middle, middle, lower);
  multiply_by_power(middle, -1);
  const int side = mpq_cmp(positive, middle);
  const bool up = side > 0 || (side == 0 && below % 2 == 1);
  const std::uint64_t rounded = up ? below + 1 : below;
  if (rounded == infinity(f)) {
    return {rounded, overflow | inexact};
  }
  return {rounded, is_tiny(f, positive) ? underflow | inexact : unsigned{inexact}};
}

}  // namespace

Answer rational_dot(Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  Rational sum;
  Rational x;
  Rational y;
  for (std::size_t k = 0; k < a.size(); ++k) {
    set_from_pattern(x, f, magnitude(f, a[k]));
    set_from_pattern(y, f, magnitude(f, b[k]));
    mpq_mul(x, x, y);
    if (sign(f, a[k]) != sign(f, b[k])) {
      mpq_neg(x, x);
    }
    mpq_add(sum, sum, x);
  }
  const int sum_sign = mpq_sgn(sum);
  if (sum_sign == 0) {
    return {0, 0};
  }
  mpq_abs(sum, sum);
  const Answer positive = round_positive(f, sum);
  return {sum_sign < 0 ? sign_mask(f) | positive.bits : positive.bits, positive.events};
}

}  // namespace oracle
