// SPDX-License-Identifier: Apache-2.0
// exp, log, sigmoid, tanh, erf, sin, cos and acos against the oracle, as C99 and as C++20. The program `functions`
// judges all inputs of 16 bits, and as many of float and double as it is told.
#include "scalar/functions/functions.h"

#include <gtest/gtest.h>

#include <array>
#include <cfenv>
#include <cmath>
#include <vector>

#include "oracle/arithmetic/function_cases.hpp"
#include "tests/support/evidence.hpp"

extern "C" {
std::uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, std::uint64_t a, std::uint64_t b,
                         std::uint64_t c, unsigned* events);
std::uint64_t c99_native(int operation, unsigned bits, std::uint64_t a, std::uint64_t b, std::uint64_t c);
}

namespace {

constexpr int c99_functions = 24;  // the number of the first of them there
constexpr std::array<oracle::Format, 4> formats{oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64};

binary_format format_of(oracle::Format f) {
  return binary_format_of(static_cast<unsigned>(f.bits), static_cast<unsigned>(f.fraction));
}

std::uint64_t native(int function, oracle::Format f, std::uint64_t x) {
  if (f.bits == 32) return f32_bits(f32_function(function, f32_of_bits(static_cast<std::uint32_t>(x))));
  return f64_bits(f64_function(function, f64_of_bits(x)));
}

void judge(int function, oracle::Format judged, std::uint64_t x) {
  const oracle::RealFunction& oracles = oracle::real_functions[static_cast<std::size_t>(function)];
  const binary_format f = format_of(judged);
  const oracle::Answer wanted = oracles.judge(judged, x);
  unsigned events = 0, events_of_c = 0;
  ASSERT_EQ(binary_function(f, function, x, &events), wanted.bits) << oracles.name << std::hex << " of " << x;
  ASSERT_EQ(events, wanted.events) << oracles.name << std::hex << " of " << x;
  ASSERT_EQ(c99_binary(c99_functions + function, f.bits, f.fraction, x, 0, 0, &events_of_c), wanted.bits);
  ASSERT_EQ(events_of_c, wanted.events) << oracles.name << std::hex << " of " << x;
  if (judged.bits < 32) return;
  ASSERT_EQ(native(function, judged, x), wanted.bits) << oracles.name << std::hex << " of " << x;
  ASSERT_EQ(c99_native(c99_functions + function, f.bits, x, 0, 0), wanted.bits);
}

TEST(Functions, SpecialValuesOfFloat) {
  EVIDENCE("EXP-FLOAT-SPECIAL", "LOG-FLOAT-SPECIAL", "SIGMOID-FLOAT-SPECIAL", "TANH-FLOAT-SPECIAL", "ERF-FLOAT-SPECIAL",
           "SIN-FLOAT-SPECIAL", "COS-FLOAT-SPECIAL", "ACOS-FLOAT-SPECIAL");
  constexpr std::uint32_t plus = 0x7F800000, minus = 0xFF800000, nan = 0x7FC00000, one = 0x3F800000, half = 0x3F000000,
                          negative_one = 0xBF800000, negative_zero = 0x80000000;
  struct Row {
    std::uint64_t (*function)(binary_format, std::uint64_t, unsigned*);
    std::uint32_t zero, minus_zero, infinity, minus_infinity;
    unsigned of_zero, of_infinity, of_minus_infinity;  // events
  };
  constexpr Row rows[] = {
      {binary_exp, one, one, plus, 0, 0, 0, 0},
      {binary_log, minus, minus, plus, nan, EVENT_DIVIDE_BY_ZERO, 0, EVENT_INVALID},
      {binary_sigmoid, half, half, one, 0, 0, 0, 0},
      {binary_tanh, 0, negative_zero, one, negative_one, 0, 0, 0},
      {binary_erf, 0, negative_zero, one, negative_one, 0, 0, 0},
      {binary_sin, 0, negative_zero, nan, nan, 0, EVENT_INVALID, EVENT_INVALID},
      {binary_cos, one, one, nan, nan, 0, EVENT_INVALID, EVENT_INVALID},
      {binary_acos, 0x3FC90FDB, 0x3FC90FDB, nan, nan, EVENT_INEXACT, EVENT_INVALID, EVENT_INVALID},
  };
  for (const Row& row : rows) {
    const auto expect = [&](std::uint32_t x, std::uint32_t wanted, unsigned wanted_events) {
      unsigned events = 0;
      EXPECT_EQ(row.function(FORMAT_FLOAT, x, &events), wanted) << std::hex << x;
      EXPECT_EQ(events, wanted_events) << std::hex << x;
    };
    expect(0, row.zero, row.of_zero);
    expect(negative_zero, row.minus_zero, row.of_zero);
    expect(plus, row.infinity, row.of_infinity);
    expect(minus, row.minus_infinity, row.of_minus_infinity);
    for (const std::uint32_t sign : {0u, negative_zero}) {
      expect(sign | 0x7FC12345, nan, 0);
      expect(sign | 0x7F812345, nan, EVENT_INVALID);
    }
  }
  unsigned events = 0;
  EXPECT_EQ(binary_log(FORMAT_FLOAT, one, &events), 0u);
  EXPECT_EQ(binary_acos(FORMAT_FLOAT, one, &events), 0u);
  EXPECT_EQ(events, 0u);
  EXPECT_EQ(binary_log(FORMAT_FLOAT, negative_one, &events), nan);
  EXPECT_EQ(events, unsigned{EVENT_INVALID});
}

TEST(Functions, BothSidesOfEveryEdge) {
  EVIDENCE("EXP-FLOAT-RESULT", "LOG-FLOAT-RESULT", "SIGMOID-FLOAT-RESULT", "TANH-FLOAT-RESULT", "ERF-FLOAT-RESULT",
           "SIN-FLOAT-RESULT", "COS-FLOAT-RESULT", "ACOS-FLOAT-RESULT");
  for (int function = 0; function < FUNCTION_KINDS; ++function)
    for (const oracle::Format f : formats) {
      const std::vector<std::uint64_t> edges =
          oracle::edges(oracle::real_functions[static_cast<std::size_t>(function)], f);
      ASSERT_GE(edges.size(), 24u);
      for (const std::uint64_t x : edges) ASSERT_NO_FATAL_FAILURE(judge(function, f, x));
    }
}

TEST(Functions, RandomArguments) {
  EVIDENCE("EXP-FLOAT-RESULT", "LOG-FLOAT-RESULT", "SIGMOID-FLOAT-RESULT", "TANH-FLOAT-RESULT", "ERF-FLOAT-RESULT",
           "SIN-FLOAT-RESULT", "COS-FLOAT-RESULT", "ACOS-FLOAT-RESULT");
  oracle::Random random(23);
  for (int function = 0; function < FUNCTION_KINDS; ++function)
    for (const oracle::Format f : formats)
      for (int k = 0; k < 2000; ++k) ASSERT_NO_FATAL_FAILURE(judge(function, f, oracle::draw_argument(f, random)));
}

// Each of them is known to be within 2^-53 units of a halfway point; integers of 192 bits must settle all of them.
TEST(Functions, HardestDoublesThatAreKnown) {
  EVIDENCE("EXP-FLOAT-RESULT", "LOG-FLOAT-RESULT", "SIGMOID-FLOAT-RESULT", "TANH-FLOAT-RESULT", "ERF-FLOAT-RESULT",
           "SIN-FLOAT-RESULT", "COS-FLOAT-RESULT", "ACOS-FLOAT-RESULT");
  for (int function = 0; function < FUNCTION_KINDS; ++function) {
    const oracle::RealFunction& oracles = oracle::real_functions[static_cast<std::size_t>(function)];
    const std::vector<std::uint64_t> cases = oracle::hard_doubles(oracles);
    ASSERT_GE(cases.size(), 7u);
    for (const std::uint64_t x : cases) {
      EXPECT_LT(oracle::halfway_distance(oracles, x), -53) << oracles.name << std::hex << " of " << x;
      ASSERT_NO_FATAL_FAILURE(judge(function, oracle::float64, x));
      const enclosure e = function_enclosure(function, binary_value(FORMAT_DOUBLE, x), 6);
      std::uint64_t result = 0;
      unsigned events = 0;
      EXPECT_TRUE(enclosure_round(FORMAT_DOUBLE, &e, &result, &events)) << oracles.name << std::hex << " of " << x;
      EXPECT_EQ(result, oracles.judge(oracle::float64, x).bits) << oracles.name << std::hex << " of " << x;
    }
  }
}

// Of all doubles the one nearest to a multiple of pi/2, by 2^-60.9 (W. Kahan).
TEST(Functions, TheDoubleNearestToAQuarterTurn) {
  EVIDENCE("SIN-FLOAT-RESULT", "COS-FLOAT-RESULT");
  const std::uint64_t x = f64_bits(0x1.6ac5b262ca1ffp+849);
  EXPECT_LT(std::fabs(f64_cos(f64_of_bits(x))), 0x1p-60);
  ASSERT_NO_FATAL_FAILURE(judge(FUNCTION_SIN, oracle::float64, x));
  ASSERT_NO_FATAL_FAILURE(judge(FUNCTION_COS, oracle::float64, x));
}

// Integers alone, in formats where floating point would have answered.
TEST(Functions, IntegersAloneGiveTheSame) {
  oracle::Random random(24);
  for (int function = 0; function < FUNCTION_KINDS; ++function)
    for (const oracle::Format judged : formats)
      for (int k = 0; k < 500; ++k) {
        const binary_format f = format_of(judged);
        const std::uint64_t x = oracle::draw_argument(judged, random);
        std::uint64_t result = 0;
        unsigned events = 0;
        if (binary_function_special(f, function, x, &result, &events)) continue;
        const exact_value value = binary_value(f, x);
        if (!binary_function_simple(f, function, value, &result, &events))
          result = binary_function_by_integers(f, function, value, &events);
        const oracle::Answer wanted = oracle::real_functions[static_cast<std::size_t>(function)].judge(judged, x);
        ASSERT_EQ(result, wanted.bits) << function << std::hex << " of " << x;
        ASSERT_EQ(events, wanted.events) << function << std::hex << " of " << x;
      }
}

TEST(Functions, TheRoundingModeDoesNotMatter) {
  EVIDENCE("EXP-FLOAT-RESULT", "LOG-FLOAT-RESULT", "SIGMOID-FLOAT-RESULT", "TANH-FLOAT-RESULT", "ERF-FLOAT-RESULT",
           "SIN-FLOAT-RESULT", "COS-FLOAT-RESULT", "ACOS-FLOAT-RESULT");
  oracle::Random random(25);
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO})
    for (int function = 0; function < FUNCTION_KINDS; ++function)
      for (const oracle::Format judged : formats)
        for (int k = 0; k < 200; ++k) {
          const std::uint64_t x = oracle::draw_argument(judged, random);
          const oracle::Answer wanted = oracle::real_functions[static_cast<std::size_t>(function)].judge(judged, x);
          unsigned events = 0;
          std::fesetround(mode);
          const std::uint64_t got = binary_function(format_of(judged), function, x, &events);
          const std::uint64_t by_floats = judged.bits < 32 ? got : native(function, judged, x);
          std::fesetround(FE_TONEAREST);
          ASSERT_EQ(got, wanted.bits) << function << std::hex << " of " << x;
          ASSERT_EQ(events, wanted.events) << function << std::hex << " of " << x;
          ASSERT_EQ(by_floats, wanted.bits) << function << std::hex << " of " << x;
        }
}

}  // namespace
