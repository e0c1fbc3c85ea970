// SPDX-License-Identifier: Apache-2.0
// Powers to a multiple of a quarter, and quotients by a count, against the oracle, as C99 and as C++20.
#include "scalar/functions/power.h"

#include <gtest/gtest.h>

#include <array>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ending.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/random.hpp"
#include "scalar/root.h"
#include "tests/support/evidence.hpp"

extern "C" {
std::uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, std::uint64_t a, std::uint64_t b,
                         std::uint64_t c, unsigned* events);
}

namespace {

constexpr std::array<oracle::Format, 4> formats{oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64};

binary_format format_of(oracle::Format f) {
  return binary_format_of(static_cast<unsigned>(f.bits), static_cast<unsigned>(f.fraction));
}

// A quarter so many times, as a pattern of the type.
std::uint64_t exponent(oracle::Format f, unsigned quarters) {
  const double number = quarters / 4.0;
  return oracle::convert(oracle::float64, f, std::bit_cast<std::uint64_t>(number)).bits;
}

void judge_power(oracle::Format judged, std::uint64_t x, unsigned quarters) {
  const binary_format f = format_of(judged);
  unsigned events = 0, events_of_c = 0;
  const oracle::Answer wanted = oracle::ieee_pow(judged, x, exponent(judged, quarters));
  ASSERT_EQ(binary_power(f, x, quarters, &events), wanted.bits) << std::hex << x << " to " << quarters << "/4";
  ASSERT_EQ(events, wanted.events) << std::hex << x << " to " << quarters << "/4";
  ASSERT_EQ(c99_binary(23, f.bits, f.fraction, x, quarters, 0, &events_of_c), wanted.bits);
  ASSERT_EQ(events_of_c, wanted.events);
}

TEST(Power, ThreeQuartersOfEveryPatternOf16BitsAreThoseOfTheOracle) {
  EVIDENCE("LRN-FLOAT-RESULT");
  for (const oracle::Format f : {oracle::float16, oracle::bfloat16})
    for (std::uint64_t x = 0; x < 1u << 16; ++x) ASSERT_NO_FATAL_FAILURE(judge_power(f, x, 3));
}

TEST(Power, EveryExponentAgreesWithTheOracle) {
  EVIDENCE("LRN-FLOAT-RESULT");
  oracle::Random random(15);
  for (unsigned quarters = 0; quarters <= 8; ++quarters)
    for (const oracle::Format f : formats)
      for (int k = 0; k < 1000; ++k) {
        const std::uint64_t sign = std::uint64_t{1} << (f.bits - 1), any = random.bits() >> (64 - f.bits);
        // Mostly positive ones; some have few digits, so that their powers are exact or nearly ties.
        const std::uint64_t few =
            random.coin() ? ~std::uint64_t{0} << random.below(static_cast<unsigned>(f.fraction)) : ~std::uint64_t{0};
        ASSERT_NO_FATAL_FAILURE(judge_power(f, (random.below(8) == 0 ? any : any & (sign - 1)) & few, quarters));
      }
}

TEST(Power, AQuotientByACountIsRoundedOnce) {
  EVIDENCE("AVERAGEPOOL-FLOAT-RESULT", "REDUCEMEAN-FLOAT-RESULT");
  oracle::Random random(15);
  for (const oracle::Format judged : formats)
    for (int k = 0; k < 4000; ++k) {
      const binary_format f = format_of(judged);
      const std::uint64_t x = random.bits() >> (64 - judged.bits), one = oracle::one_of(judged);
      oracle::Ending ending;
      ending.count = random.coin() ? 1 + random.below(9) : 1 + (random.bits() >> random.between(11, 60));
      if ((x & (binary_sign_bit(f) - 1)) == 0) continue;  // the exact sum of nothing but -0 is +0
      const oracle::Answer wanted =
          oracle::ended_dot(judged, oracle::Accumulation::exact, std::span(&x, 1), std::span(&one, 1), ending);
      unsigned events = 0, events_of_c = 0;
      ASSERT_EQ(binary_div_count(f, x, *ending.count, &events), wanted.bits) << std::hex << x;
      ASSERT_EQ(events, wanted.events) << std::hex << x;
      ASSERT_EQ(c99_binary(22, f.bits, f.fraction, x, *ending.count, 0, &events_of_c), wanted.bits);
    }
}

}  // namespace
