// SPDX-License-Identifier: Apache-2.0
// Balls of a few words against rationals of GMP: every real result lies in its ball, and balls are small.
#include "exact/word_ball.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <optional>
#include <random>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

// A rational of GMP's own, apart from the classes under test.
class Q {
 public:
  Q() { mpq_init(q_); }
  explicit Q(double x) : Q() { mpq_set_d(q_, x); }
  Q(const Q& other) : Q() { mpq_set(q_, other.q_); }
  Q& operator=(const Q& other) {
    mpq_set(q_, other.q_);
    return *this;
  }
  ~Q() { mpq_clear(q_); }
  friend Q operator+(const Q& a, const Q& b) { return of(mpq_add, a, b); }
  friend Q operator-(const Q& a, const Q& b) { return of(mpq_sub, a, b); }
  friend Q operator*(const Q& a, const Q& b) { return of(mpq_mul, a, b); }
  friend Q operator/(const Q& a, const Q& b) { return of(mpq_div, a, b); }
  friend bool operator<(const Q& a, const Q& b) { return mpq_cmp(a.q_, b.q_) < 0; }
  friend bool operator<=(const Q& a, const Q& b) { return mpq_cmp(a.q_, b.q_) <= 0; }
  Q times_power_of_two(long e) const {
    Q r;
    e < 0 ? mpq_div_2exp(r.q_, q_, static_cast<mp_bitcnt_t>(-e)) : mpq_mul_2exp(r.q_, q_, static_cast<mp_bitcnt_t>(e));
    return r;
  }
  Q size() const {
    Q r;
    mpq_abs(r.q_, q_);
    return r;
  }
  double rounded() const { return mpq_get_d(q_); }

 private:
  static Q of(void (*f)(mpq_ptr, mpq_srcptr, mpq_srcptr), const Q& a, const Q& b) {
    Q r;
    f(r.q_, a.q_, b.q_);
    return r;
  }
  mpq_t q_;
};

Q middle_of(const WordBall& x) {
  Q sum;
  for (unsigned k = 0; k < x.used; ++k) {
    const auto high = static_cast<double>(x.word[k] >> 32), low = static_cast<double>(x.word[k] & 0xFFFFFFFFu);
    sum = sum + Q(high).times_power_of_two(-32 - 64 * static_cast<long>(k)) +
          Q(low).times_power_of_two(-64 - 64 * static_cast<long>(k));
  }
  sum = sum.times_power_of_two(x.exponent);
  return x.negative ? Q() - sum : sum;
}

::testing::AssertionResult contains(const WordBall& ball, const Q& real) {
  if (ball.state != WordBall::State::number) return ::testing::AssertionFailure() << "no number";
  for (unsigned k = ball.used; k < WordBall::most_words; ++k)
    if (ball.word[k] != 0) return ::testing::AssertionFailure() << "a word beyond those in use";
  if (ball.used != 0 && (ball.word[0] >> 63 == 0 || ball.word[ball.used - 1u] == 0))
    return ::testing::AssertionFailure() << "not normalised";
  const Q distance = (middle_of(ball) - real).size();
  if (distance <= Q(ball.radius)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "off by " << distance.rounded() << ", radius " << ball.radius;
}

// A real number with the ball that is known of it.
struct Known {
  WordBall ball;
  Q real;
};

class Draw {
 public:
  Draw(std::uint64_t seed, unsigned words) : random_(seed), balls_{words} {}
  std::uint64_t below(std::uint64_t n) { return random_() % n; }
  // A stored number: float or double, of any magnitude up to 2^±spread.
  Known stored(long spread) {
    const bool is_float = below(4) != 0;
    double x = static_cast<double>(static_cast<std::int64_t>(random_()) >> (is_float ? 40 : 11));
    x = std::ldexp(x, (is_float ? -23 : -52) + static_cast<int>(below(2 * static_cast<std::uint64_t>(spread) + 1)) -
                          static_cast<int>(spread));
    if (below(32) == 0) x = 0;
    return {WordBalls::number(x), Q(x)};
  }
  // A number of many words, which is somewhere in its ball.
  Known computed(long spread) {
    Known a = stored(spread), b = stored(4);
    while (b.ball.used == 0) b = stored(4);
    Known quotient{balls_.div(a.ball, b.ball, nullptr), a.real / b.real};
    if (below(8) == 0) quotient = a;  // of one word
    if (below(4) == 0) {              // anywhere in a larger ball
      const double radius = std::ldexp(1.0, -static_cast<int>(below(300)));
      quotient.real = quotient.real + Q(radius * (static_cast<double>(below(2001)) / 1000 - 1));
      quotient.ball.radius = quotient.ball.radius + radius * (1 + 0x1p-40);
    }
    return quotient;
  }
  const WordBalls& balls() const { return balls_; }

 private:
  std::mt19937_64 random_;
  WordBalls balls_;
};

// How many sums are drawn; ETALON_SUMS gives another number.
std::uint64_t sums_to_draw() {
  const char* text = std::getenv("ETALON_SUMS");
  return text != nullptr ? std::strtoull(text, nullptr, 10) : 4000;
}

// A float's significand fits half a word.
std::optional<ShortNumber> short_form(const WordBall& x) {
  if (x.used != 1 || !x.is_exact() || (x.word[0] & 0xFFFFFFFFu) != 0) return std::nullopt;
  return ShortNumber{static_cast<std::uint32_t>(x.word[0] >> 32), x.exponent, x.negative};
}

TEST(WordBall, EverySumOfProductsLiesInItsBall) {
  EVIDENCE("ACC-ALL-RUN");
  const std::uint64_t sums = sums_to_draw();
  std::uint64_t small = 0;
  for (std::uint64_t n = 0; n < sums; ++n) {
    const unsigned words = 2 + static_cast<unsigned>(n % 7);
    Draw draw(n, words);
    const long spread_of_values[] = {0, 3, 40, 200}, spread_of_weights[] = {1, 10, 100, 300};
    const long values = spread_of_values[draw.below(4)], weights = spread_of_weights[draw.below(4)];
    BallSum sum(words);
    Q real, radii, largest;
    std::vector<std::pair<Known, Known>> terms;
    const std::uint64_t count = draw.below(30);
    for (std::uint64_t k = 0; k < count; ++k) {
      Known x = draw.below(3) == 0 ? draw.stored(values) : draw.computed(values);
      Known y = draw.below(5) == 0 ? draw.computed(weights) : draw.stored(weights);
      if (!terms.empty() && draw.below(3) == 0) {  // what was added is taken away, or nearly so
        std::tie(x, y) = terms[draw.below(terms.size())];
        x.ball.negative = !x.ball.negative;
        x.real = Q() - x.real;
      }
      terms.emplace_back(x, y);
      const auto add_radius = [&](const WordBall& a, const WordBall& b) {
        radii = radii + Q(b.radius) * (middle_of(a).size() + Q(a.radius));
      };
      if (draw.below(10) == 0) {
        const bool is_added = draw.below(2) == 0;
        is_added ? sum.add(x.ball) : sum.subtract(x.ball);
        real = is_added ? real + x.real : real - x.real;
        radii = radii + Q(x.ball.radius);
        if (largest < x.real.size()) largest = x.real.size();
        continue;
      }
      const std::optional<ShortNumber> weight = short_form(y.ball);
      const std::uint64_t form = draw.below(weight ? 3 : 2);
      if (form == 2)
        sum.add_product(x.ball, *weight);
      else
        form == 0 ? sum.add_product(x.ball, y.ball) : sum.add_product(y.ball, x.ball);
      real = real + x.real * y.real;
      add_radius(x.ball, y.ball);
      add_radius(y.ball, x.ball);
      if (largest < (x.real * y.real).size()) largest = (x.real * y.real).size();
    }
    const WordBall result = sum.value();
    ASSERT_TRUE(contains(result, real)) << "sum " << n;
    // What the sum itself adds is a unit in the last word of the sum, or of the window, which is longer.
    const long bits = 64 * static_cast<long>(words);
    const Q most = radii * Q(1 + 0x1p-40) + (real.size() + Q(result.radius)).times_power_of_two(2 - bits) +
                   largest.times_power_of_two(8 - bits - 64) + Q(0x1p-1000);
    ASSERT_TRUE(Q(result.radius) <= most) << "sum " << n << ": radius " << result.radius;
    if (radii <= Q(0.0) && result.radius == 0) ++small;
  }
  EXPECT_GT(small, sums / 100);  // some sums are exact
}

// Each addition to 1 would be rounded down to 1.
TEST(WordBall, RadiiAreAddedAndNotRoundedDown) {
  EVIDENCE("ACC-ALL-RUN");
  const WordBalls balls{4};
  const auto with_radius = [&](double x, double radius) {
    WordBall ball = balls.number(x);
    ball.radius = radius;
    return ball;
  };
  for (const bool are_products : {false, true}) {
    BallSum sum(4);
    Q radii(1.0);
    sum.add(with_radius(1, 1));
    for (int k = 0; k < 1000; ++k) {
      const WordBall x = with_radius(3, 0x1p-53);
      are_products ? sum.add_product(x, balls.number(0.5)) : sum.add(x);
      radii = radii + Q(are_products ? 0x1p-54 : 0x1p-53);
    }
    EXPECT_TRUE(radii <= Q(sum.value().radius));
  }
}

// A factor that is no double of full precision, or larger than a radius may be.
TEST(WordBall, FactorsOfAnyMagnitudeKeepTheRadius) {
  EVIDENCE("ACC-ALL-RUN");
  const WordBalls balls{4};
  for (const double factor : {0x1p-1010, -0x1p-1010, 0x1p-1074, 0x1p990, 0x1.8p-990}) {
    WordBall x = balls.number(1);
    x.radius = 0x1p-100;
    for (const bool is_second : {false, true}) {
      BallSum sum(4);
      is_second ? sum.add_product(x, balls.number(factor)) : sum.add_product(balls.number(factor), x);
      EXPECT_TRUE(contains(sum.value(), (Q(1) + Q(0x1p-100)) * Q(factor))) << factor;
      EXPECT_TRUE(contains(sum.value(), (Q(1) - Q(0x1p-100)) * Q(factor))) << factor;
    }
  }
}

TEST(WordBall, OperationsOfExactNumbersContainTheRealResult) {
  EVIDENCE("ACC-ALL-RUN");
  for (std::uint64_t n = 0; n < 4000; ++n) {
    Draw draw(n, 2 + static_cast<unsigned>(n % 7));
    const WordBalls& balls = draw.balls();
    const Known x = draw.computed(20), y = draw.computed(20);
    EXPECT_TRUE(contains(balls.add(x.ball, y.ball, nullptr), x.real + y.real));
    EXPECT_TRUE(contains(balls.sub(x.ball, y.ball, nullptr), x.real - y.real));
    EXPECT_TRUE(contains(balls.mul(x.ball, y.ball, nullptr), x.real * y.real));
    EXPECT_TRUE(contains(balls.max(x.ball, y.ball, nullptr), x.real < y.real ? y.real : x.real));
    EXPECT_TRUE(contains(balls.min(x.ball, y.ball, nullptr), x.real < y.real ? x.real : y.real));
    EXPECT_TRUE(contains(balls.abs(x.ball, nullptr), x.real.size()));
    EXPECT_TRUE(contains(balls.div_count(x.ball, 64, nullptr), x.real / Q(64)));
    EXPECT_TRUE(contains(balls.div_count(x.ball, 49, nullptr), x.real / Q(49)));
    const EnclosedTruth less = balls.less(x.ball, y.ball);
    if (const bool* known = std::get_if<bool>(&less)) {
      EXPECT_EQ(*known, x.real < y.real);
    }
    const WordBall quotient = balls.div(x.ball, y.ball, nullptr);
    if (quotient.state == WordBall::State::number) {
      EXPECT_TRUE(contains(quotient, x.real / y.real));
    }
    const EnclosedTruth open = NoValue::unsettled;
    const WordBall either = balls.choose(open, x.ball, y.ball);
    EXPECT_TRUE(contains(either, x.real));
    EXPECT_TRUE(contains(either, y.real));
  }
}

TEST(WordBall, AComparisonThatTheRadiusReachesIsNotDecided) {
  EVIDENCE("ACC-ALL-RUN");
  std::vector<WordBalls::Decision> decisions;
  const WordBalls balls{3, &decisions};
  WordBall x = balls.number(1), y = balls.number(1);
  EXPECT_EQ(std::get<bool>(balls.less(x, y)), false);  // both exact
  y.radius = 0x1p-100;
  EXPECT_TRUE(std::holds_alternative<NoValue>(balls.less(x, y)));
  x = balls.number(1 - 0x1p-50);
  EXPECT_EQ(std::get<bool>(balls.less(x, y)), true);
  y.radius = 0x1p-50;  // touches
  EXPECT_TRUE(std::holds_alternative<NoValue>(balls.less(x, y)));
  using enum WordBalls::Decision;
  EXPECT_EQ(decisions, (std::vector{no, unsettled, yes, unsettled}));
}

TEST(WordBall, WhatHasNoValueStaysWithoutOne) {
  EVIDENCE("ACC-ALL-RUN");
  const WordBalls balls{3};
  const WordBall none = balls.number(NAN), one = balls.number(1), around_zero = [] {
    WordBall x;
    x.radius = 0.5;
    return x;
  }();
  using State = WordBall::State;
  EXPECT_EQ(none.state, State::undefined);
  for (const WordBall& result : {balls.add(one, none, nullptr), balls.mul(balls.zero(), none, nullptr),
                                 balls.max(one, none, nullptr), balls.sqrt(balls.number(-1), nullptr)})
    EXPECT_EQ(result.state, State::undefined);
  EXPECT_EQ(balls.div(one, balls.zero(), nullptr).state, State::undefined);
  EXPECT_EQ(balls.div(one, around_zero, nullptr).state, State::unsettled);
  EXPECT_EQ(balls.round(around_zero, nullptr).state, State::unsettled);
  EXPECT_EQ(balls.sqrt(around_zero, nullptr).state, State::unsettled);
  // It may be the side that has a value.
  const auto open = balls.less(around_zero, balls.zero(), nullptr);
  EXPECT_EQ(balls.choose(open, none, one).state, State::unsettled);
  EXPECT_EQ(balls.choose(open, one, none).state, State::unsettled);
  EXPECT_EQ(balls.choose(open, none, none).state, State::undefined);
}

TEST(WordBall, EnclosuresAndBallsAreTheSameNumbers) {
  EVIDENCE("ACC-ALL-RUN");
  for (std::uint64_t n = 0; n < 2000; ++n) {
    const unsigned words = 2 + static_cast<unsigned>(n % 7);
    Draw draw(n, words);
    const Known x = draw.computed(100);
    const WordBall again = word_ball_of(enclosure_of(x.ball), words);
    EXPECT_TRUE(contains(again, x.real));
    EXPECT_TRUE(Q(again.radius) <= Q(x.ball.radius) * Q(1 + 0x1p-20) + Q(0x1p-1000));
    const Known exact = draw.stored(100);
    const WordBall same = word_ball_of(enclosure_of(exact.ball), words);
    EXPECT_TRUE(same.is_exact());
    EXPECT_TRUE(contains(same, exact.real));
  }
  // A third has no end, and e lies where it should.
  const WordBalls balls{3};
  EXPECT_TRUE(contains(balls.div(balls.number(1), balls.number(3), nullptr), Q(1) / Q(3)));
  const WordBall e = balls.function_of(RealFunction::exp, balls.number(1));
  EXPECT_TRUE(e.radius > 0 && e.radius < 0x1p-180);
  EXPECT_EQ(middle_of(e).rounded(), 0x1.5bf0a8b145769p+1);
}

}  // namespace
}  // namespace etalon::impl
