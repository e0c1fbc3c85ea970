// SPDX-License-Identifier: Apache-2.0
// Floor 7. Ends of ranges, and what an error of the argument does to a real function: the largest slope between the
// numbers that the argument can be, and how far its values can be apart. Functions of doubles are those of scalar/,
// which are rounded once, so that one step to the next double makes each of them a bound.
#pragma once

#include "accuracy/nonzeros.hpp"
#include "ops/bound.hpp"
#include "tensor/functions.hpp"

namespace etalon::impl {

// An interval: what lies between two doubles.
struct Ends {
  double low, high;
};
inline bool is_finite(const Ends& ends) { return std::isfinite(ends.low) && std::isfinite(ends.high); }
// Where elements lie: between ends, or at floats as they are stored, which take a quarter of the memory.
struct EndsView {
  const Ends* ends = nullptr;
  const float* numbers = nullptr;
  const NonZeros* nonzeros = nullptr;  // of a constant, where what it is multiplied with are numbers

  Ends operator[](std::uint64_t i) const { return numbers == nullptr ? ends[i] : Ends{numbers[i], numbers[i]}; }
};
// What may be a NaN is represented by all numbers.
inline bool is_everything(const Ends& ends) { return ends.low == -infinite_bound && ends.high == infinite_bound; }

// An upper bound of the function at x, where it is not negative.
inline double function_up(RealFunction f, double x) { return step_up(function_of(f, x)); }

// Where the real argument lies, when the computed one lies in `x` and is wrong by at most `e`.
inline Ends moved_by(const Ends& x, double e) {
  return {-std::nextafter(e - x.low, infinite_bound), std::nextafter(x.high + e, infinite_bound)};
}

// An upper bound of the magnitude of the slope between two numbers; infinite where the function is not defined
// everywhere between them.
inline double slope_up(RealFunction f, const Ends& x) {
  const double nearest = x.low <= 0 && x.high >= 0 ? 0 : std::min(std::abs(x.low), std::abs(x.high));  // to zero
  const double farthest = std::max(std::abs(x.low), std::abs(x.high));
  switch (f) {
    case RealFunction::exp:
      return function_up(f, x.high);
    case RealFunction::log:
      return x.low > 0 ? quotient_up(1, x.low) : infinite_bound;
    case RealFunction::sigmoid:  // s(x) s(-x)
      return product_up(function_up(f, nearest), function_up(f, -nearest));
    case RealFunction::tanh:  // 4 s(2x) s(-2x)
      return 4 * slope_up(RealFunction::sigmoid, {2 * nearest, 2 * nearest});
    case RealFunction::erf: {  // 2/sqrt(pi) exp(-x^2)
      const double square = nearest * nearest;
      return product_up(0x1.20dd750429b6ep+0,
                        function_up(RealFunction::exp, square > 0 ? -f64_of_bits(f64_bits(square) - 1) : 0));
    }
    case RealFunction::sin:
    case RealFunction::cos: {  // at most 1, and at most the slope in the middle plus its change up to the ends
      const double middle = x.low + (x.high - x.low) / 2, half = step_up(step_up(x.high - x.low));
      if (!std::isfinite(middle) || !(half < 1)) return 1;
      const double at = function_of(f == RealFunction::sin ? RealFunction::cos : RealFunction::sin, middle);
      return std::min(1.0, sum_up(step_up(std::abs(at)), half));
    }
    case RealFunction::acos: {  // 1/sqrt(1-x^2), and 1-x^2 = (1-x)(1+x)
      const double left = 1 - farthest;
      if (!(left > 0)) return infinite_bound;
      const double square = left * (1 + farthest) * (1 - 0x1p-50);
      return quotient_up(1, std::sqrt(square) * (1 - 0x1p-52));
    }
  }
  return infinite_bound;
}

// Whether the function of a floating-point number is one as well: each function has exactly one such argument.
inline bool has_exact_value(RealFunction f, double x) {
  return x == (f == RealFunction::log || f == RealFunction::acos ? 1 : 0);
}

// How far two values of the function can be apart at all; infinite where it is not bounded.
inline double spread_of(RealFunction f) {
  constexpr double spreads[] = {infinite_bound, infinite_bound, 1, 2, 2, 2, 2, 0x1.921fb54442d19p+1};
  return spreads[static_cast<unsigned>(f)];
}

// Whether sine or cosine may reach -1 and 1 between two numbers. sin(x) is 1 where x/(2 pi) - 1/4 is an integer.
struct Extremes {
  bool lowest, highest;
};
inline Extremes extremes_of(RealFunction f, const Ends& x) {
  if (!(std::max(std::abs(x.low), std::abs(x.high)) < 0x1p20) || x.high - x.low > 7) return {true, true};
  constexpr double turn = 0x1.45f306dc9c883p-3, unsure = 0x1p-26;  // 1/(2 pi); what a quotient can be wrong by
  const auto reaches = [&](double phase) {
    return std::floor(x.high * turn - phase + unsure) >= std::ceil(x.low * turn - phase - unsure);
  };
  return f == RealFunction::sin ? Extremes{reaches(0.75), reaches(0.25)} : Extremes{reaches(0.5), reaches(0)};
}

// By how much the real value can be wrong where the argument, which lies in `x`, is wrong by at most `e`. An infinite
// error may mean that there is no real argument, and then there is no real value either, bounded or not.
inline double function_error(RealFunction f, const Ends& x, double e) {
  if (!(e < infinite_bound)) return infinite_bound;
  const Ends moved = moved_by(x, e);
  double error = std::min(product_up(slope_up(f, moved), e), spread_of(f));
  if (f == RealFunction::acos) {
    if (!(moved.low >= -1 && moved.high <= 1)) return infinite_bound;
    // Most at an end: acos(1-e) = 2 asin(sqrt(e/2)), at most pi sqrt(e/2).
    error = std::min(error, product_up(0x1.1c5831add62e5p+1, step_up(std::sqrt(e))));
  }
  return error;
}

}  // namespace etalon::impl
