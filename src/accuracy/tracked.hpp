// SPDX-License-Identifier: Apache-2.0
// Floor 7. The one algebra of errors: a value, and a bound of how far it is from the real one ("ACC-ALL-CLOSED").
//
// A *carrier* computes values and says what one rounding can lose. It never sees an error, so it cannot drop one.
// Tracked carries the errors: those of operands and of earlier results count in every operation, by the rules of
// errors.hpp. Loaded operands have the errors that the caller gives them: without any, what comes out is the error that
// the operator introduces; with them, the whole error. Over the carrier of real intervals nothing is rounded, and what
// comes out is the propagated error.
//
// An error is held in units of the carrier's u, so that the error of a rounding is a power of two that costs one
// instruction. Adding errors rounds as well: `terms` counts what was added, and reading the bound inflates it once.
#pragma once

#include <algorithm>

#include "accuracy/errors.hpp"
#include "accuracy/powers.hpp"
#include "ops/family/dot.hpp"

namespace etalon::impl {

// The data of a view over the algebra: what the carrier takes, and the errors.
template <class Values> struct TrackedOperand {
  Values values;
  const double* errors = nullptr;  // null: the operand is exact
};
template <class Values> struct TrackedResult {
  Values values;
  double* bounds;
  Risks* risks = nullptr;
};

template <class C> struct FormatOf {};
template <class C>
  requires requires { C::format; }
struct FormatOf<C> {
  static constexpr binary_format format = C::format;
};

template <class Errors> class Drifting;  // points.hpp

// Whether operands can have errors of their own: where they cannot, checking for them would cost a third of the time.
enum class Operands : std::uint8_t { exact, with_errors };

template <class C, Operands operands = Operands::with_errors, class Rules = ErrorRules>
class Tracked : public FormatOf<C> {
 public:
  using Carrier = C;

  using Operand = TrackedOperand<typename C::Operand>;
  using Result = TrackedResult<typename C::Result>;

  // Made by the operations below only, so that none exists whose error was left out.
  class Value {
   public:
    double bound() const { return causes_ != 0 ? infinite_bound : of_units(error(), C::facts.u); }

   private:
    template <class, Operands, class> friend class Tracked;
    friend struct Exact<Tracked>;
    friend struct Exactly<Tracked>;
    friend class Drifting<Tracked>;
    Value(typename C::Value v, double e, std::uint64_t terms, unsigned causes)
        : v_(std::move(v)), e_(e), terms_(terms), causes_(causes) {}
    double error() const { return inflated(e_, terms_); }

    typename C::Value v_;
    double e_;             // in units of u, as added up
    std::uint64_t terms_;  // that were added
    unsigned causes_;      // why there is no bound
  };

  static Value load(const void* data, std::uint64_t i) {
    const auto* operand = static_cast<const Operand*>(data);
    if constexpr (operands == Operands::with_errors)
      if (operand->errors != nullptr && operand->errors[i] != 0)
        return {C::load(operand->values, i), operand->errors[i] / C::facts.u, 1, 0};
    return {C::load(operand->values, i), 0, 0, 0};
  }
  static void store(void* data, std::uint64_t i, const Value& v) {
    const auto* result = static_cast<const Result*>(data);
    unsigned causes = v.causes_;
    const unsigned seen = C::store(result->values, i, v.v_);
    causes |= causes == 0 ? seen : seen & ~cause(Risk::overflow);  // which another cause explains
    result->bounds[i] = causes != 0 ? infinite_bound : v.bound();
    if (!(result->bounds[i] < infinite_bound) && causes == 0) causes = cause(Risk::overflow);
    if (causes != 0 && result->risks != nullptr) result->risks->note(causes, i);
  }
  static Value zero() { return {C::zero(), 0, 0, 0}; }
  // The ends of the type: no real number is there that could be near to them.
  static Value lowest() { return {C::lowest(), 0, 0, cause(Risk::overflow)}; }
  static Value highest() { return {C::highest(), 0, 0, cause(Risk::overflow)}; }
  static Value number(double v) { return {C::number(v), 0, 0, 0}; }  // one that the carrier has
  static bool is_nan(const Value& a)
    requires requires { C::is_nan(a.v_); }
  {
    return C::is_nan(a.v_);
  }

  static bool may_be_nan(const Value& a) { return is_everything(C::ends(a.v_)); }

  static Value add(const Value& a, const Value& b, unsigned*) {
    const auto v = C::add(a.v_, b.v_);
    const unsigned causes = a.causes_ | b.causes_;
    if constexpr (C::rounds)
      return {v, a.e_ + (b.e_ + C::sum_loss(a.v_, b.v_, v)), a.terms_ + b.terms_ + 1, causes};
    else
      return {v, sum_up(a.error(), b.error()), 1, causes};
  }
  static Value sub(const Value& a, const Value& b, unsigned*) {
    const auto v = C::sub(a.v_, b.v_);
    const unsigned causes = a.causes_ | b.causes_;
    if constexpr (C::rounds)
      return {v, a.e_ + (b.e_ + C::difference_loss(a.v_, b.v_, v)), a.terms_ + b.terms_ + 1, causes};
    else
      return {v, sum_up(a.error(), b.error()), 1, causes};
  }
  static Value mul(const Value& a, const Value& b, unsigned*) {
    const auto v = C::mul(a.v_, b.v_);
    return with(v, C::product_loss(a.v_, b.v_, v), 1, product(a, b), a.causes_ | b.causes_);
  }
  static Value fma(const Value& a, const Value& b, const Value& c, unsigned*) {
    const auto v = C::fma(a.v_, b.v_, c.v_);
    return with(v, c.e_ + C::rounding(v), c.terms_ + 1, product(a, b), a.causes_ | b.causes_ | c.causes_);
  }
  static Value div(const Value& a, const Value& b, unsigned*) {
    return quotient(a, b, [](const auto& x, const auto& y, unsigned* causes) { return C::div(x, y, causes); });
  }
  static Value div_floor(const Value& a, const Value& b, unsigned*)
    requires requires { C::div_floor; }
  {
    return quotient(a, b, C::div_floor);
  }
  static Value div_truncate(const Value& a, const Value& b, unsigned*)
    requires requires { C::div_truncate; }
  {
    return quotient(a, b, C::div_truncate);
  }
  // By a count, which is exact. Of nothing there is no quotient.
  static Value div_count(const Value& a, std::uint64_t count, unsigned*) {
    const auto v = C::div_count(a.v_, count);
    const double divisor = static_cast<double>(count);
    return with(v, C::count_loss(a.v_, count, v), 1, a.e_ == 0 ? 0 : quotient_up(a.error(), divisor),
                a.causes_ | (count == 0 ? cause(Risk::overflow) : 0));
  }
  // The square root of a sum of squares. The real sum is not negative either, so that there is a bound also where it
  // may be zero: |sqrt(x) - sqrt(y)| is |x-y| / (sqrt(x) + sqrt(y)), and at most sqrt(|x-y|).
  static Value root_of_squares(const Value& a, unsigned*) {
    const auto v = C::root_of_squares(a.v_);
    return with(v, C::root_loss(a.v_, v), 1, a.e_ == 0 ? 0 : root_error(a.error(), v), a.causes_);
  }
  // A value of another carrier: into a wider format and into exact numbers nothing is lost, else there is a rounding.
  template <class From> static Value from(const typename From::Value& a) {
    using Their = typename From::Carrier;
    unsigned causes = a.causes_;
    const auto v = converted_from<Their>(a.v_, &causes);
    const double before = of_units(a.e_, Their::facts.u) / C::facts.u;
    double loss = 0;
    if constexpr (rounds_from<Their>()) loss = C::template conversion_loss<Their>(a.v_, v);
    return {v, before + loss, a.terms_ + (a.e_ == 0 ? 0 : 1) + (rounds_from<Their>() ? 1 : 0), causes};
  }

  // The nearest integer plus a zero point, held between two integers. Rounding is monotone: a number that is off by e
  // is rounded to one that is off by less than e + 1, and by no more than the integers that both can reach. What may
  // have no value is not held.
  template <class From>
  static Value quantised_from(const typename From::Value& a, const Value& zero_point, double low, double high) {
    using Their = typename From::Carrier;
    const Ends x = Their::ends(a.v_), q = Their::rounded(a.v_), z = C::ends(zero_point.v_);
    const auto held = [&](double n) { return std::clamp(n, low, high); };
    const double e = a.bound();
    double moved = 0;
    if (e != 0) {
      const double reached = f64_nearest(next_above(x.high + e)) - f64_nearest(-next_above(e - x.low));
      moved = e < infinite_bound ? std::min(reached, std::floor(e) + 1) : infinite_bound;
    }
    const double free = sum_up(moved, zero_point.bound()),
                 error = free < infinite_bound ? std::min(free, high - low) : free;
    const unsigned causes = a.causes_ | zero_point.causes_ | (is_finite(x) ? 0 : cause(Risk::overflow));
    return {C::between_ends(held(q.low + z.low), held(q.high + z.high)), error / C::facts.u, error == 0 ? 0U : 1U,
            causes};
  }

  // The larger or the smaller of two: neither moves farther than the operand that moves most. Of larger() and smaller()
  // the first operand is the result where neither is beyond the other, or where the second is not a number.
  static Value max(const Value& a, const Value& b, unsigned*) { return one_of(C::max(a.v_, b.v_), a, b); }
  static Value min(const Value& a, const Value& b, unsigned*) { return one_of(C::min(a.v_, b.v_), a, b); }
  static Value larger(const Value& a, const Value& b, unsigned*) { return one_of(C::larger(a.v_, b.v_), a, b); }
  static Value smaller(const Value& a, const Value& b, unsigned*) { return one_of(C::smaller(a.v_, b.v_), a, b); }
  static Value quiet(const Value& a, unsigned* = nullptr) { return {C::quiet(a.v_), a.e_, a.terms_, a.causes_}; }

  // A number that is known to lie between two others, over the reals as well. What has no value, or may have none, is
  // not one.
  static Value between(const Value& a, double low, double high)
    requires requires { C::between(a.v_, low, high); }
  {
    const double error = a.error(), apart = (high - low) / C::facts.u;
    return {C::between(a.v_, low, high), error < infinite_bound ? std::min(error, apart) : error, 1, a.causes_};
  }
  static bool is_lowest(const Value& a) { return C::ends(a.v_).high == -infinite_bound; }

  // A sign changes nothing else; magnitudes are no farther apart than the numbers.
  static Value neg(const Value& a, unsigned*) { return {C::neg(a.v_), a.e_, a.terms_, a.causes_}; }
  static Value abs(const Value& a, unsigned*) { return {C::abs(a.v_), a.e_, a.terms_, a.causes_}; }

  // Where the real operand can be negative there is no root.
  static Value sqrt(const Value& a, unsigned*)
    requires requires { C::sqrt(a.v_); }
  {
    const auto v = C::sqrt(a.v_);
    const double e = C::root_loss(a.v_, v);
    if (a.e_ == 0) return {v, e, 1, a.causes_};
    const double more = Rules::root(C::ends(a.v_).low, a.error(), C::facts.u);
    return with(v, e, 1, more, a.causes_ | without_bound(more, a, true));
  }

  static Value pow(const Value& a, const Exponent& b, unsigned*)
    requires requires { C::pow(a.v_, b); }
  {
    return raised(a, C::pow(a.v_, b), b);
  }
  // To the power of a multiple of a quarter.
  static Value power(const Value& a, unsigned quarters)
    requires requires { C::power(a.v_, quarters); }
  {
    return raised(a, C::power(a.v_, quarters), quarters);
  }
  // The slope between the operand and the real one carries its error over.
  template <RealFunction f>
  static Value function(const Value& a, unsigned*)
    requires requires { C::template function<f>(a.v_); }
  {
    const auto v = C::template function<f>(a.v_);
    const double e = C::template function_loss<f>(a.v_, v);
    if (a.e_ == 0) return {v, e, 1, a.causes_};
    const double more = function_error(f, C::ends(a.v_), a.bound());
    constexpr bool has_domain = f == RealFunction::log || f == RealFunction::acos;
    return with(v, e, 1, step_up(more / C::facts.u), a.causes_ | without_bound(more, a, has_domain));
  }

  // Integers, which are exact: but where the real operand can be rounded to another one, the result jumps.
  static Value floor(const Value& a, unsigned*)
    requires requires { C::floor(a.v_); }
  {
    return integral(a, C::floor(a.v_), [](double x) { return std::floor(x); });
  }
  static Value ceil(const Value& a, unsigned*)
    requires requires { C::ceil(a.v_); }
  {
    return integral(a, C::ceil(a.v_), [](double x) { return std::ceil(x); });
  }
  static Value round(const Value& a, unsigned*)
    requires requires { C::round(a.v_); }
  {
    return integral(a, C::round(a.v_), [](double x) { return f64_nearest(x); });
  }

  // x where it is not negative, else its product with the slope. Both meet at zero, so that nothing jumps there: with a
  // slope of at most 1 the result is the larger of the two, with one of at least 1 the smaller.
  static Value bent(const Value& slope, const Value& x, unsigned*) {
    const Truth below = less(x, zero());
    const Value product = mul(slope, x, nullptr);
    const bool decided = below.agrees && below.computed != Truth::Computed::either;
    const Ends s = C::ends(slope.v_);
    const double e = slope.bound();
    if (!decided && below.causes == 0 && is_finite(s)) {
      if (next_above(s.high + e) <= 1) return one_of(C::larger(x.v_, product.v_), x, product);
      if (-next_above(e - s.low) >= 1) return one_of(C::smaller(x.v_, product.v_), x, product);
    }
    return choose(below, product, quiet(x));
  }

  // Whether a < b. The reals agree where the operands are exact or farther apart than their errors. What is not a
  // number cannot be compared over the reals.
  static Truth less(const Value& a, const Value& b, unsigned* = nullptr) {
    const Ends x = C::ends(a.v_), y = C::ends(b.v_);
    const double e = sum_up(a.bound(), b.bound());
    const double gap = std::max(y.low - x.high, x.low - y.high);  // it is rounded, so the step below counts
    unsigned causes = a.causes_ | b.causes_;
    if (!is_finite(x) || !is_finite(y)) causes |= cause(Risk::overflow);
    const Truth::Computed computed = C::less(a.v_, b.v_, &causes);
    return {computed, causes == 0 && (e == 0 || e < std::nextafter(gap, -infinite_bound)), causes};
  }
  static Truth less_or_equal(const Value& a, const Value& b, unsigned* events) {
    if constexpr (requires { C::is_nan(a.v_); })
      if (C::is_nan(a.v_) || C::is_nan(b.v_)) return less(a, b, events);  // false, like it
    Truth truth = negation(less(b, a, events));
    if (is_everything(C::ends(a.v_)) || is_everything(C::ends(b.v_))) truth.computed = Truth::Computed::either;
    return truth;
  }
  static Truth equal(const Value& a, const Value& b, unsigned* events) {
    return conjunction(less_or_equal(a, b, events), less_or_equal(b, a, events));
  }
  // The same, but -0 is below +0; over the reals it is not, so that zeros settle nothing.
  static Truth below(const Value& a, const Value& b) {
    Truth truth = less(a, b);
    const auto may_be_zero = [](const Ends& x) { return x.low <= 0 && x.high >= 0; };
    if (C::rounds && may_be_zero(C::ends(a.v_)) && may_be_zero(C::ends(b.v_)))
      truth = {Truth::Computed::either, false, truth.causes};
    return truth;
  }
  // Where the two can decide differently, the result is as far off as the other choice.
  static Value choose(Truth truth, const Value& yes, const Value& no) { return chosen(truth, yes, no, 0); }
  // For a result that jumps: where the reals may decide differently, no bound is given and `unsettled` is the cause,
  // unless the comparison has one already.
  static Value jump(Truth truth, const Value& yes, const Value& no) {
    return chosen(truth, yes, no, truth.agrees || truth.causes != 0 ? 0 : cause(Risk::unsettled));
  }

 private:
  friend struct Exact<Tracked>;
  friend class Drifting<Tracked>;

  template <class Their> static constexpr bool rounds_from() {
    if constexpr (!C::rounds)
      return false;
    else if constexpr (!Their::rounds)
      return true;
    else
      return C::format.fraction < Their::format.fraction ||
             C::format.bits - C::format.fraction < Their::format.bits - Their::format.fraction;
  }
  // A sum of integers that leaves its type wraps where it is converted.
  template <class Their>
  static typename C::Value converted_from(const typename Their::Value& v, [[maybe_unused]] unsigned* causes) {
    if constexpr (requires { Their::wrapped(v, causes); })
      return C::template converted<Their>(Their::wrapped(v, causes));
    else
      return C::template converted<Their>(v);
  }
  static double root_error(double e, const typename C::Value& root) {
    const double error = of_units(e, C::facts.u);
    const double below = C::magnitude(root).low * (C::rounds ? 1 - 4 * C::facts.u : 1 - 0x1p-52);
    const double near_zero = step_up(step_up(std::sqrt(error)) / C::facts.u);
    return below > 0 ? std::min(quotient_up(e, below), near_zero) : near_zero;
  }
  // The error in units of u is exact: u is a power of two, and at most 1.
  template <class To> static Value raised(const Value& a, const typename C::Value& v, const To& exponent) {
    const double more = power_error(C::ends(a.v_), a.e_ == 0 ? 0 : a.bound(), exponent);
    const bool has_domain = is_bounded(exponent) && !(C::ends(a.v_).low > a.bound());  // of bases above zero
    return with(v, C::rounding(v), 1, more / C::facts.u, a.causes_ | without_bound(more, a, has_domain));
  }
  // Why there is none: the operand's error reaches out of the domain, if the operation has one, or it has no bound
  // itself, or that of the result overflows.
  static unsigned without_bound(double more, const Value& a, bool has_domain) {
    if (more < infinite_bound) return 0;
    return cause(has_domain && a.bound() < infinite_bound ? Risk::undefined : Risk::overflow);
  }
  static double product(const Value& a, const Value& b) {
    if (a.e_ == 0 && b.e_ == 0) return 0;
    return Rules::product(C::magnitude(a.v_).high, a.error(), C::magnitude(b.v_).high, b.error(), C::facts.u);
  }
  // `more` is the error that comes from operands; where there is none, the error keeps its cheap form.
  static Value with(const typename C::Value& v, double e, std::uint64_t terms, double more, unsigned causes) {
    if (more == 0) return {v, e, terms, causes};
    return {v, sum_up(inflated(e, terms), more), 1, causes};
  }
  static double next_above(double x) { return std::nextafter(x, infinite_bound); }
  template <class Round> static Value integral(const Value& a, const typename C::Value& v, Round round) {
    if (a.e_ == 0) return {v, 0, 0, a.causes_};
    const Ends x = C::ends(a.v_);
    const double e = a.bound();
    if (round(-next_above(e - x.low)) == round(next_above(x.high + e))) return {v, 0, 0, a.causes_};
    return {v, infinite_bound, 1, a.causes_ | cause(e < infinite_bound ? Risk::unsettled : Risk::overflow)};
  }
  static Value one_of(const typename C::Value& v, const Value& a, const Value& b) {
    return {v, std::max(a.error(), b.error()), 1, a.causes_ | b.causes_};
  }
  template <class Divide> static Value quotient(const Value& a, const Value& b, Divide divide) {
    unsigned causes = a.causes_ | b.causes_;
    const auto v = divide(a.v_, b.v_, &causes);
    const double e = C::quotient_loss(a.v_, b.v_, v);
    if (a.e_ == 0 && b.e_ == 0) return {v, e, 1, causes};
    const double more = Rules::quotient(C::magnitude(a.v_).high, a.error(), C::magnitude(b.v_), b.error(), C::facts.u);
    if (b.e_ != 0 && !(b.bound() < C::magnitude(b.v_).low)) causes |= without_bound(more, b, true);
    return with(v, e, 1, more, causes);
  }
  static Value chosen(Truth truth, const Value& yes, const Value& no, unsigned cause_of_jump) {
    const bool either = truth.computed == Truth::Computed::either;
    const Value& one = truth.computed == Truth::Computed::yes ? yes : no;
    if (truth.agrees && !either) return one;
    const unsigned causes = yes.causes_ | no.causes_ | truth.causes | cause_of_jump;
    const auto v = either ? C::joined(yes.v_, no.v_) : one.v_;
    double e = std::max(yes.error(), no.error());
    if (!truth.agrees) {
      const Ends x = C::ends(yes.v_), y = C::ends(no.v_);
      e = sum_up(e, step_up(std::max(std::abs(x.high - y.low), std::abs(y.high - x.low))) / C::facts.u);
    }
    return {v, e, 1, causes};
  }
};

}  // namespace etalon::impl
