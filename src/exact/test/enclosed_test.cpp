// SPDX-License-Identifier: Apache-2.0
// Real numbers that are compared: rationals exactly, balls where they are apart.
#include "exact/enclosed.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

Number number(const char* text) {
  Number n;
  mpq_set_str(n.get(), text, 10);
  mpq_canonicalize(n.get());
  return n;
}

// [middle - 2^exponent, middle + 2^exponent]
Enclosure ball(double middle, long exponent) {
  Ball b;
  arb_set_d(b.get(), middle);
  mag_set_ui_2exp_si(arb_radref(b.get()), 1, exponent);
  return b;
}

bool settled(const Enclosed::Truth& truth, bool as) {
  const bool* found = std::get_if<bool>(&truth);
  return found != nullptr && *found == as;
}
bool unsettled(const Enclosure& real) {
  const NoValue* none = std::get_if<NoValue>(&real);
  return none != nullptr && *none == NoValue::unsettled;
}
bool undefined(const Enclosure& real) {
  const NoValue* none = std::get_if<NoValue>(&real);
  return none != nullptr && *none == NoValue::undefined;
}
std::string text(const Enclosure& real) { return to_string(std::get<Number>(real)); }

TEST(Rational, DifferencesAndComparisonsAreExact) {
  EVIDENCE("NUM-REAL-EXACT");
  const Number third = number("1/3"), half = number("1/2");
  EXPECT_EQ(to_string(Rational::sub(third, half)), "-1/6");
  EXPECT_TRUE(Rational::less(third, half));
  EXPECT_FALSE(Rational::less(third, third));
  EXPECT_EQ(to_string(Rational::max(third, half)), "0.5");
  EXPECT_EQ(to_string(Rational::min(half, third)), "1/3");
  EXPECT_EQ(to_string(Rational::neg(third)), "-1/3");
  EXPECT_EQ(to_string(Rational::abs(number("-1/3"))), "1/3");
}

TEST(Rational, TruncatesTowardsZero) {
  EVIDENCE("NUM-REAL-EXACT");
  EXPECT_EQ(to_string(Rational::truncate(number("-7/2"))), "-3");
  EXPECT_EQ(to_string(Rational::truncate(number("7/2"))), "3");
  EXPECT_EQ(to_string(Rational::truncate(number("-1/3"))), "0");
}

TEST(Rational, IntegersBelowAboveAndNearest) {
  EVIDENCE("NUM-REAL-EXACT");
  EXPECT_EQ(to_string(Rational::floor(number("-7/2"))), "-4");
  EXPECT_EQ(to_string(Rational::floor(number("7/3"))), "2");
  EXPECT_EQ(to_string(Rational::ceil(number("-7/2"))), "-3");
  EXPECT_EQ(to_string(Rational::ceil(number("3"))), "3");
  const char* const ties[][2] = {{"-7/2", "-4"}, {"-5/2", "-2"}, {"-1/2", "0"}, {"1/2", "0"},
                                 {"3/2", "2"},   {"5/2", "2"},   {"8/3", "3"},  {"-8/3", "-3"}};
  for (const auto& [x, nearest] : ties) EXPECT_EQ(to_string(Rational::round(number(x))), nearest) << x;
}

TEST(Rational, OnlySquaresHaveARationalRoot) {
  EVIDENCE("NUM-REAL-EXACT", "SQRT-REAL-SQUARE");
  for (const char* square : {"0", "4", "9/16", "1/100"}) EXPECT_TRUE(Rational::is_square(number(square))) << square;
  for (const char* other : {"2", "-4", "4/3", "-1/4"}) EXPECT_FALSE(Rational::is_square(number(other))) << other;
  EXPECT_EQ(to_string(Rational::sqrt(number("9/16"))), "0.75");
}

TEST(Enclosed, AFunctionIsExactAtOneNumberAndEnclosedElsewhere) {
  EVIDENCE("NUM-REAL-IRRATIONAL");
  EXPECT_EQ(text(Enclosed{}.function_of(RealFunction::exp, number("0"))), "1");
  EXPECT_EQ(text(Enclosed{}.function_of(RealFunction::log, number("1"))), "0");
  EXPECT_EQ(text(Enclosed{}.function_of(RealFunction::sigmoid, number("0"))), "0.5");
  const Between e = between(Enclosed{}.function_of(RealFunction::exp, number("1")));
  EXPECT_LE(e.low, 0x1.5bf0a8b145769p+1);  // the double below e, and the one above
  EXPECT_GE(e.high, 0x1.5bf0a8b145769p+1);
  EXPECT_LE(e.high, 0x1.5bf0a8b14576ap+1);
}

TEST(Enclosed, AFunctionHasNoValueOutsideItsDomain_AndIsUnsettledAcrossItsEnd) {
  EVIDENCE("LOG-REAL-DOMAIN", "ACOS-REAL-DOMAIN");
  for (const char* x : {"0", "-1"})
    EXPECT_TRUE(std::holds_alternative<NoValue>(Enclosed{}.function_of(RealFunction::log, number(x)))) << x;
  for (const char* x : {"1001/1000", "-2"})
    EXPECT_TRUE(std::holds_alternative<NoValue>(Enclosed{}.function_of(RealFunction::acos, number(x)))) << x;
  EXPECT_TRUE(unsettled(Enclosed{}.function_of(RealFunction::log, ball(0, -10))));
  EXPECT_TRUE(unsettled(Enclosed{}.function_of(RealFunction::acos, ball(1, -10))));
}

TEST(Enclosed, AComparisonOfBallsIsSettledWhereTheyAreApart) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  EXPECT_TRUE(settled(Enclosed{}.less(ball(1, -10), number("2")), true));
  EXPECT_TRUE(settled(Enclosed{}.less(number("2"), ball(1, -10)), false));
  EXPECT_TRUE(settled(Enclosed{}.less(number("1/3"), number("1/2")), true));
  EXPECT_TRUE(std::holds_alternative<NoValue>(Enclosed{}.less(ball(1, -10), number("1"))));
}

TEST(Enclosed, AChoiceThatIsUnsettledContainsBothSides_AndAJumpHasNoValue) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  const Enclosed::Truth truth = Enclosed{}.less(ball(0, -10), number("0"));
  const Enclosure chosen = Enclosed{}.choose(truth, number("0"), ball(4, -10));
  EXPECT_LE(between(chosen).low, 0);
  EXPECT_GE(between(chosen).high, 4 + 0x1p-10);
  EXPECT_TRUE(unsettled(Enclosed::jump(truth, number("0"), number("1"))));
  EXPECT_EQ(text(Enclosed{}.choose(true, number("3"), NoValue::undefined)), "3");
  EXPECT_EQ(text(Enclosed::jump(false, number("3"), number("4"))), "4");
}

TEST(Enclosed, WhatHasNoValueHasNoneAfterAComparisonEither) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  const Enclosure none = NoValue::undefined, one = number("1");
  EXPECT_TRUE(undefined(Enclosed{}.sub(one, none, nullptr)));
  EXPECT_TRUE(undefined(Enclosed{}.max(none, one, nullptr)));
  EXPECT_TRUE(undefined(Enclosed::neg(none, nullptr)));
  EXPECT_TRUE(undefined(Enclosed{}.truncate(none)));
  EXPECT_TRUE(undefined(Enclosed{}.choose(Enclosed{}.less(none, one), one, one)));
  const Enclosed::Truth open = Enclosed{}.less(ball(1, 0), one);
  EXPECT_TRUE(undefined(Enclosed{}.choose(open, none, none)));
  EXPECT_TRUE(unsettled(Enclosed{}.choose(open, none, one)));  // it may be the side that has one
  EXPECT_TRUE(unsettled(Enclosed{}.choose(open, one, none)));
}

TEST(Enclosed, AMaximumOfBallsContainsEveryMaximumOfTheirPoints) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  const Enclosure a = ball(1, -2), b = ball(1.125, -1);  // [0.75, 1.25] and [0.625, 1.625]
  const Between largest = between(Enclosed{}.max(a, b, nullptr)), smallest = between(Enclosed{}.min(a, b, nullptr));
  EXPECT_LE(largest.low, 0.75);
  EXPECT_GE(largest.high, 1.625);
  EXPECT_LE(smallest.low, 0.625);
  EXPECT_GE(smallest.high, 1.25);
  EXPECT_EQ(text(Enclosed{}.max(number("1/3"), number("1/2"), nullptr)), "0.5");
  EXPECT_EQ(text(Enclosed{}.min(number("1/3"), number("1/2"), nullptr)), "1/3");
  const Between size = between(Enclosed::abs(ball(-1, -2), nullptr));
  EXPECT_LE(size.low, 0.75);
  EXPECT_GE(size.low, 0.74);
}

TEST(Enclosed, ARootIsExactOfASquareAndEnclosedOtherwise) {
  EVIDENCE("ACC-ALL-SHADOW");
  EXPECT_EQ(text(Enclosed{}.sqrt(number("9/16"), nullptr)), "0.75");
  const Between root = between(Enclosed{}.sqrt(number("2"), nullptr));
  EXPECT_LE(root.low * root.low, 2 + 0x1p-50);
  EXPECT_LT(root.high - root.low, 0x1p-50);
  EXPECT_TRUE(root.low <= 1.4142135623730951 && 1.4142135623730949 <= root.high);
  const Between of_ball = between(Enclosed{}.sqrt(ball(4, 0), nullptr));  // from 3 to 5
  EXPECT_LE(of_ball.low, 1.7320508075688774);
  EXPECT_GE(of_ball.high, 2.2360679774997896);
}

TEST(Enclosed, ARootOfWhatIsOrMayBeNegativeHasNoValue) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  EXPECT_TRUE(undefined(Enclosed{}.sqrt(number("-1"), nullptr)));
  EXPECT_TRUE(undefined(Enclosed{}.sqrt(ball(-4, 0), nullptr)));
  EXPECT_TRUE(undefined(Enclosed{}.sqrt(NoValue::undefined, nullptr)));
  EXPECT_TRUE(unsettled(Enclosed{}.sqrt(ball(0, -10), nullptr)));
}

TEST(Enclosed, IntegersAreSettledUnlessTheBallContainsAJump) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  EXPECT_EQ(text(Enclosed{}.floor(number("-7/2"), nullptr)), "-4");
  EXPECT_EQ(text(Enclosed{}.floor(ball(-2.5, -2), nullptr)), "-3");
  EXPECT_EQ(text(Enclosed{}.ceil(ball(-2.5, -2), nullptr)), "-2");
  EXPECT_EQ(text(Enclosed{}.round(ball(3, -2), nullptr)), "3");
  EXPECT_TRUE(unsettled(Enclosed{}.floor(ball(3, -10), nullptr)));
  EXPECT_TRUE(unsettled(Enclosed{}.ceil(ball(3, -10), nullptr)));
  EXPECT_TRUE(unsettled(Enclosed{}.round(ball(2.5, -10), nullptr)));
  EXPECT_TRUE(undefined(Enclosed{}.round(NoValue::undefined, nullptr)));
}

TEST(Enclosed, ANumberThatIsNotFiniteHasNoValue) {
  EVIDENCE("ACC-ALL-SHADOW");
  for (const double x : {std::nan(""), HUGE_VAL, -HUGE_VAL}) EXPECT_TRUE(undefined(Enclosed::number(x)));
  EXPECT_EQ(text(Enclosed::number(0.75)), "0.75");
}

TEST(Enclosed, TruncatingIsSettledUnlessTheBallContainsAJump) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  EXPECT_EQ(text(Enclosed{}.truncate(number("-7/2"))), "-3");
  EXPECT_EQ(text(Enclosed{}.truncate(ball(2.5, -2))), "2");
  EXPECT_EQ(text(Enclosed{}.truncate(ball(-2.5, -2))), "-2");
  EXPECT_EQ(text(Enclosed{}.truncate(ball(0, -1))), "0");  // from -0.5 to 0.5 everything truncates to 0
  EXPECT_TRUE(unsettled(Enclosed{}.truncate(ball(3, -10))));
  EXPECT_TRUE(unsettled(Enclosed{}.truncate(ball(-3, -10))));
  EXPECT_TRUE(unsettled(Enclosed{}.truncate(ball(0x1p300, -10))));
  Ball integral, endless;
  arb_set_ui(integral.get(), 3);
  EXPECT_EQ(between(Enclosed{}.truncate(integral)).low, 3);
  arb_zero_pm_inf(endless.get());
  EXPECT_TRUE(unsettled(Enclosed{}.truncate(endless)));
}

}  // namespace
}  // namespace etalon::impl
