// SPDX-License-Identifier: Apache-2.0
// The faces of the scalars: that every stored algebra has them, with the events of the scalar text and without.
#include "tensor/algebra.hpp"

#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

template <class A> class Floats : public testing::Test {};
using FloatAlgebras = testing::Types<Half, BHalf, Float, Double>;
TYPED_TEST_SUITE(Floats, FloatAlgebras);

template <class A> struct Numbers {
  using V = typename A::Value;
  static V of(std::int64_t v) { return A::pack(value_of_int(v), nullptr); }
  V zero = A::zero(), minus_zero = A::of(binary_sign_bit(A::format)), nan = A::of(binary_nan(A::format));
  V odd_nan = A::of(binary_sign_bit(A::format) | binary_nan(A::format) | 1);
  V signalling = A::of(binary_infinity(A::format) | 1);
};

TYPED_TEST(Floats, ADifferenceIsTheSumWithTheOppositeSign) {
  EVIDENCE("NUM-FLOAT-ROUNDING", "NUM-FLOAT-SIGN");
  using A = TypeParam;
  const Numbers<A> n;
  const auto is = [](auto v, std::uint64_t wanted) { EXPECT_EQ(A::pattern(v), wanted); };
  is(A::sub(n.of(5), n.of(7), nullptr), A::pattern(n.of(-2)));
  is(A::sub(n.zero, n.zero, nullptr), 0);
  is(A::sub(n.minus_zero, n.zero, nullptr), binary_sign_bit(A::format));
  unsigned events = 0;
  is(A::sub(A::of(binary_infinity(A::format)), A::of(binary_infinity(A::format)), &events), binary_nan(A::format));
  EXPECT_EQ(events, static_cast<unsigned>(EVENT_INVALID));
}

TYPED_TEST(Floats, AComparisonWithANaNIsFalse_AndZerosAreEqual) {
  EVIDENCE("NUM-FLOAT-ORDER");
  using A = TypeParam;
  const Numbers<A> n;
  EXPECT_TRUE(A::less(n.of(-1), n.minus_zero));
  EXPECT_FALSE(A::less(n.minus_zero, n.zero));
  EXPECT_FALSE(A::less(n.nan, n.zero));
  unsigned events = 0;
  EXPECT_FALSE(A::less(n.zero, n.nan, &events));
  EXPECT_EQ(events, 0u);
  EXPECT_FALSE(A::less(n.zero, n.signalling, &events));
  EXPECT_EQ(events, static_cast<unsigned>(EVENT_INVALID));
}

TYPED_TEST(Floats, AMaximumKeepsTheNaNAndThePlusOfAZero) {
  EVIDENCE("NUM-FLOAT-ORDER", "NUM-FLOAT-NAN");
  using A = TypeParam;
  const Numbers<A> n;
  const auto is = [](auto v, std::uint64_t wanted) { EXPECT_EQ(A::pattern(v), wanted); };
  is(A::max(n.minus_zero, n.zero, nullptr), 0);
  is(A::max(n.zero, n.minus_zero, nullptr), 0);
  is(A::min(n.zero, n.minus_zero, nullptr), binary_sign_bit(A::format));
  is(A::max(n.odd_nan, n.of(1), nullptr), binary_nan(A::format));
  is(A::min(n.of(1), n.odd_nan, nullptr), binary_nan(A::format));
}

TYPED_TEST(Floats, WhatPassesAnOperandOnMakesItsNaNTheOneQuietNaN) {
  EVIDENCE("NUM-FLOAT-NAN");
  using A = TypeParam;
  const Numbers<A> n;
  unsigned events = 0;
  EXPECT_EQ(A::pattern(A::quiet(n.odd_nan, &events)), binary_nan(A::format));
  EXPECT_EQ(A::pattern(A::neg(n.odd_nan, &events)), binary_nan(A::format));
  EXPECT_EQ(A::pattern(A::abs(n.odd_nan, &events)), binary_nan(A::format));
  EXPECT_EQ(events, 0u);
  EXPECT_EQ(A::pattern(A::quiet(n.signalling, &events)), binary_nan(A::format));
  EXPECT_EQ(events, static_cast<unsigned>(EVENT_INVALID));
  EXPECT_EQ(A::pattern(A::quiet(n.minus_zero)), binary_sign_bit(A::format));
  EXPECT_TRUE(A::is_nan(n.signalling));
  EXPECT_FALSE(A::is_nan(n.minus_zero));
}

// A move: no bit of what is chosen changes.
TYPED_TEST(Floats, ChoosingKeepsEveryBit) {
  EVIDENCE("NUM-FLOAT-NAN");
  using A = TypeParam;
  const Numbers<A> n;
  EXPECT_EQ(A::pattern(A::choose(true, n.signalling, n.zero)), A::pattern(n.signalling));
  EXPECT_EQ(A::pattern(A::choose(false, n.zero, n.odd_nan)), A::pattern(n.odd_nan));
}

template <class A> class Integral : public testing::Test {};
using IntegralAlgebras =
    testing::Types<Int<4>, Int<8>, Int<16>, Int<32>, Int<64>, UInt<4>, UInt<8>, UInt<16>, UInt<32>, UInt<64>>;
TYPED_TEST_SUITE(Integral, IntegralAlgebras);

TYPED_TEST(Integral, ADifferenceBelowTheRangeWrapsToItsUpperEnd) {
  EVIDENCE("NUM-INT-WRAP", "NUM-ALL-EVENTS");
  using A = TypeParam;
  // Beyond both ends of every range.
  const exact_value infinite = exact_value_of(VALUE_INFINITE, 0, 0, 0), below = exact_value_of(VALUE_INFINITE, 1, 0, 0);
  const auto highest = A::pack(infinite, nullptr), lowest = A::pack(below, nullptr);
  unsigned events = 0;
  EXPECT_EQ(A::sub(lowest, 1, &events), highest);
  EXPECT_EQ(events, static_cast<unsigned>(EVENT_WRAP));
  EXPECT_EQ(A::sub(lowest, 1, nullptr), highest);
  EXPECT_TRUE(A::less(lowest, highest));
  EXPECT_FALSE(A::less(highest, lowest));
  EXPECT_EQ(A::max(lowest, highest, nullptr), highest);
  EXPECT_EQ(A::min(lowest, highest, nullptr), lowest);
  EXPECT_FALSE(A::is_nan(highest));
}

TEST(Casts, ComposeOfTheAlgebraThatIsReadAndTheOneThatIsWritten) {
  EVIDENCE("NUM-ALL-CONVERT");
  unsigned events = 0;
  EXPECT_EQ((Int<8>::pack(Float::unpack(-3e9f), &events)), -128);
  EXPECT_EQ(events, static_cast<unsigned>(EVENT_SATURATED));
  events = 0;
  EXPECT_EQ((UInt<8>::pack(Int<32>::unpack(300), &events)), 44u);
  EXPECT_EQ(events, static_cast<unsigned>(EVENT_WRAP));
  events = 0;
  EXPECT_EQ(Half::pack(UInt<64>::unpack(65519), &events), 0x7BFF);
  EXPECT_EQ(events, static_cast<unsigned>(EVENT_INEXACT));
  EXPECT_EQ(Half::pack(UInt<64>::unpack(65520), nullptr), 0x7C00);
  EXPECT_EQ(Half::pack(Boolean::unpack(true), nullptr), 0x3C00);
  events = 0;
  EXPECT_TRUE(Boolean::pack(Half::unpack(0x7E00), &events));
  EXPECT_FALSE(Boolean::pack(Half::unpack(0x8000), &events));
  EXPECT_EQ(events, 0u);
  EXPECT_TRUE(Boolean::pack(Half::unpack(0x7C01), &events));
  EXPECT_EQ(events, static_cast<unsigned>(EVENT_INVALID));
}

}  // namespace
}  // namespace etalon::impl
