// SPDX-License-Identifier: Apache-2.0
// What errors of the argument do to real functions. The judge is the C library in long double, whose error is far below
// the differences looked at.
#include "accuracy/slopes.hpp"

#include <gtest/gtest.h>

#include "accuracy/worlds.hpp"
#include "oracle/random.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

struct Judged {
  const char* name;
  RealFunction function;
  long double (*of)(long double);
  double low, high;  // where arguments are drawn
};
constexpr Judged judged[] = {
    {"exp", RealFunction::exp, [](long double x) { return std::exp(x); }, -40, 40},
    {"log", RealFunction::log, [](long double x) { return std::log(x); }, 1e-6, 50},
    {"sigmoid", RealFunction::sigmoid, [](long double x) { return 1 / (1 + std::exp(-x)); }, -30, 30},
    {"tanh", RealFunction::tanh, [](long double x) { return std::tanh(x); }, -10, 10},
    {"erf", RealFunction::erf, [](long double x) { return std::erf(x); }, -4, 4},
    {"sin", RealFunction::sin, [](long double x) { return std::sin(x); }, -40, 40},
    {"cos", RealFunction::cos, [](long double x) { return std::cos(x); }, -40, 40},
    {"acos", RealFunction::acos, [](long double x) { return std::acos(x); }, -1, 1},
};

double between(oracle::Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.below(std::uint64_t{1} << 53)) * 0x1p-53;
}

class Slopes : public testing::TestWithParam<Judged> {};

TEST_P(Slopes, NoArgumentWithinItsErrorChangesTheValueByMore) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  const auto& [name, function, of, low, high] = GetParam();
  oracle::Random random(1);
  for (unsigned n = 0; n < 20'000; ++n) {
    const double x = between(random, low, high),
                 e = std::ldexp(between(random, 0.5, 1), -static_cast<int>(random.below(40)));
    const double least = x - e, most = x + e;
    const double bound =
        function_error(function, {x, x}, std::max(x - least, most - x));  // as far as they are, rounded
    for (const double moved : {least, most, between(random, least, most)}) {
      const long double change = std::abs(of(moved) - of(x));
      const long double unsure = 0x1p-60L * std::abs(of(x));  // of the judge
      ASSERT_FALSE(change - unsure > bound) << name << " of " << x << " moved to " << moved;
    }
  }
}

TEST_P(Slopes, AreNotMuchMoreThanTheChangeOfSmallErrors) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  const auto& [name, function, of, low, high] = GetParam();
  oracle::Random random(2);
  for (unsigned n = 0; n < 1'000; ++n) {
    const double x = between(random, low * 0.99, high * 0.99), e = 0x1p-20 * std::abs(x);
    const double bound = function_error(function, {x, x}, e);
    const auto change = static_cast<double>(std::max(std::abs(of(x + e) - of(x)), std::abs(of(x - e) - of(x))));
    if (change > 0x1p-40 * e) {
      EXPECT_LE(bound, 1.05 * change + 8 * e * e) << name << " of " << x;
    }
  }
}

TEST_P(Slopes, RangesContainTheValues) {
  EVIDENCE("ACC-ALL-RANGE");
  const auto& [name, function, of, low, high] = GetParam();
  oracle::Random random(3);
  for (unsigned n = 0; n < 20'000; ++n) {
    double a = between(random, low, high), b = n % 2 == 0 ? between(random, low, high) : a + between(random, 0, 3);
    if (b > high) b = high;
    if (a > b) std::swap(a, b);
    const Interval range = Interval::function(function, {a, b});
    const auto y = static_cast<double>(of(between(random, a, b)));
    ASSERT_LE(range.low, y) << name << " between " << a << " and " << b;
    ASSERT_GE(range.high, y) << name << " between " << a << " and " << b;
  }
}

INSTANTIATE_TEST_SUITE_P(Functions, Slopes, testing::ValuesIn(judged), [](const auto& p) { return p.param.name; });

TEST(Slopes, WhereTheRealArgumentMayBeOutsideTheDomainThereIsNoBound) {
  EVIDENCE("ACC-FLOAT-INFINITE");
  EXPECT_EQ(function_error(RealFunction::log, {1, 2}, 1), infinite_bound);
  EXPECT_EQ(function_error(RealFunction::acos, {0.5, 0.75}, 0.5), infinite_bound);
  EXPECT_LT(function_error(RealFunction::acos, {0.5, 0.75}, 0.125), 0.3);
}

TEST(Slopes, WhereThereMayBeNoRealArgumentThereIsNoBoundThoughTheFunctionIsBounded) {
  EVIDENCE("ACC-FLOAT-INFINITE");
  for (const Judged& one : judged) EXPECT_EQ(function_error(one.function, {0.5, 0.5}, infinite_bound), infinite_bound);
  const exact_value nothing = value_of_int(0);
  EXPECT_EQ(power_error({2, 2}, infinite_bound, Exponent{nothing, nothing}), infinite_bound) << "its power of 0";
  EXPECT_EQ(power_error({2, 2}, infinite_bound, 0u), infinite_bound);
  EXPECT_TRUE(is_everything(integer_power(Interval::everything(), 2)));
}

TEST(Slopes, AValueThatEvenADoubleCannotHoldIsWrongByMoreThanNothing) {
  EVIDENCE("ACC-FLOAT-LOSS");
  using Half = Binary<16, 10>;
  const Half::Value least = Half::number(-60000), zero = Half::zero();
  EXPECT_GT(Points<Half>::function_loss<RealFunction::exp>(least, zero), 0);
  EXPECT_GT(Points<Half>::function_loss<RealFunction::sigmoid>(least, zero), 0);
  EXPECT_EQ(Points<Half>::function_loss<RealFunction::exp>(zero, Half::number(1)), 0) << "which is exact";
}

TEST(Slopes, NoErrorIsLargerThanTheValuesAreApart) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  EXPECT_EQ(function_error(RealFunction::sigmoid, {0, 0}, 1e9), 1);
  EXPECT_EQ(function_error(RealFunction::tanh, {0, 0}, 1e9), 2);
  EXPECT_EQ(function_error(RealFunction::sin, {0, 0}, 1e9), 2);
}

}  // namespace
}  // namespace etalon::tests
