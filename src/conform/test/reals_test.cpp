// SPDX-License-Identifier: Apache-2.0
// A candidate and the reference by their distance from the real values.
#include "conform/compare/reals.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

// S = A + B + C, from the left.
Comparison compared(const std::vector<float>& a, const std::vector<float>& b, const std::vector<float>& c,
                    const std::vector<float>& candidate) {
  const std::uint64_t n = a.size();
  GraphMaker maker(DType::f32);
  maker.input("A", {n}).input("B", {n}).input("C", {n});
  maker.node("Add", "A", "B", "T", {n}).node("Add", "T", "C", "S", {n}).output("S");
  const auto model = maker.model();
  Trail inputs(model->graph->values.size()), given(inputs.size());
  inputs[maker.value("A")] = tensor_of<float>(DType::f32, {n}, a);
  inputs[maker.value("B")] = tensor_of<float>(DType::f32, {n}, b);
  inputs[maker.value("C")] = tensor_of<float>(DType::f32, {n}, c);
  given[maker.value("S")] = tensor_of<float>(DType::f32, {n}, candidate);
  auto comparison = compare(model, std::move(inputs), given);
  EXPECT_TRUE(comparison);
  EXPECT_FALSE(add_reals(*comparison, {}));
  return *std::move(comparison);
}

// 2^24 + 1 - 2^24 is 1 over the reals, and 0 where each sum is rounded.
TEST(CompareReals, TheNearerOneIsCountedByElement) {
  EVIDENCE("CON-ALL-REAL");
  const float big = 0x1p24f;
  const auto all = compared({big, big, big, big, 1}, {1, 1, 1, 1, 1}, {-big, -big, -big, -big, 1}, {1, -1, 2, 0, 3});
  ASSERT_EQ(all.reals.size(), 1u);
  const RealDistances& real = all.reals[0];
  EXPECT_EQ(real.nearer[RealDistances::by_candidate], 1u) << "1, which is exact";
  EXPECT_EQ(real.nearer[RealDistances::by_reference], 1u) << "-1, which is twice as far";
  EXPECT_EQ(real.nearer[RealDistances::neither], 3u) << "2 is as far as 0; two have the bits of the reference";
  EXPECT_EQ(real.nearer[RealDistances::not_told], 0u);
  EXPECT_EQ(real.candidate.absolute, 2);
  EXPECT_EQ(real.reference.absolute, 1);
  EXPECT_EQ(real.candidate.ulp, 0x1p24);
  EXPECT_EQ(real.reference.ulp, 0x1p23);
}

TEST(CompareReals, WhatIsNoNumberIsNotTold) {
  EVIDENCE("CON-ALL-REAL");
  const auto all = compared({1, INFINITY, 1}, {1, 1, 1}, {1, 1, 1}, {NAN, INFINITY, 3});
  const RealDistances& real = all.reals[0];
  EXPECT_EQ(real.nearer[RealDistances::not_told], 2u);
  EXPECT_EQ(real.nearer[RealDistances::neither], 1u);
  EXPECT_TRUE(std::isinf(real.candidate.absolute));
}

TEST(CompareReals, ZerosOfBothSignsAreOneNumber) {
  EVIDENCE("CON-ALL-REAL");
  const RealDistances real = compared({1}, {-1}, {0}, {-0.0f}).reals[0];
  EXPECT_EQ(real.nearer[RealDistances::neither], 1u);
  EXPECT_EQ(real.candidate.absolute, 0);
}

TEST(CompareReals, LargeModelsAreMeasuredOnlyWhereThatIsWanted) {
  EVIDENCE("CON-ALL-REAL");
  const auto of = [](std::uint64_t n) {
    return GraphMaker(DType::f32)
        .input("A", {n, n})
        .input("B", {n, n})
        .node("MatMul", "A", "B", "C", {n, n})
        .output("C")
        .model();
  };
  EXPECT_TRUE(has_reals(*of(100), false));
  EXPECT_FALSE(has_reals(*of(1000), false));
  EXPECT_TRUE(has_reals(*of(1000), true));
  EXPECT_FALSE(has_reals(*of(4000), true));
}

}  // namespace
}  // namespace etalon::tests
