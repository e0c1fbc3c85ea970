// SPDX-License-Identifier: Apache-2.0
//
// ReduceSum: which elements are summed, by hand and by the examples of ONNX; how they are summed, by sums whose
// policies differ, and against additions one after the other.
#include "oracle/ops/reducesum/reducesum.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/integers.hpp"
#include "oracle/pattern.hpp"
#include "oracle/random.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Integers = std::vector<std::int64_t>;
using Terms = std::vector<Numbers>;

constexpr Integer int64{64, true};
constexpr Accumulation accumulations[] = {Accumulation::sequential, Accumulation::fused, Accumulation::wide,
                                          Accumulation::exact};

TEST(Reduction, SumsOverTheGivenAxesInRowMajorOrder) {
  const Reduction rows = reduction({2, 3}, Integers{1}, false);
  EXPECT_EQ(rows.shape, (Shape{2}));
  EXPECT_EQ(rows.terms, (Terms{{0, 1, 2}, {3, 4, 5}}));
  const Reduction columns = reduction({2, 3}, Integers{0}, true);
  EXPECT_EQ(columns.shape, (Shape{1, 3}));
  EXPECT_EQ(columns.terms, (Terms{{0, 3}, {1, 4}, {2, 5}}));
  const Reduction outer = reduction({2, 3, 2}, Integers{0, 2}, true);
  EXPECT_EQ(outer.shape, (Shape{1, 3, 1}));
  EXPECT_EQ(outer.terms, (Terms{{0, 1, 6, 7}, {2, 3, 8, 9}, {4, 5, 10, 11}}));
}

TEST(Reduction, DoesNotDependOnTheOrderOfTheAxes) {
  EXPECT_EQ(reduction({2, 3, 4}, Integers{-1, 0}, false).terms, reduction({2, 3, 4}, Integers{0, 2}, false).terms);
}

TEST(Reduction, OfAnEmptyAxisHasNoTerms) {
  const Reduction empty = reduction({2, 0, 3}, Integers{1}, true);
  EXPECT_EQ(empty.shape, (Shape{2, 1, 3}));
  EXPECT_EQ(empty.terms, Terms(6));
  EXPECT_EQ(reduction({2, 0, 3}, Integers{2}, false).shape, (Shape{2, 0}));
}

TEST(Reduction, RefusesAnAxisThatIsGivenTwiceOrDoesNotExist) {
  EXPECT_THROW(reduction({2, 3}, Integers{1, -1}, true), std::invalid_argument);
  EXPECT_THROW(reduction({2, 3}, Integers{2}, true), std::out_of_range);
  EXPECT_THROW(reduction({}, Integers{0}, true), std::out_of_range);
}

Numbers bits_of(const ReduceSum& result) {
  Numbers bits;
  for (const Answer& answer : result.sums) {
    bits.push_back(answer.bits);
  }
  return bits;
}

TEST(ReduceSum, HasTheExamplesOfOnnx) {
  const Shape shape{3, 2, 2};
  Numbers data(12);
  std::iota(data.begin(), data.end(), 1U);
  const auto result = [&](const Integers& axes, bool keepdims) {
    return reduce_sum(int64, Accumulation::exact, shape, data, axes, keepdims, false);
  };
  EXPECT_EQ(bits_of(result({1}, false)), (Numbers{4, 6, 12, 14, 20, 22}));
  EXPECT_EQ(result({1}, false).shape, (Shape{3, 2}));
  EXPECT_EQ(result({-2}, true).shape, (Shape{3, 1, 2}));
  EXPECT_EQ(bits_of(result({}, true)), (Numbers{78}));
  EXPECT_EQ(result({}, true).shape, (Shape{1, 1, 1}));
  EXPECT_EQ(result({}, false).shape, Shape{});
}

TEST(ReduceSum, WithoutAxesAndWithNoopKeepsEveryBit) {
  const Numbers data{0x8000, 0xFE01, 0x3C00};
  const ReduceSum kept = reduce_sum(float16, Accumulation::sequential, {3}, data, {}, false, true);
  EXPECT_EQ(kept.shape, (Shape{3}));
  EXPECT_EQ(bits_of(kept), data);
  const ReduceSum summed = reduce_sum(float16, Accumulation::sequential, {3}, data, Integers{0}, false, true);
  EXPECT_EQ(bits_of(summed), (Numbers{0x7E00}));
}

TEST(ReduceSum, OfNothingAndOfMinusZeroIsPlusZero) {
  for (const Accumulation how : accumulations) {
    EXPECT_EQ(sum(float16, how, {}), (Answer{0, 0}));
    EXPECT_EQ(sum(float16, how, Numbers{0x8000, 0x8000}), (Answer{0, 0}));
  }
  EXPECT_EQ(sum(int64, Accumulation::exact, {}), (Answer{0, 0}));
}

TEST(ReduceSum, IsRoundedAsTheAccumulationSays) {
  // 2048, 1, 1 and -2048 in float16, where 2049 is a tie that goes to 2048.
  const Numbers terms{0x6800, 0x3C00, 0x3C00, 0xE800};
  EXPECT_EQ(sum(float16, Accumulation::sequential, terms), (Answer{0, inexact}));
  EXPECT_EQ(sum(float16, Accumulation::fused, terms), (Answer{0, inexact}));
  EXPECT_EQ(sum(float16, Accumulation::wide, terms), (Answer{0x4000, 0}));
  EXPECT_EQ(sum(float16, Accumulation::exact, terms), (Answer{0x4000, 0}));
  // The sum of 2^15 and 2^-24 is not a float: only an exact sum keeps the small one.
  const Numbers apart{0x7800, 0x0001, 0xF800};
  EXPECT_EQ(sum(float16, Accumulation::wide, apart), (Answer{0, inexact}));
  EXPECT_EQ(sum(float16, Accumulation::exact, apart), (Answer{1, 0}));
}

TEST(ReduceSum, OverflowsOnTheWayUnlessItIsExactOrWide) {
  const Numbers terms{0x7BFF, 0x7BFF, 0xFBFF};  // the largest twice, and once its opposite
  EXPECT_EQ(sum(float16, Accumulation::sequential, terms), (Answer{0x7C00, overflow | inexact}));
  EXPECT_EQ(sum(float16, Accumulation::wide, terms), (Answer{0x7BFF, 0}));
  EXPECT_EQ(sum(float16, Accumulation::exact, terms), (Answer{0x7BFF, 0}));
}

TEST(ReduceSum, OfIntegersWrapsOnceAtTheEnd) {
  constexpr Integer int8{8, true};
  EXPECT_EQ(sum(int8, Accumulation::sequential, Numbers{0x7F, 0x7F, 0x81}), (Answer{0x7F, 0}));
  EXPECT_EQ(sum(int8, Accumulation::sequential, Numbers{0x7F, 0x01}), (Answer{0x80, wrapped}));
}

TEST(ReduceSum, InSequenceIsAdditionsOneAfterTheOther) {
  Random random(3);
  for (const Format f : {float16, bfloat16, float32, float64}) {
    for (int i = 0; i < 2000; ++i) {
      Numbers terms(random.below(20));
      Answer expected{0, 0};
      for (std::uint64_t& term : terms) {
        term = random.bits() >> (64 - f.bits);
        const Answer step = ieee_add(f, expected.bits, term);
        expected = {step.bits, expected.events | step.events};
      }
      ASSERT_EQ(sum(f, Accumulation::sequential, terms), expected);
      ASSERT_EQ(sum(f, Accumulation::fused, terms), expected);  // a product with one is exact
    }
  }
}

}  // namespace
}  // namespace oracle
