// SPDX-License-Identifier: Apache-2.0
// True errors by GMP, from bit patterns alone: what bounds are judged by. Shares nothing with src/.
#pragma once

#include <gmp.h>

#include <cmath>
#include <cstdint>
#include <span>

#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace etalon::tests {

class Fraction {
 public:
  Fraction() { mpq_init(value_); }
  ~Fraction() { mpq_clear(value_); }
  Fraction(const Fraction&) = delete;
  Fraction& operator=(const Fraction&) = delete;
  operator mpq_ptr() { return value_; }
  mpq_ptr operator->() { return value_; }

 private:
  mpq_t value_;
};

// A finite pattern as significand * 2^exponent.
struct Parts {
  std::int64_t significand;
  int exponent;
};
inline Parts parts_of(oracle::Format f, std::uint64_t x) {
  const std::uint64_t magnitude = oracle::magnitude(f, x), field = magnitude >> f.fraction;
  const auto fraction = static_cast<std::int64_t>(magnitude & oracle::fraction_mask(f));
  const std::int64_t size = field == 0 ? fraction : fraction | std::int64_t{1} << f.fraction;
  const int exponent = oracle::least_exponent(f) + (field == 0 ? 0 : static_cast<int>(field) - 1);
  return {oracle::sign(f, x) != 0 ? -size : size, exponent};
}

inline void scale(mpq_ptr x, int exponent) {
  exponent < 0 ? mpq_div_2exp(x, x, static_cast<mp_bitcnt_t>(-exponent))
               : mpq_mul_2exp(x, x, static_cast<mp_bitcnt_t>(exponent));
}

inline void set(mpq_ptr to, oracle::Format f, std::uint64_t pattern) {
  const Parts x = parts_of(f, pattern);
  mpq_set_si(to, x.significand, 1);
  scale(to, x.exponent);
}

// The exact sum of the ab and of the |a||b|. All products of a format are multiples of its least subnormal squared, so
// that sums are sums of integers.
inline void dot(oracle::Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, mpq_ptr sum,
                mpq_ptr sizes) {
  mpq_set_ui(sum, 0, 1);
  mpq_set_ui(sizes, 0, 1);
  mpz_t product;
  mpz_init(product);
  const int base = 2 * oracle::least_exponent(f);
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Parts x = parts_of(f, a[i]), y = parts_of(f, b[i]);
    mpz_set_si(product, x.significand);
    mpz_mul_si(product, product, y.significand);
    mpz_mul_2exp(product, product, static_cast<mp_bitcnt_t>(x.exponent + y.exponent - base));
    mpz_add(mpq_numref(sum), mpq_numref(sum), product);
    mpz_abs(product, product);
    mpz_add(mpq_numref(sizes), mpq_numref(sizes), product);
  }
  mpz_clear(product);
  scale(sum, base);
  scale(sizes, base);
}

// A double that is not below a fraction; infinity beyond the largest.
inline double above(mpq_ptr x) {
  if (mpq_sgn(x) == 0) return 0;
  const double truncated = mpq_get_d(x);  // towards zero
  return std::isinf(truncated) ? truncated : std::nextafter(truncated, HUGE_VAL);
}

// |x| <= half the distance of the numbers of the format beside `exact`.
inline bool within_half_ulp(oracle::Format f, mpq_ptr error, mpq_ptr exact) {
  // the exponent of |exact|: from the lengths of numerator and denominator, then one step down where that is too much
  Fraction magnitude, power;
  mpq_abs(magnitude, exact);
  long exponent = oracle::least_exponent(f);
  if (mpq_sgn(static_cast<mpq_ptr>(magnitude)) != 0) {
    exponent = static_cast<long>(mpz_sizeinbase(mpq_numref(magnitude.operator->()), 2)) -
               static_cast<long>(mpz_sizeinbase(mpq_denref(magnitude.operator->()), 2));
    mpq_set_ui(power, 1, 1);
    scale(power, static_cast<int>(exponent));
    if (mpq_cmp(magnitude, power) < 0) --exponent;
    exponent = std::max<long>(exponent - f.fraction, oracle::least_exponent(f));
  }
  mpq_set_ui(power, 1, 1);
  scale(power, static_cast<int>(exponent) - 1);
  return mpq_cmp(error, power) <= 0;
}

}  // namespace etalon::tests
