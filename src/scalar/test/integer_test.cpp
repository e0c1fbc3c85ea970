// SPDX-License-Identifier: Apache-2.0
// Integers of all ten types against an oracle with exact arithmetic: all pairs of 4 and 8 bits, boundary values of the
// others.
#include "scalar/integer.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "oracle/arithmetic/integers.hpp"
#include "oracle/ops/abs/abs.hpp"
#include "oracle/ops/max/max.hpp"
#include "oracle/ops/min/min.hpp"
#include "oracle/ops/neg/neg.hpp"
#include "tests/support/evidence.hpp"

extern "C" std::int64_t c99_int(int operation, std::int64_t a, std::int64_t b, unsigned bits);

namespace {

std::vector<std::uint64_t> patterns_for(unsigned bits) {
  std::set<std::uint64_t> patterns;
  if (bits <= 8) {
    for (std::uint64_t x = 0; x < std::uint64_t{1} << bits; ++x) patterns.insert(x);
  } else {
    for (unsigned k = 0; k < bits; ++k)  // around every power of two, positive and negative
      for (std::uint64_t near = 0; near < 3; ++near) {
        const std::uint64_t power = std::uint64_t{1} << k;
        for (std::uint64_t x : {power + near - 1, 0 - power - near + 1}) patterns.insert(uint_wrap(x, bits));
      }
    for (std::uint64_t x = 0x9E3779B97F4A7C15u, i = 0; i < 64; ++i, x *= 0xBF58476D1CE4E5B9u)
      patterns.insert(uint_wrap(x, bits));
  }
  return {patterns.begin(), patterns.end()};
}

class Integers : public testing::TestWithParam<unsigned> {};

TEST_P(Integers, Signed_EveryOperationAgreesWithExactArithmetic) {
  EVIDENCE("NUM-INT-WRAP", "NUM-ALL-EVENTS");
  const unsigned bits = GetParam();
  const oracle::Integer type{static_cast<int>(bits), true};
  const auto pattern = [&](std::int64_t x) { return uint_wrap(static_cast<std::uint64_t>(x), bits); };
  for (std::uint64_t pa : patterns_for(bits))
    for (std::uint64_t pb : patterns_for(bits)) {
      const std::int64_t a = int_wrap(pa, bits), b = int_wrap(pb, bits);
      const oracle::Answer sum = oracle::int_add(type, pa, pb), product = oracle::int_mul(type, pa, pb);
      ASSERT_EQ(pattern(int_add(a, b, bits)), sum.bits) << a << " + " << b;
      ASSERT_EQ(pattern(int_mul(a, b, bits)), product.bits) << a << " * " << b;
      ASSERT_EQ(int_add_wraps(a, b, bits), sum.events == oracle::wrapped) << a << " + " << b;
      ASSERT_EQ(int_mul_wraps(a, b, bits), product.events == oracle::wrapped) << a << " * " << b;
      ASSERT_EQ(c99_int(0, a, b, bits), int_add(a, b, bits));
      ASSERT_EQ(c99_int(1, a, b, bits), int_mul(a, b, bits));
      const oracle::Answer difference = oracle::int_sub(type, pa, pb);
      ASSERT_EQ(pattern(int_sub(a, b, bits)), difference.bits) << a << " - " << b;
      ASSERT_EQ(int_sub_wraps(a, b, bits), difference.events == oracle::wrapped) << a << " - " << b;
      ASSERT_EQ(c99_int(4, a, b, bits), int_sub(a, b, bits));
      ASSERT_EQ(pattern(int_max(a, b)), oracle::max(type, pa, pb).bits) << a << " " << b;
      ASSERT_EQ(pattern(int_min(a, b)), oracle::min(type, pa, pb).bits) << a << " " << b;
      ASSERT_EQ(c99_int(5, a, b, bits), int_max(a, b));
      ASSERT_EQ(c99_int(6, a, b, bits), int_min(a, b));
      if (b == 0) continue;
      const oracle::Answer floor = oracle::int_div_floor(type, pa, pb), cut = oracle::int_div_trunc(type, pa, pb);
      ASSERT_EQ(pattern(int_div_floor(a, b, bits)), floor.bits) << a << " / " << b;
      ASSERT_EQ(pattern(int_div_truncate(a, b, bits)), cut.bits) << a << " / " << b;
      ASSERT_EQ(int_div_floor_differs(a, b), floor.bits != cut.bits) << a << " / " << b;
      ASSERT_EQ(int_div_wraps(a, b, bits), cut.events == oracle::wrapped) << a << " / " << b;
      ASSERT_EQ(c99_int(2, a, b, bits), int_div_floor(a, b, bits));
      ASSERT_EQ(c99_int(3, a, b, bits), int_div_truncate(a, b, bits));
    }
}

TEST_P(Integers, Unsigned_EveryOperationAgreesWithExactArithmetic) {
  EVIDENCE("NUM-INT-WRAP", "NUM-ALL-EVENTS");
  const unsigned bits = GetParam();
  const oracle::Integer type{static_cast<int>(bits), false};
  for (std::uint64_t a : patterns_for(bits))
    for (std::uint64_t b : patterns_for(bits)) {
      const oracle::Answer sum = oracle::int_add(type, a, b), product = oracle::int_mul(type, a, b);
      ASSERT_EQ(uint_add(a, b, bits), sum.bits) << a << " + " << b;
      ASSERT_EQ(uint_mul(a, b, bits), product.bits) << a << " * " << b;
      ASSERT_EQ(uint_add_wraps(a, b, bits), sum.events == oracle::wrapped) << a << " + " << b;
      ASSERT_EQ(uint_mul_wraps(a, b, bits), product.events == oracle::wrapped) << a << " * " << b;
      const oracle::Answer difference = oracle::int_sub(type, a, b);
      ASSERT_EQ(uint_sub(a, b, bits), difference.bits) << a << " - " << b;
      ASSERT_EQ(uint_sub_wraps(a, b, bits), difference.events == oracle::wrapped) << a << " - " << b;
      ASSERT_EQ(uint_max(a, b), oracle::max(type, a, b).bits) << a << " " << b;
      ASSERT_EQ(uint_min(a, b), oracle::min(type, a, b).bits) << a << " " << b;
      if (b == 0) continue;
      ASSERT_EQ(uint_div(a, b), oracle::int_div_floor(type, a, b).bits) << a << " / " << b;
    }
}

TEST_P(Integers, Signed_NegativeAndAbsoluteValueAgreeWithExactArithmetic) {
  EVIDENCE("NUM-INT-WRAP", "NUM-ALL-EVENTS");
  const unsigned bits = GetParam();
  const oracle::Integer type{static_cast<int>(bits), true};
  const auto pattern = [&](std::int64_t x) { return uint_wrap(static_cast<std::uint64_t>(x), bits); };
  for (std::uint64_t p : patterns_for(bits)) {
    const std::int64_t a = int_wrap(p, bits);
    const oracle::Answer negative = oracle::neg(type, p), size = oracle::abs(type, p);
    ASSERT_EQ(pattern(int_negate(a, bits)), negative.bits) << a;
    ASSERT_EQ(pattern(int_abs(a, bits)), size.bits) << a;
    ASSERT_EQ(int_negate_wraps(a, bits), negative.events == oracle::wrapped) << a;
    ASSERT_EQ(int_negate_wraps(a, bits), size.events == oracle::wrapped) << a;
    ASSERT_EQ(c99_int(7, a, 0, bits), int_negate(a, bits));
    ASSERT_EQ(c99_int(8, a, 0, bits), int_abs(a, bits));
  }
}

INSTANTIATE_TEST_SUITE_P(Widths, Integers, testing::Values(4, 8, 16, 32, 64),
                         [](const auto& p) { return std::to_string(p.param) + "bits"; });

TEST(Integers, MinByMinusOne_WrapsToMinInEveryWidth) {
  EVIDENCE("NUM-INT-WRAP");
  constexpr std::pair<unsigned, std::int64_t> smallest[] = {
      {4, -8}, {8, -128}, {16, -32768}, {32, -2147483648LL}, {64, -9223372036854775807LL - 1}};
  for (const auto& [bits, min] : smallest) {
    EXPECT_EQ(int_div_floor(min, -1, bits), min);
    EXPECT_EQ(int_div_truncate(min, -1, bits), min);
  }
}

}  // namespace
