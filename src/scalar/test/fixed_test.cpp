// SPDX-License-Identifier: Apache-2.0
// Fixed-point constants and enclosures against MPFR, at several lengths.
#include "scalar/functions/fixed_functions.h"

#include <gmp.h>
#include <gtest/gtest.h>
#include <mpfr.h>

#include <cmath>
#include <cstdint>

#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/random.hpp"

namespace {

using oracle::MpfrNumber;
constexpr mpfr_rnd_t down = MPFR_RNDD, nearest = MPFR_RNDN;

// The digits of a table, the first of them before the point.
void expect_digits(mpfr_srcptr value, const std::uint32_t* digits, int count) {
  MpfrNumber rest(4000), digit(4000);
  mpfr_set(rest, value, nearest);
  for (int k = 0; k < count; ++k) {
    mpfr_rint_floor(digit, rest, nearest);
    ASSERT_EQ(digits[k], mpfr_get_ui(digit, down)) << k;
    mpfr_sub(rest, rest, digit, nearest);
    mpfr_mul_2ui(rest, rest, 32, nearest);
  }
}

TEST(Fixed, ConstantsAreThoseOfMpfr) {
  MpfrNumber pi(4000), value(4000);
  mpfr_const_log2(value, nearest);
  expect_digits(value, fixed_ln2, FIXED_MOST + 1);
  mpfr_const_pi(pi, nearest);
  mpfr_div_2ui(value, pi, 1, nearest);
  expect_digits(value, fixed_half_pi, FIXED_MOST + 1);
  mpfr_rec_sqrt(value, pi, nearest);
  mpfr_mul_2ui(value, value, 1, nearest);
  expect_digits(value, fixed_two_over_root_pi, FIXED_MOST + 1);
  mpfr_ui_div(value, 2, pi, nearest);
  expect_digits(value, fixed_two_over_pi, 71);
}

TEST(Fixed, AnInverseRootIsAsCloseAsItSays) {
  oracle::Random random(21);
  MpfrNumber a(3000), root(3000);
  oracle::GmpInteger digits;
  for (const unsigned words : {4u, 6u, 9u, 20u, 32u})
    for (int k = 0; k < 200; ++k) {
      fixed x = fixed_integer(words, k == 0 ? 1 : 1 + static_cast<std::uint32_t>(random.below(7)));
      for (unsigned i = 0; i < words && k > 1; ++i) x.word[i] = static_cast<std::uint32_t>(random.bits());
      const fixed y = fixed_inverse_root(&x);
      mpz_import(digits, words + 1, -1, 4, 0, 0, x.word);
      mpfr_set_z_2exp(a, digits, -32 * static_cast<int>(words), nearest);
      mpfr_rec_sqrt(root, a, nearest);
      mpz_import(digits, words + 1, -1, 4, 0, 0, y.word);
      mpfr_mul_2ui(root, root, 32 * words, nearest);
      mpfr_sub_z(root, root, digits, nearest);
      ASSERT_LE(std::fabs(mpfr_get_d(root, nearest)), static_cast<double>(fixed_root_error(words)));
    }
}

int sigmoid(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t rounding) {
  mpfr_neg(result, x, rounding);
  mpfr_exp(result, result, rounding);
  mpfr_add_ui(result, result, 1, rounding);
  return mpfr_ui_div(result, 1, result, rounding);
}

struct Enclosed {
  const char* name;
  enclosure (*enclose)(exact_value, unsigned);
  int (*value)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  int least, most;      // of the argument's exponents
  std::uint64_t error;  // no larger than this at 192 bits: more would be wasted
};
constexpr Enclosed functions[] = {{"exp", fixed_exp, mpfr_exp, -80, 10, 1 << 14},
                                  {"log", fixed_log, mpfr_log, -1074, 1023, 1 << 12},
                                  {"sigmoid", fixed_sigmoid, sigmoid, -80, 10, 1 << 16},
                                  {"tanh", fixed_tanh, mpfr_tanh, -30, 4, 1 << 13},
                                  {"erf", fixed_erf, mpfr_erf, -80, 2, std::uint64_t{1} << 40},
                                  {"sin", fixed_sin, mpfr_sin, -80, 1023, 1 << 11},
                                  {"cos", fixed_cos, mpfr_cos, -80, 1023, 1 << 11},
                                  {"acos", fixed_acos, mpfr_acos, -80, -1, 1 << 14}};

// Anywhere, where most happens, or next to a power of two; erf is enclosed up to 6.
exact_value draw(const Enclosed& function, oracle::Random& random) {
  const bool any = random.coin();
  const int exponent = any ? random.between(function.least, function.most)
                           : random.between(std::max(function.least, -6), std::min(function.most, 6));
  std::uint64_t significand = random.of_width(53);
  if (random.below(8) == 0) significand = (std::uint64_t{1} << 52) + random.below(8);
  if (random.below(8) == 0) significand = (std::uint64_t{1} << 53) - 1 - random.below(8);
  if (function.enclose == fixed_erf && exponent == 2) significand &= ~(std::uint64_t{1} << 51);
  const bool negative = function.enclose != fixed_log && random.coin();
  return exact_value_of(VALUE_FLOATING, negative, significand, exponent - 52);
}

TEST(Fixed, EveryEnclosureContainsTheValue) {
  oracle::Random random(22);
  MpfrNumber x(64);
  oracle::GmpInteger digits;
  for (const Enclosed& function : functions)
    for (const unsigned words : {6u, 9u, 13u, 32u}) {
      const int bits = 32 * static_cast<int>(words) + 100;
      MpfrNumber value(bits), middle(bits);
      for (int k = 0; k < (words < 32 ? 300 : 30); ++k) {
        const exact_value argument = draw(function, random);
        const enclosure e = function.enclose(argument, words);
        const int unit = e.exponent - 32 * static_cast<int>(words);
        mpfr_set_ui_2exp(x, argument.significand, argument.exponent, nearest);
        if (argument.negative != 0) mpfr_neg(x, x, nearest);
        function.value(value, x, nearest);
        mpz_import(digits, words + 1, -1, 4, 0, 0, e.value.word);
        mpfr_set_z_2exp(middle, digits, unit, nearest);
        if (e.negative != 0) mpfr_neg(middle, middle, nearest);
        mpfr_sub(middle, middle, value, nearest);
        mpfr_mul_2si(middle, middle, -unit, nearest);
        ASSERT_LE(std::fabs(mpfr_get_d(middle, nearest)), static_cast<double>(e.error))
            << function.name << " of " << mpfr_get_d(x, nearest) << " in " << words << " words";
        ASSERT_TRUE(words > 6 || e.error <= function.error) << function.name << " of " << mpfr_get_d(x, nearest);
      }
    }
}

}  // namespace
