// SPDX-License-Identifier: Apache-2.0
// Floor 2. See enclosed.hpp.
#include "exact/enclosed.hpp"

#include <arb_hypgeom.h>

#include <cmath>

#include "exact/arb_thread.hpp"
#include "scalar/floats.h"

namespace etalon::impl {
namespace {

bool is_small(const Number& n, const Precision& precision) {
  return mpz_sizeinbase(mpq_numref(n.get()), 2) + mpz_sizeinbase(mpq_denref(n.get()), 2) <= precision.rational;
}

void set(Ball& ball, const Number& number, long bits) {
  give_back_when_thread_ends();
  fmpq_t q;
  fmpq_init(q);
  fmpq_set_mpq(q, number.get());
  arb_set_fmpq(ball.get(), q, bits);
  fmpq_clear(q);
}

Ball ball_of(const Enclosure& real, long bits) {
  if (const Ball* ball = std::get_if<Ball>(&real)) return *ball;
  Ball ball;
  set(ball, std::get<Number>(real), bits);
  return ball;
}

template <class Exact, class Rounded>
Enclosure computed(const Precision& precision, const Enclosure& a, const Enclosure& b, Exact exact, Rounded rounded) {
  if (const NoValue* none = std::get_if<NoValue>(&a)) return *none;
  if (const NoValue* none = std::get_if<NoValue>(&b)) return *none;
  const Number *x = std::get_if<Number>(&a), *y = std::get_if<Number>(&b);
  if (x != nullptr && y != nullptr) {
    Number result;
    exact(result.get(), x->get(), y->get());
    if (is_small(result, precision)) return result;
    Ball ball;
    set(ball, result, precision.bits);
    return ball;
  }
  Ball result;
  rounded(result.get(), ball_of(a, precision.bits).get(), ball_of(b, precision.bits).get(), precision.bits);
  return result;
}

template <class Exact, class Rounded> Enclosure computed(const Enclosure& a, Exact exact, Rounded rounded) {
  Enclosure result = a;
  if (Number* number = std::get_if<Number>(&result)) exact(number->get(), number->get());
  if (Ball* ball = std::get_if<Ball>(&result)) rounded(ball->get(), ball->get());
  return result;
}

// To an integer in a direction that is monotone: then all of a ball becomes what both its ends become.
Enclosure whole(const Enclosure& a, long bits, Number (*exact)(const Number&), arf_rnd_t direction) {
  if (const Number* number = std::get_if<Number>(&a)) return exact(*number);
  const Ball* ball = std::get_if<Ball>(&a);
  if (ball == nullptr || arb_is_int(ball->get()) != 0) return a;
  if (arb_is_finite(ball->get()) == 0) return NoValue::unsettled;
  arf_t low, high;
  arf_init(low);
  arf_init(high);
  fmpz_t first, last;
  fmpz_init(first);
  fmpz_init(last);
  arb_get_lbound_arf(low, ball->get(), bits);
  arb_get_ubound_arf(high, ball->get(), bits);
  Enclosure result = NoValue::unsettled;
  // What has more bits than a ball is not followed: it stays unsettled.
  if (arf_cmpabs_2exp_si(low, bits) <= 0 && arf_cmpabs_2exp_si(high, bits) <= 0) {
    arf_get_fmpz(first, low, direction);
    arf_get_fmpz(last, high, direction);
    if (fmpz_equal(first, last) != 0) {
      Number number;
      fmpz_get_mpz(mpq_numref(number.get()), first);
      result = number;
    }
  }
  fmpz_clear(first);
  fmpz_clear(last);
  arf_clear(low);
  arf_clear(high);
  return result;
}

void sigmoid(arb_ptr y, arb_srcptr x, long bits) {
  Ball one;
  arb_one(one.get());
  arb_neg(y, x);
  arb_exp(y, y, bits);
  arb_add(y, y, one.get(), bits);
  arb_inv(y, y, bits);
}

// |x|^y where both are short enough and the power is rational: the root of the denominator's degree, exact, and then a
// product.
bool set_rational_power(Number& power, const Number& x, const Number& y) {
  constexpr long most_times = 4096, most_degree = 64;
  mpz_srcptr times = mpq_numref(y.get()), degree = mpq_denref(y.get());
  if (mpz_cmpabs_ui(times, most_times) > 0 || mpz_cmp_ui(degree, most_degree) > 0) return false;
  if (mpz_sizeinbase(mpq_numref(x.get()), 2) + mpz_sizeinbase(mpq_denref(x.get()), 2) > rational_bits) return false;
  Number root = Rational::abs(x);
  const unsigned long n = mpz_get_ui(degree), k = mpz_get_ui(times);
  if (mpz_root(mpq_numref(root.get()), mpq_numref(root.get()), n) == 0) return false;
  if (mpz_root(mpq_denref(root.get()), mpq_denref(root.get()), n) == 0) return false;
  mpz_pow_ui(mpq_numref(power.get()), mpq_numref(root.get()), k);
  mpz_pow_ui(mpq_denref(power.get()), mpq_denref(root.get()), k);
  if (mpz_sgn(times) < 0) mpq_inv(power.get(), power.get());
  return true;
}

// Where a function is defined: yes, no, or not to be said of a ball that crosses the end.
EnclosedTruth everywhere(arb_srcptr) { return true; }
EnclosedTruth above_zero(arb_srcptr x) {
  if (arb_is_positive(x) != 0) return true;
  if (arb_is_nonpositive(x) != 0) return false;
  return NoValue::unsettled;
}
EnclosedTruth within_one(arb_srcptr x) {
  Ball size, one;
  arb_abs(size.get(), x);
  arb_one(one.get());
  if (arb_le(size.get(), one.get()) != 0) return true;
  if (arb_gt(size.get(), one.get()) != 0) return false;
  return NoValue::unsettled;
}

// A function over balls, its domain, and the one rational number of which it is rational, with its value there.
struct Function {
  void (*of)(arb_ptr, arb_srcptr, long);
  EnclosedTruth (*is_defined)(arb_srcptr);
  int argument;
  double result;
};

// In the order of RealFunction.
constexpr Function functions[] = {
    {arb_exp, everywhere, 0, 1},  {arb_log, above_zero, 1, 0},         {sigmoid, everywhere, 0, 0.5},
    {arb_tanh, everywhere, 0, 0}, {arb_hypgeom_erf, everywhere, 0, 0}, {arb_sin, everywhere, 0, 0},
    {arb_cos, everywhere, 0, 1},  {arb_acos, within_one, 1, 0},
};

}  // namespace

EnclosedTruth negation(const EnclosedTruth& a) {
  const bool* known = std::get_if<bool>(&a);
  return known == nullptr ? a : EnclosedTruth(!*known);
}

EnclosedTruth conjunction(const EnclosedTruth& a, const EnclosedTruth& b) {
  const bool *x = std::get_if<bool>(&a), *y = std::get_if<bool>(&b);
  if ((x != nullptr && !*x) || (y != nullptr && !*y)) return false;
  if (x != nullptr) return b;
  if (y != nullptr) return a;
  // More precision may settle one of them, and with it the result.
  return std::get<NoValue>(a) == NoValue::unsettled ? a : b;
}

Enclosure Enclosed::add(const Enclosure& a, const Enclosure& b, unsigned*) const {
  return computed(precision, a, b, mpq_add, arb_add);
}

Enclosure Enclosed::sub(const Enclosure& a, const Enclosure& b, unsigned*) const {
  return computed(precision, a, b, mpq_sub, arb_sub);
}

Enclosure Enclosed::mul(const Enclosure& a, const Enclosure& b, unsigned*) const {
  return computed(precision, a, b, mpq_mul, arb_mul);
}

Enclosure Enclosed::div(const Enclosure& a, const Enclosure& b, unsigned*) const {
  if (std::holds_alternative<NoValue>(a)) return a;
  if (const Number* divisor = std::get_if<Number>(&b); divisor != nullptr && divisor->sign() == 0)
    return NoValue::undefined;
  if (const Ball* divisor = std::get_if<Ball>(&b); divisor != nullptr && arb_contains_zero(divisor->get()) != 0)
    return NoValue::unsettled;
  return computed(precision, a, b, mpq_div, arb_div);
}

Enclosure Enclosed::div_count(const Enclosure& a, std::uint64_t count, unsigned* events) const {
  return div(a, number(static_cast<double>(count)), events);
}

Enclosure Enclosed::root_of_squares(const Enclosure& a, unsigned*) const {
  if (std::holds_alternative<NoValue>(a)) return a;
  if (const Number* number = std::get_if<Number>(&a); number != nullptr && Rational::is_square(*number))
    return Rational::sqrt(*number);
  Ball root;
  arb_sqrtpos(root.get(), ball_of(a, precision.bits).get(), precision.bits);  // what a ball has below zero is cut off
  return root;
}

Enclosure Enclosed::neg(const Enclosure& a, unsigned*) { return computed(a, mpq_neg, arb_neg); }

Enclosure Enclosed::abs(const Enclosure& a, unsigned*) { return computed(a, mpq_abs, arb_abs); }

Enclosure Enclosed::max(const Enclosure& a, const Enclosure& b, unsigned*) const {
  const auto larger = [](mpq_ptr to, mpq_srcptr x, mpq_srcptr y) { mpq_set(to, mpq_cmp(x, y) < 0 ? y : x); };
  return computed(precision, a, b, larger, arb_max);
}

Enclosure Enclosed::min(const Enclosure& a, const Enclosure& b, unsigned*) const {
  const auto smaller = [](mpq_ptr to, mpq_srcptr x, mpq_srcptr y) { mpq_set(to, mpq_cmp(x, y) < 0 ? x : y); };
  return computed(precision, a, b, smaller, arb_min);
}

Enclosed::Truth Enclosed::less(const Enclosure& a, const Enclosure& b, unsigned*) const {
  if (const NoValue* none = std::get_if<NoValue>(&a)) return *none;
  if (const NoValue* none = std::get_if<NoValue>(&b)) return *none;
  const Number *x = std::get_if<Number>(&a), *y = std::get_if<Number>(&b);
  if (x != nullptr && y != nullptr) return Rational::less(*x, *y);
  const Ball left = ball_of(a, precision.bits), right = ball_of(b, precision.bits);
  if (arb_lt(left.get(), right.get()) != 0) return true;
  if (arb_ge(left.get(), right.get()) != 0) return false;
  return NoValue::unsettled;
}

Enclosure Enclosed::choose(const Truth& truth, const Enclosure& yes, const Enclosure& no) const {
  const NoValue* none = std::get_if<NoValue>(&truth);
  if (none == nullptr || *none == NoValue::undefined) return jump(truth, yes, no);
  const NoValue *of_yes = std::get_if<NoValue>(&yes), *of_no = std::get_if<NoValue>(&no);
  if (of_yes != nullptr && of_no != nullptr && *of_yes == *of_no) return yes;
  if (of_yes != nullptr || of_no != nullptr) return NoValue::unsettled;  // it may be the other side
  Ball both;
  arb_union(both.get(), ball_of(yes, precision.bits).get(), ball_of(no, precision.bits).get(), precision.bits);
  return both;
}

Enclosure Enclosed::jump(const Truth& truth, const Enclosure& yes, const Enclosure& no) {
  if (const NoValue* none = std::get_if<NoValue>(&truth)) return *none;
  return std::get<bool>(truth) ? yes : no;
}

Enclosure Enclosed::sqrt(const Enclosure& a, unsigned*) const {
  if (std::holds_alternative<NoValue>(a)) return a;
  if (const Number* number = std::get_if<Number>(&a)) {
    if (number->sign() < 0) return NoValue::undefined;
    if (Rational::is_square(*number)) return Rational::sqrt(*number);
  }
  Ball ball = ball_of(a, precision.bits);
  if (arb_is_negative(ball.get()) != 0) return NoValue::undefined;
  if (arb_is_nonnegative(ball.get()) == 0) return NoValue::unsettled;
  arb_sqrt(ball.get(), ball.get(), precision.bits);
  return ball;
}

Enclosure Enclosed::function_of(RealFunction f, const Enclosure& a) const {
  const Function& function = functions[static_cast<unsigned>(f)];
  if (std::holds_alternative<NoValue>(a)) return a;
  if (const Number* number = std::get_if<Number>(&a);
      number != nullptr && mpq_cmp_si(number->get(), function.argument, 1) == 0)
    return Rational::number(function.result);
  Ball ball = ball_of(a, precision.bits);
  const EnclosedTruth defined = function.is_defined(ball.get());
  if (const NoValue* none = std::get_if<NoValue>(&defined)) return *none;
  if (!std::get<bool>(defined)) return NoValue::undefined;
  function.of(ball.get(), ball.get(), precision.bits);
  if (arb_is_finite(ball.get()) == 0) return NoValue::unsettled;
  return ball;
}

Enclosure Enclosed::pow(const Enclosure& a, const Enclosure& b, unsigned*) const {
  for (const Enclosure* one : {&a, &b})
    if (std::holds_alternative<NoValue>(*one)) return *one;
  const Number *x = std::get_if<Number>(&a), *y = std::get_if<Number>(&b);
  if (y != nullptr && y->sign() == 0) return Rational::number(1);
  if (x != nullptr && y != nullptr && x->sign() == 0) return y->sign() < 0 ? Enclosure(NoValue::undefined) : zero();
  const Ball base = ball_of(a, precision.bits);
  Enclosure size = abs(a, nullptr);
  bool negative = false;
  if (arb_is_positive(base.get()) == 0) {
    // Only of a known exponent is it known that there is a power, and of which sign.
    if (y == nullptr || mpz_even_p(mpq_denref(y->get())) != 0)
      return arb_is_negative(base.get()) != 0 && y != nullptr ? NoValue::undefined : NoValue::unsettled;
    if (arb_is_negative(base.get()) == 0) {
      // It contains zero: between the powers of its ends, for exponents that are integers above zero.
      if (mpz_cmp_ui(mpq_denref(y->get()), 1) != 0 || mpz_fits_ulong_p(mpq_numref(y->get())) == 0 || y->sign() < 0)
        return NoValue::unsettled;
      Ball power;
      arb_pow_ui(power.get(), base.get(), mpz_get_ui(mpq_numref(y->get())), precision.bits);
      return power;
    }
    negative = mpz_odd_p(mpq_numref(y->get())) != 0;
  }
  if (Number power; x != nullptr && y != nullptr && set_rational_power(power, *x, *y))
    return negative ? Rational::neg(power) : power;
  Ball power = ball_of(size, precision.bits);
  arb_pow(power.get(), power.get(), ball_of(b, precision.bits).get(), precision.bits);
  if (arb_is_finite(power.get()) == 0) return NoValue::unsettled;
  if (negative) arb_neg(power.get(), power.get());
  return power;
}

Enclosure Enclosed::truncate(const Enclosure& a) const {
  return whole(a, precision.bits, Rational::truncate, ARF_RND_DOWN);
}

Enclosure Enclosed::floor(const Enclosure& a, unsigned*) const {
  return whole(a, precision.bits, Rational::floor, ARF_RND_FLOOR);
}

Enclosure Enclosed::ceil(const Enclosure& a, unsigned*) const {
  return whole(a, precision.bits, Rational::ceil, ARF_RND_CEIL);
}

Enclosure Enclosed::round(const Enclosure& a, unsigned*) const {
  return whole(a, precision.bits, Rational::round, ARF_RND_NEAR);
}

}  // namespace etalon::impl
