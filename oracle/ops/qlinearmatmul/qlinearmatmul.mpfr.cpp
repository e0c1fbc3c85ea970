// SPDX-License-Identifier: Apache-2.0
#include "oracle/ops/qlinearmatmul/qlinearmatmul.hpp"

#include <algorithm>
#include <stdexcept>

#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/arithmetic/order.hpp"
#include "oracle/arithmetic/quantised.hpp"

namespace oracle {
namespace {

// What kind of number a product or quotient is, and the sign and the events that it has got on its way.
struct Extended {
  enum class Kind { zero, finite, infinite, nan };

  Kind kind;
  bool is_negative;
  unsigned events = 0;
};

Extended extended(const Factor& x) {
  using enum Extended::Kind;
  const Extended::Kind kind = x.is_nan() ? nan : x.is_infinite() ? infinite : x.is_zero() ? zero : finite;
  return {kind, x.is_negative(), x.is_signalling() ? unsigned{invalid} : 0U};
}

Extended times(const Extended& x, const Extended& y) {
  using enum Extended::Kind;
  const bool is_negative = x.is_negative != y.is_negative;
  const unsigned events = x.events | y.events;
  if (x.kind == nan || y.kind == nan) {
    return {nan, false, events};
  }
  if ((x.kind == zero && y.kind == infinite) || (x.kind == infinite && y.kind == zero)) {
    return {nan, false, events | invalid};
  }
  if (x.kind == infinite || y.kind == infinite) {
    return {infinite, is_negative, events};
  }
  return {x.kind == zero || y.kind == zero ? zero : finite, is_negative, events};
}

Extended divided(const Extended& x, const Extended& y) {
  using enum Extended::Kind;
  const bool divides_by_zero = x.kind == finite && y.kind == zero;
  const Extended::Kind reciprocal = y.kind == zero ? infinite : y.kind == infinite ? zero : y.kind;
  Extended quotient = times(x, {reciprocal, y.is_negative, y.events});
  quotient.events |= divides_by_zero ? unsigned{divide_by_zero} : 0U;
  return quotient;
}

Answer quantised_ratio(const Factor& sum, const Requantisation& how, bool is_negative) {
  GmpInteger twice;        // twice the numerator
  GmpInteger denominator;  // positive
  GmpInteger bound;
  mpz_set_ui(twice, 2 * sum.significand());
  mpz_mul_ui(twice, twice, how.a_scale.significand());
  mpz_mul_ui(twice, twice, how.b_scale.significand());
  mpz_set_ui(denominator, how.y_scale.significand());
  const int power = how.a_scale.exponent() + how.b_scale.exponent() - how.y_scale.exponent();
  mpz_mul_2exp(twice, twice, static_cast<mp_bitcnt_t>(std::max(power, 0)));
  mpz_mul_2exp(denominator, denominator, static_cast<mp_bitcnt_t>(std::max(-power, 0)));
  if (is_negative) {
    mpz_neg(twice, twice);
  }
  return quantised(how.to, static_cast<std::int64_t>(rank_of(how.to, how.zero_point)), [&](std::int64_t k) {
    mpz_mul_si(bound, denominator, k);
    return mpz_cmp(twice, bound);
  });
}

}  // namespace

Answer requantise(std::uint64_t accumulator, const Requantisation& how) {
  const Factor sum{Integer{32, true}, accumulator};
  const Extended product = times(times(extended(sum), extended(how.a_scale)), extended(how.b_scale));
  const Extended quotient = divided(product, extended(how.y_scale));
  const auto with_events = [&](const Answer& answer) { return Answer{answer.bits, answer.events | quotient.events}; };
  switch (quotient.kind) {
    case Extended::Kind::nan:
      return with_events(quantised_nan(how.to, static_cast<std::int64_t>(rank_of(how.to, how.zero_point))));
    case Extended::Kind::infinite:
      return with_events(quantised_infinity(how.to, quotient.is_negative));
    case Extended::Kind::zero:
      return with_events({how.zero_point, 0});
    case Extended::Kind::finite:
      return with_events(quantised_ratio(sum, how, quotient.is_negative));
  }
  throw std::invalid_argument("oracle requantise: unknown kind of number");
}

}  // namespace oracle
