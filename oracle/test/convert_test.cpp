// SPDX-License-Identifier: Apache-2.0
//
// Conversion between formats: exact where it widens, and rounded as integer arithmetic and the host round.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/small_float.hpp"
#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"
#include "oracle/random.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

void expect_round_trip(Format narrow, Format wide, std::uint64_t pattern) {
  const Answer widened = convert(narrow, wide, pattern);
  if (is_nan(narrow, pattern)) {
    const unsigned events = is_signalling(narrow, pattern) ? unsigned{invalid} : 0;
    ASSERT_EQ(widened, (Answer{canonical_nan(wide), events})) << std::hex << pattern;
  } else {
    ASSERT_EQ(widened.events, 0U) << std::hex << pattern;
    ASSERT_EQ(convert(wide, narrow, widened.bits), (Answer{pattern, 0})) << std::hex << pattern;
  }
}

TEST(Convert, WideningIsExactForAllPatternsOf16Bits) {
  for (const Format narrow : {float16, bfloat16}) {
    for (std::uint64_t pattern = 0; pattern < 65'536; ++pattern) {
      expect_round_trip(narrow, float32, pattern);
      expect_round_trip(narrow, float64, pattern);
      if (HasFatalFailure()) {
        return;
      }
    }
  }
}

TEST(Convert, ABfloat16IsTheUpperHalfOfAFloat) {
  for (std::uint64_t pattern = 0; pattern < 65'536; ++pattern) {
    if (!is_nan(bfloat16, pattern)) {
      ASSERT_EQ(convert(bfloat16, float32, pattern), (Answer{pattern << 16, 0})) << std::hex << pattern;
    }
  }
}

template <Format F> void expect_integer_rounding(std::uint64_t x) {
  const std::uint64_t fraction = x & fraction_mask(float32);
  const int field = static_cast<int>(magnitude(float32, x) >> float32.fraction);
  const std::uint64_t significand = field == 0 ? fraction : fraction + power_of_two(float32.fraction);
  const int exponent = least_exponent(float32) + (field == 0 ? 0 : field - 1);
  const std::uint64_t sign_bit = sign(float32, x) != 0 ? sign_mask(F) : 0;
  if (!is_finite(float32, x)) {
    return;
  }
  const Answer expected =
      significand == 0 ? Answer{sign_bit, 0} : small::round_ratio<F>(sign_bit, significand, std::uint64_t{1}, exponent);
  ASSERT_EQ(convert(float32, F, x), expected) << std::hex << x;
}

// Random floats, and floats around the ties of the narrower formats.
TEST(Convert, NarrowingFloatsAgreesWithIntegerArithmetic) {
  Random random(1);
  for (int i = 0; i < 300'000; ++i) {
    const std::uint64_t x = random.bits() >> 32;
    const std::uint64_t dropped = power_of_two(random.between(12, 16));
    const std::uint64_t beside_tie = x / dropped * dropped + dropped / 2 + random.below(3) - 1;
    const std::uint64_t exponent = static_cast<std::uint64_t>(random.between(127 - 26, 127 + 16));
    const std::uint64_t in_reach_of_float16 = (beside_tie & ~infinity(float32)) | exponent << float32.fraction;
    expect_integer_rounding<bfloat16>(x);
    expect_integer_rounding<bfloat16>(beside_tie);
    expect_integer_rounding<float16>(x);
    expect_integer_rounding<float16>(in_reach_of_float16);
    if (HasFatalFailure()) {
      return;
    }
  }
}

TEST(Convert, NarrowingDoublesAgreesWithTheHost) {
  Random random(2);
  for (int i = 0; i < 300'000; ++i) {
    const std::uint64_t x = random.bits();
    const std::uint64_t beside_tie = (x & ~(power_of_two(29) - 1)) + power_of_two(28) + random.below(3) - 1;
    const std::uint64_t exponent = static_cast<std::uint64_t>(random.between(1023 - 152, 1023 + 128));
    const std::uint64_t in_reach = (beside_tie & ~infinity(float64)) | exponent << float64.fraction;
    const auto host = static_cast<float>(std::bit_cast<double>(in_reach));
    ASSERT_EQ(convert(float64, float32, in_reach).bits, std::bit_cast<std::uint32_t>(host)) << std::hex << in_reach;
  }
}

TEST(Convert, HasItsEvents) {
  constexpr std::uint64_t minus = sign_mask(float64);
  EXPECT_EQ(convert(float64, float32, 0x7FEFFFFFFFFFFFFF), (Answer{infinity(float32), overflow | inexact}));
  EXPECT_EQ(convert(float64, float32, minus | 1), (Answer{sign_mask(float32), underflow | inexact}));
  EXPECT_EQ(convert(float64, float32, minus), (Answer{sign_mask(float32), 0}));
  EXPECT_EQ(convert(float64, float32, minus | infinity(float64)), (Answer{sign_mask(float32) | infinity(float32), 0}));
  EXPECT_EQ(convert(float64, float32, canonical_nan(float64) | 5), (Answer{canonical_nan(float32), 0}));
  EXPECT_EQ(convert(float64, float32, infinity(float64) | 5), (Answer{canonical_nan(float32), invalid}));
  // Half of the least subnormal is a tie that goes to zero, and the least that is more goes up.
  const std::uint64_t half_of_least = static_cast<std::uint64_t>(1023 - 150) << float64.fraction;
  EXPECT_EQ(convert(float64, float32, half_of_least), (Answer{0, underflow | inexact}));
  EXPECT_EQ(convert(float64, float32, half_of_least + 1), (Answer{1, underflow | inexact}));
  EXPECT_EQ(convert(float64, float32, half_of_least - 1), (Answer{0, underflow | inexact}));
}

}  // namespace
}  // namespace oracle
