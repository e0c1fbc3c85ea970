// SPDX-License-Identifier: Apache-2.0
// Decimals rounded in a direction, judged by rational arithmetic on the text.
#include "text/decimal.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <random>

#include "tests/support/decimal_judge.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

// Every magnitude that a double can have, and both signs; beside them the edges.
template <class Visit> void visit_doubles(int count, Visit visit) {
  std::mt19937_64 random(7);
  for (const double x : {0.0, 0x1p-1074, 0x1.fffffffffffffp-1023, 0x1p-1022, 0.1, 1.0, 9.99, 9.995, 999.5, 0x1p53, 1e22,
                         1e23, 0x1.fffffffffffffp1023})
    visit(x), visit(-x);
  for (int i = 0; i < count; ++i)
    if (const double x = std::bit_cast<double>(random()); std::isfinite(x)) visit(x);
  std::uniform_int_distribution<int> exponent(-40, 40), bits(1, 1 << 20);
  for (int i = 0; i < count; ++i) visit(std::ldexp(bits(random), exponent(random)));
}

TEST(Decimal, TheTextOfAHighEndIsNeverBelowItAndThatOfALowEndNeverAbove) {
  EVIDENCE("ACC-ALL-PRINTED");
  visit_doubles(20000, [](double x) {
    for (const int digits : {1, 3, 6, 17}) {
      EXPECT_GE(compare(end_text(x, End::high, digits), x), 0) << x;
      EXPECT_LE(compare(end_text(x, End::low, digits), x), 0) << x;
    }
    EXPECT_GE(compare(end_json(x, End::high), x), 0) << x;
    EXPECT_LE(compare(end_json(x, End::low), x), 0) << x;
  });
}

TEST(Decimal, TheTextIsWithinOneUnitOfItsLastDigit) {
  EVIDENCE("ACC-ALL-PRINTED");
  visit_doubles(20000, [](double x) {
    if (x == 0) return;
    // two ends of three digits differ by at most one unit, which is at most a hundredth of the number
    Fraction high(end_text(x, End::high, 3)), low(end_text(x, End::low, 3)), number(x);
    mpq_sub(high.q, high.q, low.q);
    mpq_set_ui(low.q, 100, 1);
    mpq_mul(high.q, high.q, low.q);
    mpq_abs(number.q, number.q);
    EXPECT_LE(mpq_cmp(high.q, number.q), 0) << x;
  });
}

TEST(Decimal, ARationalIsRoundedUpOnceAndAShortDecimalIsPrintedAsItIs) {
  EVIDENCE("ACC-ALL-PRINTED");
  const auto quotient = [](long a, unsigned long b) {
    Number q;
    mpq_set_si(q.get(), a, b);
    mpq_canonicalize(q.get());
    return end_text(q, End::high, 3);
  };
  EXPECT_EQ(quotient(1, 10), "0.1");
  EXPECT_EQ(quotient(1, 3), "0.334");
  EXPECT_EQ(quotient(9999, 10), "1000");
  EXPECT_EQ(quotient(123456, 1), "123456");
  EXPECT_EQ(quotient(0, 1), "0");
  visit_doubles(5000, [](double x) {
    Number exact;
    mpq_set_d(exact.get(), std::abs(x));
    EXPECT_EQ(end_text(exact, End::high, 3), end_text(std::abs(x), End::high, 3));
  });
}

TEST(Decimal, JsonReadsBackAsTheVeryDouble) {
  EVIDENCE("ACC-ALL-PRINTED");
  visit_doubles(20000, [](double x) {
    for (const End end : {End::low, End::high}) {
      const double read = std::strtod(end_json(x, end).c_str(), nullptr);
      EXPECT_EQ(std::bit_cast<std::uint64_t>(read), std::bit_cast<std::uint64_t>(x)) << x;
    }
  });
}

TEST(Decimal, NumbersOfFewDigitsAndIntegersArePrintedAsTheyAre) {
  EVIDENCE("ACC-ALL-PRINTED");
  for (const End end : {End::low, End::high}) {
    EXPECT_EQ(end_text(0, end, 3), "0");
    EXPECT_EQ(end_text(1.5, end, 3), "1.5");
    EXPECT_EQ(end_text(-0.25, end, 3), "-0.25");
    EXPECT_EQ(end_text(605000001, end, 3), "605000001");
    EXPECT_EQ(end_text(-12345678, end, 3), "-12345678");
    EXPECT_EQ(end_text(INFINITY, end, 3), "inf");
    EXPECT_EQ(end_text(-INFINITY, end, 3), "-inf");
    EXPECT_EQ(end_text(NAN, end, 3), "nan");
    EXPECT_EQ(end_json(INFINITY, end), "\"inf\"");
    EXPECT_EQ(end_json(4, end), "4");
    EXPECT_EQ(end_json(-0.0, end), "-0");
  }
}

TEST(Decimal, ExamplesRoundOutward) {
  EVIDENCE("ACC-ALL-PRINTED");
  EXPECT_EQ(end_text(0x1p-24, End::high, 3), "5.97e-08");  // 5.96046e-08
  EXPECT_EQ(end_text(0x1p-24, End::low, 3), "5.96e-08");
  EXPECT_EQ(end_text(1.00048828125, End::high, 6), "1.00049");
  EXPECT_EQ(end_text(1.00048828125, End::low, 6), "1.00048");
  EXPECT_EQ(end_text(-1.00048828125, End::low, 6), "-1.00049");
  EXPECT_EQ(end_text(9.9999, End::high, 3), "10");
  EXPECT_EQ(end_text(0.00099999, End::high, 3), "0.001");
  EXPECT_EQ(end_json(0.1, End::low), "0.1");  // the double lies above 1/10
  EXPECT_EQ(end_json(0.1, End::high), "0.10000000000000001");
}

}  // namespace
}  // namespace etalon::tests
