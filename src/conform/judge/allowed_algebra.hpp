// SPDX-License-Identifier: Apache-2.0
// Floor 8. The results that conform, as an algebra ("CON-ALL-ALLOWED"): a value is the set of numbers that an
// admissible evaluation can have at this place, enclosed by a centre and a radius. References run over it as over any
// other algebra, so that what conforms follows from the one text of each operator.
//
// An evaluation is admissible if each step is rounded into the type or not at all, if sums are added in any order,
// their products rounded or fused, in the type or in a wider one, if a quotient may be a product with the reciprocal,
// and if a function is within one ulp. With u = 2^-p, eta half the smallest subnormal, s the exact sum of n terms that
// are not zero and S the sum of their magnitudes, a sum is within ((1+u)^(n+1) - 1) S + 2 n eta (1+u)^n of s. It is s
// where all terms are multiples of some g >= 2 eta and S is at most 2^p g: then every partial sum is a number of the
// type.
//
// The centre is the exact sum of two doubles, so that it is exact enough for the type double as well.
#pragma once

#include <utility>

#include "accuracy/points.hpp"
#include "accuracy/powers.hpp"
#include "conform/judge/allowed_result.hpp"
#include "ops/type_sets.hpp"
#include "ops/world.hpp"

namespace etalon::impl {

template <class A> struct Allowed {
  explicit Allowed(Allowing& world) : in(&world) {}
  template <class B> explicit Allowed(const Allowed<B>& other) : in(other.in) {}
  Allowing* in;

  using Value = AllowedValue;
  using Plain = A;
  static constexpr FormatFacts facts = facts_of(A::format);
  static Value load(const void* data, std::uint64_t i) { return {as_double<A>(A::load(data, i))}; }
  void store(void* data, std::uint64_t i, const Value& value) const {
    store_allowed<A>(*static_cast<const AllowedResult*>(data), i, value, closed(value), *in);
  }
  static Value zero() { return {}; }
  static Value lowest() { return {-infinite_bound}; }
  static Value highest() { return {infinite_bound}; }
  static Value number(double v) { return {v}; }
  static Value unknown() { return Value::unknown(); }
  static bool is_nan(const Value& a) { return std::isnan(a.mid); }
  static bool is_lowest(const Value& a) { return a.mid == -infinite_bound; }
  static Value quiet(const Value& a, unsigned* = nullptr) { return a; }

  // Terms are added to a sum that is still open; what is added by itself is rounded by itself.
  Value add(const Value& a, const Value& b, unsigned* = nullptr) const {
    if (a.terms == 0 && b.terms == 0) return added(a, b);
    const Value x = opened(a), y = opened(b);
    if (!x.is_known() || !y.is_known() || !x.is_number() || !y.is_number()) return added(closed(a), closed(b));
    Value sum = pairs::sum(x, y);
    sum.rise = sum_up(x.rise, y.rise), sum.fall = sum_up(x.fall, y.fall);
    sum.terms = x.terms + y.terms;
    sum.further = std::max(x.further, y.further);
    sum.early = x.early | y.early;
    sum.quantum = std::min(x.quantum, y.quantum);
    sum.is_sum = true;
    if (a.few != 0 && a.few == in->sums_of_few && is_point(b)) {
      if (b.mid != 0) in->few_terms.take(b.mid, 1);
      if (in->few_terms.is_few()) sum.few = ++in->sums_of_few;
    }
    return sum;
  }
  // The first term of a sum that is made by add().
  Value begun(const Value& v) const {
    Value sum = opened(v);
    if (!is_point(v)) return sum;
    in->few_terms = {};
    if (v.mid != 0) in->few_terms.take(v.mid, 1);
    sum.few = ++in->sums_of_few;
    return sum;
  }
  // A term of its own, to which more can be added in any order.
  static Value opened(const Value& v) {
    if (v.terms != 0) return v;
    Value open = v;
    const double off = std::abs(v.low) + v.rad;
    if (v.mid > 0 || std::abs(v.mid) <= off) open.rise = v.size();
    if (v.mid < 0 || std::abs(v.mid) <= off) open.fall = v.size();
    open.terms = 1;
    open.quantum = is_point(v) ? quantum_of(v.mid) : 0;
    open.is_sum = true;
    return open;
  }
  static Value sub(const Value& a, const Value& b, unsigned*) { return added(closed(a), neg(closed(b), nullptr)); }
  static Value mul(const Value& x, const Value& y, unsigned*) {
    const Value a = closed(x), b = closed(y);
    if (!a.is_known() || !b.is_known()) return Value::unknown();
    if (!a.is_number() || !b.is_number()) return sided(a, b, a.mid * b.mid);
    return rounded(pairs::product(a, b));
  }
  Value div(const Value& x, const Value& y, unsigned*) const {
    if (x.terms != 0 && x.is_known() && x.is_number() && halves(y)) return halved(x, y.mid);
    const Value a = closed(x), b = closed(y);
    if (!a.is_known() || !b.is_known()) return Value::unknown();
    if (!a.is_number() || !b.is_number() || (b.mid == 0 && b.rad == 0)) return sided(a, b, a.mid / b.mid);
    return rounded(pairs::quotient(a, b), 2);
  }
  Value div_count(const Value& a, std::uint64_t count, unsigned* events) const {
    return div(a, number(static_cast<double>(count)), events);
  }
  static Value sqrt(const Value& x, unsigned*) {
    const Value a = closed(x);
    if (!a.is_known()) return a;
    if (!a.is_number() || (a.rad == 0 && a.mid <= 0)) return {std::sqrt(a.mid)};
    return rounded(around(Interval::root(a.ends())));
  }
  static Value root_of_squares(const Value& x, unsigned*) {
    const Value a = closed(x);
    if (!a.is_number()) return {std::sqrt(a.mid)};
    if (!(a.rad < infinite_bound)) return a;
    Value root = rounded(around(Interval::root_of_squares(a.ends())));
    root.beyond |= a.beyond;
    root.is_root = true;
    return root;
  }
  Value pow(const Value& x, const Exponent& b, unsigned* events) const {
    const Value a = closed(x);
    if (a.rad == 0 && a.low == 0 && b.error == 0) {
      unsigned inexact = 0;
      const double y = f64_of_bits(binary_of_value(FORMAT_DOUBLE, b.low, &inexact));
      const bool is_whole = y == std::floor(y), is_negative = a.is_number() && a.mid < 0;
      // Special values are the same in C and in IEEE 754.
      const bool is_special = !a.is_number() || a.mid == 0 || a.mid == 1 || y == 0 || !std::isfinite(y);
      if (inexact == 0 && (is_special || (is_negative && !is_whole))) return {std::pow(a.mid, y)};
      if (inexact == 0 && is_negative && !small_integer(b)) {
        const Value size = pow({-a.mid}, b, events);
        return std::fmod(y, 2) == 0 ? size : neg(size, events);
      }
    }
    return a.is_known() && a.is_number() ? within_ulps(around(power_between(a.ends(), b))) : Value::unknown();
  }
  Value power(const Value& x, unsigned quarters) const {
    const Value a = closed(x);
    return a.is_known() && a.is_number() ? within_ulps(around(quarter_power(a.ends(), quarters))) : Value::unknown();
  }
  template <RealFunction f> Value function(const Value& x, unsigned*) const {
    const Value a = closed(x);
    if (!a.is_known()) return Value::unknown();
    const double at = function_of(f, a.mid);
    if (!a.is_number() || !std::isfinite(at)) return a.rad == 0 || !a.is_number() ? Value{at} : Value::unknown();
    if (a.rad == 0 && a.low == 0 && has_exact_value(f, a.mid)) return {at};
    const double argument = sum_up(std::abs(a.low), a.rad);
    const double moved = argument == 0 ? 0 : function_error(f, {a.mid, a.mid}, argument);
    const Value v = within_ulps({at, 0, sum_up(moved, std::max(std::abs(at) * 0x1p-52, 0x1p-1074))});
    const double most = spread_of(f);  // the least and the largest value: 0 and 1, or -1 and 1
    if (f == RealFunction::exp) return between(v, 0, infinite_bound);
    return most == 1 ? between(v, 0, 1) : most == 2 ? between(v, -1, 1) : v;
  }

  static Value neg(const Value& a, unsigned*) {
    Value v = closed(a);
    v.mid = -v.mid, v.low = -v.low;
    v.beyond = mirrored(v.beyond);
    return v;
  }
  // The infinities with their signs changed.
  static std::uint8_t mirrored(std::uint8_t beyond) {
    return static_cast<std::uint8_t>((beyond & ~(allows_highest | allows_lowest)) |
                                     ((beyond & allows_highest) != 0 ? allows_lowest : 0) |
                                     ((beyond & allows_lowest) != 0 ? allows_highest : 0));
  }
  static Value abs(const Value& x, unsigned*) {
    const Value a = closed(x);
    if (!a.is_known() || !a.is_number()) return a.is_known() ? Value{std::abs(a.mid)} : a;
    if (a.mid < 0 && a.size() > 0 && a.ends().high <= 0) return neg(a, nullptr);
    return a.ends().low >= 0 ? a : around({{0, magnitude_of(a.ends()).high}});
  }
  static Value max(const Value& a, const Value& b, unsigned*) {
    return extreme(a, b, [](double x, double y) { return std::max(x, y); });
  }
  static Value min(const Value& a, const Value& b, unsigned*) {
    return extreme(a, b, [](double x, double y) { return std::min(x, y); });
  }
  // The first operand where the second is not a number.
  static Value larger(const Value& a, const Value& b, unsigned* e) { return is_nan(b) ? a : max(a, b, e); }
  static Value smaller(const Value& a, const Value& b, unsigned* e) { return is_nan(b) ? a : min(a, b, e); }
  static Value between(const Value& x, double low, double high) {
    const Value a = closed(x);
    if (!a.is_known() || !a.is_number()) return a;
    const Ends ends = a.ends();
    if (ends.low >= low && ends.high <= high) return a;
    if (a.rad == 0) return {std::clamp(a.mid, low, high)};
    return around({{std::max(ends.low, low), std::min(ends.high, high)}});
  }
  static Value floor(const Value& a, unsigned*) {
    return integral(a, [](double x) { return std::floor(x); });
  }
  static Value ceil(const Value& a, unsigned*) {
    return integral(a, [](double x) { return std::ceil(x); });
  }
  static Value round(const Value& a, unsigned*) {
    return integral(a, [](double x) { return f64_nearest(x); });
  }
  template <class From> static Value from(const Value& a) { return rounded(closed_in<From>(a)); }
  // An exact number, rounded once.
  template <class From>
  static Value from(const typename From::Value& v)
    requires requires { v.is_rescaled; }
  {
    return {as_double<A>(A::pack(v.low, nullptr))};
  }

  static Truth less(const Value& x, const Value& y, unsigned* = nullptr) {
    const Value a = closed(x), b = closed(y);
    using enum Truth::Computed;
    if (!a.is_known() || !b.is_known()) return {either, true, 0};
    const Ends p = a.rad == 0 && a.low == 0 ? Ends{a.mid, a.mid} : a.ends(),
               q = b.rad == 0 && b.low == 0 ? Ends{b.mid, b.mid} : b.ends();
    return {p.high < q.low ? yes : p.low < q.high ? either : no, true, 0};
  }
  static Truth less_or_equal(const Value& a, const Value& b, unsigned*) {
    if (is_nan(a) || is_nan(b)) return {Truth::Computed::no, true, 0};
    return negation(less(b, a));
  }
  static Truth equal(const Value& a, const Value& b, unsigned* events) {
    return conjunction(less_or_equal(a, b, events), less_or_equal(b, a, events));
  }
  static Truth below(const Value& a, const Value& b) { return less(a, b); }
  static Value choose(const Truth& truth, const Value& yes, const Value& no) {
    if (truth.computed != Truth::Computed::either) return truth.computed == Truth::Computed::yes ? yes : no;
    return either(yes, no);
  }
  static Value either(const Value& x, const Value& y) {
    const Value a = closed(x), b = closed(y);
    if (!a.is_known() || !b.is_known() || !a.is_number() || !b.is_number()) return Value::unknown();
    return around({{std::min(a.ends().low, b.ends().low), std::max(a.ends().high, b.ends().high)}});
  }
  static Value jump(const Truth& truth, const Value& yes, const Value& no) { return choose(truth, yes, no); }

  // What lies between two elements, `least` to `most` of the way from one to the other, by weights or as a + f (b - a),
  // with at most `roundings` one after the other.
  static Value interpolated(const Value& x, const Value& y, double least, double most, unsigned roundings) {
    const Value a = closed(x), b = closed(y);
    if (!a.is_known() || !b.is_known()) return Value::unknown();
    if (!a.is_number() || !b.is_number())  // unless a weight can be zero
      return least >= facts.normal && most <= 1 - facts.u ? Value{a.mid + b.mid} : Value::unknown();
    if (least == most && is_point(a) && is_point(b)) {
      const double quantum = std::min(quantum_of(a.mid) * quantum_of(1 - least), quantum_of(b.mid) * quantum_of(least));
      if (quantum >= 2 * facts.eta && std::abs(a.mid) + std::abs(b.mid) <= quantum / facts.u)
        return {a.mid * (1 - least) + b.mid * least};
    }
    const double f = least + (most - least) / 2, sizes = a.size() * std::max(most, 1 - least) + b.size() * most;
    const double moved = std::abs(b.mid - a.mid) * (most - least) * (0.5 + 0x1p-50);
    const double lost = sizes * (growth_of(facts.u, roundings) + 0x1p-50) + 2 * roundings * facts.eta;
    return overflowing({a.mid * (1 - f) + b.mid * f, 0, sum_up(sum_up(std::max(a.rad, b.rad), moved), step_up(lost))});
  }

  // A sum as one number of the set: what adding its terms in any order can lose is added to the radius.
  static Value closed(const Value& v) {
    if (v.terms == 0 || !v.is_known() || !v.is_number()) return v;
    Value sum{v.mid, v.low, v.rad};
    if (is_exact(v)) return {v.mid + v.low};
    if (v.terms == 1 && v.further == 0 && v.early == 0) return rounded(sum);
    const double n = static_cast<double>(v.terms), growth = growth_of(facts.u, v.terms + 1 + v.further);
    const double tiny = product_up(2 * n * facts.eta, 1 + growth);
    sum.rad = sum_up(sum.rad, sum_up(product_up(growth, v.sizes()), tiny));
    // A partial sum of terms of one sign can overflow where no result does.
    const auto overflows = [&](double part) {
      return !(sum_up(product_up(part, 1 + growth), tiny) <= facts.largest) && part != 0;
    };
    sum.beyond =
        static_cast<std::uint8_t>((overflows(v.rise) ? allows_highest : 0) | (overflows(v.fall) ? allows_lowest : 0));
    sum.beyond |= v.early;
    if ((sum.beyond & allows_highest) != 0 && (sum.beyond & allows_lowest) != 0) sum.beyond |= allows_nan;
    if (!(growth < infinite_bound)) sum = Value::unknown();
    return sum;
  }
  static Value rounded(Value v, unsigned times = 1) {
    if (!v.is_known() || !v.is_number()) return v;
    if (v.rad == 0 && v.low == 0 && is_in_type(v.mid)) return v;
    const double size = v.size();
    v.rad = sum_up(v.rad, product_up(times * facts.u, std::max(binade_of(size), facts.normal)));
    return overflowing(v);
  }

 private:
  // One number of the type, or of a wider one.
  static bool is_point(const Value& v) { return v.terms == 0 && v.rad == 0 && v.low == 0 && v.is_number(); }
  // Whether a sum is divided by a power of two: nothing is lost unless a quotient is subnormal.
  static bool halves(const Value& divisor) {
    return is_point(divisor) && divisor.mid >= 1 && quantum_of(divisor.mid) == divisor.mid;
  }
  Value halved(Value x, double divisor) const {
    x.early |= closed(x).beyond;
    x.mid /= divisor, x.low /= divisor, x.quantum /= divisor;
    x.rise = quotient_up(x.rise, divisor), x.fall = quotient_up(x.fall, divisor);
    if (x.rad != 0) x.rad = step_up(x.rad / divisor);
    if (!(x.quantum >= 2 * facts.eta)) {
      x.quantum = 0;
      x.rad = sum_up(x.rad, pairs::least);
      x.further += 2;
    }
    if (x.few != 0 && x.few == in->sums_of_few) in->few_terms.divisor *= divisor;
    return x;
  }
  // Whether every partial sum is a number of the type, in any order.
  static bool is_exact(const Value& v) {
    return v.early == 0 && v.quantum >= 2 * facts.eta && v.sizes() <= v.quantum / facts.u && v.sizes() <= facts.largest;
  }
  static bool is_in_type(double x) {
    if constexpr (A::format.fraction == 52) return true;
    unsigned events = 0;
    binary_convert(FORMAT_DOUBLE, A::format, f64_bits(x), &events);
    return events == 0;
  }
  static Value overflowing(Value v) {
    if (v.size() > facts.largest) {
      const Ends ends = v.ends();
      if (ends.high > facts.largest) v.beyond |= allows_highest;
      if (ends.low < -facts.largest) v.beyond |= allows_lowest;
    }
    return v;
  }
  Value within_ulps(Value v) const {
    if (!v.is_known() || !v.is_number()) return v;
    in->computed_function = true;
    const double ulp = 2 * facts.u * std::max(binade_of(v.size()), facts.normal);
    v.rad = sum_up(v.rad, in->ulps * ulp);
    return overflowing(v);
  }
  // An infinity or a NaN among the operands decides, unless a sign that is not known does.
  static Value sided(const Value& a, const Value& b, double result) {
    const auto has_sign = [](const Value& v) {
      return !v.is_number() || v.rad == 0 || std::abs(v.mid) > step_up(v.rad + std::abs(v.low));
    };
    return std::isnan(result) ? Value{result} : has_sign(a) && has_sign(b) ? Value{result} : Value::unknown();
  }
  static Value added(const Value& a, const Value& b) {
    if (!a.is_known() || !b.is_known()) return Value::unknown();
    if (!a.is_number() || !b.is_number()) return {a.mid + b.mid};
    return rounded(pairs::sum(a, b));
  }
  template <class From> static Value closed_in(const Value& a) { return From::closed(a); }
  template <class Pick> static Value extreme(const Value& x, const Value& y, Pick pick) {
    const Value a = closed(x), b = closed(y);
    if (is_nan(a) || is_nan(b)) return {std::nan("")};
    if (!a.is_known() || !b.is_known()) return Value::unknown();
    if (a.rad == 0 && b.rad == 0 && a.low == 0 && b.low == 0) return {pick(a.mid, b.mid)};
    const Ends p = a.ends(), q = b.ends(), both{pick(p.low, q.low), pick(p.high, q.high)};
    if (!is_finite(both)) return Value::unknown();
    return both.low == p.low && both.high == p.high ? a : both.low == q.low && both.high == q.high ? b : around({both});
  }
  template <class Round> static Value integral(const Value& x, Round round) {
    const Value a = closed(x);
    if (!a.is_known() || !a.is_number()) return a;
    const Ends ends = a.rad == 0 ? Ends{a.mid, a.mid} : a.ends();
    return around({{round(ends.low), round(ends.high)}});
  }
  static Value around(const Interval& x) {
    if (!is_finite(x)) return Value::unknown();
    if (x.low == x.high) return {x.low};
    const double mid = x.low + (x.high - x.low) / 2;
    return {mid, 0, std::max(next_up(mid - x.low), next_up(x.high - mid))};
  }
};

}  // namespace etalon::impl
