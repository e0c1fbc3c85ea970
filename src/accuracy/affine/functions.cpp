// SPDX-License-Identifier: Apache-2.0
// Floor 7. See world.hpp: functions, powers and quotients, by their slopes.
#include <algorithm>
#include <cmath>

#include "accuracy/affine/rules.hpp"

namespace etalon::impl {
namespace {

// ---- slopes ---------------------------------------------------------------------------------------------------------

Interval constant(double nearest) { return {{next_down(nearest), next_up(nearest)}}; }

// Where the slope of a function lies between two numbers.
Interval slope_of(RealFunction f, const Ends& x) {
  const Magnitude size = magnitude_of(x);
  const auto falling = [&](auto at) {  // with the distance from zero
    return Interval{{std::max(at(size.high).low, 0.0), at(size.low).high}};
  };
  switch (f) {
    case RealFunction::exp:
      return Interval::function(f, x);
    case RealFunction::log:
      return Interval::quotient({1, 1}, x);
    case RealFunction::sigmoid:
      return falling([](double m) {
        return Interval::product(Interval::function(RealFunction::sigmoid, {m, m}),
                                 Interval::function(RealFunction::sigmoid, {-m, -m}));
      });
    case RealFunction::tanh:
      return falling([](double m) {
        const Ends square = Interval::square(Interval::function(RealFunction::tanh, {m, m}));
        return Interval::sum({1, 1}, negated(square));
      });
    case RealFunction::erf:
      return falling([](double m) {
        const Ends square = Interval::square({m, m});
        return Interval::product(constant(0x1.20dd750429b6dp+0),
                                 Interval::function(RealFunction::exp, negated(square)));
      });
    case RealFunction::sin:
      return Interval::function(RealFunction::cos, x);
    case RealFunction::cos:
      return {negated(Interval::function(RealFunction::sin, x))};
    case RealFunction::acos:
      return Interval::quotient({-1, -1}, Interval::root(Interval::sum({1, 1}, negated(Interval::square(x)))));
  }
  return Interval::everything();
}

// f(a), of which intervals say `known`, with a slope between these numbers wherever computed and real operands are, and
// with its value at the middle of the real ones: f(x) = f(m) + s (x - m), and the error is s times that of a.
AffineValue along(FormSpace* space, const AffineValue& a, AffineValue known, const Ends& slope, const Ends& at_middle) {
  if (!is_finite(slope) || (a.form == nullptr && a.error_form == nullptr)) return known;
  const double s = middle(slope), spread = reach(slope, s);
  FormSum sum(*space);
  if (a.form != nullptr && is_real(a) && is_finite(at_middle)) {
    const double m = middle(a.real);
    const Form of_middle = box_of(at_middle);
    sum.add(1, of_middle);
    sum.add(s, *a.form);
    sum.shift(-s, m);
    sum.widen(product_up(spread, reach(a.real, m)));
    known.form = sum.take();
  }
  if (a.error_form != nullptr) {
    sum.add(s, *a.error_form);
    sum.widen(product_up(spread, a.error));
    known.error_form = sum.take();
  }
  return settled(known);
}
// The root of numbers that are not negative, over the reals either: |sqrt(x) - sqrt(y)| is
// |x-y| / (sqrt(x) + sqrt(y)), and at most sqrt(|x-y|).
AffineValue rooted(FormSpace* space, const AffineValue& a, AffineValue known) {
  if (a.error < infinite_bound && a.computed.low >= 0 && a.real.low >= 0) {
    const double near_zero = step_up(step_up(std::sqrt(a.error)));
    const double below = Interval::root(a.computed).low + Interval::root(a.real).low;
    known.error = std::min(known.error, near_zero);
    if (below > 0) known.error = std::min(known.error, quotient_up(a.error, next_down(below)));
    if (a.error == 0) known.error = 0;
  }
  const Interval slope = Interval::quotient({0.5, 0.5}, Interval::root(everywhere(a)));
  return along(space, a, settled(known), slope, Interval::root(middle_of(a)));
}

}  // namespace

// ---- functions ------------------------------------------------------------------------------------------------------

AffineValue AffineReals::div(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const auto quotient = [](const auto& x, const auto& y) { return AffineErrors::div(x, y, nullptr); };
  AffineValue known = plainly(quotient, a, b);
  if (!is_real(known)) return known;
  if (is_point(b) && std::abs(b.real.low) > 0x1p-960 && std::abs(b.real.low) < 0x1p960)
    return combined(space, 1 / b.real.low, a, 0, number(0), known);
  const AffineValue one = number(1);
  const Interval slope = Interval::quotient({-1, -1}, Interval::square(everywhere(b)));
  const AffineValue inverse =
      along(space, b, plainly(quotient, one, b), slope, Interval::quotient({1, 1}, middle_of(b)));
  const AffineValue product = mul(a, inverse, nullptr);
  known.form = product.form;
  known.error_form = product.error_form;
  return settled(known);
}
AffineValue AffineReals::sqrt(const AffineValue& a, unsigned*) const {
  return rooted(space, a, plainly([](const auto& x) { return AffineErrors::sqrt(x, nullptr); }, a));
}
AffineValue AffineReals::root_of_squares(const AffineValue& a, unsigned*) const {
  AffineValue sum = a;  // not negative, and so is the real one
  for (Ends* ends : {&sum.computed, &sum.real})
    if (is_finite(*ends)) ends->low = std::max(ends->low, 0.0);
  return rooted(space, sum, plainly([](const auto& x) { return AffineErrors::root_of_squares(x, nullptr); }, sum));
}
template <std::size_t... f>
static AffineValue plain_function(RealFunction wanted, const AffineValue& a, std::index_sequence<f...>) {
  AffineValue known{};
  (void)((static_cast<std::size_t>(wanted) == f &&
          (known = plainly(
               [](const auto& x) { return AffineErrors::function<static_cast<RealFunction>(f)>(x, nullptr); }, a),
           true)) ||
         ...);
  return known;
}
AffineValue AffineReals::function_of(RealFunction f, const AffineValue& a) const {
  constexpr auto last = static_cast<std::size_t>(RealFunction::acos);
  const AffineValue known = plain_function(f, a, std::make_index_sequence<last + 1>());
  if (!is_real(known)) return known;
  return along(space, a, known, slope_of(f, everywhere(a)), Interval::function(f, middle_of(a)));
}
AffineValue AffineReals::pow(const AffineValue& a, const Exponent& b, unsigned*) const {
  const auto power = [&](const auto& x) { return AffineErrors::pow(x, b, nullptr); };
  const std::optional<unsigned> n = small_integer(b);
  if (!n) return b.error == 0 ? plainly(power, a) : with_jumps(power, a);
  if (*n == 0) return plainly(power, a);
  const AffineValue known = plainly(power, a);
  if (!is_real(known)) return known;
  const double degree = *n;
  const Interval slope = Interval::product({degree, degree}, integer_power(everywhere(a), *n - 1));
  return along(space, a, known, slope, integer_power(middle_of(a), *n));
}
AffineValue AffineReals::power(const AffineValue& a, unsigned quarters) const {
  return plainly([&](const auto& x) { return AffineErrors::power(x, quarters); }, a);
}
AffineValue AffineReals::floor(const AffineValue& a, unsigned*) {
  return with_jumps([](const auto& x) { return AffineErrors::floor(x, nullptr); }, a);
}
AffineValue AffineReals::ceil(const AffineValue& a, unsigned*) {
  return with_jumps([](const auto& x) { return AffineErrors::ceil(x, nullptr); }, a);
}
AffineValue AffineReals::round(const AffineValue& a, unsigned*) {
  return with_jumps([](const auto& x) { return AffineErrors::round(x, nullptr); }, a);
}
AffineValue AffineReals::rounded_onto(const AffineValue& a, const AffineValue& zero_point, double low, double high) {
  AffineValue v = with_jumps(
      [&](const auto& x, const auto& z) { return AffineErrors::quantised_from<AffineErrors>(x, z, low, high); }, a,
      zero_point);
  if (!is_real(a) || !is_real(zero_point)) v.real = Interval::everything(), v.error = infinite_bound;
  return v;
}

}  // namespace etalon::impl
