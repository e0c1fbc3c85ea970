// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/reduceprod/reduceprod.hpp"

#include <gmp.h>

#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/mpfr_format.hpp"

namespace oracle {

Answer product(Type type, std::span<const std::uint64_t> elements) {
  if (type.kind == Kind::floating) {
    Answer result{one_of(type), 0};
    for (const std::uint64_t x : elements) {
      const Answer next = ieee_mul(type.format(), result.bits, x);
      result = {next.bits, result.events | next.events};
    }
    return result;
  }
  GmpInteger size;
  mpz_setbit(size, static_cast<mp_bitcnt_t>(type.bits));
  const auto decoded = [&](std::uint64_t pattern, mpz_ptr value) {
    mpz_set_ui(value, pattern);
    if (type.is_signed && (pattern >> (type.bits - 1) & 1) != 0) {
      mpz_sub(value, value, size);
    }
  };
  GmpInteger result;
  GmpInteger factor;
  mpz_set_ui(result, 1);
  for (const std::uint64_t x : elements) {
    decoded(x, factor);
    mpz_mul(result, result, factor);
  }
  mpz_fdiv_r_2exp(factor, result, static_cast<mp_bitcnt_t>(type.bits));
  const std::uint64_t pattern = mpz_get_ui(factor);
  decoded(pattern, factor);
  return {pattern, mpz_cmp(factor, result) == 0 ? 0U : unsigned{wrapped}};
}

}  // namespace oracle
