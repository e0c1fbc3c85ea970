// SPDX-License-Identifier: Apache-2.0
// Floor 2. What reports read of an enclosure: its ends, and how far a computed number is from it.
#include <cmath>

#include "exact/enclosed.hpp"
#include "scalar/floats.h"

namespace etalon::impl {
namespace {

constexpr long reported_bits = Precision{}.bits;

// arb_get_*bound functions give an arf; a double rounded outward is all that a report needs.
double bound_of(arb_srcptr x, bool upper) {
  arf_t bound;
  arf_init(bound);
  upper ? arb_get_ubound_arf(bound, x, reported_bits) : arb_get_lbound_arf(bound, x, reported_bits);
  const double result = arf_get_d(bound, upper ? ARF_RND_CEIL : ARF_RND_FLOOR);
  arf_clear(bound);
  return result;
}

Between between(const Ball& ball) { return {bound_of(ball.get(), false), bound_of(ball.get(), true)}; }

}  // namespace

Between between(const Number& number) {
  const double near = f64_of_bits(round_to_binary(number, FORMAT_DOUBLE));
  if (std::isinf(near)) {  // beyond the largest double
    const double largest = f64_of_bits(0x7FEFFFFFFFFFFFFFu);
    return near > 0 ? Between{largest, near} : Between{near, -largest};
  }
  Number rounded;
  mpq_set_d(rounded.get(), near);
  const int order = mpq_cmp(rounded.get(), number.get());
  return {order > 0 ? std::nextafter(near, -HUGE_VAL) : near, order < 0 ? std::nextafter(near, HUGE_VAL) : near};
}

Between between(const Enclosure& real) {
  const Number* number = std::get_if<Number>(&real);
  return number != nullptr ? between(*number) : between(std::get<Ball>(real));
}

BallEnds ends_of(const Ball& ball) {
  BallEnds ends;
  arf_t bound;
  arf_init(bound);
  fmpq_t q;
  fmpq_init(q);
  for (const bool upper : {false, true}) {
    upper ? arb_get_ubound_arf(bound, ball.get(), reported_bits) : arb_get_lbound_arf(bound, ball.get(), reported_bits);
    arf_get_fmpq(q, bound);
    fmpq_get_mpq((upper ? ends.high : ends.low).get(), q);
  }
  fmpq_clear(q);
  arf_clear(bound);
  return ends;
}

double magnitude_bits(const Ball& ball) {
  if (arf_is_zero(arb_midref(ball.get())) == 0) return fmpz_get_d(ARF_EXPREF(arb_midref(ball.get())));
  // Of exp(-1e130) only the radius is left, which is as small as the number.
  return mag_is_zero(arb_radref(ball.get())) != 0 ? 0 : fmpz_get_d(MAG_EXPREF(arb_radref(ball.get())));
}

Enclosure difference(const Number& computed, const Enclosure& real) {
  const Enclosed a{{.rational = ~std::size_t{0}}};
  return a.abs(a.sub(computed, real, nullptr), nullptr);
}

Enclosure scaled(const Enclosure& real, long exponent) {
  Enclosure result = real;
  if (Ball* ball = std::get_if<Ball>(&result)) {
    arb_mul_2exp_si(ball->get(), ball->get(), exponent);
    return result;
  }
  mpq_ptr number = std::get<Number>(result).get();
  exponent < 0 ? mpq_div_2exp(number, number, static_cast<mp_bitcnt_t>(-exponent))
               : mpq_mul_2exp(number, number, static_cast<mp_bitcnt_t>(exponent));
  return result;
}

Between distance(const Number& computed, const Enclosure& real) {
  Between result = between(difference(computed, real));
  if (!(result.low > 0)) result.low = 0;
  return result;
}

}  // namespace etalon::impl
