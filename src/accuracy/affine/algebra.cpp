// SPDX-License-Identifier: Apache-2.0
// Floor 7. See world.hpp: arithmetic, maxima and comparisons.
#include <algorithm>
#include <cmath>

#include "accuracy/affine/rules.hpp"

namespace etalon::impl {

AffineValue affine_value(const Ends& given, double error) {
  const Ends computed = without_nan(given);
  if (error == 0) return {computed, computed, 0};
  return {computed, error < infinite_bound ? widened(computed, error) : Interval::everything(), error};
}

// ---- operations -----------------------------------------------------------------------------------------------------

AffineValue AffineReals::add(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const AffineValue known =
      plainly([](const auto& x, const auto& y) { return AffineErrors::add(x, y, nullptr); }, a, b);
  return combined(space, 1, a, 1, b, known);
}
AffineValue AffineReals::sub(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const AffineValue known =
      plainly([](const auto& x, const auto& y) { return AffineErrors::sub(x, y, nullptr); }, a, b);
  return combined(space, 1, a, -1, b, known);
}
AffineValue AffineReals::neg(const AffineValue& a, unsigned*) const {
  return combined(space, -1, a, 0, number(0), {negated(a.computed), negated(a.real), a.error});
}
AffineValue AffineReals::mul(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const auto product = [&](const auto& x, const auto& y) {
    return AffineErrors::mul(x, is_same(a, b) ? x : y, nullptr);
  };
  AffineValue known = plainly(product, a, b);
  if (!is_real(a) || !is_real(b)) return known;
  const bool has_bound = a.error < infinite_bound && b.error < infinite_bound;
  if (a.form == nullptr && b.form == nullptr && a.error_form == nullptr && b.error_form == nullptr) return known;
  FormSum real(*space), error(*space);
  add_product(real, has_bound ? &error : nullptr, a, b);
  known.form = real.take();
  if (has_bound) known.error_form = error.take();
  return settled(known);
}
AffineValue AffineReals::div_count(const AffineValue& a, std::uint64_t count, unsigned*) const {
  const auto quotient = [&](const auto& x) { return AffineErrors::div_count(x, count, nullptr); };
  return combined(space, 1 / static_cast<double>(count), a, 0, number(0), plainly(quotient, a));
}

// max(a,b) = b + relu(d) and min(a,b) = a - relu(d) for d = a - b. Where d can have both signs, in [l,u],
// relu(d) - L d is convex and zero at zero, so that it lies between 0 and the larger of -L l and (1-L) u. What an error
// of d does to relu(d) is a slope in [0,1].
AffineValue AffineReals::extreme(const AffineValue& a, const AffineValue& b, AffineValue known, bool larger) const {
  if (!is_real(a) || !is_real(b)) return known;
  const AffineValue d = is_point(b) && b.real.low == 0 ? a : sub(a, b, nullptr);
  if (d.real.low >= 0 && d.computed.low >= 0) return larger ? a : b;
  if (d.real.high <= 0 && d.computed.high <= 0) return larger ? b : a;
  FormSum sum(*space);
  if (a.form != nullptr || b.form != nullptr) {
    const auto [low, high] = d.real;
    const double chord = low >= 0 ? 1 : high <= 0 ? 0 : std::clamp(high / (high - low), 0.0, 1.0), rest = 1 - chord;
    double above = 0;
    if (low < 0 && high > 0) above = std::max(product_up(chord, -low), product_up(step_up(rest), high));
    sum.add(larger ? chord : rest, form_of(a));
    sum.add(larger ? rest : chord, form_of(b));
    sum.shift(larger ? 0.5 : -0.5, above);
    sum.widen(above / 2);
    known.form = sum.take();
  }
  if (d.error < infinite_bound && a.error < infinite_bound && b.error < infinite_bound) {
    sum.add(0.5, error_form_of(a));
    sum.add(0.5, error_form_of(b));
    sum.widen(step_up(d.error / 2));
    known.error_form = sum.take();
  }
  return settled(known);
}
AffineValue AffineReals::max(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const auto of = [](const auto& x, const auto& y) { return AffineErrors::max(x, y, nullptr); };
  return extreme(a, b, plainly(of, a, b), true);
}
AffineValue AffineReals::min(const AffineValue& a, const AffineValue& b, unsigned*) const {
  const auto of = [](const auto& x, const auto& y) { return AffineErrors::min(x, y, nullptr); };
  return extreme(a, b, plainly(of, a, b), false);
}
AffineValue AffineReals::abs(const AffineValue& a, unsigned*) const {
  const AffineValue known = plainly([](const auto& x) { return AffineErrors::abs(x, nullptr); }, a);
  return extreme(a, neg(a, nullptr), known, true);
}
AffineValue AffineReals::between(const AffineValue& a, double low, double high) {
  AffineValue v = a;
  const auto held = [&](const Ends& x) { return Ends{std::clamp(x.low, low, high), std::clamp(x.high, low, high)}; };
  if (!is_everything(a.computed)) v.computed = held(a.computed);
  if (is_real(a)) v.real = held(a.real);
  if (a.error < infinite_bound) v.error = std::min(a.error, step_up(high - low));
  return settled(v);
}
// With a slope of at most 1 the larger of x and its product, with one of at least 1 the smaller.
AffineValue AffineReals::bent(const AffineValue& slope, const AffineValue& x, unsigned*) const {
  const AffineValue product = mul(slope, x, nullptr);
  const Ends s = everywhere(slope);
  if (s.high <= 1) return max(x, product, nullptr);
  if (s.low >= 1) return min(x, product, nullptr);
  return choose(less(x, zero()), product, x);
}

// ---- comparisons ----------------------------------------------------------------------------------------------------

Truth AffineReals::less(const AffineValue& a, const AffineValue& b, unsigned*) const {
  using enum Truth::Computed;
  const Truth plain = AffineErrors::less(loaded(a.computed, a.error), loaded(b.computed, b.error));
  if ((plain.agrees && plain.computed != either) || !is_real(a) || !is_real(b)) return plain;
  const AffineValue d = sub(a, b, nullptr);
  if (d.real.high < 0 && d.computed.high < 0) return {yes, true, 0};
  if (d.real.low >= 0 && d.computed.low >= 0) return {no, true, 0};
  return plain;
}
Truth AffineReals::less_or_equal(const AffineValue& a, const AffineValue& b, unsigned*) const {
  return negation(less(b, a));
}
Truth AffineReals::equal(const AffineValue& a, const AffineValue& b, unsigned*) const {
  return conjunction(less_or_equal(a, b, nullptr), less_or_equal(b, a, nullptr));
}

// Where both choose alike the error is that of one of the two; else the distance of the two comes to it.
AffineValue AffineReals::choose(const Truth& truth, const AffineValue& yes, const AffineValue& no) const {
  const bool either = truth.computed == Truth::Computed::either;
  const AffineValue& one = truth.computed == Truth::Computed::yes ? yes : no;
  if (truth.agrees && !either) return one;
  AffineValue known{either ? hull(yes.computed, no.computed) : one.computed, Interval::everything(), infinite_bound};
  if (truth.causes != 0 || !is_real(yes) || !is_real(no)) return known;
  known.real = hull(yes.real, no.real);
  known.error = farthest(known.computed, known.real);
  if (truth.agrees) known.error = std::min(known.error, std::max(yes.error, no.error));
  if (yes.form == nullptr && no.form == nullptr && yes.error_form == nullptr && no.error_form == nullptr)
    return settled(known);
  const AffineValue d = sub(yes, no, nullptr);
  const double apart = magnitude_of(d.real).high;
  FormSum sum(*space);
  sum.add(0.5, form_of(yes));
  sum.add(0.5, form_of(no));
  sum.widen(step_up(apart / 2));
  known.form = sum.take();
  if (d.error < infinite_bound) {
    sum.add(0.5, error_form_of(yes));
    sum.add(0.5, error_form_of(no));
    sum.widen(step_up(d.error / 2));
    if (!truth.agrees) sum.widen(apart);
    known.error_form = sum.take();
  }
  return settled(known);
}
AffineValue AffineReals::jump(const Truth& truth, const AffineValue& yes, const AffineValue& no) const {
  if (truth.agrees) return choose(truth, yes, no);
  return {hull(yes.computed, no.computed), Interval::everything(), infinite_bound};
}

}  // namespace etalon::impl
