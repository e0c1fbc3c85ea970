// SPDX-License-Identifier: Apache-2.0
// Floor 7. Intervals of doubles, rounded outward.
#pragma once

#include "accuracy/slopes.hpp"

namespace etalon::impl {

// The next double above or below; an infinity stays, a NaN becomes the infinity of that side.
inline double next_up(double x) {
  if (x == 0) return 0x1p-1074;
  return x > 0 ? step_up(x) : x < 0 ? f64_of_bits(f64_bits(x) - 1) : infinite_bound;
}
inline double next_down(double x) { return -next_up(-x); }

inline Magnitude magnitude_of(const Ends& x) {
  const double low = std::abs(x.low), high = std::abs(x.high);
  return {x.low <= 0 && x.high >= 0 ? 0 : std::min(low, high), std::max(low, high)};
}
// A count, which is at most 2^53.
inline Ends count_ends(std::uint64_t count) { return {static_cast<double>(count), static_cast<double>(count)}; }

// An interval that may contain a NaN contains everything.
struct Interval : Ends {
  static Interval everything() { return {{-infinite_bound, infinite_bound}}; }

  static Interval sum(const Ends& a, const Ends& b) {
    const double low = a.low + b.low, high = a.high + b.high;
    if (std::isnan(low) || std::isnan(high)) return everything();
    return {{rounded(low, rest_of_sum(a.low, b.low, low)).low, rounded(high, rest_of_sum(a.high, b.high, high)).high}};
  }
  static Interval product(const Ends& a, const Ends& b) {
    return of_corners(a, b, [](double x, double y) { return rounded(x * y, rest_of_product(x, y, x * y)); });
  }
  static Interval square(const Ends& a) {
    if (is_everything(a)) return everything();
    const Magnitude size = magnitude_of(a);
    const auto of = [](double x) { return rounded(x * x, rest_of_product(x, x, x * x)); };
    return {{std::max(of(size.low).low, 0.0), of(size.high).high}};
  }
  static Interval quotient(const Ends& a, const Ends& b) {
    // A number divided by an infinity is not a real quotient.
    if (!(b.low > 0 || b.high < 0) || !is_finite(b)) return everything();
    return of_corners(a, b, [](double x, double y) { return rounded(x / y, rest_of_quotient(x, y, x / y)); });
  }
  // Where a number may be negative it has no root.
  static Interval root(const Ends& a) {
    if (!(a.low >= 0)) return everything();
    return {{rounded_root(a.low).low, rounded_root(a.high).high}};
  }
  // Monotone, but for sine and cosine. Where a number may be outside the domain it has no value.
  static Interval function(RealFunction f, const Ends& a) {
    const double low = function_of(f, f == RealFunction::acos ? a.high : a.low),
                 high = function_of(f, f == RealFunction::acos ? a.low : a.high);
    if (std::isnan(low) || std::isnan(high) || !is_finite(a)) return everything();
    Interval v{{next_down(std::min(low, high)), next_up(std::max(low, high))}};
    if (f == RealFunction::sin || f == RealFunction::cos) {
      const Extremes reached = extremes_of(f, a);
      if (reached.lowest) v.low = -1;
      if (reached.highest) v.high = 1;
    }
    return v;
  }
  // Of a sum of squares: what the interval has below zero comes from rounding outward.
  static Interval root_of_squares(const Ends& a) {
    return is_everything(a) ? everything() : root({std::max(a.low, 0.0), a.high});
  }

 private:
  // Encloses an exact result, by the rounded one and the rest: exact minus rounded.
  static Interval rounded(double x, double rest) {
    return std::isnan(x) ? everything() : Interval{{rest >= 0 ? x : next_down(x), rest <= 0 ? x : next_up(x)}};
  }
  static Interval rounded_root(double x) {
    const double root = std::sqrt(x);
    return std::isinf(x) || x == 0 ? Interval{{root, root}} : rounded(root, rest_of_root(x, root));
  }
  template <class Operation> static Interval of_corners(const Ends& a, const Ends& b, Operation operation) {
    Interval all = operation(a.low, b.low);
    if (a.low != a.high || b.low != b.high)
      for (const Interval& corner : {operation(a.low, b.high), operation(a.high, b.low), operation(a.high, b.high)})
        all = {{std::min(all.low, corner.low), std::max(all.high, corner.high)}};
    return all;
  }
};

}  // namespace etalon::impl
