// SPDX-License-Identifier: Apache-2.0
#include "exact/rational.hpp"

#include <gtest/gtest.h>

#include "oracle/cases/operations.hpp"
#include "scalar/floats.h"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

Number number(const char* text) {
  Number n;
  mpq_set_str(n.get(), text, 10);
  mpq_canonicalize(n.get());
  return n;
}

TEST(Rational, PrintsADecimalWhereItEndsElseAFraction) {
  EVIDENCE("NUM-REAL-EXACT", "NUM-ALL-PRINT");
  EXPECT_EQ(to_string(number("61/5")), "12.2");
  EXPECT_EQ(to_string(number("1/3")), "1/3");
  EXPECT_EQ(to_string(number("-7/1000")), "-0.007");
  EXPECT_EQ(to_string(number("-22/7")), "-22/7");
  EXPECT_EQ(to_string(number("0")), "0");
  EXPECT_EQ(to_string(number("1200")), "1200");
  EXPECT_EQ(to_string(number("1/1024")), "0.0009765625");
}

TEST(Rational, SumsAndProductsAreExact) {
  EVIDENCE("NUM-REAL-EXACT");
  EXPECT_EQ(to_string(Rational::add(number("1/3"), number("1/6"))), "0.5");
  EXPECT_EQ(to_string(Rational::mul(number("61/10"), number("2"))), "12.2");
  EXPECT_EQ(to_string(Rational::mul(number("1/3"), number("3"))), "1");
}

// Rounding a number that the format has gives its pattern back, and a midpoint goes to the even neighbour.
TEST(Rational, RoundingToAFormatIsToNearestTiesToEven) {
  EVIDENCE("NUM-ALL-LITERAL", "NUM-FLOAT-ROUNDING");
  const oracle::Format formats[] = {oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64};
  for (const oracle::Format& f : formats) {
    const binary_format format = binary_format_of(static_cast<unsigned>(f.bits), static_cast<unsigned>(f.fraction));
    const auto value_of = [&](std::uint64_t pattern) {
      const binary_exact x = binary_unpack(format, pattern);
      Number n;
      mpz_set_ui(mpq_numref(n.get()), x.significand.low);
      if (x.exponent >= 0)
        mpq_mul_2exp(n.get(), n.get(), static_cast<mp_bitcnt_t>(x.exponent));
      else
        mpq_div_2exp(n.get(), n.get(), static_cast<mp_bitcnt_t>(-x.exponent));
      if (x.sign != 0) mpq_neg(n.get(), n.get());
      return n;
    };
    for (std::uint64_t pattern : oracle::boundary_values(f)) {
      if (binary_magnitude(format, pattern) + 1 >= binary_infinity(format)) continue;
      const Number here = value_of(pattern), next = value_of(pattern + 1);
      EXPECT_EQ(round_to_binary(here, format), here.sign() == 0 ? 0 : pattern);
      Number middle = Rational::add(here, next);
      mpq_div_2exp(middle.get(), middle.get(), 1);
      const std::uint64_t even = pattern % 2 == 0 ? pattern : pattern + 1;
      EXPECT_EQ(round_to_binary(middle, format), even) << std::hex << pattern;
      Number above = number("1000000000000000000000001/1000000000000000000000000");
      EXPECT_EQ(round_to_binary(Rational::mul(middle, above), format), pattern + 1) << std::hex << pattern;
    }
    EXPECT_EQ(round_to_binary(number("1000000000000000000000000000000000000000000"), FORMAT_FLOAT), 0x7F800000u);
  }
}

}  // namespace
}  // namespace etalon::impl
