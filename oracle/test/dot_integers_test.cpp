// SPDX-License-Identifier: Apache-2.0
//
// Dot products of integers against plain loops, and facts at the ends of the range.
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "oracle/arithmetic/dot.hpp"
#include "oracle/arithmetic/integers.hpp"
#include "oracle/cases/dots.hpp"
#include "oracle/oracle.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

using Patterns = std::vector<std::uint64_t>;

int to_int(Integer type, std::uint64_t pattern) {
  const int value = static_cast<int>(pattern);
  const bool negative = type.is_signed && value >= 1 << (type.bits - 1);
  return negative ? value - (1 << type.bits) : value;
}

Answer plain_dot(Integer type, const Patterns& a, const Patterns& b) {
  int sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += to_int(type, a[k]) * to_int(type, b[k]);
  }
  const int size = 1 << type.bits;
  const int lowest = type.is_signed ? -size / 2 : 0;
  const bool fits = lowest <= sum && sum < lowest + size;
  return {static_cast<std::uint64_t>((sum % size + size) % size), fits ? 0U : unsigned{wrapped}};
}

Answer run(Integer type, const Patterns& a, const Patterns& b) { return dot(type, a, b); }

TEST(IntegerDot, AgreesWithPlainIntOnAllPairsOf8Bits) {
  int pairs = 0;
  for (const Integer type : {Integer{8, false}, Integer{8, true}}) {
    for (std::uint64_t a = 0; a < 256; ++a) {
      for (std::uint64_t b = 0; b < 256; ++b) {
        ASSERT_EQ(run(type, {a, 1}, {b, a}), plain_dot(type, {a, 1}, {b, a})) << a << ' ' << b;
        ++pairs;
      }
    }
  }
  EXPECT_EQ(pairs, 2 * 256 * 256);
}

TEST(IntegerDot, AgreesWithPlainIntOnVectorsOf4And8Bits) {
  int overflows = 0;
  for (const Integer type : {Integer{4, false}, Integer{4, true}, Integer{8, false}, Integer{8, true}}) {
    DotCases cases(type, 1);
    for (std::size_t i = 0; i < 40'000; ++i) {
      Patterns a(i % 33);
      Patterns b(i % 33);
      const DotStratum stratum = cases.fill(a, b);
      const Answer expected = plain_dot(type, a, b);
      ASSERT_EQ(run(type, a, b), expected) << name(stratum);
      overflows += expected.events != 0 ? 1 : 0;
    }
  }
  EXPECT_GT(overflows, 40'000);
  EXPECT_LT(overflows, 120'000);
}

// Modulo 2^bits the order of reductions does not matter, so a loop of single operations gives the same pattern.
TEST(IntegerDot, PatternsAgreeWithSingleOperationsAtAllWidths) {
  for (int bits = 4; bits <= 64; ++bits) {
    for (const Integer type : {Integer{bits, false}, Integer{bits, true}}) {
      DotCases cases(type, static_cast<std::uint64_t>(bits));
      for (std::size_t i = 0; i < 300; ++i) {
        Patterns a(i % 20);
        Patterns b(i % 20);
        const DotStratum stratum = cases.fill(a, b);
        std::uint64_t sum = 0;
        bool step_overflows = false;
        for (std::size_t k = 0; k < a.size(); ++k) {
          const Answer product = int_mul(type, a[k], b[k]);
          const Answer next = int_add(type, sum, product.bits);
          step_overflows = step_overflows || product.events != 0 || next.events != 0;
          sum = next.bits;
        }
        const Answer answer = run(type, a, b);
        ASSERT_EQ(answer.bits, sum) << bits << ' ' << name(stratum);
        ASSERT_TRUE(step_overflows || answer.events == 0) << bits << ' ' << name(stratum);
      }
    }
  }
}

TEST(IntegerDot, OnlyTheFinalSumCounts) {
  EXPECT_EQ(run({8, true}, {100, 0x9C}, {100, 100}), (Answer{0, 0}));                 // 100 * 100 - 100 * 100
  EXPECT_EQ(run({8, true}, {127, 1}, {1, 1}), (Answer{0x80, wrapped}));               // 128
  EXPECT_EQ(run({8, true}, {0x80, 1, 0xFF}, {1, 0xFF, 1}), (Answer{0x7E, wrapped}));  // -130
  EXPECT_EQ(run({8, true}, {0x80, 1}, {1, 0}), (Answer{0x80, 0}));                    // -128
  EXPECT_EQ(run({8, false}, {255, 1}, {1, 1}), (Answer{0, wrapped}));
}

TEST(IntegerDot, SumsOf64BitsDoNotLoseTheirHighBits) {
  constexpr std::uint64_t lowest = std::uint64_t{1} << 63;
  constexpr std::uint64_t greatest = ~std::uint64_t{0};
  EXPECT_EQ(run({64, true}, Patterns(4, lowest), Patterns(4, lowest)), (Answer{0, wrapped}));  // 2^128
  EXPECT_EQ(run({64, true}, {lowest, greatest}, {1, greatest}), (Answer{lowest + 1, 0}));
  EXPECT_EQ(run({64, true}, {lowest}, {greatest}), (Answer{lowest, wrapped}));
  EXPECT_EQ(run({64, false}, {greatest, greatest}, {greatest, 1}), (Answer{0, wrapped}));  // 2^64 * (2^64 - 1)
  EXPECT_EQ(run({64, false}, {greatest}, {1}), (Answer{greatest, 0}));
}

TEST(IntegerDot, AnEmptySumIsZero) { EXPECT_EQ(run({32, true}, {}, {}), (Answer{0, 0})); }

TEST(IntegerDot, RefusesDifferentLengths) { EXPECT_THROW(run({32, true}, {1}, {}), std::invalid_argument); }

}  // namespace
}  // namespace oracle
