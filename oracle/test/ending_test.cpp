// SPDX-License-Identifier: Apache-2.0
//
// What is done to a sum at its end, by hand: where each policy rounds.
#include "oracle/arithmetic/ending.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "oracle/test/print.hpp"

namespace oracle {
namespace {

using Numbers = std::vector<std::uint64_t>;

// In float16: 1, 2048, 65504, 0.5.
constexpr std::uint64_t one = 0x3C00, many = 0x6800, largest = 0x7BFF, half = 0x3800;

Answer plus(Accumulation how, std::uint64_t a, std::uint64_t addend) {
  Ending ending;
  ending.addend = addend;
  return ended_dot(float16, how, Numbers{a}, Numbers{one}, ending);
}

TEST(Ending, AddsInTheFormatOfThePolicy) {
  // 65504 + 65504 overflows in float16, and the exact value does so as well.
  EXPECT_EQ(plus(Accumulation::sequential, largest, largest), (Answer{0x7C00, overflow | inexact}));
  EXPECT_EQ(plus(Accumulation::exact, largest, largest), (Answer{0x7C00, overflow | inexact}));
  // 2048 + 1 is a tie, and goes to the even one.
  EXPECT_EQ(plus(Accumulation::sequential, many, one), (Answer{many, inexact}));
}

TEST(Ending, DividesByACountThatTheFormatDoesNotHave) {
  EXPECT_EQ(average(float16, Accumulation::sequential, Numbers(1, one), 2049).bits, 0x0FFFU) << "1/2049 in float16";
}

TEST(Ending, OfNothingDividedByNothingIsInvalid) {
  for (const Accumulation how :
       {Accumulation::sequential, Accumulation::fused, Accumulation::wide, Accumulation::exact}) {
    EXPECT_EQ(average(float16, how, Numbers{}, 0), (Answer{0x7E00, invalid}));
  }
}

TEST(Ending, OverflowsOnItsWayUnlessThePolicyIsWiderOrExact) {
  EXPECT_EQ(average(float16, Accumulation::sequential, Numbers{largest, largest}, 2).bits, 0x7C00U);
  EXPECT_EQ(average(float16, Accumulation::wide, Numbers{largest, largest}, 2), (Answer{largest, 0}));
  EXPECT_EQ(average(float16, Accumulation::exact, Numbers{largest, largest}, 2), (Answer{largest, 0}));
}

TEST(Ending, TruncatesQuotientsAndRootsOfExactIntegerSums) {
  const Integer type{32, true};
  EXPECT_EQ(average(type, Accumulation::sequential, Numbers{0x7FFFFFFF, 0x7FFFFFFF}, 2), (Answer{0x7FFFFFFF, 0}));
  EXPECT_EQ(average(type, Accumulation::sequential, Numbers{0xFFFFFFFF, 0xFFFFFFFE}, 2), (Answer{0xFFFFFFFF, 0}));
  Ending root;
  root.root = true;
  EXPECT_EQ(ended_dot(type, Numbers{0x80000000}, Numbers{0x80000000}, root), (Answer{0x80000000, wrapped}));
  EXPECT_EQ(ended_dot(type, Numbers{3, 4}, Numbers{3, 4}, root), (Answer{5, 0}));
}

TEST(Ending, MultipliesAnInfiniteSumByZeroAsAnInvalidOperation) {
  Ending ending;
  ending.factor = 0;
  for (const Accumulation how : {Accumulation::sequential, Accumulation::exact}) {
    EXPECT_EQ(ended_dot(float16, how, Numbers{0x7C00}, Numbers{half}, ending), (Answer{0x7E00, invalid}));
  }
}

}  // namespace
}  // namespace oracle
