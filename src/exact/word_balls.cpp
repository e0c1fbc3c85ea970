// SPDX-License-Identifier: Apache-2.0
// Floor 2. See word_ball.hpp: the algebra. What is seldom, or needs more than sums and products, goes through Arb.
#include <algorithm>
#include <bit>
#include <cmath>

#include "exact/arb_thread.hpp"
#include "exact/word_ball.hpp"

namespace etalon::impl {
namespace {

using State = WordBall::State;

static_assert(GMP_NUMB_BITS == 64, "words of balls are limbs of GMP");

WordBall no_value_of(NoValue why) {
  return WordBall::no_value(why == NoValue::undefined ? State::undefined : State::unsettled);
}
NoValue why(const WordBall& x) { return x.state == State::undefined ? NoValue::undefined : NoValue::unsettled; }

// What an operation of enclosures gives.
template <class F> WordBall through(const WordBalls& algebra, F f, const auto&... x) {
  return word_ball_of(f(Enclosed{{.bits = algebra.bits()}}, enclosure_of(x)...), algebra.words);
}

// The middle as integer words, the lowest first.
void words_of(const WordBall& x, std::array<mp_limb_t, WordBall::most_words>& words) {
  for (unsigned i = 0; i < x.used; ++i) words[i] = x.word[x.used - 1u - i];
}

// A middle of any length, rounded to so many words; what is cut off is below one unit of the last.
WordBall rounded(mpz_srcptr significand, long exponent, unsigned words, bool& is_cut) {
  WordBall ball;
  is_cut = false;
  if (mpz_sgn(significand) == 0) return ball;
  const std::size_t size = mpz_size(significand), bits = mpz_sizeinbase(significand, 2);
  const auto zeros = static_cast<unsigned>(64 * size - bits);
  const mp_limb_t* limb = mpz_limbs_read(significand);
  for (unsigned k = 0; k < std::min<std::size_t>(size, words); ++k) {
    const std::size_t at = size - 1 - k;
    ball.word[k] = limb[at] << zeros | (at > 0 ? limb[at - 1] >> 1 >> (63 - zeros) : 0);
    if (ball.word[k] != 0) ball.used = static_cast<std::uint8_t>(k + 1);
  }
  is_cut = mpz_scan1(significand, 0) + 64 * std::size_t{words} < bits;
  constexpr long farthest = 8192;
  const long end = exponent + static_cast<long>(bits);
  if (end > farthest) return WordBall::no_value(State::unsettled);
  if (end < -farthest) {
    is_cut = true;
    return WordBall{};
  }
  ball.exponent = static_cast<std::int32_t>(end);
  ball.negative = mpz_sgn(significand) < 0;
  return ball;
}

WordBall ball_of(arb_srcptr x, unsigned words) {
  if (arb_is_finite(x) == 0) return WordBall::no_value(State::unsettled);
  arf_t radius;
  arf_init(radius);
  arf_set_mag(radius, arb_radref(x));
  double size = arf_get_d(radius, ARF_RND_UP);
  arf_clear(radius);
  fmpz_t significand, exponent;
  fmpz_init(significand);
  fmpz_init(exponent);
  arf_get_fmpz_2exp(significand, exponent, arb_midref(x));
  WordBall ball = WordBall::no_value(State::unsettled);
  constexpr long farthest = 1 << 20;
  if (fmpz_cmp_si(exponent, -farthest) <= 0) {  // such as e to the power of -10^9: beside zero by less than any radius
    size = (size + 0x1p-1000) * (1 + 0x1p-51);
    if (size < 0x1p1000) ball = WordBall{}, ball.radius = size;
  } else if (fmpz_cmp_si(exponent, farthest) < 0) {
    Number integer;
    fmpz_get_mpz(mpq_numref(integer.get()), significand);
    bool is_cut = false;
    ball = rounded(mpq_numref(integer.get()), fmpz_get_si(exponent), words, is_cut);
    if (is_cut) {
      const long end = fmpz_get_si(exponent) + static_cast<long>(mpz_sizeinbase(mpq_numref(integer.get()), 2));
      size = (size + power_of_two(ball.used == 0 ? end : end - 64 * static_cast<long>(words))) * (1 + 0x1p-51);
    }
    if (ball.state == State::number) ball.radius = size;
    if (!(size < 0x1p1000)) ball = WordBall::no_value(State::unsettled);
  }
  fmpz_clear(significand);
  fmpz_clear(exponent);
  return ball;
}

}  // namespace

Enclosure enclosure_of(const WordBall& x) {
  if (x.state != State::number) return why(x);
  if (x.is_exact()) {
    Number number;
    if (x.used == 0) return number;
    std::array<mp_limb_t, WordBall::most_words> words;
    words_of(x, words);
    mpz_t middle;
    mpz_set(mpq_numref(number.get()), mpz_roinit_n(middle, words.data(), x.negative ? -x.used : x.used));
    const long exponent = x.exponent - 64 * long{x.used};
    exponent < 0 ? mpq_div_2exp(number.get(), number.get(), static_cast<mp_bitcnt_t>(-exponent))
                 : mpq_mul_2exp(number.get(), number.get(), static_cast<mp_bitcnt_t>(exponent));
    return number;
  }
  give_back_when_thread_ends();
  Ball ball;
  if (x.used != 0) {
    std::array<mp_limb_t, WordBall::most_words> words;
    words_of(x, words);
    arf_set_mpn(arb_midref(ball.get()), words.data(), x.used, x.negative ? 1 : 0);
    arf_mul_2exp_si(arb_midref(ball.get()), arb_midref(ball.get()), x.exponent - 64 * long{x.used});
  }
  mag_set_d(arb_radref(ball.get()), x.radius);
  return ball;
}

WordBall word_ball_of(const Enclosure& real, unsigned words) {
  if (const NoValue* none = std::get_if<NoValue>(&real)) return no_value_of(*none);
  if (const Ball* ball = std::get_if<Ball>(&real)) return ball_of(ball->get(), words);
  const Number& number = std::get<Number>(real);
  const mp_bitcnt_t places = mpz_scan1(mpq_denref(number.get()), 0);
  if (mpz_sizeinbase(mpq_denref(number.get()), 2) == places + 1) {  // a power of two
    bool is_cut = false;
    const WordBall ball = rounded(mpq_numref(number.get()), -static_cast<long>(places), words, is_cut);
    if (!is_cut) return ball;
  }
  give_back_when_thread_ends();
  Ball ball;
  fmpq_t q;
  fmpq_init(q);
  fmpq_set_mpq(q, number.get());
  arb_set_fmpq(ball.get(), q, 64 * static_cast<long>(words));
  fmpq_clear(q);
  return ball_of(ball.get(), words);
}

WordBall WordBalls::number(double v) {
  if (!std::isfinite(v)) return WordBall::no_value(State::undefined);
  int exponent = 0;
  const double fraction = std::frexp(std::abs(v), &exponent);
  return WordBall::of(std::signbit(v), static_cast<std::uint64_t>(std::ldexp(fraction, 53)), exponent - 53);
}

WordBall WordBalls::add(const WordBall& a, const WordBall& b, unsigned*) const {
  BallSum sum(words);
  sum.add(a);
  sum.add(b);
  return sum.value();
}

WordBall WordBalls::sub(const WordBall& a, const WordBall& b, unsigned*) const {
  BallSum sum(words);
  sum.add(a);
  sum.subtract(b);
  return sum.value();
}

WordBall WordBalls::mul(const WordBall& a, const WordBall& b, unsigned*) const {
  BallSum sum(words);
  sum.add_product(a, b);
  return sum.value();
}

WordBall WordBalls::div(const WordBall& a, const WordBall& b, unsigned*) const {
  return through(*this, [](const Enclosed& e, const auto& x, const auto& y) { return e.div(x, y, nullptr); }, a, b);
}

WordBall WordBalls::div_count(const WordBall& a, std::uint64_t count, unsigned* events) const {
  if (!std::has_single_bit(count)) return div(a, number(static_cast<double>(count)), events);
  WordBall quotient = a;
  if (a.state == State::number && count > 1) {
    const int places = std::countr_zero(count);
    quotient.exponent -= places;
    quotient.radius = std::max(std::ldexp(a.radius, -places), a.radius == 0 ? 0 : 0x1p-1022);
  }
  return quotient;
}

WordBall WordBalls::root_of_squares(const WordBall& a, unsigned*) const {
  return through(*this, [](const Enclosed& e, const auto& x) { return e.root_of_squares(x, nullptr); }, a);
}

// Where a - b certainly lies on one side of 0.
WordBalls::Order WordBalls::order(const WordBall& a, const WordBall& b) const {
  if (a.state != State::number || b.state != State::number) return Order::none;
  Order order = Order::unsettled;
  const auto decide = [&](const WordBall& difference) {
    if (difference.state != State::number) return;
    if (difference.used == 0)
      order = difference.is_exact() ? Order::not_less : Order::unsettled;
    else if (difference.is_exact() || size_below(difference) > difference.radius)
      order = difference.negative ? Order::less : Order::not_less;
  };
  b.used == 0 && b.is_exact() ? decide(a) : decide(sub(a, b, nullptr));
  if (decisions != nullptr)
    decisions->push_back(order == Order::less       ? Decision::yes
                         : order == Order::not_less ? Decision::no
                                                    : Decision::unsettled);
  return order;
}

EnclosedTruth WordBalls::less(const WordBall& a, const WordBall& b, unsigned*) const {
  switch (order(a, b)) {
    case Order::less:
      return true;
    case Order::not_less:
      return false;
    case Order::unsettled:
      return NoValue::unsettled;
    default:
      return why(a.state != State::number ? a : b);
  }
}

WordBall WordBalls::max(const WordBall& a, const WordBall& b, unsigned*) const {
  switch (order(a, b)) {
    case Order::less:
      return b;
    case Order::not_less:
      return a;
    case Order::unsettled:
      break;
    default:
      return a.state != State::number ? a : b;
  }
  // The larger of the middles is as near to the larger of the numbers as the farther of them is to its own.
  const WordBall difference = sub(a, b, nullptr);
  if (difference.state != State::number) return difference;
  WordBall larger = difference.negative && difference.used != 0 ? b : a;
  larger.radius = std::max(a.radius, b.radius);
  return larger;
}

WordBall WordBalls::min(const WordBall& a, const WordBall& b, unsigned* events) const {
  return neg(max(neg(a, events), neg(b, events), events), events);
}

WordBall WordBalls::choose(const Truth& truth, const WordBall& yes, const WordBall& no) const {
  const NoValue* none = std::get_if<NoValue>(&truth);
  if (none == nullptr || *none == NoValue::undefined) return jump(truth, yes, no);
  if (yes.state != State::number && yes.state == no.state) return yes;
  const WordBall apart = sub(yes, no, nullptr);                                   // with both radii
  if (apart.state != State::number) return WordBall::no_value(State::unsettled);  // it may be the other side
  WordBall both = yes;
  both.radius = (size_above(apart) + apart.radius) * (1 + 0x1p-51) + yes.radius;
  both.radius *= 1 + 0x1p-51;
  return both;
}

WordBall WordBalls::jump(const Truth& truth, const WordBall& yes, const WordBall& no) {
  if (const NoValue* none = std::get_if<NoValue>(&truth)) return no_value_of(*none);
  return std::get<bool>(truth) ? yes : no;
}

WordBall WordBalls::sqrt(const WordBall& a, unsigned*) const {
  return through(*this, [](const Enclosed& e, const auto& x) { return e.sqrt(x, nullptr); }, a);
}

WordBall WordBalls::function_of(RealFunction f, const WordBall& a) const {
  return through(*this, [f](const Enclosed& e, const auto& x) { return e.function_of(f, x); }, a);
}

WordBall WordBalls::pow(const WordBall& a, const WordBall& b, unsigned*) const {
  return through(*this, [](const Enclosed& e, const auto& x, const auto& y) { return e.pow(x, y, nullptr); }, a, b);
}

WordBall WordBalls::truncate(const WordBall& a) const {
  return through(*this, [](const Enclosed& e, const auto& x) { return e.truncate(x); }, a);
}

WordBall WordBalls::floor(const WordBall& a, unsigned*) const {
  return through(*this, [](const Enclosed& e, const auto& x) { return e.floor(x, nullptr); }, a);
}

WordBall WordBalls::ceil(const WordBall& a, unsigned*) const {
  return through(*this, [](const Enclosed& e, const auto& x) { return e.ceil(x, nullptr); }, a);
}

WordBall WordBalls::round(const WordBall& a, unsigned*) const {
  return through(*this, [](const Enclosed& e, const auto& x) { return e.round(x, nullptr); }, a);
}

}  // namespace etalon::impl
