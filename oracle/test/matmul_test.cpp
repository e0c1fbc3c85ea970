// SPDX-License-Identifier: Apache-2.0
//
// The geometry of matrix products against the examples in the documentation of numpy.matmul, typed in by hand, and
// against loops written out for one pair of shapes.
#include "oracle/ops/matmul/matmul.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace oracle {
namespace {

using Numbers = std::vector<std::uint64_t>;

Numbers product(const Shape& a_shape, const Numbers& a, const Shape& b_shape, const Numbers& b) {
  const MatmulPlan plan = index_matmul(a_shape, b_shape).value();
  std::uint64_t outputs = 1;
  for (const std::uint64_t size : plan.shape) {
    outputs *= size;
  }
  Numbers result;
  for (std::uint64_t output = 0; output < outputs; ++output) {
    const MatmulPlan::Pair pair = plan.operands(output);
    EXPECT_EQ(pair.a.size(), plan.inner);
    EXPECT_EQ(pair.b.size(), plan.inner);
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < pair.a.size(); ++k) {
      sum += a.at(pair.a[k]) * b.at(pair.b[k]);
    }
    result.push_back(sum);
  }
  return result;
}

Shape result_shape(const Shape& a, const Shape& b) { return index_matmul(a, b).value().shape; }

Numbers counting(std::size_t count) {
  Numbers numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

TEST(IndexMatmul, HasTheShapesOfTheNumpyDocumentation) {
  EXPECT_EQ(result_shape({9, 5, 7, 4}, {9, 5, 4, 3}), (Shape{9, 5, 7, 3}));
  EXPECT_EQ(result_shape({2, 2, 4}, {2, 4, 2}), (Shape{2, 2, 2}));
}

TEST(IndexMatmul, HasTheValuesOfTheNumpyDocumentation) {
  const Numbers identity{1, 0, 0, 1};
  EXPECT_EQ(product({2, 2}, identity, {2, 2}, {4, 1, 2, 2}), (Numbers{4, 1, 2, 2}));
  EXPECT_EQ(product({2, 2}, identity, {2}, {1, 2}), (Numbers{1, 2}));
  EXPECT_EQ(product({2}, {1, 2}, {2, 2}, identity), (Numbers{1, 2}));
  EXPECT_EQ(product({2}, {2, 3}, {2}, {2, 3}), (Numbers{13}));
  EXPECT_EQ(product({2, 2, 4}, counting(16), {2, 4, 2}, counting(16)).at(3), 98U);  // the element [0, 1, 1]
}

TEST(IndexMatmul, RefusesScalars) {
  EXPECT_FALSE(index_matmul({2}, {}).has_value());
  EXPECT_FALSE(index_matmul({}, {2}).has_value());
  EXPECT_FALSE(index_matmul({}, {}).has_value());
}

TEST(IndexMatmul, RefusesInnerSizesThatDiffer) {
  EXPECT_FALSE(index_matmul({2, 3}, {2, 3}).has_value());
  EXPECT_FALSE(index_matmul({3}, {2}).has_value());
  EXPECT_FALSE(index_matmul({1}, {2}).has_value());  // the inner axis is not broadcast
  EXPECT_FALSE(index_matmul({2, 1}, {3, 2}).has_value());
  EXPECT_FALSE(index_matmul({3}, {4, 2, 3}).has_value());
}

TEST(IndexMatmul, RefusesBatchesThatCannotBeBroadcast) {
  EXPECT_FALSE(index_matmul({2, 3, 4}, {3, 4, 5}).has_value());
  EXPECT_FALSE(index_matmul({2, 1, 3, 4}, {3, 1, 4, 5}).has_value());
  EXPECT_FALSE(index_matmul({0, 3, 4}, {2, 4, 5}).has_value());
}

TEST(IndexMatmul, PromotesVectorsAndDropsTheAxisAgain) {
  EXPECT_EQ(result_shape({4}, {4}), Shape{});
  EXPECT_EQ(result_shape({3, 4}, {4}), (Shape{3}));
  EXPECT_EQ(result_shape({4}, {4, 5}), (Shape{5}));
  EXPECT_EQ(result_shape({2, 3, 4}, {4}), (Shape{2, 3}));
  EXPECT_EQ(result_shape({4}, {7, 2, 4, 5}), (Shape{7, 2, 5}));
  EXPECT_EQ(result_shape({1, 4}, {4, 1}), (Shape{1, 1}));  // these axes were there before
}

TEST(IndexMatmul, BroadcastsBatches) {
  EXPECT_EQ(result_shape({2, 1, 3, 4}, {5, 4, 6}), (Shape{2, 5, 3, 6}));
  EXPECT_EQ(result_shape({3, 4}, {8, 4, 6}), (Shape{8, 3, 6}));
  EXPECT_EQ(result_shape({1, 3, 4}, {0, 4, 6}), (Shape{0, 3, 6}));
}

TEST(IndexMatmul, EmptySumsAreSums) {
  EXPECT_EQ(product({2, 0}, {}, {0, 3}, {}), (Numbers{0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(product({0}, {}, {0}, {}), (Numbers{0}));
  EXPECT_EQ(product({0, 2}, {}, {2, 3}, counting(6)), Numbers{});
}

TEST(IndexMatmul, RefusesOutputsThatAreNotThere) {
  EXPECT_THROW(index_matmul({2, 3}, {3, 2}).value().operands(4), std::out_of_range);
  EXPECT_THROW(index_matmul({0, 3}, {3, 2}).value().operands(0), std::out_of_range);
}

TEST(IndexMatmul, SumsInTheOrderOfTheInnerAxis) {
  const MatmulPlan::Pair pair = index_matmul({2, 3}, {3, 4}).value().operands(6);  // row 1, column 2
  EXPECT_EQ(pair.a, (Numbers{3, 4, 5}));
  EXPECT_EQ(pair.b, (Numbers{2, 6, 10}));
}

// 2x1x2x3 times 4x3x5, element by element.
TEST(IndexMatmul, AgreesWithLoopsWrittenOut) {
  std::uint64_t a[2][1][2][3];
  std::uint64_t b[4][3][5];
  Numbers flat_a;
  Numbers flat_b;
  for (auto& outer : a) {
    for (auto& row : outer[0]) {
      for (std::uint64_t& element : row) {
        element = 1000 + 7 * flat_a.size() * flat_a.size();
        flat_a.push_back(element);
      }
    }
  }
  for (auto& matrix : b) {
    for (auto& row : matrix) {
      for (std::uint64_t& element : row) {
        element = 100'000 + 13 * flat_b.size() * flat_b.size();
        flat_b.push_back(element);
      }
    }
  }
  Numbers expected;
  for (const auto& outer : a) {
    for (const auto& matrix : b) {
      for (const auto& row : outer[0]) {
        for (std::size_t column = 0; column < 5; ++column) {
          expected.push_back(row[0] * matrix[0][column] + row[1] * matrix[1][column] + row[2] * matrix[2][column]);
        }
      }
    }
  }
  EXPECT_EQ(result_shape({2, 1, 2, 3}, {4, 3, 5}), (Shape{2, 4, 2, 5}));
  EXPECT_EQ(product({2, 1, 2, 3}, flat_a, {4, 3, 5}, flat_b), expected);
}

}  // namespace
}  // namespace oracle
