// SPDX-License-Identifier: Apache-2.0
// Floor 7. What the algebra of errors (tracked.hpp) is made of: why an element has no bound, how errors of operands
// reach a result, and comparisons whose outcome an error can change.
#pragma once

#include "ops/bound.hpp"

namespace etalon::impl {

// Why an element has no finite bound, counted by element: "ACC-FLOAT-INFINITE", "ACC-ALL-ZERO", "ACC-INT-WRAP",
// "ACC-ALL-UNSETTLED", "ACC-ALL-DOMAIN".
enum class Risk : std::uint8_t { overflow, zero_divisor, wrap, unsettled, undefined };
inline constexpr const char* risk_names[] = {"overflow or NaN possible", "division by zero possible",
                                             "integer overflow possible", "unsettled: an error can cross a jump",
                                             "undefined: an error reaches operands for which there is no result"};
struct Risks {
  Events::Tally of[std::size(risk_names)];
  void note(unsigned causes, std::uint64_t index) {
    for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
      if ((causes & 1u << risk) != 0 && of[risk].count++ == 0) of[risk].first = index;
  }
};
constexpr unsigned cause(Risk risk) { return 1u << static_cast<unsigned>(risk); }

// A sum of n+1 non-negative doubles in any order is too low by a factor of at most (1 - 2^-53)^n, so that
// sum * (1 + n * 2^-52) is not, for n <= 2^40; computing that factor and the product is good for two steps more.
inline double inflated(double sum, std::uint64_t terms) {
  if (terms <= 1) return sum;
  return sum == 0 ? 0 : step_up(sum * (1 + static_cast<double>(terms + 2) * 0x1p-51));
}

// How errors of operands reach a real result, with nothing neglected and every step rounded up. Errors are in units of
// u; the real operand is at most its error away from the one whose magnitude is given.
struct ErrorRules {
  // (a+da)(b+db) - ab = a db + b da + da db
  static double product(double a, double ea, double b, double eb, double u) {
    return sum_up(sum_up(product_up(a, eb), product_up(b, ea)), product_up(ea, of_units(eb, u)));
  }
  // (a+da)/(b+db) - a/b = (da - (a/b) db) / (b+db), while b+db cannot be zero
  static double quotient(double a, double ea, Magnitude b, double eb, double u) {
    const double moved = of_units(eb, u);
    if (!(moved < b.low)) return infinite_bound;
    const double nearest = below(b.low - moved);  // what is left of |b|
    if (!(nearest > 0)) return infinite_bound;
    return quotient_up(sum_up(ea, product_up(quotient_up(a, b.low), eb)), nearest);
  }
  // sqrt(x+dx) - sqrt(x) = dx / (sqrt(x+dx) + sqrt(x)), which is largest for the least x, with dx below zero; while
  // x+dx cannot be negative
  static double root(double x, double e, double u) {
    const double moved = of_units(e, u);
    if (!(moved <= x)) return infinite_bound;
    return quotient_up(e, below(below(std::sqrt(x)) + below(std::sqrt(below(x - moved)))));
  }

 private:
  static double below(double x) { return x > 0 ? f64_of_bits(f64_bits(x) - 1) : 0; }
};

// The outcome of a comparison: what the computation finds, whether the reals certainly find the same, and why no bound
// can be given for what depends on it.
struct Truth {
  enum class Computed : std::uint8_t { no, yes, either } computed;
  bool agrees;
  unsigned causes;
};

inline Truth negation(const Truth& a) {
  using enum Truth::Computed;
  return {a.computed == either ? either : a.computed == yes ? no : yes, a.agrees, a.causes};
}
// What is certainly false with one operand is false whatever the other one is.
inline Truth conjunction(const Truth& a, const Truth& b) {
  using enum Truth::Computed;
  for (const Truth* one : {&a, &b})
    if (one->computed == no && one->agrees) return *one;
  const Truth::Computed computed = a.computed == no || b.computed == no ? no : a.computed == yes ? b.computed : either;
  return {computed, a.agrees && b.agrees, a.causes | b.causes};
}

}  // namespace etalon::impl
