// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/pow/pow.hpp"

#include <gmp.h>

#include "oracle/ops/cast/cast.hpp"

namespace oracle {
namespace {

void set(mpz_t to, Integer type, std::uint64_t pattern) {
  const bool negative = type.is_signed && (pattern >> (type.bits - 1) & 1) != 0;
  mpz_import(to, 1, -1, sizeof pattern, 0, 0, &pattern);
  if (negative) {
    mpz_t modulus;
    mpz_init(modulus);
    mpz_ui_pow_ui(modulus, 2, static_cast<unsigned long>(type.bits));
    mpz_sub(to, to, modulus);
    mpz_clear(modulus);
  }
}

// Modulo 2^bits; whether the power itself is out of range is seen from its size: a base beyond 1 that is raised to 64
// is.
Answer integer_pow(Integer type, std::uint64_t base, Integer of_exponent, std::uint64_t exponent) {
  mpz_t a, b, modulus, power;
  mpz_inits(a, b, modulus, power, nullptr);
  set(a, type, base);
  set(b, of_exponent, exponent);
  mpz_ui_pow_ui(modulus, 2, static_cast<unsigned long>(type.bits));
  mpz_powm(power, a, b, modulus);
  Answer answer{mpz_get_ui(power), 0};
  if (mpz_cmpabs_ui(a, 1) > 0) {
    bool beyond = mpz_cmp_ui(b, 64) >= 0;
    if (!beyond) {
      mpz_pow_ui(power, a, mpz_get_ui(b));
      mpz_t most;
      mpz_init(most);
      mpz_ui_pow_ui(most, 2, static_cast<unsigned long>(type.bits - 1));
      beyond = mpz_cmpabs(power, most) > 0 || mpz_cmp(power, most) == 0;
      mpz_clear(most);
    }
    if (beyond) answer.events = wrapped;
  }
  mpz_clears(a, b, modulus, power, nullptr);
  return answer;
}

}  // namespace

Answer pow(Type type, std::uint64_t base, Type of_exponent, std::uint64_t exponent) {
  if (type.kind != Kind::integer) return real_pow(type.format(), base, of_exponent, exponent);
  if (of_exponent.kind == Kind::integer) return integer_pow(type.integer(), base, of_exponent.integer(), exponent);
  const Answer power = real_pow(float64, cast(type, float64, base).bits, of_exponent, exponent);
  return cast(float64, type, power.bits);
}

}  // namespace oracle
