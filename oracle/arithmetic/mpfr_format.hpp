// SPDX-License-Identifier: Apache-2.0
//
// MPFR made to behave as an IEEE 754 format: the exponent range of the format, subnormal rounding, and the patterns of
// its numbers. What every oracle built on MPFR needs; not meant for their users.
#pragma once

#include <gmp.h>
#include <mpfr.h>

#include <cstdint>

#include "oracle/oracle.hpp"

namespace oracle {

inline constexpr mpfr_rnd_t nearest_even = MPFR_RNDN;

// Variables of MPFR and GMP that free themselves. Some functions are macros, and these use the arrow.
class MpfrNumber {
 public:
  explicit MpfrNumber(int precision) { mpfr_init2(value_, precision); }
  ~MpfrNumber() { mpfr_clear(value_); }
  MpfrNumber(const MpfrNumber&) = delete;
  MpfrNumber& operator=(const MpfrNumber&) = delete;
  operator mpfr_ptr() { return value_; }
  mpfr_ptr operator->() { return value_; }

 private:
  mpfr_t value_;
};

class GmpInteger {
 public:
  GmpInteger() { mpz_init(value_); }
  ~GmpInteger() { mpz_clear(value_); }
  GmpInteger(const GmpInteger&) = delete;
  GmpInteger& operator=(const GmpInteger&) = delete;
  operator mpz_ptr() { return value_; }
  mpz_ptr operator->() { return value_; }

 private:
  mpz_t value_;
};

// The number of a pattern. The variable needs the precision of the format, or more.
void decode(Format f, std::uint64_t x, mpfr_ptr value);

// The same for every type; 64 bits of precision hold all of them.
void decode_type(Type type, std::uint64_t x, mpfr_ptr value);

// The pattern of a number that the format has, held with exactly the precision of the format; any NaN gives the
// canonical one. The contents of significand are overwritten: making a variable here would cost too much.
std::uint64_t encode(Format f, mpfr_srcptr value, mpz_ptr significand);

// Gives MPFR the exponent range of the format for its lifetime, and gives it back afterwards.
class ExponentRange {
 public:
  explicit ExponentRange(Format f);
  ~ExponentRange();
  ExponentRange(const ExponentRange&) = delete;
  ExponentRange& operator=(const ExponentRange&) = delete;

 private:
  mpfr_exp_t saved_emin_ = mpfr_get_emin();
  mpfr_exp_t saved_emax_ = mpfr_get_emax();
};

// Completes the rounding that an MPFR function began, within the exponent range and with exactly the precision of the
// format, and gives its events: inexact and underflow. ternary is what that function returned.
unsigned finish_rounding(Format f, mpfr_ptr result, int ternary);

// The same for a number that was rounded to the precision of the format in MPFR's own, wide exponent range, which must
// be the current one.
Answer finish_wide_rounding(Format f, mpfr_ptr result, int ternary);

}  // namespace oracle
