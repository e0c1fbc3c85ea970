// SPDX-License-Identifier: Apache-2.0
//
// Cast against values worked out by hand, and against MPFR and GMP: on all patterns of the types up to 16 bits, and on
// numbers around the places where something changes for the others.
#include "oracle/ops/cast/cast.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "oracle/random.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

constexpr Integer int4{4, true};
constexpr Integer int8{8, true};
constexpr Integer int16{16, true};
constexpr Integer int32{32, true};
constexpr Integer int64{64, true};
constexpr Integer uint4{4, false};
constexpr Integer uint8{8, false};
constexpr Integer uint16{16, false};
constexpr Integer uint64{64, false};
constexpr Boolean boolean;
constexpr std::uint64_t all_ones = ~std::uint64_t{0};

TEST(Cast, AFloatToAnIntegerDropsItsFraction) {
  EXPECT_EQ(cast(float32, int8, 0x40200000), (Answer{2, inexact}));     // 2.5
  EXPECT_EQ(cast(float32, int8, 0xC0700000), (Answer{0xFD, inexact}));  // -3.75
  EXPECT_EQ(cast(float32, uint8, 0xBF666666), (Answer{0, inexact}));    // -0.9, which is 0 without its fraction
  EXPECT_EQ(cast(float32, int4, 0x40FCCCCD), (Answer{7, inexact}));     // 7.9
  EXPECT_EQ(cast(float32, int8, 0x80000000), (Answer{0, 0}));           // -0
  EXPECT_EQ(cast(float64, int64, 1), (Answer{0, inexact}));             // the least subnormal
  EXPECT_EQ(cast(float32, int16, 0xC7000000), (Answer{0x8000, 0}));     // -32768
  EXPECT_EQ(cast(float32, int64, 0xDF000000), (Answer{power_of_two(63), 0}));
  EXPECT_EQ(cast(float32, uint64, 0x5F7FFFFF), (Answer{0xFFFFFF0000000000, 0}));  // 2^64 - 2^40
}

TEST(Cast, AFloatOutOfRangeGivesTheEndOfTheRange) {
  EXPECT_EQ(cast(float32, int8, 0x43490000), (Answer{0x7F, saturated}));  // 201
  EXPECT_EQ(cast(float32, int8, 0x43000000), (Answer{0x7F, saturated}));  // 128
  EXPECT_EQ(cast(float32, int8, 0xC3010000), (Answer{0x80, saturated}));  // -129
  EXPECT_EQ(cast(float32, int4, 0x41000000), (Answer{7, saturated}));     // 8
  EXPECT_EQ(cast(float32, uint4, 0xBF800000), (Answer{0, saturated}));    // -1
  EXPECT_EQ(cast(float32, int64, 0x5F000000), (Answer{power_of_two(63) - 1, saturated}));
  EXPECT_EQ(cast(float32, uint64, 0x5F800000), (Answer{all_ones, saturated}));
  EXPECT_EQ(cast(float16, int32, 0x7C00), (Answer{0x7FFFFFFF, saturated}));
  EXPECT_EQ(cast(float64, int32, 0xFFF0000000000000), (Answer{0x80000000, saturated}));
}

TEST(Cast, ANumberWhoseFractionAloneIsOutOfRangeIsInRange) {
  EXPECT_EQ(cast(float32, int8, 0x42FFCCCD), (Answer{0x7F, inexact}));  // 127.9
  EXPECT_EQ(cast(float32, int8, 0xC300E666), (Answer{0x80, inexact}));  // -128.9
}

TEST(Cast, ANanToAnIntegerIsZero) {
  EXPECT_EQ(cast(float32, int32, 0x7FC00000), (Answer{0, nan_converted}));
  EXPECT_EQ(cast(bfloat16, uint8, 0xFF81), (Answer{0, nan_converted | invalid}));
}

TEST(Cast, AnIntegerToAnIntegerWraps) {
  EXPECT_EQ(cast(int16, int8, 200), (Answer{0xC8, wrapped}));
  EXPECT_EQ(cast(int8, uint64, 0xFF), (Answer{all_ones, wrapped}));
  EXPECT_EQ(cast(uint64, int4, all_ones), (Answer{0xF, wrapped}));
  EXPECT_EQ(cast(int4, int8, 0x8), (Answer{0xF8, 0}));
  EXPECT_EQ(cast(int64, int32, 0xFFFFFFFF80000000), (Answer{0x80000000, 0}));
  EXPECT_EQ(cast(uint16, int64, 0xFFFF), (Answer{0xFFFF, 0}));
}

TEST(Cast, AnIntegerToAFloatIsRoundedOnceToEven) {
  EXPECT_EQ(cast(int32, float32, 16'777'217), (Answer{0x4B800000, inexact}));  // 2^24 + 1, a tie
  EXPECT_EQ(cast(int32, float32, 16'777'219), (Answer{0x4B800002, inexact}));
  EXPECT_EQ(cast(uint64, float64, all_ones), (Answer{0x43F0000000000000, inexact}));
  EXPECT_EQ(cast(int64, float32, power_of_two(63)), (Answer{0xDF000000, 0}));
  EXPECT_EQ(cast(int32, float16, 65'519), (Answer{0x7BFF, inexact}));
  EXPECT_EQ(cast(int32, float16, 65'520), (Answer{0x7C00, overflow | inexact}));
  EXPECT_EQ(cast(int4, bfloat16, 0xF), (Answer{0xBF80, 0}));
}

TEST(Cast, ADoubleIsNotRoundedToFloatOnItsWay) {
  EXPECT_EQ(cast(float64, bfloat16, 0x3FF0100000001000), (Answer{0x3F81, inexact}));  // just above a tie
  EXPECT_EQ(cast(float64, float16, 0x3FF0020000000001), (Answer{0x3C01, inexact}));
}

TEST(Cast, AFloatToBfloat16IsRoundedNotCut) {
  EXPECT_EQ(cast(float32, bfloat16, 0x3F80C000), (Answer{0x3F81, inexact}));
  EXPECT_EQ(cast(float32, bfloat16, 0x3F808000), (Answer{0x3F80, inexact}));  // ties go to even
  EXPECT_EQ(cast(float32, bfloat16, 0x3F818000), (Answer{0x3F82, inexact}));
}

TEST(Cast, ANanStaysOneAndBecomesTheCanonicalOne) {
  EXPECT_EQ(cast(float32, float16, 0xFFC00001), (Answer{0x7E00, 0}));
  EXPECT_EQ(cast(float32, float32, 0xFF800001), (Answer{0x7FC00000, invalid}));
}

TEST(Cast, ToBoolIsWhetherItDiffersFromZero) {
  EXPECT_EQ(cast(float32, boolean, 0x80000000), (Answer{0, 0}));
  EXPECT_EQ(cast(float32, boolean, 1), (Answer{1, 0}));
  EXPECT_EQ(cast(float16, boolean, 0x7E00), (Answer{1, 0}));
  EXPECT_EQ(cast(bfloat16, boolean, 0xFF80), (Answer{1, 0}));
  EXPECT_EQ(cast(int64, boolean, 0x100), (Answer{1, 0}));  // its lowest byte is zero
  EXPECT_EQ(cast(uint4, boolean, 0), (Answer{0, 0}));
}

TEST(Cast, FromBoolIsZeroOrOne) {
  EXPECT_EQ(cast(boolean, float16, 1), (Answer{0x3C00, 0}));
  EXPECT_EQ(cast(boolean, float64, 0), (Answer{0, 0}));
  EXPECT_EQ(cast(boolean, int4, 1), (Answer{1, 0}));
  EXPECT_EQ(cast(boolean, boolean, 1), (Answer{1, 0}));
}

void expect_agreement(Type from, Type to, std::uint64_t x) {
  ASSERT_EQ(cast(from, to, x), convert(from, to, x)) << std::hex << x;
}

std::vector<NamedType> types_where(bool (*condition)(Type)) {
  std::vector<NamedType> chosen;
  for (const NamedType& named : storable_types) {
    if (condition(named.type)) {
      chosen.push_back(named);
    }
  }
  return chosen;
}

class CastFromSmall : public testing::TestWithParam<NamedType> {};

TEST_P(CastFromSmall, AgreesWithMpfrOnAllPatterns) {
  const Type from = GetParam().type;
  const std::uint64_t patterns = from.kind == Kind::boolean ? 2 : power_of_two(from.bits);
  std::uint64_t visited = 0;
  for (const auto& [name, number, to] : storable_types) {
    for (std::uint64_t x = 0; x < patterns; ++x) {
      ASSERT_NO_FATAL_FAILURE(expect_agreement(from, to, x)) << "to " << name;
      ++visited;
    }
  }
  EXPECT_EQ(visited, storable_types.size() * patterns);
}

// Numbers beside powers of two and beside the middle of two neighbours of each narrower format.
std::vector<std::uint64_t> hard_integers(Integer type, Random& random) {
  std::vector<std::uint64_t> patterns;
  const std::uint64_t mask = all_ones >> (64 - type.bits);
  for (int width = 1; width < type.bits; ++width) {
    for (int i = 0; i < 60; ++i) {
      const std::uint64_t number = random.of_width(width);
      const std::uint64_t spacing = power_of_two(random.between(0, width - 1));
      const std::uint64_t beside_tie = number / spacing * spacing + spacing / 2 + random.below(3) - 1;
      for (const std::uint64_t x : {power_of_two(width) + random.below(3) - 1, number, beside_tie}) {
        patterns.push_back(x & mask);
        patterns.push_back((0 - x) & mask);
      }
    }
  }
  return patterns;
}

// Numbers of all exponents; half of them beside a middle of two neighbours of a narrower format, or beside an integer.
std::vector<std::uint64_t> hard_floats(Format f, Random& random) {
  std::vector<std::uint64_t> patterns = boundary_values(f);
  const int lowest = f.bits == 64 ? -160 : -30;
  for (int i = 0; i < 20'000; ++i) {
    const std::uint64_t x = random.bits() >> (64 - f.bits);
    const std::uint64_t dropped = power_of_two(random.between(1, f.fraction));
    const std::uint64_t beside_tie = x / dropped * dropped + dropped / 2 + random.below(3) - 1;
    const auto exponent = static_cast<std::uint64_t>(random.between(lowest, 66) + bias(f)) << f.fraction;
    patterns.push_back(x);
    patterns.push_back((beside_tie & ~infinity(f)) | exponent);
    patterns.push_back((x / dropped * dropped & ~infinity(f)) | exponent);
  }
  return patterns;
}

class CastFromLarge : public testing::TestWithParam<NamedType> {};

TEST_P(CastFromLarge, AgreesWithMpfrOnHardNumbers) {
  const Type from = GetParam().type;
  Random random(7);
  const std::vector<std::uint64_t> patterns =
      from.kind == Kind::floating ? hard_floats(from.format(), random) : hard_integers(from.integer(), random);
  EXPECT_GE(patterns.size(), 10'000U);
  for (const auto& [name, number, to] : storable_types) {
    for (const std::uint64_t x : patterns) {
      ASSERT_NO_FATAL_FAILURE(expect_agreement(from, to, x)) << "to " << name;
    }
  }
}

constexpr auto name_of_parameter = [](const auto& parameter) { return std::string(parameter.param.name); };
INSTANTIATE_TEST_SUITE_P(Types, CastFromSmall,
                         testing::ValuesIn(types_where([](Type from) { return from.bits <= 16; })), name_of_parameter);
INSTANTIATE_TEST_SUITE_P(Types, CastFromLarge, testing::ValuesIn(types_where([](Type from) { return from.bits > 16; })),
                         name_of_parameter);

}  // namespace
}  // namespace oracle
