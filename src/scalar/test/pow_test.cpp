// SPDX-License-Identifier: Apache-2.0
// pow: special values and ties by hand, all else against the oracle, as C99 and as C++20, in every rounding mode.
#include "scalar/functions/pow.h"

#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <limits>

#include "oracle/arithmetic/pow.hpp"
#include "oracle/random.hpp"
#include "tests/support/evidence.hpp"

extern "C" {
std::uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, std::uint64_t a, std::uint64_t b,
                         std::uint64_t c, unsigned* events);
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double signalling = std::numeric_limits<double>::signaling_NaN();

exact_value value_of(double y) { return binary_value(FORMAT_DOUBLE, f64_bits(y)); }

struct Row {
  double x, y, power;
  unsigned events;
};

TEST(Pow, SpecialValuesAreThoseOfIeee754) {
  EVIDENCE("POW-FLOAT-RESULT");
  const std::array<Row, 45> rows{{
      {nan, 0, 1, 0},
      {nan, -0.0, 1, 0},
      {infinity, 0, 1, 0},
      {0, 0, 1, 0},
      {-7, -0.0, 1, 0},
      {1, nan, 1, 0},
      {1, infinity, 1, 0},
      {1, -3.5, 1, 0},
      {signalling, 0, nan, EVENT_INVALID},
      {1, signalling, nan, EVENT_INVALID},
      {nan, 1, nan, 0},
      {2, nan, nan, 0},
      {-1, nan, nan, 0},
      {-1, infinity, 1, 0},
      {-1, -infinity, 1, 0},
      {-1, 3, -1, 0},
      {-1, 0x1p60, 1, 0},
      {-1, 0.5, nan, EVENT_INVALID},
      {-2, 0.5, nan, EVENT_INVALID},
      {-2, 1e-300, nan, EVENT_INVALID},
      {0, -1, infinity, EVENT_DIVIDE_BY_ZERO},
      {-0.0, -1, -infinity, EVENT_DIVIDE_BY_ZERO},
      {-0.0, -2, infinity, EVENT_DIVIDE_BY_ZERO},
      {-0.0, -0.5, infinity, EVENT_DIVIDE_BY_ZERO},
      {0, -infinity, infinity, 0},
      {-0.0, -infinity, infinity, 0},
      {-0.0, infinity, 0, 0},
      {-0.0, 3, -0.0, 0},
      {-0.0, 4, 0, 0},
      {-0.0, 0.5, 0, 0},
      {infinity, 0.5, infinity, 0},
      {infinity, -0.5, 0, 0},
      {-infinity, 3, -infinity, 0},
      {-infinity, 2, infinity, 0},
      {-infinity, 0.5, infinity, 0},
      {-infinity, -3, -0.0, 0},
      {-infinity, -4, 0, 0},
      {0.5, infinity, 0, 0},
      {0.5, -infinity, infinity, 0},
      {-2, infinity, infinity, 0},
      {-2, -infinity, 0, 0},
      {2, 1e300, infinity, EVENT_OVERFLOW | EVENT_INEXACT},
      {-2, 1025, -infinity, EVENT_OVERFLOW | EVENT_INEXACT},
      {-2, -1077, -0.0, EVENT_UNDERFLOW | EVENT_INEXACT},
      {0x1p-1074, 1, 0x1p-1074, 0},
  }};
  for (const Row& row : rows) {
    unsigned events = 0;
    const std::uint64_t got = binary_pow(FORMAT_DOUBLE, f64_bits(row.x), value_of(row.y), &events);
    const std::uint64_t wanted = f64_bits(f64_one_nan(row.power));
    EXPECT_EQ(got, wanted) << row.x << " to " << row.y;
    EXPECT_EQ(events, row.events) << row.x << " to " << row.y;
    EXPECT_EQ(f64_bits(f64_pow(row.x, value_of(row.y))), wanted) << row.x << " to " << row.y;
  }
}

TEST(Pow, ExactPowersAndTiesAreDecidedByIntegers) {
  EVIDENCE("POW-FLOAT-RESULT");
  unsigned events = 0;
  // 4097^2 = 2^24 + 8193 lies halfway between two floats: the even one is below. 4099^2 = 2^24 + 24585 likewise, above.
  EXPECT_EQ(f32_pow(4097, value_of_int(2)), 16785408.0f);
  EXPECT_EQ(f32_pow(4099, value_of_int(2)), 16801800.0f);
  EXPECT_EQ(binary_pow(FORMAT_FLOAT, f32_bits(4097), value_of_int(2), &events), f32_bits(16785408.0f));
  EXPECT_EQ(events, unsigned{EVENT_INEXACT});
  events = 0;
  EXPECT_EQ(binary_pow(FORMAT_DOUBLE, f64_bits(0x1p-1074), value_of(0.5), &events), f64_bits(0x1p-537));
  EXPECT_EQ(binary_pow(FORMAT_DOUBLE, f64_bits(43046721), value_of(0.0625), &events), f64_bits(3));
  EXPECT_EQ(binary_pow(FORMAT_DOUBLE, f64_bits(-3), value_of_int(33), &events), f64_bits(-5559060566555523.0));
  EXPECT_EQ(binary_pow(FORMAT_DOUBLE, f64_bits(0.25), value_of(-511.5), &events), f64_bits(0x1p1023));
  EXPECT_EQ(events, 0u);
  // half of the least subnormal number is a tie with zero
  EXPECT_EQ(binary_pow(FORMAT_DOUBLE, f64_bits(2), value_of_int(-1075), &events), 0u);
  EXPECT_EQ(events, unsigned{EVENT_UNDERFLOW | EVENT_INEXACT});
}

TEST(Pow, AnExponentOfSixtyFourBitsIsNotRounded) {
  EVIDENCE("POW-FLOAT-RESULT");
  // the sign shows the last bit of an integer that no double has; so does a power of what is next to 1
  EXPECT_EQ(f64_pow(-1, value_of_uint(UINT64_MAX)), -1);
  const std::uint64_t x = f64_bits(1 - 0x1p-53), y = INT64_MAX >> 2;
  unsigned events = 0;
  const oracle::Answer right = oracle::real_pow(oracle::float64, x, oracle::Integer{64, false}, y);
  EXPECT_EQ(binary_pow(FORMAT_DOUBLE, x, value_of_uint(y), &events), right.bits);
  EXPECT_EQ(events, right.events);
}

TEST(Pow, DrawnCasesAgreeWithTheOracleInEveryRoundingMode) {
  EVIDENCE("POW-FLOAT-RESULT");
  oracle::Random random(16);
  for (const oracle::Format f : {oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64})
    for (int k = 0; k < 2000; ++k) {
      const binary_format format = binary_format_of(static_cast<unsigned>(f.bits), static_cast<unsigned>(f.fraction));
      const std::uint64_t few = ~std::uint64_t{0} << random.below(static_cast<unsigned>(f.fraction));
      const std::uint64_t one = static_cast<std::uint64_t>(binary_bias(format)) << f.fraction;
      const std::uint64_t x = random.coin() ? random.bits() >> (64 - f.bits) : one - 500 + random.below(1000);
      const std::uint64_t y = (random.bits() >> (64 - f.bits)) & few;
      const oracle::Answer right = oracle::real_pow(f, x, f, y);
      for (const int mode : {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
        unsigned events = 0, events_of_c = 0;
        std::fesetround(mode);
        const std::uint64_t got = binary_pow(format, x, binary_value(format, y), &events);
        const std::uint64_t got_by_c = c99_binary(40, format.bits, format.fraction, x, y, 0, &events_of_c);
        std::fesetround(FE_TONEAREST);
        ASSERT_EQ(got, right.bits) << std::hex << x << " to " << y;
        ASSERT_EQ(got_by_c, right.bits) << std::hex << x << " to " << y;
        ASSERT_EQ(events, right.events) << std::hex << x << " to " << y;
        ASSERT_EQ(events_of_c, right.events) << std::hex << x << " to " << y;
      }
    }
}

}  // namespace
