// SPDX-License-Identifier: Apache-2.0
//
// Operators that compute element by element (Sqrt, Reciprocal, Floor, Ceil, Round, Sum, Mean, LeakyRelu, PRelu,
// HardSigmoid, ThresholdedRelu, comparisons, truth values): known answers by hand, and functions of one operand against
// the host, values and events.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/narrow_float.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/ops/and/and.hpp"
#include "oracle/ops/ceil/ceil.hpp"
#include "oracle/ops/equal/equal.hpp"
#include "oracle/ops/floor/floor.hpp"
#include "oracle/ops/greater/greater.hpp"
#include "oracle/ops/greaterorequal/greaterorequal.hpp"
#include "oracle/ops/hardsigmoid/hardsigmoid.hpp"
#include "oracle/ops/leakyrelu/leakyrelu.hpp"
#include "oracle/ops/lessorequal/lessorequal.hpp"
#include "oracle/ops/mean/mean.hpp"
#include "oracle/ops/not/not.hpp"
#include "oracle/ops/or/or.hpp"
#include "oracle/ops/prelu/prelu.hpp"
#include "oracle/ops/reciprocal/reciprocal.hpp"
#include "oracle/ops/round/round.hpp"
#include "oracle/ops/sqrt/sqrt.hpp"
#include "oracle/ops/sum/sum.hpp"
#include "oracle/ops/thresholdedrelu/thresholdedrelu.hpp"
#include "oracle/ops/xor/xor.hpp"
#include "oracle/random.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

constexpr Integer int32{32, true};
constexpr Integer uint32{32, false};

constexpr std::uint64_t minus_zero = 0x8000;  // of float16, as all that follow
constexpr std::uint64_t half = 0x3800;
constexpr std::uint64_t minus_half = 0xB800;
constexpr std::uint64_t one = 0x3C00;
constexpr std::uint64_t minus_one = 0xBC00;
constexpr std::uint64_t two = 0x4000;
constexpr std::uint64_t minus_two = 0xC000;
constexpr std::uint64_t four = 0x4400;
constexpr std::uint64_t largest = 0x7BFF;
constexpr std::uint64_t inf = 0x7C00;
constexpr std::uint64_t minus_inf = 0xFC00;
constexpr std::uint64_t nan = 0x7E00;
constexpr std::uint64_t other_nan = 0xFE01;
constexpr std::uint64_t signalling = 0xFC01;

std::uint32_t pattern(float number) { return std::bit_cast<std::uint32_t>(number); }

TEST(Sqrt, KeepsZerosAndIsInvalidBelowThem) {
  EXPECT_EQ(sqrt(float16, four), (Answer{two, 0}));
  EXPECT_EQ(sqrt(float16, minus_zero), (Answer{minus_zero, 0}));
  EXPECT_EQ(sqrt(float16, inf), (Answer{inf, 0}));
  EXPECT_EQ(sqrt(float16, 0x8001), (Answer{nan, invalid}));
  EXPECT_EQ(sqrt(float16, minus_inf), (Answer{nan, invalid}));
  EXPECT_EQ(sqrt(float16, other_nan), (Answer{nan, 0}));
  EXPECT_EQ(sqrt(float16, signalling), (Answer{nan, invalid}));
  EXPECT_EQ(sqrt(float16, two), (Answer{0x3DA8, inexact}));
}

TEST(Reciprocal, OfAZeroDividesByZeroAndOfASmallNumberOverflows) {
  EXPECT_EQ(reciprocal(float16, two), (Answer{half, 0}));
  EXPECT_EQ(reciprocal(float16, 0), (Answer{inf, divide_by_zero}));
  EXPECT_EQ(reciprocal(float16, minus_zero), (Answer{minus_inf, divide_by_zero}));
  EXPECT_EQ(reciprocal(float16, minus_inf), (Answer{minus_zero, 0}));
  EXPECT_EQ(reciprocal(float16, 0x0001), (Answer{inf, overflow | inexact}));
  EXPECT_EQ(reciprocal(float16, signalling), (Answer{nan, invalid}));
}

// The host rounds to an integer as IEEE 754's operations do, but may say that this was inexact.
template <typename Real, typename Pattern> void compare_with_host(Format f, std::uint64_t x) {
  volatile Real operand = std::bit_cast<Real>(static_cast<Pattern>(x));
  const auto bits = [&](Real result) {
    return is_nan(f, std::bit_cast<Pattern>(result)) ? canonical_nan(f) : std::bit_cast<Pattern>(result);
  };
  EXPECT_EQ(floor(f, x).bits, bits(std::floor(operand))) << std::hex << x;
  EXPECT_EQ(ceil(f, x).bits, bits(std::ceil(operand))) << std::hex << x;
  EXPECT_EQ(round(f, x).bits, bits(std::nearbyint(operand))) << std::hex << x;
  const unsigned events = is_signalling(f, x) ? unsigned{invalid} : 0U;
  EXPECT_EQ(floor(f, x).events, events) << std::hex << x;
  EXPECT_EQ(ceil(f, x).events, events) << std::hex << x;
  EXPECT_EQ(round(f, x).events, events) << std::hex << x;

  std::feclearexcept(FE_ALL_EXCEPT);
  volatile Real root = std::sqrt(operand);
  const int raised = std::fetestexcept(FE_ALL_EXCEPT);
  const Answer answer = sqrt(f, x);
  EXPECT_EQ(answer.bits, bits(root)) << std::hex << x;
  EXPECT_EQ((answer.events & invalid) != 0, (raised & FE_INVALID) != 0) << std::hex << x;
  EXPECT_EQ((answer.events & inexact) != 0, (raised & FE_INEXACT) != 0) << std::hex << x;
  EXPECT_EQ(answer.events & ~unsigned{invalid | inexact}, 0U) << std::hex << x;
}

// A number with few digits behind the point is often a tie.
std::uint64_t draw_number(Random& random, Format f) {
  const auto exponent = static_cast<std::uint64_t>(bias(f) + random.between(-3, f.fraction + 1));
  const std::uint64_t digits = random.bits() & fraction_mask(f) & ~(power_of_two(random.between(0, f.fraction)) - 1);
  return (random.coin() ? sign_mask(f) : 0) | exponent << f.fraction | digits;
}

TEST(Maps, OfOneOperandGiveWhatTheHostGives) {
  Random random(5);
  for (const std::uint64_t x : boundary_values(float32)) {
    compare_with_host<float, std::uint32_t>(float32, x);
  }
  for (const std::uint64_t x : boundary_values(float64)) {
    compare_with_host<double, std::uint64_t>(float64, x);
  }
  for (int i = 0; i < 50'000; ++i) {
    compare_with_host<float, std::uint32_t>(float32, i % 2 == 0 ? random.bits() >> 32 : draw_number(random, float32));
    compare_with_host<double, std::uint64_t>(float64, i % 2 == 0 ? random.bits() : draw_number(random, float64));
  }
}

// Two ways to the same answers, values and events: MPFR, and integers.
TEST(Maps, OfNarrowFormatsAreTheSameByIntegersAsByMpfr) {
  const auto compare = [](Format f, std::uint64_t x) {
    ASSERT_EQ(narrow_sqrt(f, x), ieee_sqrt(f, x)) << std::hex << x;
    ASSERT_EQ(narrow_reciprocal(f, x), reciprocal(f, x)) << std::hex << x;
  };
  for (std::uint64_t x = 0; x < 0x10000; ++x) {
    compare(float16, x);
    compare(bfloat16, x);
  }
  for (const std::uint64_t x : boundary_values(float32)) {
    compare(float32, x);
  }
  Random random(6);
  for (int i = 0; i < 200'000; ++i) {
    compare(float32, random.bits() >> 32);
  }
  EXPECT_THROW(narrow_sqrt(float64, 0), std::invalid_argument);
}

// Every number of a 16-bit format is one of float64, and so is its integer.
TEST(Maps, RoundEveryNumberOf16BitsAsTheHostRoundsDoubles) {
  for (const Format f : {float16, bfloat16}) {
    for (std::uint64_t x = 0; x < 0x10000; ++x) {
      if (is_nan(f, x)) {
        continue;
      }
      const double number = std::bit_cast<double>(convert(f, float64, x).bits);
      const auto bits = [&](double result) { return convert(float64, f, std::bit_cast<std::uint64_t>(result)).bits; };
      ASSERT_EQ(floor(f, x), (Answer{bits(std::floor(number)), 0})) << std::hex << x;
      ASSERT_EQ(ceil(f, x), (Answer{bits(std::ceil(number)), 0})) << std::hex << x;
      ASSERT_EQ(round(f, x), (Answer{bits(std::nearbyint(number)), 0})) << std::hex << x;
    }
  }
}

TEST(Round, TakesTheEvenOneOfTwoAndKeepsTheSignOfAZero) {
  EXPECT_EQ(round(float16, half), (Answer{0, 0}));
  EXPECT_EQ(round(float16, minus_half), (Answer{minus_zero, 0}));
  EXPECT_EQ(round(float16, 0x3801), (Answer{one, 0}));
  EXPECT_EQ(round(float16, 0x3E00), (Answer{two, 0}));     // 1.5
  EXPECT_EQ(round(float16, 0x4100), (Answer{two, 0}));     // 2.5
  EXPECT_EQ(round(float16, 0xC480), (Answer{0xC400, 0}));  // -4.5
  EXPECT_EQ(ceil(float16, 0x8001), (Answer{minus_zero, 0}));
  EXPECT_EQ(floor(float16, 0x8001), (Answer{minus_one, 0}));
  EXPECT_EQ(floor(float16, other_nan), (Answer{nan, 0}));
  EXPECT_EQ(round(float16, signalling), (Answer{nan, invalid}));
}

Answer sum_of(const std::vector<std::uint64_t>& operands) { return sum(float16, operands); }
Answer mean_of(const std::vector<std::uint64_t>& operands) { return mean(float16, operands); }

TEST(Sum, AddsFromTheFirstOperandOn) {
  EXPECT_EQ(sum_of({minus_zero}), (Answer{minus_zero, 0}));
  EXPECT_EQ(sum_of({minus_zero, minus_zero}), (Answer{minus_zero, 0}));
  EXPECT_EQ(sum_of({minus_zero, 0}), (Answer{0, 0}));
  EXPECT_EQ(sum_of({largest, largest, 0xFBFF}), (Answer{inf, overflow | inexact}));
  EXPECT_EQ(sum_of({largest, 0xFBFF, largest}), (Answer{largest, 0}));
  EXPECT_EQ(sum_of({inf, one, minus_inf}), (Answer{nan, invalid}));
  EXPECT_EQ(sum_of({other_nan}), (Answer{nan, 0}));
  EXPECT_EQ(sum_of({signalling}), (Answer{nan, invalid}));
}

TEST(Mean, DividesTheRoundedSum) {
  EXPECT_EQ(mean_of({one, two, 0x4200}), (Answer{two, 0}));
  EXPECT_EQ(mean_of({largest, largest}), (Answer{inf, overflow | inexact}));
  EXPECT_EQ(mean_of({one, 0, 0}), (Answer{0x3555, inexact}));
  EXPECT_EQ(mean_of({minus_zero}), (Answer{minus_zero, 0}));
  EXPECT_EQ(mean_of({signalling}), (Answer{nan, invalid}));
}

TEST(LeakyRelu, MultipliesWhatIsBelowZero) {
  EXPECT_EQ(leaky_relu(float16, minus_two, pattern(0.5F)), (Answer{minus_one, 0}));
  EXPECT_EQ(leaky_relu(float16, minus_zero, pattern(0.5F)), (Answer{minus_zero, 0}));
  EXPECT_EQ(leaky_relu(float16, two, pattern(0.5F)), (Answer{two, 0}));
  EXPECT_EQ(leaky_relu(float16, minus_two, pattern(0)), (Answer{minus_zero, 0}));
  EXPECT_EQ(leaky_relu(float16, minus_inf, pattern(0)), (Answer{nan, invalid}));
  EXPECT_EQ(leaky_relu(float16, two, pattern(NAN)), (Answer{two, 0}));
  EXPECT_EQ(leaky_relu(float16, other_nan, pattern(0.5F)), (Answer{nan, 0}));
  EXPECT_EQ(leaky_relu(float16, minus_one, pattern(0.01F)), (Answer{0xA11F, 0}));  // rounded to float16 before
}

TEST(PRelu, MultipliesWhatIsBelowZeroModuloTheTypeOfIntegers) {
  EXPECT_EQ(prelu(int32, 0xFFFFFFFE, 3), (Answer{0xFFFFFFFA, 0}));
  EXPECT_EQ(prelu(int32, 0x80000000, 0xFFFFFFFF), (Answer{0x80000000, wrapped}));
  EXPECT_EQ(prelu(int32, 5, 3), (Answer{5, 0}));
  EXPECT_EQ(prelu(uint32, 0xFFFFFFFE, 3), (Answer{0xFFFFFFFE, 0}));
  EXPECT_EQ(prelu(float16, one, signalling), (Answer{one, 0}));
  EXPECT_EQ(prelu(float16, minus_one, signalling), (Answer{nan, invalid}));
}

TEST(HardSigmoid, IsBetweenZeroAndOne) {
  const auto sigmoid = [](std::uint64_t x) { return hard_sigmoid(float16, x, pattern(0.5F), pattern(0.5F)); };
  EXPECT_EQ(sigmoid(0), (Answer{half, 0}));
  EXPECT_EQ(sigmoid(one), (Answer{one, 0}));
  EXPECT_EQ(sigmoid(minus_one), (Answer{0, 0}));
  EXPECT_EQ(sigmoid(inf), (Answer{one, 0}));
  EXPECT_EQ(sigmoid(minus_inf), (Answer{0, 0}));
  EXPECT_EQ(sigmoid(other_nan), (Answer{nan, 0}));
  EXPECT_EQ(hard_sigmoid(float16, 0x8001, pattern(1), pattern(-0.0F)), (Answer{0, 0}));
  EXPECT_EQ(hard_sigmoid(float16, minus_zero, pattern(1), pattern(-0.0F)), (Answer{0, 0}));
}

TEST(ThresholdedRelu, IsPlusZeroForWhatIsNotAboveTheThreshold) {
  EXPECT_EQ(thresholded_relu(float16, two, pattern(1)), (Answer{two, 0}));
  EXPECT_EQ(thresholded_relu(float16, one, pattern(1)), (Answer{0, 0}));
  EXPECT_EQ(thresholded_relu(float16, minus_zero, pattern(-1)), (Answer{minus_zero, 0}));
  EXPECT_EQ(thresholded_relu(float16, minus_two, pattern(-1)), (Answer{0, 0}));
  EXPECT_EQ(thresholded_relu(float16, other_nan, pattern(1)), (Answer{0, 0}));
  EXPECT_EQ(thresholded_relu(float16, signalling, pattern(1)), (Answer{0, invalid}));
  EXPECT_EQ(thresholded_relu(float16, two, pattern(NAN)), (Answer{0, 0}));
}

TEST(Comparisons, TakeZerosAsEqualAndANanAsNothing) {
  EXPECT_EQ(equal(float16, minus_zero, 0), (Answer{1, 0}));
  EXPECT_EQ(less_or_equal(float16, 0, minus_zero), (Answer{1, 0}));
  EXPECT_EQ(greater_or_equal(float16, minus_zero, 0), (Answer{1, 0}));
  EXPECT_EQ(greater(float16, 0, minus_zero), (Answer{0, 0}));
  for (const auto comparison : {equal, less_or_equal, greater_or_equal, greater}) {
    EXPECT_EQ(comparison(float16, other_nan, other_nan), (Answer{0, 0}));
    EXPECT_EQ(comparison(float16, inf, other_nan), (Answer{0, 0}));
    EXPECT_EQ(comparison(float16, signalling, inf), (Answer{0, invalid}));
  }
}

TEST(Comparisons, OfIntegersKnowTheirSign) {
  EXPECT_EQ(less_or_equal(int32, 0xFFFFFFFF, 0), (Answer{1, 0}));
  EXPECT_EQ(less_or_equal(uint32, 0xFFFFFFFF, 0), (Answer{0, 0}));
  EXPECT_EQ(greater(int32, 0xFFFFFFFF, 0), (Answer{0, 0}));
  EXPECT_EQ(greater(uint32, 0xFFFFFFFF, 0), (Answer{1, 0}));
  EXPECT_EQ(greater_or_equal(uint32, 7, 7), (Answer{1, 0}));
  EXPECT_EQ(equal(Boolean{}, 1, 1), (Answer{1, 0}));
  EXPECT_EQ(equal(Boolean{}, 1, 0), (Answer{0, 0}));
}

TEST(TruthValues, AreCombinedAsTheirNamesSay) {
  for (const std::uint64_t a : {0U, 1U}) {
    for (const std::uint64_t b : {0U, 1U}) {
      EXPECT_EQ(logical_and(a, b), a * b);
      EXPECT_EQ(logical_or(a, b), a + b - a * b);
      EXPECT_EQ(logical_xor(a, b), (a + b) % 2);
    }
    EXPECT_EQ(logical_not(a), 1 - a);
  }
}

}  // namespace
}  // namespace oracle
