// SPDX-License-Identifier: Apache-2.0
// Floor 4. What the error bounds of all operators share: the constants of a format, arithmetic on bounds that only errs
// upward, the bound of one rounding, and what an operator's facet `bound` says. The rounding mode is never changed: a
// result of double arithmetic that is too low is stepped to the next double instead.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "ops/call.hpp"
#include "scalar/floats.h"

namespace etalon::impl {

inline constexpr double infinite_bound = std::numeric_limits<double>::infinity();

// ---- arithmetic that errs upward ------------------------------------------------------------------------------------

// The exact result minus the rounded one, or at least its sign. NaN where that is not known: where the result is not a
// number, or is so small that the rest itself may not be a double.
inline constexpr double smallest_with_rest = 0x1p-960;
inline double rest_of_sum(double a, double b, double sum) {
  const double of_b = sum - a;
  return (a - (sum - of_b)) + (b - of_b);  // also where the sum is subnormal: then it is exact
}
inline double rest_of_product(double a, double b, double product) {
  if (product == 0 && (a == 0 || b == 0)) return 0;
  return std::abs(product) >= smallest_with_rest ? std::fma(a, b, -product) : NAN;
}
inline double rest_of_quotient(double a, double b, double quotient) {
  if (a == 0) return 0;
  if (!(std::abs(a) >= smallest_with_rest && std::abs(quotient) >= smallest_with_rest)) return NAN;
  const double rest = std::fma(-quotient, b, a);
  return b < 0 ? -rest : rest;
}
inline double rest_of_root(double a, double root) {
  return a >= smallest_with_rest ? std::fma(-root, root, a) : NAN;  // of which the sign is right
}

// The functions below take and give numbers that are not negative. A NaN means that nothing is known, which is an
// infinite bound.
inline double step_up(double x) {
  return x < infinite_bound ? f64_of_bits(f64_bits(x) + 1) : infinite_bound;  // also where x is a NaN
}
inline double rounded_up(double x, double rest) { return rest <= 0 && x < infinite_bound ? x : step_up(x); }
inline double sum_up(double a, double b) {
  const double sum = a + b;
  return rounded_up(sum, rest_of_sum(a, b, sum));
}
// Zero times a bound that is infinite: the zero does not help, since the other number may be an infinity.
inline double product_up(double a, double b) {
  const double product = a * b;
  return rounded_up(product, rest_of_product(a, b, product));
}
inline double quotient_up(double a, double b) {
  const double quotient = a / b;
  return rounded_up(quotient, rest_of_quotient(a, b, quotient));
}

// ---- one rounding ---------------------------------------------------------------------------------------------------

// u = 2^-p; eta is half the smallest subnormal, for double the smallest subnormal: its half is no double. The smallest
// normal number is eta / u.
struct FormatFacts {
  double u, eta, normal, largest;
};
constexpr double power_of_two(int e) {
  return std::bit_cast<double>(e < -1022 ? std::uint64_t{1} << (e + 1074) : static_cast<std::uint64_t>(e + 1023) << 52);
}
constexpr FormatFacts facts_of(binary_format f) {
  const int bias = (1 << (f.bits - f.fraction - 2)) - 1, p = static_cast<int>(f.fraction) + 1;
  return {power_of_two(-p), power_of_two(std::max(1 - bias - p, -1074)), power_of_two(1 - bias),
          (2 - power_of_two(1 - p)) * power_of_two(bias)};
}
constexpr FormatFacts facts_of(DType type) { return facts_of(binary_format{info(type).bits, info(type).fraction}); }

// The largest power of two not above |x|: 0 for a subnormal double, infinity for an infinity or a NaN.
inline double binade_of(double x) { return f64_of_bits(f64_bits(x) & 0x7FF0000000000000u); }

// How far a rounded result x can lie from the exact one, in units of u: half the distance of the numbers beside x. That
// distance is constant up to the next power of two, and below the smallest normal number; infinity for an infinity or a
// NaN.
inline double rounding_of(double x, const FormatFacts& f) { return std::max(binade_of(x), f.normal); }
// A sum of two numbers of the format is exact where it is below the smallest normal number.
inline double sum_rounding_of(double x) { return binade_of(x); }
// `units` units of u, as a number. Exact, except below the range of normal doubles, where it is rounded up.
inline double of_units(double units, double u) {
  const double product = units * u;
  return product / u == units ? product : step_up(product);
}

// ---- bounds that are known before anything is computed
// ---------------------------------------------------------------

// Of a correctly rounded result whose exact value is at most `magnitude`; infinite where it can overflow.
enum class Underflow : bool { impossible, possible };
inline double a_priori_rounding(double magnitude, const FormatFacts& f, Underflow underflow) {
  const double bound = std::max(product_up(f.u, magnitude), underflow == Underflow::possible ? f.eta : 0.0);
  return sum_up(magnitude, bound) <= f.largest ? bound : infinite_bound;
}

// Of n-1 rounded additions, without overflow: each sum is nearer to its exact value than the sum before it was, so that
// its error is at most the term added. `sizes` is at least the sum of the magnitudes.
inline double steps_bound(std::uint64_t n, double u, double sizes) {
  return std::min(product_up(product_up(step_up(static_cast<double>(n - 1)), u), sizes), sizes);
}
// Of a sum of n terms, one after the other; infinite where a step can overflow.
inline double a_priori_sum(const FormatFacts& f, std::uint64_t n, double sizes) {
  const double bound = n <= 1 ? 0 : steps_bound(n, f.u, sizes);
  return sum_up(sizes, bound) <= f.largest ? bound : infinite_bound;
}

// A sum by policy: how many terms it has, whether these are products, and what happens to it then.
struct SumShape {
  std::uint64_t terms;
  bool products = true;
  // Roundings after the last term, each in the format of the policy: additions, products, a quotient.
  unsigned further = 0;
  // What the sum is multiplied by then, as a magnitude.
  double factor = 1;
};

// Of such a sum: `sizes` is at least the sum of the magnitudes of what the result is made of, factors included, `size`
// at least the magnitude of the real result. Infinite where a step can overflow. See the page of MatMul for the
// formulas and why they hold.
double a_priori_sum(DType type, Accumulation policy, const SumShape& sum, double sizes, double size);
inline double a_priori_dot(DType type, Accumulation policy, std::uint64_t n, double sizes, double size) {
  return a_priori_sum(type, policy, {n}, sizes, size);
}
const char* formula_of_sum(Accumulation policy, const SumShape& sum);

// ---- the facet
// -------------------------------------------------------------------------------------------------------

// |element| lies between the two.
struct Magnitude {
  double low, high;
};

// An element of an operand that an element of a result is made of.
struct Ingredient {
  unsigned input;
  std::uint64_t element;
};

// What an operator's folder says about the error that it introduces. An operator without this facet rounds nothing.
struct OperatorBound {
  // A bound for an output of a floating-point call, before anything is computed: `sizes` is at least the sum of the
  // magnitudes of the terms that the output is made of, `size` at least the magnitude of the real result.
  double (*a_priori)(const Call& call, double sizes, double size);
  // The same formula as text.
  const char* (*formula)(const Call& call);
  // Whether each output of a floating-point call is the real result, rounded once: then its error is at most half an
  // ulp of the real value, also beside a power of two and below the smallest normal number.
  bool (*rounds_once)(const Call& call);
  // For an operator that sums: how many terms an output has, and which elements term k of output i is made of; none
  // where the term is 0, whatever they are.
  std::uint64_t (*terms)(const Call& call) = nullptr;
  std::vector<Ingredient> (*term)(const Call& call, std::uint64_t i, std::uint64_t k) = nullptr;
  // The sources say which function it is and not how accurately it is computed: another number than the nearest one
  // deviates, and violates only beyond a limit ("CON-FLOAT-FUNCTION").
  bool leaves_accuracy_open = false;
  // Roundings of an evaluation that is multiplied out, each of at most u times the sum of the magnitudes of what the
  // output is made of: such an evaluation conforms as well ("CON-FLOAT-REWRITE").
  unsigned multiplied_out = 0;
  // Results are integers that are rounded, of which more than one can conform ("QUANTISE-ALL-ADMISSIBLE").
  bool quantises = false;
  // The a-priori bound holds for exact coordinates, and others conform as well ("CON-FLOAT-RESIZE").
  bool assumes_exact_coordinates = false;
};
const OperatorBound& bound_of(const Operator& op);

// For an operator that rounds the real result once, and whose result can be subnormal.
inline double a_priori_once(const Call& call, double, double size) {
  return a_priori_rounding(size, facts_of(call.inputs[0]->type), Underflow::possible);
}
inline bool always(const Call&) { return true; }

// For an operator of whose error nothing is known beforehand but what the running bound finds. Without arguments: for
// one whose outputs are no sums.
constexpr OperatorBound unknown_beforehand(
    decltype(OperatorBound::terms) terms = [](const Call&) { return std::uint64_t{0}; },
    decltype(OperatorBound::term) term = [](const Call&, std::uint64_t,
                                            std::uint64_t) { return std::vector<Ingredient>{}; }) {
  return {
      .a_priori = [](const Call&, double, double) { return infinite_bound; },
      .formula = [](const Call&) { return "none beforehand"; },
      .rounds_once = [](const Call&) { return false; },
      .terms = terms,
      .term = term,
  };
}

std::uint64_t terms_of(const Call& call);
// Of term k; the addresses of index operands are needed.
std::vector<Ingredient> ingredients_of(const Call& call, Inputs inputs, unsigned output, std::uint64_t i,
                                       std::uint64_t k);

}  // namespace etalon::impl
