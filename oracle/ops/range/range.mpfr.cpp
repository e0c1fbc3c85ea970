// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/range/range.hpp"

#include <gmpxx.h>

#include <bit>
#include <stdexcept>

#include "oracle/ops/add/add.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/mul/mul.hpp"

namespace oracle {
namespace {

mpq_class exact(Type type, std::uint64_t pattern) {
  if (type.kind == Kind::floating) {
    return mpq_class(std::bit_cast<double>(cast(type, float64, pattern).bits));  // double has every number
  }
  const bool is_negative = type.is_signed && (pattern >> (type.bits - 1) & 1) != 0;
  mpz_class integer;
  mpz_import(integer.get_mpz_t(), 1, -1, sizeof pattern, 0, 0, &pattern);
  if (is_negative) {
    integer -= mpz_class(1) << static_cast<unsigned long>(type.bits);
  }
  return integer;
}

}  // namespace

std::uint64_t range_count(Type type, std::uint64_t start, std::uint64_t limit, std::uint64_t delta) {
  const mpq_class step = exact(type, delta);
  if (step == 0) {
    throw std::invalid_argument("oracle range: a delta of zero");
  }
  const mpq_class steps = (exact(type, limit) - exact(type, start)) / step;
  mpz_class count;
  mpz_cdiv_q(count.get_mpz_t(), steps.get_num_mpz_t(), steps.get_den_mpz_t());
  if (count < 0) {
    return 0;
  }
  if (mpz_sizeinbase(count.get_mpz_t(), 2) > 63) {
    throw std::invalid_argument("oracle range: more elements than can be counted");
  }
  return mpz_get_ui(count.get_mpz_t());
}

Answer range_element(Type type, Type in, std::uint64_t start, std::uint64_t delta, std::uint64_t i) {
  if (type.kind != Kind::floating) {
    return {(start + i * delta) & (~std::uint64_t{0} >> (64 - type.bits)), 0};
  }
  const std::uint64_t place = cast(Integer{64, true}, in, i).bits;
  const Answer product = mul(in, place, cast(type, in, delta).bits);
  const Answer sum = add(in, cast(type, in, start).bits, product.bits);
  if (in == type) {
    return {sum.bits, product.events | sum.events};
  }
  const Answer result = cast(in, type, sum.bits);
  return {result.bits, product.events | sum.events | result.events};
}

}  // namespace oracle
