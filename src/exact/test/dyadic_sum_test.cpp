// SPDX-License-Identifier: Apache-2.0
// Sums of products as integers, against rationals that are added one by one.
#include "exact/dyadic_sum.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

Number added(const Number& sum, const Number& a, const Number& b) { return Rational::add(sum, Rational::mul(a, b)); }
bool equal(const Number& a, const Number& b) { return mpq_equal(a.get(), b.get()) != 0; }

// Numbers of one word and of several, with few and many places after the point, zeros, and both signs.
TEST(DyadicSum, IsTheSumOfTheProductsForNumbersOfAnySize) {
  EVIDENCE("ACC-ALL-SHADOW");
  std::mt19937_64 random(15);
  for (const int spread : {0, 4, 30, 60, 500}) {
    DyadicSum sum;
    Number wanted;
    for (int k = 0; k < 400; ++k) {
      const auto drawn = [&] {
        const int exponent =
            spread == 0 ? 0 : static_cast<int>(random() % (2u * static_cast<unsigned>(spread))) - spread;
        Number n =
            Rational::number(std::ldexp(static_cast<double>(static_cast<std::int64_t>(random()) >> 11), exponent));
        if (random() % 8 == 0) n = Rational::number(0);
        return random() % 16 == 0 ? Rational::mul(n, n) : n;  // more than a word
      };
      const Number a = drawn(), b = drawn();
      ASSERT_TRUE(sum.add_product(a, b));
      wanted = added(wanted, a, b);
      if (k % 50 == 0) {
        ASSERT_TRUE(equal(sum.value(), wanted)) << spread << " " << k;
      }
    }
    EXPECT_TRUE(equal(sum.value(), wanted)) << spread;
  }
}

// The largest numerators of one word, moved by every number of places that a word has.
TEST(DyadicSum, TermsFarApartKeepTheirPlaces) {
  EVIDENCE("ACC-ALL-SHADOW");
  for (int places = 0; places < 140; ++places) {
    DyadicSum sum;
    Number wanted;
    const Number fine = Rational::number(std::ldexp(1.0, -places));
    Number large;
    mpz_set_str(mpq_numref(large.get()), "-18446744073709551615", 10);
    for (const auto& [a, b] : {std::pair(fine, fine), {large, large}, {large, fine}, {fine, large}}) {
      ASSERT_TRUE(sum.add_product(a, b));
      wanted = added(wanted, a, b);
      ASSERT_TRUE(equal(sum.value(), wanted)) << places;
    }
  }
}

TEST(DyadicSum, ANumberWithoutAnEndOfItsPlacesIsNotAdded) {
  EVIDENCE("ACC-ALL-SHADOW");
  DyadicSum sum;
  const Number one = Rational::number(1), third = Rational::div(one, Rational::number(3));
  EXPECT_TRUE(sum.add_product(one, one));
  EXPECT_FALSE(sum.add_product(one, third));
  EXPECT_FALSE(sum.add_product(third, Rational::number(0)));
  EXPECT_TRUE(equal(sum.value(), one));
}

}  // namespace
}  // namespace etalon::impl
