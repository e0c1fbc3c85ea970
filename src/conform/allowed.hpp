// SPDX-License-Identifier: Apache-2.0
// Floor 8. The results that conform, as an algebra ("CON-ALL-ALLOWED"): a value is the set of numbers that an
// admissible evaluation can have at this place, enclosed by a centre and a radius. References run over it as over any
// other algebra, so that what conforms follows from the one text of each operator.
//
// An evaluation is admissible if each step is rounded into the type or not at all, if sums are added in any order,
// their products rounded or fused, in the type or in a wider one, if a quotient may be a product with the reciprocal,
// and if a function is within one ulp. With u = 2^-p, eta half the smallest subnormal, s the exact sum of n terms and S
// the sum of their magnitudes, a sum is within ((1+u)^(n+1) - 1) S + 2 n eta (1+u)^n of s.
//
// The centre is the exact sum of two doubles, so that it is exact enough for the type double as well.
#pragma once

#include <utility>

#include "accuracy/points.hpp"
#include "accuracy/powers.hpp"
#include "conform/allowed_value.hpp"
#include "ops/type_sets.hpp"
#include "ops/world.hpp"

namespace etalon::impl {

// Which infinities are allowed beside the numbers, and whether a NaN is.
enum : std::uint8_t { allows_highest = 1, allows_lowest = 2, allows_nan = 4, allows_all = 8 };

// Element i of a result: the numbers of the type from low[i] to high[i], and what beyond[i] says.
struct AllowedResult {
  double *low, *high;
  std::uint8_t* beyond;
};

// Within how many ulp a function is, for this thread.
inline thread_local double allowed_ulps = 1;

template <class A> struct Allowed {
  using Value = AllowedValue;
  using Plain = A;
  static constexpr FormatFacts facts = facts_of(A::format);
  static Value load(const void* data, std::uint64_t i) { return {as_double<A>(A::load(data, i))}; }
  static void store(void* data, std::uint64_t i, const Value& value) {
    const auto* result = static_cast<const AllowedResult*>(data);
    const Value v = closed(value);
    double &low = result->low[i], &high = result->high[i];
    low = infinite_bound, high = -infinite_bound;
    result->beyond[i] = v.beyond;
    if (!(v.rad < infinite_bound)) {
      result->beyond[i] = allows_all;
    } else if (std::isnan(v.mid)) {
      result->beyond[i] = allows_nan;
    } else if (std::isinf(v.mid)) {
      result->beyond[i] = v.mid > 0 ? allows_highest : allows_lowest;
    } else {
      low = least_from(v.mid, v.low - v.rad, v.rad == 0);
      high = -least_from(-v.mid, -v.low - v.rad, v.rad == 0);
    }
  }
  static Value zero() { return {}; }
  static Value lowest() { return {-infinite_bound}; }
  static Value highest() { return {infinite_bound}; }
  static Value number(double v) { return {v}; }
  static bool is_nan(const Value& a) { return std::isnan(a.mid); }
  static bool is_lowest(const Value& a) { return a.mid == -infinite_bound; }
  static Value quiet(const Value& a, unsigned* = nullptr) { return a; }

  // Terms are added to a sum that is still open; what is added by itself is rounded by itself.
  static Value add(const Value& a, const Value& b, unsigned* = nullptr) {
    if (a.terms == 0 && b.terms == 0) return added(a, b);
    const Value x = opened(a), y = opened(b);
    if (!x.is_known() || !y.is_known() || !x.is_number() || !y.is_number()) return added(closed(a), closed(b));
    Value sum = pairs::sum(x, y);
    sum.sizes = sum_up(x.sizes, y.sizes);
    sum.terms = x.terms + y.terms;
    sum.further = std::max(x.further, y.further);
    sum.early = x.early | y.early;
    return sum;
  }
  static Value sub(const Value& a, const Value& b, unsigned*) { return added(closed(a), neg(closed(b), nullptr)); }
  static Value mul(const Value& x, const Value& y, unsigned*) {
    const Value a = closed(x), b = closed(y);
    if (!a.is_known() || !b.is_known()) return Value::unknown();
    if (!a.is_number() || !b.is_number()) return sided(a, b, a.mid * b.mid);
    return rounded(pairs::product(a, b));
  }
  static Value div(const Value& x, const Value& y, unsigned*) {
    const Value a = closed(x), b = closed(y);
    if (!a.is_known() || !b.is_known()) return Value::unknown();
    if (!a.is_number() || !b.is_number() || (b.mid == 0 && b.rad == 0)) return sided(a, b, a.mid / b.mid);
    return rounded(pairs::quotient(a, b), 2);
  }
  static Value div_count(const Value& a, std::uint64_t count, unsigned* events) {
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
    if (!a.is_known() || !a.is_number()) return a.is_known() ? Value{std::sqrt(a.mid)} : a;
    return rounded(around(Interval::root_of_squares(a.ends())));
  }
  static Value pow(const Value& x, const Exponent& b, unsigned*) {
    const Value a = closed(x);
    return a.is_known() && a.is_number() ? within_ulps(around(power_between(a.ends(), b))) : Value::unknown();
  }
  static Value power(const Value& x, unsigned quarters) {
    const Value a = closed(x);
    return a.is_known() && a.is_number() ? within_ulps(around(quarter_power(a.ends(), quarters))) : Value::unknown();
  }
  template <RealFunction f> static Value function(const Value& x, unsigned*) {
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
    v.beyond = static_cast<std::uint8_t>((a.beyond & (allows_nan | allows_all)) |
                                         ((a.beyond & allows_highest) != 0 ? allows_lowest : 0) |
                                         ((a.beyond & allows_lowest) != 0 ? allows_highest : 0));
    return v;
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
    const Value a = closed(yes), b = closed(no);
    if (!a.is_known() || !b.is_known() || !a.is_number() || !b.is_number()) return Value::unknown();
    return around({{std::min(a.ends().low, b.ends().low), std::max(a.ends().high, b.ends().high)}});
  }
  static Value jump(const Truth& truth, const Value& yes, const Value& no) { return choose(truth, yes, no); }

  // A sum as one number of the set: what adding its terms in any order can lose is added to the radius.
  static Value closed(const Value& v) {
    if (v.terms == 0 || !v.is_known() || !v.is_number()) return v;
    Value sum{v.mid, v.low, v.rad};
    if (v.terms == 1 && v.further == 0 && v.early == 0) return rounded(sum);
    const double n = static_cast<double>(v.terms), growth = growth_of(facts.u, v.terms + 1 + v.further);
    const double tiny = product_up(2 * n * facts.eta, 1 + growth);
    sum.rad = sum_up(sum.rad, sum_up(product_up(growth, v.sizes), tiny));
    // A partial sum of terms of one sign can overflow where no result does.
    const auto overflows = [&](double sign) {
      return !(sum_up(product_up((v.sizes + sign * v.mid) / 2, 1 + growth), tiny) <= facts.largest);
    };
    sum.beyond = static_cast<std::uint8_t>((overflows(1) ? allows_highest : 0) | (overflows(-1) ? allows_lowest : 0));
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
  static Value within_ulps(Value v) {
    if (!v.is_known() || !v.is_number()) return v;
    const double ulp = 2 * facts.u * std::max(binade_of(v.size()), facts.normal);
    v.rad = sum_up(v.rad, allowed_ulps * ulp);
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
  // A term of its own.
  static Value opened(const Value& v) {
    if (v.terms != 0) return v;
    Value open = v;
    open.sizes = v.size();
    open.terms = 1;
    return open;
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
  // The least number of the type that is not below mid + low.
  static double least_from(double mid, double low, bool is_exact) {
    const double sum = mid + low, rest = rest_of_sum(mid, low, sum);
    const double from = is_exact || !(rest > 0) ? sum : next_up(sum);
    if constexpr (A::format.fraction == 52) return std::isfinite(from) ? from : std::copysign(facts.largest, from);
    if (!(std::abs(from) <= facts.largest)) return from < 0 ? -facts.largest : infinite_bound;
    unsigned ignored = 0;
    std::uint64_t pattern = binary_convert(FORMAT_DOUBLE, A::format, f64_bits(from), &ignored);
    if (as_double<A>(A::of(pattern)) < from) {
      const std::uint64_t sign = binary_sign_bit(A::format);
      pattern = (pattern & sign) != 0 ? (pattern == sign ? 1 : pattern - 1) : pattern + 1;
    }
    return as_double<A>(A::of(pattern));
  }
};

// Sums of any order.
template <class A> struct Exactly<Allowed<A>> {
  using Value = AllowedValue;
  void step(const Value& x, const Value& y, unsigned*) {
    const Value a = Allowed<A>::closed(x), b = Allowed<A>::closed(y);
    if (!a.is_known() || !b.is_known()) return void(known = false);
    const double product = a.mid * b.mid;
    ++terms;
    if (!a.is_number() || !b.is_number()) return void(special += product);
    if constexpr (A::format.fraction < 52) {
      if (a.rad == 0 && b.rad == 0 && a.low == 0 && b.low == 0) return take(product, 0, 0);  // it is exact
    }
    const Value v = pairs::product(a, b);
    take(v.mid, v.low, v.rad);
  }
  void plus(const Value& x, unsigned*) {
    if (x.terms > 1) return join(x);
    const Value a = Allowed<A>::closed(x);
    if (!a.is_known()) return void(known = false);
    ++terms;
    if (!a.is_number()) return void(special += a.mid);
    take(a.mid, a.low, a.rad);
  }
  void scaled(const Value& a, const Value& b, unsigned*) { step(a, b, nullptr); }
  void times(const Value& a, unsigned*) {
    const Value sum = finish(nullptr), product = pairs::product({sum.mid, sum.low, sum.rad}, a);
    if (!sum.is_known() || !sum.is_number()) return;
    overflow(a.mid);
    start(product, product_up(sum.sizes, std::abs(a.mid)), 1);
  }
  void divide(std::uint64_t count, unsigned*) {
    const Value sum = finish(nullptr), divisor{static_cast<double>(count)};
    if (!sum.is_known() || !sum.is_number() || count == 0) return void(special = count == 0 ? std::nan("") : special);
    overflow(1);
    start(pairs::quotient({sum.mid, sum.low, sum.rad}, divisor), quotient_up(sum.sizes, divisor.mid), 2);
  }
  void root(unsigned*) { rooted = true; }
  Value finish(unsigned*) const {
    if (!known || !std::isfinite(mid + low)) return Value::unknown();
    if (special != 0) return {special};
    if (terms == 0) return {};
    const double n = static_cast<double>(terms);
    Value v = pairs::settled(mid, low, sum_up(rad, product_up(product_up(n, n), sizes * 0x1p-104)));
    v.sizes = sizes * (1 + (n + 2) * 0x1p-52);
    v.terms = terms;
    v.further = further;
    v.early = early;
    if (terms == 1 && further == 0) v.rad = rad;  // nothing was added
    return rooted ? Allowed<A>::root_of_squares(v, nullptr) : v;
  }

 private:
  // What is infinite stays so when it is multiplied by a finite number.
  void overflow(double factor) {
    const std::uint8_t now = Allowed<A>::closed(finish(nullptr)).beyond;
    const Value signs =
        factor < 0 ? Allowed<A>::neg({0, 0, 0, 0, 0, 0, 0, now}, nullptr) : Value{0, 0, 0, 0, 0, 0, 0, now};
    early = factor == 0 && now != 0 ? std::uint8_t{allows_nan} : signs.beyond;
  }
  void take(double high, double rest, double radius) {
    const double sum = mid + high;
    low += rest_of_sum(mid, high, sum) + rest;
    mid = sum;
    if (radius != 0) rad = sum_up(rad, radius);
    sizes += std::abs(high) + std::abs(rest) + radius;
  }
  void join(const Value& x) {
    if (!x.is_known() || !x.is_number()) return void(known = false);
    take(x.mid, x.low, x.rad);
    sizes += x.sizes;
    terms += x.terms;
    further = std::max(further, x.further);
    early |= x.early;
  }
  void start(const Value& v, double all, std::uint64_t roundings) {
    mid = v.mid, low = v.low, rad = v.rad, sizes = all;
    further += roundings;
  }

  double mid = 0, low = 0, rad = 0, sizes = 0, special = 0;
  std::uint64_t terms = 0, further = 0;
  std::uint8_t early = 0;
  bool known = true, rooted = false;
};

// The world of what conforms, for calls whose operands are known: floating-point elements alone are sets.
struct Admissible {
  template <TypeSet types, class F> static void with(DType type, F f) {
    Stored::with<types>(type, [&]<class A>() {
      if constexpr (requires { A::format; }) f.template operator()<Allowed<A>>();
    });
  }
  template <class F> static void moving(DType type, F f) { with<types::numbers>(type, f); }
  template <class F> static void indices(F) {}
  static Truth truth(const void* operand, std::uint64_t i) {
    return {Boolean::load(operand, i) ? Truth::Computed::yes : Truth::Computed::no, true, 0};
  }
  static void decide(void*, std::uint64_t, const Truth&) {}
  static Exponent exponent(DType type, const void* operand, std::uint64_t i) {
    const exact_value y = Stored::exponent(type, operand, i);
    return {y, y, 0};
  }
  static void give(const Call&, void*) {}
  static void convert(const Call&, const void*, void*, Events*) {}
};

}  // namespace etalon::impl
