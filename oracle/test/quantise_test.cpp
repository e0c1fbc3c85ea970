// SPDX-License-Identifier: Apache-2.0
//
// The quantising operators against values worked out by hand, and their quotients and products against MPFR.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/order.hpp"
#include "oracle/arithmetic/quantised.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/ops/cast/cast.hpp"
#include "oracle/ops/dequantizelinear/dequantizelinear.hpp"
#include "oracle/ops/dynamicquantizelinear/dynamicquantizelinear.hpp"
#include "oracle/ops/matmulinteger/matmulinteger.hpp"
#include "oracle/ops/qlinearmatmul/qlinearmatmul.hpp"
#include "oracle/ops/quantizelinear/quantizelinear.hpp"
#include "oracle/random.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

constexpr Integer i4{4, true};
constexpr Integer i8{8, true};
constexpr Integer u8{8, false};
constexpr Integer i16{16, true};
constexpr Integer i32{32, true};
constexpr std::uint64_t float_infinity = 0x7F800000;

Factor number(double x, Format f = float32) { return {f, pattern_of(f, x)}; }

Answer quantised_by(double x, double scale, Integer to, std::uint64_t zero) {
  return quantizelinear(float32, number(x), number(scale), to, zero);
}

TEST(Quantise, RoundsToTheNearestIntegerAndTiesToEven) {
  EXPECT_EQ(quantised_by(2.5, 1, u8, 0), (Answer{2, inexact | tie}));
  EXPECT_EQ(quantised_by(3.5, 1, u8, 0), (Answer{4, inexact | tie}));
  EXPECT_EQ(quantised_by(-2.5, 1, i8, 0), (Answer{0xFE, inexact | tie}));
  EXPECT_EQ(quantised_by(-0.5, 1, u8, 0), (Answer{0, inexact | tie}));
  EXPECT_EQ(quantised_by(2.25, 1, u8, 0), (Answer{2, inexact}));
  EXPECT_EQ(quantised_by(-7, 1, i4, 0), (Answer{9, 0}));
  EXPECT_EQ(quantised_by(-0.0, 1, u8, 3), (Answer{3, 0}));
}

TEST(Quantise, RoundsBeforeItAddsAnOddZeroPoint) {
  EXPECT_EQ(quantised_by(2.5, 1, u8, 1), (Answer{3, inexact | tie}));  // 2 + 1, where 3.5 would be rounded to 4
  EXPECT_EQ(quantised_by(3.5, 1, u8, 1), (Answer{5, inexact | tie}));
  EXPECT_EQ(quantised_by(-1.5, 1, i8, 0xFF), (Answer{0xFD, inexact | tie}));  // -2 - 1
}

TEST(Quantise, SaturatesAfterTheZeroPointIsAdded) {
  EXPECT_EQ(quantised_by(127.5, 1, i8, 0), (Answer{127, saturated}));  // 128
  EXPECT_EQ(quantised_by(126.5, 1, i8, 1), (Answer{127, inexact | tie}));
  EXPECT_EQ(quantised_by(127.25, 1, i8, 1), (Answer{127, saturated}));
  EXPECT_EQ(quantised_by(-128.5, 1, i8, 0), (Answer{0x80, inexact | tie}));
  EXPECT_EQ(quantised_by(-0.75, 1, u8, 0), (Answer{0, saturated}));
  EXPECT_EQ(quantised_by(-0.75, 1, u8, 1), (Answer{0, inexact}));
  EXPECT_EQ(quantised_by(300, 1, u8, 255), (Answer{255, saturated}));
  EXPECT_EQ(quantised_by(-255, 1, u8, 255), (Answer{0, 0}));
  EXPECT_EQ(quantised_by(65535, 1, i16, 0x8000), (Answer{0x7FFF, 0}));
  EXPECT_EQ(quantised_by(1e38, 1, i16, 0x8000), (Answer{0x7FFF, saturated}));
}

TEST(Quantise, TakesWhatIsNoNumber) {
  const Factor one = number(1);
  EXPECT_EQ(quantizelinear(float32, {float32, float_infinity}, one, u8, 7), (Answer{255, saturated}));
  EXPECT_EQ(quantizelinear(float32, {float32, float_infinity | 0x80000000}, one, u8, 7), (Answer{0, saturated}));
  EXPECT_EQ(quantizelinear(float32, {float32, 0x7FC00000}, one, u8, 7), (Answer{7, nan_converted}));
  EXPECT_EQ(quantizelinear(float32, {float32, 0x7F800001}, one, u8, 7), (Answer{7, nan_converted | invalid}));
  EXPECT_EQ(quantised_by(0, 0, u8, 9), (Answer{9, nan_converted | invalid}));
  EXPECT_EQ(quantised_by(1, -0.0, i8, 9), (Answer{0x80, saturated | divide_by_zero}));
  EXPECT_EQ(quantised_by(3e38, 1e-30, i8, 0), (Answer{127, saturated | overflow | inexact}));
}

// x = 1.5 + 2^-23 and s = 1 + 2^-23: the exact quotient is below 1.5, and the rounded one is 1.5.
TEST(Quantise, RoundsTheQuotientFirst) {
  const Factor x{float32, 0x3FC00001};
  const Factor scale{float32, 0x3F800001};
  EXPECT_EQ(rounded_quotient(float32, x, scale), (Answer{0x3FC00000, inexact}));
  EXPECT_EQ(quantizelinear(float32, x, scale, u8, 0), (Answer{2, inexact | tie}));
}

TEST(Quantise, DividesInThePrecisionThatIsAsked) {
  // 2049 / 2 is 1024.5, which float16 does not have.
  const Factor x{i32, 2049};
  EXPECT_EQ(quantizelinear(float32, x, number(2), i16, 0), (Answer{1024, inexact | tie}));
  EXPECT_EQ(quantizelinear(float16, x, number(2), i16, 0), (Answer{1024, inexact}));
  EXPECT_EQ(quantizelinear(bfloat16, {i32, 0xFFFFFFFF}, number(0.5, float16), i8, 0), (Answer{0xFE, 0}));
}

TEST(Quantise, TellsTiesFromNumbersBesideThem) {
  for (const Format f : {float16, bfloat16, float32}) {
    const std::uint64_t middle = pattern_of(f, 6.5);
    EXPECT_EQ(quantise(u8, 0, f, middle), (Answer{6, inexact | tie}));
    EXPECT_EQ(quantise(u8, 0, f, middle - 1), (Answer{6, inexact}));
    EXPECT_EQ(quantise(u8, 0, f, middle + 1), (Answer{7, inexact}));
    EXPECT_EQ(quantise(u8, 5, f, 1), (Answer{5, inexact}));
    EXPECT_EQ(quantise(i8, 5, f, infinity(f) - 1), (Answer{127, saturated}));
  }
}

// Cast drops fractions: what is quantised is at most one away from that, and inexact for the same numbers.
TEST(Quantise, AgreesWithCastsOnAllNumbersOf16Bits) {
  for (const Format f : {float16, bfloat16}) {
    for (std::uint64_t x = 0; x < 65'536; ++x) {
      if (!is_finite(f, x)) {
        continue;
      }
      const std::int64_t below = static_cast<std::int32_t>(cast(f, i32, x).bits);  // towards zero
      const Answer got = quantise(i8, 0xFD, f, x);
      const auto answer = static_cast<std::int64_t>(rank_of(i8, got.bits));
      if ((got.events & saturated) != 0) {
        EXPECT_TRUE(below >= 130 || below <= -125) << x;
        continue;
      }
      const std::int64_t n = answer + 3;
      EXPECT_LE(n < below ? below - n : n - below, 1) << x;
      EXPECT_EQ((got.events & inexact) != 0, (cast(f, i32, x).events & inexact) != 0) << x;
    }
  }
}

TEST(RoundedQuotient, AgreesWithMpfr) {
  Random random(11);
  for (const Format f : {float16, bfloat16, float32}) {
    const std::vector<std::uint64_t> boundary = boundary_values(f);
    for (int i = 0; i < 60'000; ++i) {
      const std::uint64_t a = random.coin() ? random.bits() >> (64 - f.bits) : boundary[random.below(boundary.size())];
      const std::uint64_t b = random.coin() ? random.bits() >> (64 - f.bits) : boundary[random.below(boundary.size())];
      ASSERT_EQ(rounded_quotient(f, {f, a}, {f, b}), ieee_div(f, a, b)) << std::hex << a << " " << b;
    }
  }
}

TEST(Dequantize, RoundsOnce) {
  EXPECT_EQ(dequantizelinear(float32, u8, 3, 128, number(0.5)), (Answer{pattern_of(float32, -62.5), 0}));
  EXPECT_EQ(dequantizelinear(float32, i8, 0x80, 127, number(1)), (Answer{pattern_of(float32, -255), 0}));
  EXPECT_EQ(dequantizelinear(float32, i32, 0x80000000, 0x7FFFFFFF, number(1)),
            (Answer{pattern_of(float32, -4294967296.0), inexact}));
  EXPECT_EQ(dequantizelinear(float16, i32, 2049, 0, number(1)), (Answer{0x6800, inexact}));  // 2048
  EXPECT_EQ(dequantizelinear(float16, u8, 255, 0, number(1024)), (Answer{0x7C00, overflow | inexact}));
  EXPECT_EQ(dequantizelinear(float32, u8, 1, 0, {float32, 1}), (Answer{1, 0}));
  EXPECT_EQ(dequantizelinear(float16, u8, 1, 0, {float32, 1}), (Answer{0, underflow | inexact}));
}

TEST(Dequantize, AZeroHasTheSignOfTheScale) {
  EXPECT_EQ(dequantizelinear(float32, u8, 9, 9, number(2)), (Answer{0, 0}));
  EXPECT_EQ(dequantizelinear(float32, u8, 9, 9, number(-2)), (Answer{0x80000000, 0}));
  EXPECT_EQ(dequantizelinear(float32, u8, 8, 9, number(0)), (Answer{0x80000000, 0}));
  EXPECT_EQ(dequantizelinear(float32, u8, 9, 9, {float32, float_infinity}), (Answer{0x7FC00000, invalid}));
  EXPECT_EQ(dequantizelinear(bfloat16, u8, 8, 9, {float32, float_infinity}), (Answer{0xFF80, 0}));
  EXPECT_EQ(dequantizelinear(float32, u8, 8, 9, {float32, 0xFFC00001}), (Answer{0x7FC00000, 0}));
  EXPECT_EQ(dequantizelinear(float32, u8, 8, 9, {float32, 0x7F800001}), (Answer{0x7FC00000, invalid}));
}

TEST(Dequantize, AgreesWithMpfr) {
  Random random(12);
  for (int i = 0; i < 100'000; ++i) {
    const std::uint64_t x = random.below(256);
    const std::uint64_t zero = random.below(256);
    const std::uint64_t scale = random.bits() >> 32;
    const std::uint64_t difference = pattern_of(float32, static_cast<double>(x) - static_cast<double>(zero));
    ASSERT_EQ(dequantizelinear(float32, u8, x, zero, {float32, scale}), ieee_mul(float32, difference, scale))
        << std::hex << x << " " << zero << " " << scale;
  }
}

std::vector<std::uint64_t> floats(const std::vector<double>& numbers) {
  std::vector<std::uint64_t> patterns;
  for (const double one : numbers) {
    patterns.push_back(pattern_of(float32, one));
  }
  return patterns;
}

std::vector<std::uint64_t> bits_of(const std::vector<Answer>& answers) {
  std::vector<std::uint64_t> bits;
  for (const Answer& answer : answers) {
    bits.push_back(answer.bits);
  }
  return bits;
}

using Numbers = std::vector<std::uint64_t>;

// The three examples of ONNX.
TEST(DynamicQuantize, GivesWhatTheExamplesOfOnnxGive) {
  const DynamicallyQuantised first = dynamicquantizelinear(floats({0, 2, -3, -2.5, 1.34, 0.5}));
  EXPECT_EQ(first.scale, (Answer{0x3CA0A0A1, inexact}));  // 0.0196078438
  EXPECT_EQ(first.zero_point.bits, 153U);
  EXPECT_EQ(bits_of(first.y), (Numbers{153, 255, 0, 26, 221, 179}));
  const DynamicallyQuantised below = dynamicquantizelinear(floats({-1.0, -2.1, -1.3, -2.5, -3.34, -4.0}));
  EXPECT_EQ(below.scale.bits, pattern_of(float32, 0.0156862754));
  EXPECT_EQ(below.zero_point.bits, 255U);
  EXPECT_EQ(bits_of(below.y), (Numbers{191, 121, 172, 96, 42, 0}));
  const DynamicallyQuantised above =
      dynamicquantizelinear(floats({1, 2.1, 1.3, 2.5, 3.34, 4.0, 1.5, 2.6, 3.9, 4.0, 3.0, 2.345}));
  EXPECT_EQ(above.zero_point.bits, 0U);
  EXPECT_EQ(bits_of(above.y), (Numbers{64, 134, 83, 159, 213, 255, 96, 166, 249, 255, 191, 149}));
}

TEST(DynamicQuantize, OfZerosAndOfNothingTheScaleIsOne) {
  for (const std::vector<std::uint64_t>& x : {Numbers{}, Numbers{0}, Numbers{0x80000000, 0}}) {
    const DynamicallyQuantised result = dynamicquantizelinear(x);
    EXPECT_EQ(result.scale, (Answer{0x3F800000, invalid}));
    EXPECT_EQ(result.zero_point, (Answer{0, 0}));
    EXPECT_EQ(result.y, std::vector<Answer>(x.size(), Answer{0, 0}));
  }
}

TEST(DynamicQuantize, ANanOrAnInfinityDecidesAboutAll) {
  const DynamicallyQuantised nan = dynamicquantizelinear(Numbers{0x3F800000, 0x7FC00000, 0xBF800000});
  EXPECT_EQ(nan.scale, (Answer{0x7FC00000, 0}));
  EXPECT_EQ(nan.zero_point, (Answer{0, nan_converted}));
  EXPECT_EQ(nan.y, std::vector<Answer>(3, Answer{0, nan_converted}));
  const DynamicallyQuantised infinite = dynamicquantizelinear(Numbers{0x3F800000, float_infinity});
  EXPECT_EQ(infinite.scale, (Answer{float_infinity, 0}));
  EXPECT_EQ(infinite.zero_point, (Answer{0, 0}));
  EXPECT_EQ(infinite.y, (std::vector<Answer>{{0, 0}, {0, nan_converted | invalid}}));
}

// 255 halves: the scale is 1/2, and -3 * 1/4 is in the middle of -1 and -2.
TEST(DynamicQuantize, RoundsTiesToEven) {
  const DynamicallyQuantised result = dynamicquantizelinear(floats({-0.75, 126.75, 0.25, -0.5}));
  EXPECT_EQ(result.scale, (Answer{0x3F000000, 0}));
  EXPECT_EQ(result.zero_point, (Answer{2, inexact | tie}));
  EXPECT_EQ(result.y, (std::vector<Answer>{{0, inexact | tie}, {255, saturated}, {2, inexact | tie}, {1, 0}}));
}

TEST(MatmulInteger, SubtractsZeroPointsAndWraps) {
  EXPECT_EQ(matmulinteger({u8, 11, 12}, {u8, 1, 0}), (Answer{0xFFFFFFFF, 0}));
  EXPECT_EQ(matmulinteger({i8, 0x80, 127}, {u8, 255, 0}), (Answer{0xFFFF01FF, 0}));  // -255 * 255
  EXPECT_EQ(wrapped_sum(2'147'483'647), (Answer{0x7FFFFFFF, 0}));
  EXPECT_EQ(wrapped_sum(2'147'483'648), (Answer{0x80000000, wrapped}));
  EXPECT_EQ(wrapped_sum(-2'147'483'648), (Answer{0x80000000, 0}));
  EXPECT_EQ(wrapped_sum(-2'147'483'649), (Answer{0x7FFFFFFF, wrapped}));
}

Answer requantised(std::int32_t accumulator, double a, double b, double y, Integer to, std::uint64_t zero) {
  return requantise(static_cast<std::uint32_t>(accumulator), {number(a), number(b), number(y), to, zero});
}

TEST(Requantise, RoundsTheExactRatioOnce) {
  EXPECT_EQ(requantised(5, 0.5, 1, 1, u8, 0), (Answer{2, inexact | tie}));
  EXPECT_EQ(requantised(7, 0.5, 1, 1, u8, 1), (Answer{5, inexact | tie}));
  EXPECT_EQ(requantised(-5, 0.5, 3, 3, i8, 0), (Answer{0xFE, inexact | tie}));  // threes cancel, though 1/3 is no float
  EXPECT_EQ(requantised(10, 1, 1, 3, u8, 0), (Answer{3, inexact}));
  EXPECT_EQ(requantised(255, 1, 1, 2, i8, 0), (Answer{127, saturated}));  // 127.5 is rounded to 128
  EXPECT_EQ(requantised(253, 1, 1, 2, i8, 1), (Answer{127, inexact | tie}));
  EXPECT_EQ(requantised(5, -0.5, 1, -1, u8, 0), (Answer{2, inexact | tie}));
  EXPECT_EQ(requantised(1, 1e-38, 1e-38, 1e-38, u8, 4), (Answer{4, inexact}));
  EXPECT_EQ(requantised(1, 3e38, 3e38, 1e-38, u8, 4), (Answer{255, saturated}));
}

// The product of the scales is 1 + 2^-22 + 2^-46: in floats the ratio would be a tie.
TEST(Requantise, SeesWhatFloatsDoNot) {
  const Factor scale{float32, 0x3F800001};
  const Factor product{float32, 0x3F800002};
  EXPECT_EQ(requantise(5, {scale, scale, number(2), u8, 0}), (Answer{3, inexact}));
  EXPECT_EQ(requantise(2, {scale, scale, product, u8, 0}), (Answer{2, inexact}));
}

TEST(Requantise, TakesScalesThatAreNoScales) {
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(requantised(0, inf, 1, 1, u8, 4), (Answer{4, nan_converted | invalid}));
  EXPECT_EQ(requantised(1, inf, 1, inf, u8, 4), (Answer{4, nan_converted | invalid}));
  EXPECT_EQ(requantised(1, 0, 1, 0, u8, 4), (Answer{4, nan_converted | invalid}));
  EXPECT_EQ(requantised(-1, 1, 1, 0, i8, 4), (Answer{0x80, saturated | divide_by_zero}));
  EXPECT_EQ(requantised(1, inf, -1, 0, u8, 4), (Answer{0, saturated}));
  EXPECT_EQ(requantised(9, 1, 1, inf, u8, 4), (Answer{4, 0}));
  EXPECT_EQ(requantise(1, {number(1), {float32, 0x7FC00000}, number(1), u8, 4}), (Answer{4, nan_converted}));
}

}  // namespace
}  // namespace oracle
