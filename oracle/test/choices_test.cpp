// SPDX-License-Identifier: Apache-2.0
//
// The operators that compare, choose among their operands or change a sign (Less, Neg, Abs, Relu, Max, Min, Clip,
// Where): known answers by hand, and every answer against comparisons of doubles by the host, which hold all numbers of
// the types up to 32 bits.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/ops/abs/abs.hpp"
#include "oracle/ops/clip/clip.hpp"
#include "oracle/ops/less/less.hpp"
#include "oracle/ops/max/max.hpp"
#include "oracle/ops/min/min.hpp"
#include "oracle/ops/neg/neg.hpp"
#include "oracle/ops/relu/relu.hpp"
#include "oracle/ops/where/where.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

constexpr Integer int8{8, true};
constexpr Integer uint8{8, false};
constexpr Integer int64{64, true};
constexpr Integer uint64{64, false};
constexpr std::uint64_t all_ones = ~std::uint64_t{0};

constexpr std::uint64_t minus_zero = 0x8000;  // of float16, as all that follow
constexpr std::uint64_t one = 0x3C00;
constexpr std::uint64_t minus_one = 0xBC00;
constexpr std::uint64_t two = 0x4000;
constexpr std::uint64_t inf = 0x7C00;
constexpr std::uint64_t minus_inf = 0xFC00;
constexpr std::uint64_t nan = 0x7E00;
constexpr std::uint64_t other_nan = 0xFE01;
constexpr std::uint64_t signalling = 0xFC01;

TEST(Relu, KeepsEveryZeroAndMakesNegativeNumbersPlusZero) {
  EXPECT_EQ(relu(float16, minus_zero), (Answer{minus_zero, 0}));
  EXPECT_EQ(relu(float16, 0), (Answer{0, 0}));
  EXPECT_EQ(relu(float16, 0x8001), (Answer{0, 0}));
  EXPECT_EQ(relu(float16, 0x0001), (Answer{0x0001, 0}));
  EXPECT_EQ(relu(float16, minus_inf), (Answer{0, 0}));
  EXPECT_EQ(relu(float16, inf), (Answer{inf, 0}));
}

TEST(Relu, DeliversTheCanonicalNan) {
  EXPECT_EQ(relu(float16, other_nan), (Answer{nan, 0}));
  EXPECT_EQ(relu(float16, signalling), (Answer{nan, invalid}));
}

TEST(Relu, OfIntegersKnowsTheirSign) {
  EXPECT_EQ(relu(int8, 0x80), (Answer{0, 0}));
  EXPECT_EQ(relu(int8, 0x7F), (Answer{0x7F, 0}));
  EXPECT_EQ(relu(int64, all_ones), (Answer{0, 0}));
}

TEST(Max, PutsPlusZeroAboveMinusZeroInEitherOrder) {
  EXPECT_EQ(max(float16, 0, minus_zero), (Answer{0, 0}));
  EXPECT_EQ(max(float16, minus_zero, 0), (Answer{0, 0}));
  EXPECT_EQ(max(float16, minus_zero, minus_zero), (Answer{minus_zero, 0}));
  EXPECT_EQ(min(float16, 0, minus_zero), (Answer{minus_zero, 0}));
  EXPECT_EQ(min(float16, minus_zero, 0), (Answer{minus_zero, 0}));
  EXPECT_EQ(min(float16, 0, 0), (Answer{0, 0}));
}

TEST(Max, IsTheCanonicalNanWhereAnOperandIsOne) {
  for (const auto operation : {max, min}) {
    EXPECT_EQ(operation(float16, other_nan, inf), (Answer{nan, 0}));
    EXPECT_EQ(operation(float16, minus_inf, other_nan), (Answer{nan, 0}));
    EXPECT_EQ(operation(float16, other_nan, other_nan), (Answer{nan, 0}));
    EXPECT_EQ(operation(float16, one, signalling), (Answer{nan, invalid}));
  }
}

TEST(Max, OfIntegersKnowsTheirSign) {
  EXPECT_EQ(max(int8, 0xFF, 0x01), (Answer{0x01, 0}));
  EXPECT_EQ(max(uint8, 0xFF, 0x01), (Answer{0xFF, 0}));
  EXPECT_EQ(min(int64, all_ones, 0), (Answer{all_ones, 0}));
  EXPECT_EQ(min(uint64, all_ones, 0), (Answer{0, 0}));
}

TEST(Less, IsFalseOfZerosAndOfNans) {
  EXPECT_EQ(less(float16, minus_zero, 0), (Answer{0, 0}));
  EXPECT_EQ(less(float16, minus_inf, other_nan), (Answer{0, 0}));
  EXPECT_EQ(less(float16, signalling, inf), (Answer{0, invalid}));
  EXPECT_EQ(less(int64, all_ones, 0), (Answer{1, 0}));
  EXPECT_EQ(less(uint64, all_ones, 0), (Answer{0, 0}));
}

TEST(Neg, ChangesTheSignAlsoOfAZeroButNotOfANan) {
  EXPECT_EQ(neg(float16, 0), (Answer{minus_zero, 0}));
  EXPECT_EQ(neg(float16, other_nan), (Answer{nan, 0}));
  EXPECT_EQ(neg(float16, signalling), (Answer{nan, invalid}));
  EXPECT_EQ(abs(float16, minus_inf), (Answer{inf, 0}));
  EXPECT_EQ(abs(float16, other_nan), (Answer{nan, 0}));
}

TEST(Neg, OfTheLowestIntegerWraps) {
  EXPECT_EQ(neg(int8, 0x80), (Answer{0x80, wrapped}));
  EXPECT_EQ(abs(int8, 0x80), (Answer{0x80, wrapped}));
  EXPECT_EQ(abs(uint8, 0x80), (Answer{0x80, 0}));
}

TEST(Clip, LimitsToTheBounds) {
  EXPECT_EQ(clip(float16, two, minus_one, one), (Answer{one, 0}));
  EXPECT_EQ(clip(float16, minus_inf, minus_one, one), (Answer{minus_one, 0}));
  EXPECT_EQ(clip(float16, 0x3800, minus_one, one), (Answer{0x3800, 0}));
  EXPECT_EQ(clip(int8, 0x85, 0xF0, 0x10), (Answer{0xF0, 0}));
  EXPECT_EQ(clip(uint8, 0x85, 0x10, 0xF0), (Answer{0x85, 0}));
}

TEST(Clip, KeepsTheSignOfAZeroThatIsEqualToABound) {
  EXPECT_EQ(clip(float16, minus_zero, 0, one), (Answer{minus_zero, 0}));
  EXPECT_EQ(clip(float16, 0, minus_one, minus_zero), (Answer{0, 0}));
  EXPECT_EQ(clip(float16, minus_one, 0, minus_zero), (Answer{0, 0}));
}

TEST(Clip, GivesTheUpperBoundWhereTheLowerOneIsAboveIt) {
  for (const std::uint64_t x : {minus_inf, minus_one, minus_zero, one, two, inf}) {
    EXPECT_EQ(clip(float16, x, two, one), (Answer{one, 0}));
  }
}

TEST(Clip, IsNotBoundByWhatIsOmittedOrANan) {
  const std::optional<std::uint64_t> omitted;
  EXPECT_EQ(clip(float16, two, omitted, omitted), (Answer{two, 0}));
  EXPECT_EQ(clip(float16, two, omitted, one), (Answer{one, 0}));
  EXPECT_EQ(clip(float16, minus_inf, minus_one, omitted), (Answer{minus_one, 0}));
  EXPECT_EQ(clip(float16, two, other_nan, nan), (Answer{two, 0}));
  EXPECT_EQ(clip(float16, two, other_nan, one), (Answer{one, 0}));
}

TEST(Clip, DeliversTheCanonicalNan) {
  EXPECT_EQ(clip(float16, other_nan, minus_one, one), (Answer{nan, 0}));
  EXPECT_EQ(clip(float16, signalling, minus_one, one), (Answer{nan, invalid}));
  EXPECT_EQ(clip(float16, other_nan, two, one), (Answer{nan, 0}));
  EXPECT_EQ(clip(float16, other_nan, two, one, ClippedNan::is_the_upper_bound), (Answer{one, 0}));
  EXPECT_EQ(clip(float16, other_nan, one, two, ClippedNan::is_the_upper_bound), (Answer{nan, 0}));
}

TEST(Where, KeepsEveryBit) {
  EXPECT_EQ(where(1, signalling, one), signalling);
  EXPECT_EQ(where(0, one, other_nan), other_nan);
}

TEST(Choices, AnOperatorThatDoesNotHaveATypeIsNotJudged) {
  EXPECT_THROW((void)Type(Boolean{}).format(), std::invalid_argument);
  EXPECT_THROW((void)Type(float16).integer(), std::invalid_argument);
}

double to_double(Type type, std::uint64_t x) { return std::bit_cast<double>(convert(type, float64, x).bits); }

class Choices : public testing::TestWithParam<NamedType> {
 protected:
  const Type type = GetParam().type;

  std::vector<std::uint64_t> patterns() const {
    if (type.kind == Kind::floating) {
      return boundary_values(type.format());
    }
    std::vector<std::uint64_t> all(power_of_two(type.bits));
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }
};

TEST_P(Choices, MaxAndMinAreThoseOfDoubles) {
  const std::vector<std::uint64_t> values = patterns();
  for (const std::uint64_t a : values) {
    for (const std::uint64_t b : values) {
      const double x = to_double(type, a);
      const double y = to_double(type, b);
      const bool has_nan = std::isnan(x) || std::isnan(y);
      const bool first_is_greater = x > y || (x == y && !std::signbit(x));
      const std::uint64_t greatest = has_nan ? canonical_nan(type.format()) : first_is_greater ? a : b;
      const std::uint64_t least = has_nan ? canonical_nan(type.format()) : first_is_greater ? b : a;
      ASSERT_EQ(max(type, a, b).bits, greatest) << std::hex << a << ' ' << b;
      ASSERT_EQ(min(type, a, b).bits, least) << std::hex << a << ' ' << b;
    }
  }
}

TEST_P(Choices, LessIsThatOfDoubles) {
  const std::vector<std::uint64_t> values = patterns();
  for (const std::uint64_t a : values) {
    for (const std::uint64_t b : values) {
      ASSERT_EQ(less(type, a, b).bits, to_double(type, a) < to_double(type, b) ? 1U : 0U) << std::hex << a << ' ' << b;
    }
  }
}

TEST_P(Choices, NegAndAbsAreThoseOfDoublesWhereTheyAreInRange) {
  int compared = 0;
  for (const std::uint64_t x : patterns()) {
    if (not_a_number(type, x)) {
      continue;
    }
    const double number = to_double(type, x);
    for (const auto& [answer, expected] :
         {std::pair{neg(type, x), -number}, std::pair{abs(type, x), std::fabs(number)}}) {
      if (answer.events == 0) {
        const double delivered = to_double(type, answer.bits);
        ASSERT_TRUE(delivered == expected &&
                    (delivered != 0 || type.kind == Kind::integer || std::signbit(delivered) == std::signbit(expected)))
            << std::hex << x;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10);
}

TEST_P(Choices, ReluAndClipAreThoseOfDoubles) {
  const std::vector<std::uint64_t> values = patterns();
  const auto bound = [&](std::uint64_t pattern, double absent) {
    return not_a_number(type, pattern) ? absent : to_double(type, pattern);
  };
  for (const std::uint64_t x : values) {
    const double number = to_double(type, x);
    const std::uint64_t kept = std::isnan(number) ? canonical_nan(type.format()) : x;
    ASSERT_EQ(relu(type, x).bits, number < 0 ? 0 : kept) << std::hex << x;
    for (const std::uint64_t lower : values) {
      const std::uint64_t upper = values[(lower + x) % values.size()];
      const double low = bound(lower, -std::numeric_limits<double>::infinity());
      const double high = bound(upper, std::numeric_limits<double>::infinity());
      const bool is_cut = number > high || (low > high && !std::isnan(number));
      const std::uint64_t expected = is_cut ? upper : number < low ? lower : kept;
      ASSERT_EQ(clip(type, x, lower, upper).bits, expected) << std::hex << x << ' ' << lower << ' ' << upper;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, Choices,
                         testing::Values(storable_types[0], storable_types[1], storable_types[2], storable_types[4],
                                         storable_types[5], storable_types[9], storable_types[10]),
                         [](const auto& parameter) { return std::string(parameter.param.name); });

}  // namespace
}  // namespace oracle
