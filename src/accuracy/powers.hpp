// SPDX-License-Identifier: Apache-2.0
// Floor 7. Powers over ranges, and what errors of base and exponent do to them. A base that may be zero or negative has
// bounds for exponents that are known, small integers.
#pragma once

#include <optional>

#include "accuracy/interval.hpp"

namespace etalon::impl {

// What an exponent can be, and a bound of its error.
struct Exponent {
  exact_value low, high;
  double error = 0;
};

// The doubles below and above a value of any type; everything where it is no number.
inline Ends ends_of(const exact_value& x) {
  unsigned events = 0;
  const double near = f64_of_bits(binary_of_value(FORMAT_DOUBLE, x, &events));
  if (!std::isfinite(near)) return Interval::everything();
  return events == 0 ? Ends{near, near} : Ends{next_down(near), next_up(near)};
}
inline bool is_bounded(const Exponent& y) { return y.error < infinite_bound; }
inline bool is_bounded(unsigned) { return true; }  // a number of quarters
inline Ends ends_of(const Exponent& y) { return {ends_of(y.low).low, ends_of(y.high).high}; }

// The exponent where it is a known integer, not negative and at most 64.
inline std::optional<unsigned> small_integer(const Exponent& y) {
  const Ends ends = ends_of(y);
  if (y.error != 0 || ends.low != ends.high || !(ends.low >= 0 && ends.low <= 64) || ends.low != std::floor(ends.low))
    return std::nullopt;
  return static_cast<unsigned>(ends.low);
}

inline Interval integer_power(const Ends& x, unsigned n) {
  if (is_everything(x)) return Interval::everything();   // what is no number has no power, not even that of 0
  if (n % 2 == 0 && n > 0 && x.low < 0 && x.high > 0) {  // an even power has its least value at zero
    const Magnitude size = magnitude_of(x);
    return {{0, integer_power({size.high, size.high}, n).high}};
  }
  Interval power{{1, 1}};
  for (unsigned k = 0; k < n; ++k) power = Interval::product(power, x);
  if (n % 2 == 0 && power.low < 0) power.low = 0;
  return power;
}

// x to the power of quarters / 4: where that is no integer, by the fourth root, which a number that may be negative
// does not have.
inline Interval quarter_power(const Ends& x, unsigned quarters) {
  if (quarters % 4 == 0) return integer_power(x, quarters / 4);
  return x.low >= 0 ? integer_power(Interval::root(Interval::root(x)), quarters) : Interval::everything();
}

// x^y = e^(y log x) for x > 0.
inline Interval power_between(const Ends& x, const Ends& y) {
  if (!(x.low > 0) || !is_finite(x) || !is_finite(y)) return Interval::everything();
  return Interval::function(RealFunction::exp, Interval::product(y, Interval::function(RealFunction::log, x)));
}
inline Interval power_between(const Ends& x, const Exponent& y) {
  const std::optional<unsigned> n = small_integer(y);
  return n ? integer_power(x, *n) : power_between(x, ends_of(y));
}

// How far the real power can be from that of the operands: the slopes y x^(y-1) and x^y log x between both.
// An infinite error may mean that there is no real operand, and then there is no real power.
inline double power_error(const Ends& x, double error, const Exponent& y) {
  if (!(error < infinite_bound && y.error < infinite_bound)) return infinite_bound;
  const Ends base = error == 0 ? x : moved_by(x, error);
  if (const std::optional<unsigned> n = small_integer(y)) {
    if (*n == 0 || error == 0) return 0;
    return product_up(product_up(*n, magnitude_of(integer_power(base, *n - 1)).high), error);
  }
  const Ends exponent = y.error == 0 ? ends_of(y) : moved_by(ends_of(y), y.error);
  const double slope = product_up(magnitude_of(exponent).high,
                                  magnitude_of(power_between(base, Interval::sum(exponent, {-1, -1}))).high);
  const double growth = product_up(magnitude_of(power_between(base, exponent)).high,
                                   magnitude_of(Interval::function(RealFunction::log, base)).high);
  return sum_up(error == 0 ? 0 : product_up(slope, error), y.error == 0 ? 0 : product_up(growth, y.error));
}

// The same for an exponent of quarters / 4: where that is below 1 the slope is largest at the least base, which must be
// positive.
inline double power_error(const Ends& x, double error, unsigned quarters) {
  if (!(error < infinite_bound)) return infinite_bound;
  if (error == 0 || quarters == 0) return 0;
  const Interval base = Interval::sum(x, {-error, error});
  const double exponent = quarters / 4.0;
  double slope = infinite_bound;
  if (quarters >= 4)
    slope = product_up(exponent, magnitude_of(quarter_power(base, quarters - 4)).high);
  else if (base.low > 0)
    slope = quotient_up(product_up(exponent, quarter_power({base.low, base.low}, quarters).high), base.low);
  return product_up(slope, error);
}

}  // namespace etalon::impl
