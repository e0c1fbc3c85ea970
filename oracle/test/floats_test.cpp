// SPDX-License-Identifier: Apache-2.0
//
// The two floating-point oracles against known facts and against each other: integer arithmetic and MPFR share no code
// but the layout of the patterns, so an error would have to be made twice to pass.
#include "oracle/oracle.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <initializer_list>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/small_float.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

constexpr int structured_cases = 2'000'000;

using Binary = Answer (*)(Format, std::uint64_t, std::uint64_t);

std::string operands(std::initializer_list<std::uint64_t> patterns) {
  std::ostringstream text;
  for (const std::uint64_t pattern : patterns) {
    text << std::hex << pattern << ' ';
  }
  return text.str();
}

class SmallFloat : public testing::TestWithParam<Format> {
 protected:
  // Both stop at the first disagreement, for one is as good as a million.
  static void expect_agreement_on_boundary_pairs(Binary small_operation, Binary ieee_operation) {
    const std::vector<std::uint64_t> values = boundary_values(GetParam());
    std::size_t pairs = 0;
    for (const std::uint64_t a : values) {
      for (const std::uint64_t b : values) {
        ASSERT_EQ(small_operation(GetParam(), a, b), ieee_operation(GetParam(), a, b)) << operands({a, b});
        ++pairs;
      }
    }
    EXPECT_GE(pairs, 100U * 100U);
  }

  static void expect_agreement_on_structured_cases(Operation operation, Binary small_operation, Binary ieee_operation) {
    Cases cases(GetParam(), 1);
    for (int i = 0; i < structured_cases; ++i) {
      const Case x = cases.next(operation);
      ASSERT_EQ(small_operation(GetParam(), x.a, x.b), ieee_operation(GetParam(), x.a, x.b))
          << operands({x.a, x.b}) << name(x.stratum);
    }
  }
};

TEST_P(SmallFloat, AddAgreesWithMpfrOnBoundaryPairs) { expect_agreement_on_boundary_pairs(small_add, ieee_add); }
TEST_P(SmallFloat, SubAgreesWithMpfrOnBoundaryPairs) { expect_agreement_on_boundary_pairs(small_sub, ieee_sub); }
TEST_P(SmallFloat, MulAgreesWithMpfrOnBoundaryPairs) { expect_agreement_on_boundary_pairs(small_mul, ieee_mul); }
TEST_P(SmallFloat, DivAgreesWithMpfrOnBoundaryPairs) { expect_agreement_on_boundary_pairs(small_div, ieee_div); }

TEST_P(SmallFloat, AddAgreesWithMpfrOnStructuredCases) {
  expect_agreement_on_structured_cases(Operation::add, small_add, ieee_add);
}

TEST_P(SmallFloat, SubAgreesWithMpfrOnStructuredCases) {
  Cases cases(GetParam(), 1);
  for (int i = 0; i < structured_cases; ++i) {
    const Case x = as_difference(GetParam(), cases.next(Operation::add));
    ASSERT_EQ(small_sub(GetParam(), x.a, x.b), ieee_sub(GetParam(), x.a, x.b))
        << operands({x.a, x.b}) << name(x.stratum);
  }
}

TEST_P(SmallFloat, MulAgreesWithMpfrOnStructuredCases) {
  expect_agreement_on_structured_cases(Operation::mul, small_mul, ieee_mul);
}

TEST_P(SmallFloat, DivAgreesWithMpfrOnStructuredCases) {
  expect_agreement_on_structured_cases(Operation::div, small_div, ieee_div);
}

TEST_P(SmallFloat, FmaAgreesWithMpfrOnBoundaryTriples) {
  const std::vector<std::uint64_t> values = boundary_values(GetParam());
  std::size_t triples = 0;
  for (const std::uint64_t a : values) {
    for (const std::uint64_t b : values) {
      for (const std::uint64_t c : values) {
        ASSERT_EQ(small_fma(GetParam(), a, b, c), ieee_fma(GetParam(), a, b, c)) << operands({a, b, c});
        ++triples;
      }
    }
  }
  EXPECT_GE(triples, 100U * 100U * 100U);
}

TEST_P(SmallFloat, FmaAgreesWithMpfrOnStructuredCases) {
  Cases cases(GetParam(), 1);
  for (int i = 0; i < structured_cases; ++i) {
    const Case x = cases.next(Operation::fma);
    ASSERT_EQ(small_fma(GetParam(), x.a, x.b, x.c), ieee_fma(GetParam(), x.a, x.b, x.c))
        << operands({x.a, x.b, x.c}) << name(x.stratum);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, SmallFloat, testing::Values(float16, bfloat16), [](const auto& parameter) {
  return std::string(parameter.param.fraction == float16.fraction ? "float16" : "bfloat16");
});

TEST(SmallFloatFacts, RejectsFormatsThatAreNotSmall) { EXPECT_THROW(small_add(float32, 0, 0), std::invalid_argument); }

TEST(SmallFloatFacts, FmaRoundsOnlyOnce) {
  EXPECT_EQ(small_fma(float16, 0x3C14, 0x0FD9, 0x3C00), (Answer{0x3C01, inexact}));
  EXPECT_EQ(small_fma(bfloat16, 0x40E0, 0x4214, 0xA180), (Answer{0x4381, inexact}));
}

TEST(SmallFloatFacts, MulBreaksATieToEven) {
  EXPECT_EQ(small_mul(float16, 0x2E66, 0x4200), (Answer{0x34CC, inexact}));  // 0.1 * 3
}

class IeeeFloat : public testing::TestWithParam<Format> {
 protected:
  const Format f = GetParam();
  const std::uint64_t minus = sign_mask(f);
  const std::uint64_t inf = infinity(f);
  const std::uint64_t nan = canonical_nan(f);
  const std::uint64_t quiet = minus | nan | 1;
  const std::uint64_t signalling = inf | 1;
  const std::uint64_t one = static_cast<std::uint64_t>(bias(f)) << f.fraction;
  const std::uint64_t half = one - power_of_two(f.fraction);
  const std::uint64_t two = one + power_of_two(f.fraction);
  const std::uint64_t least_normal = power_of_two(f.fraction);
  const std::uint64_t largest = inf - 1;
};

TEST_P(IeeeFloat, ExactZerosHaveTheirSign) {
  EXPECT_EQ(ieee_add(f, one, minus | one), (Answer{0, 0}));
  EXPECT_EQ(ieee_add(f, minus, minus), (Answer{minus, 0}));
  EXPECT_EQ(ieee_add(f, 0, minus), (Answer{0, 0}));
  EXPECT_EQ(ieee_sub(f, one, one), (Answer{0, 0}));
  EXPECT_EQ(ieee_sub(f, minus, 0), (Answer{minus, 0}));
  EXPECT_EQ(ieee_sub(f, 0, 0), (Answer{0, 0}));
  EXPECT_EQ(ieee_mul(f, minus, one), (Answer{minus, 0}));
  EXPECT_EQ(ieee_div(f, one, minus | inf), (Answer{minus, 0}));
  EXPECT_EQ(ieee_fma(f, minus, one, minus), (Answer{minus, 0}));
  EXPECT_EQ(ieee_fma(f, one, one, minus | one), (Answer{0, 0}));
}

TEST_P(IeeeFloat, ADifferenceIsTheSumWithTheOpposite) {
  Cases cases(f, 1);
  for (int i = 0; i < 100'000; ++i) {
    const Case x = as_difference(f, cases.next(Operation::add));
    ASSERT_EQ(ieee_sub(f, x.a, x.b), ieee_add(f, x.a, x.b ^ minus)) << operands({x.a, x.b}) << name(x.stratum);
  }
}

TEST_P(IeeeFloat, InvalidOperationsGiveTheCanonicalNan) {
  const Answer invalid_nan{nan, invalid};
  EXPECT_EQ(ieee_mul(f, minus, inf), invalid_nan);
  EXPECT_EQ(ieee_div(f, 0, minus), invalid_nan);
  EXPECT_EQ(ieee_div(f, inf, minus | inf), invalid_nan);
  EXPECT_EQ(ieee_add(f, inf, minus | inf), invalid_nan);
  EXPECT_EQ(ieee_sub(f, inf, inf), invalid_nan);
  EXPECT_EQ(ieee_fma(f, 0, inf, one), invalid_nan);
  EXPECT_EQ(ieee_fma(f, inf, 0, quiet), invalid_nan);
  EXPECT_EQ(ieee_fma(f, inf, one, minus | inf), invalid_nan);
}

TEST_P(IeeeFloat, NanOperandsGiveTheCanonicalNanAndOnlySignallingOnesRaise) {
  EXPECT_EQ(ieee_add(f, quiet, one), (Answer{nan, 0}));
  EXPECT_EQ(ieee_div(f, quiet, 0), (Answer{nan, 0}));
  EXPECT_EQ(ieee_mul(f, signalling, quiet), (Answer{nan, invalid}));
  EXPECT_EQ(ieee_fma(f, one, quiet, minus | signalling), (Answer{nan, invalid}));
}

TEST_P(IeeeFloat, DivisionByZeroRaisesOnlyForFiniteDividends) {
  EXPECT_EQ(ieee_div(f, one, minus), (Answer{minus | inf, divide_by_zero}));
  EXPECT_EQ(ieee_div(f, inf, minus), (Answer{minus | inf, 0}));
}

TEST_P(IeeeFloat, OverflowGivesInfinityAndIsInexact) {
  EXPECT_EQ(ieee_mul(f, minus | largest, two), (Answer{minus | inf, overflow | inexact}));
  EXPECT_EQ(ieee_add(f, largest, largest), (Answer{inf, overflow | inexact}));
  EXPECT_EQ(ieee_add(f, largest, one), (Answer{largest, inexact}));
}

TEST_P(IeeeFloat, UnderflowIsTinyAfterRoundingAndInexact) {
  EXPECT_EQ(ieee_mul(f, least_normal, half), (Answer{least_normal / 2, 0}));  // tiny, but exact
  EXPECT_EQ(ieee_mul(f, 1, half), (Answer{0, underflow | inexact}));          // a tie to even
  EXPECT_EQ(ieee_mul(f, 3, half), (Answer{2, underflow | inexact}));
  // (1 - u/2) * least_normal, u the spacing above one: the even neighbour of the tie is least_normal, but with an
  // unbounded exponent the product would be exact and below it.
  EXPECT_EQ(ieee_mul(f, least_normal, one - 1), (Answer{least_normal, underflow | inexact}));
  // (1 + u) * (1 - u/2) * least_normal is above least_normal.
  EXPECT_EQ(ieee_mul(f, least_normal + 1, one - 1), (Answer{least_normal, inexact}));
}

INSTANTIATE_TEST_SUITE_P(Formats, IeeeFloat, testing::Values(float16, bfloat16, float32, float64),
                         [](const auto& parameter) { return "fraction" + std::to_string(parameter.param.fraction); });

}  // namespace
}  // namespace oracle
