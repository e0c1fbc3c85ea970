// SPDX-License-Identifier: Apache-2.0
// What conforms of sums, held against evaluations that are written out here over the oracle's arithmetic: whatever an
// evaluation gives is allowed, and not much more is.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <set>

#include "conform/judge/few_terms.hpp"
#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/pattern.hpp"
#include "oracle/random.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/judged_call.hpp"

namespace etalon::tests {
namespace {

using impl::Standing;
constexpr oracle::Format half = oracle::float16;
using Patterns = std::vector<std::uint64_t>;

std::uint64_t half_of(double x) { return oracle::convert(oracle::float64, half, std::bit_cast<std::uint64_t>(x)).bits; }
double number_of(std::uint64_t pattern) {
  return std::bit_cast<double>(oracle::convert(half, oracle::float64, pattern).bits);
}
Patterns floats(const std::vector<float>& numbers) {
  Patterns patterns;
  for (const float number : numbers) patterns.push_back(std::bit_cast<std::uint32_t>(number));
  return patterns;
}

// ---- five terms in every way ----------------------------------------------------------------------------------------

// A tree over the terms that are bits of `terms`.
struct Tree {
  unsigned terms;
  std::shared_ptr<const Tree> left, right;
};
using Trees = std::vector<std::shared_ptr<const Tree>>;

Trees trees_over(unsigned terms) {
  if (std::has_single_bit(terms)) return {std::make_shared<Tree>(Tree{terms, nullptr, nullptr})};
  Trees trees;
  for (unsigned part = (terms - 1) & terms; part != 0; part = (part - 1) & terms)
    if ((part & terms & (0u - terms)) != 0)  // each pair of parts once: the first term is on the left
      for (const auto& left : trees_over(part))
        for (const auto& right : trees_over(terms - part))
          trees.push_back(std::make_shared<Tree>(Tree{terms, left, right}));
  return trees;
}

enum class Products { rounded, fused, fused_left };

struct Evaluation {
  oracle::Format sums;       // of the accumulator
  bool are_rounded = false;  // products into the type, before they are added
  Products products = Products::rounded;
  const Patterns &a, &b;

  std::uint64_t in_sums(std::uint64_t pattern) const { return oracle::convert(half, sums, pattern).bits; }
  std::uint64_t product(const Tree& leaf) const {
    const auto k = static_cast<std::size_t>(std::countr_zero(leaf.terms));
    if (are_rounded) return in_sums(oracle::ieee_mul(half, a[k], b[k]).bits);
    return oracle::ieee_mul(sums, in_sums(a[k]), in_sums(b[k])).bits;
  }
  std::uint64_t fused(const Tree& leaf, const Tree& other) const {
    const auto k = static_cast<std::size_t>(std::countr_zero(leaf.terms));
    return oracle::ieee_fma(sums, in_sums(a[k]), in_sums(b[k]), sum(other)).bits;
  }
  std::uint64_t sum(const Tree& tree) const {
    if (!tree.left) return product(tree);
    if (products == Products::fused && !tree.right->left) return fused(*tree.right, *tree.left);
    if (products != Products::rounded && !tree.left->left) return fused(*tree.left, *tree.right);
    return oracle::ieee_add(sums, sum(*tree.left), sum(*tree.right)).bits;
  }
  std::uint64_t result(const Tree& tree) const { return oracle::convert(sums, half, sum(tree)).bits; }
};

// Every result of every tree, products and accumulator.
std::set<std::uint64_t> all_results(const Trees& trees, const Patterns& a, const Patterns& b) {
  std::set<std::uint64_t> results;
  for (const oracle::Format sums : {half, oracle::float32, oracle::float64})
    for (const bool are_rounded : {false, true})
      for (const Products products : {Products::rounded, Products::fused, Products::fused_left}) {
        if (are_rounded && products != Products::rounded) continue;
        const Evaluation way{sums, are_rounded, products, a, b};
        for (const auto& tree : trees) results.insert(way.result(*tree));
      }
  return results;
}

// Terms of similar size, of which the last nearly cancels the sum of the others, or some pairs each other.
void draw_cancelling(oracle::Random& random, Patterns& a, Patterns& b) {
  double sum = 0;
  a.clear(), b.clear();
  for (unsigned k = 0; k < 4; ++k) {
    const bool repeats = k % 2 == 1 && random.coin();
    a.push_back(repeats ? a.back() ^ oracle::sign_mask(half) : half_of((random.between(-2047, 2047) | 1) / 512.0));
    b.push_back(repeats ? b.back() + random.below(2) : half_of((random.between(-2047, 2047) | 1) / 1024.0));
    sum += number_of(a.back()) * number_of(b.back());
  }
  a.push_back(half_of(random.coin() ? -sum : sum / 3));
  b.push_back(half_of(1 + random.between(-2, 2) / 1024.0));
}

TEST(JudgedSums, FiveTermsInEveryTreeAreAllowedAndHardlyAnythingElse) {
  EVIDENCE("CON-FLOAT-SUM");
  const Trees trees = trees_over(31);
  ASSERT_EQ(trees.size(), 105u);
  oracle::Random random(29);
  std::size_t given = 0, allowed = 0, gaps = 0;
  Patterns a, b;
  for (unsigned round = 0; round < 60; ++round) {
    draw_cancelling(random, a, b);
    impl::FewTerms terms;
    for (unsigned k = 0; k < 5; ++k)
      if (number_of(a[k]) * number_of(b[k]) != 0) terms.take(number_of(a[k]), number_of(b[k]));
    const std::vector<impl::Ends> parts = results_of(terms, {16, 10});
    std::set<double> results;
    for (const std::uint64_t pattern : all_results(trees, a, b)) results.insert(number_of(pattern));
    const double low = *results.begin(), high = *results.rbegin();
    given += results.size();
    for (std::uint64_t x = 0; x < 0x10000; ++x) {
      if (!oracle::is_finite(half, x) || x == oracle::sign_mask(half)) continue;
      const double number = number_of(x);
      const bool is_allowed = std::ranges::any_of(
          parts, [number](const impl::Ends& part) { return part.low <= number && number <= part.high; });
      ASSERT_TRUE(is_allowed || !results.contains(number)) << round << " " << number;
      allowed += is_allowed ? 1 : 0;
      gaps += !is_allowed && number > low && number < high ? 1 : 0;
    }
    const double ulp = std::max(std::abs(low), std::abs(high)) / 1024;
    EXPECT_LE(parts.back().high - parts.front().low, 2 * (high - low) + ulp) << round;
  }
  // Beside these trees products and partial sums may each be rounded or not: that gives up to four times as many.
  EXPECT_LE(allowed, 4 * given);
  EXPECT_GT(gaps, given);  // a number between two results need not be one
}

TEST(JudgedSums, FiveTermsInEveryTreeAreJudgedAndTheNumbersBesideThemAreRefused) {
  EVIDENCE("CON-FLOAT-SUM");
  const Trees trees = trees_over(31);
  oracle::Random random(30);
  Patterns a, b;
  for (unsigned round = 0; round < 12; ++round) {
    draw_cancelling(random, a, b);
    const std::set<std::uint64_t> results = all_results(trees, a, b);
    const Patterns right(results.begin(), results.end());
    const impl::JudgedOutput judged = same_products(half, a, b, right.size()).judge(right);
    EXPECT_EQ(judged.count(Standing::violates) + judged.count(Standing::not_judged), 0u) << round;
    // Farther from all of them than they are from each other.
    std::set<double> numbers;
    for (const std::uint64_t pattern : results) numbers.insert(number_of(pattern));
    const double low = *numbers.begin(), high = *numbers.rbegin(), beside = 1.5 * (high - low) + std::abs(high) / 256;
    const Patterns wrong{half_of(low - beside), half_of(high + beside), half_of(low - 4 * beside), half_of(INFINITY)};
    EXPECT_EQ(same_products(half, a, b, wrong.size()).judge(wrong).count(Standing::violates), 4u) << round;
  }
}

// ---- exact sums -----------------------------------------------------------------------------------------------------

TEST(JudgedSums, AnExactSumHasOneValue) {
  EVIDENCE("CON-FLOAT-SUM");
  const float below = std::nextafterf(3, 0), above = std::nextafterf(3, 4);
  const CallToJudge three = same_products(oracle::float32, floats({1, 2}), floats({1, 1}), 3);
  EXPECT_EQ(three.judge(floats({3, below, above})).elements,
            (std::vector{Standing::specified, Standing::violates, Standing::violates}));
  // A thousand integers, of which the sum of the magnitudes is below 2^24.
  std::vector<float> many, ones(1000, 1);
  double sum = 0;
  oracle::Random random(1);
  for (unsigned k = 0; k < 1000; ++k)
    many.push_back(static_cast<float>(random.between(-9999, 9999))), sum += many.back();
  const auto right = static_cast<float>(sum);
  EXPECT_EQ(same_products(oracle::float32, floats(many), floats(ones), 2)
                .judge(floats({right, std::nextafterf(right, 1e9f)}))
                .elements,
            (std::vector{Standing::specified, Standing::violates}));
}

TEST(JudgedSums, ASumOfIntegersIsAnInteger) {
  EVIDENCE("CON-FLOAT-SUM");
  std::vector<float> many(40, 16777215), ones(40, 1);
  for (unsigned k = 0; k < 20; ++k) many[2 * k] = -16777213;
  const std::vector<Standing> standings =
      same_products(oracle::float32, floats(many), floats(ones), 3).judge(floats({40, 42, 40.5f})).elements;
  EXPECT_NE(standings[0], Standing::violates);
  EXPECT_NE(standings[1], Standing::violates);
  EXPECT_EQ(standings[2], Standing::violates);
}

TEST(JudgedSums, WhatNoOrderGivesIsRefusedBetweenWhatTwoGive) {
  EVIDENCE("CON-FLOAT-SUM");
  const CallToJudge call = same_products(oracle::float32, floats({1e8f, 1, -1e8f}), floats({1, 1, 1}), 4);
  EXPECT_EQ(call.judge(floats({0, 1, 0.5f, 2})).elements,
            (std::vector{Standing::admissible, Standing::admissible, Standing::violates, Standing::violates}));
}

// ---- overflow -------------------------------------------------------------------------------------------------------

// Terms of the other sign are far too small to overflow, however large the sum is.
TEST(JudgedSums, AnInfinityHasTheSignOfTheTermsThatOverflow) {
  EVIDENCE("CON-FLOAT-SUM");
  const CallToJudge call =
      same_products(oracle::float32, floats({1e30f, 1e30f, -1, 2}), floats({1e30f, 1e20f, 1, 1}), 3);
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(call.judge(floats({infinity, -infinity, std::nanf("")})).elements,
            (std::vector{Standing::specified, Standing::violates, Standing::violates}));
}

TEST(JudgedSums, WherePartialSumsCanOverflowTheOthersAreEnumerated) {
  EVIDENCE("CON-FLOAT-SUM");
  const Patterns terms = {half_of(-5888), half_of(65504), half_of(1680), half_of(-15544)};
  const CallToJudge call = same_products(half, terms, Patterns(4, half_of(1)), 3);
  EXPECT_EQ(call.judge({half_of(45760), half_of(45888), oracle::infinity(half)}).elements,
            (std::vector{Standing::admissible, Standing::violates, Standing::admissible}));
}

TEST(JudgedSums, ANormIsARootOfSquares) {
  EVIDENCE("CON-ALL-ALLOWED");
  const oracle::Tensor axis{oracle::Integer{64, true}, {1}, {1}};
  const auto judged = [&](std::vector<float> numbers, float result) {
    const oracle::Tensor operand{oracle::float32, {1, numbers.size()}, floats(numbers)};
    const CallToJudge call({"ReduceL2", 18, {operand, axis}, {}, {{oracle::float32, {1, 1}, {0}}}});
    return call.judge(floats({result})).elements[0];
  };
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(judged({1e20f, 1}, 1e20f), Standing::admissible);     // by a wider accumulator
  EXPECT_EQ(judged({1e20f, 1}, infinity), Standing::admissible);  // since the square overflows
  EXPECT_EQ(judged({1e20f, 1}, std::nanf("")), Standing::violates);
  EXPECT_EQ(judged({1e20f, 1}, 3e38f), Standing::violates);
  EXPECT_EQ(judged({0, 0}, -0.0f), Standing::violates);
}

// ---- the sign of a zero ---------------------------------------------------------------------------------------------

TEST(JudgedSums, TheSignOfAZeroIsOpenAlsoOfOneTerm) {
  EVIDENCE("CON-FLOAT-SUM");
  const oracle::Format f = oracle::float32;
  const Patterns plus = floats({0}), minus = floats({-0.0f}), down = floats({-1});
  const oracle::Tensor zero3{f, {1, 1, 1}, plus}, minus3{f, {1, 1, 1}, minus}, down3{f, {1, 1, 1}, down};
  const oracle::Tensor zero2{f, {1, 1}, plus}, minus2{f, {1, 1}, minus}, down2{f, {1, 1}, down};
  const oracle::Tensor two{f, {1, 2}, floats({-0.0f, -0.0f})}, axis{oracle::Integer{64, true}, {1}, {1}};
  const oracle::Attribute kernel{"kernel_shape", std::vector<std::int64_t>{1}};
  const oracle::Call calls[] = {
      {"MatMul", 13, {zero2, down2}, {}, {zero2}},        {"Gemm", 13, {zero2, down2}, {}, {zero2}},
      {"Conv", 11, {zero3, down3}, {}, {zero3}},          {"ConvTranspose", 11, {zero3, down3}, {}, {zero3}},
      {"ReduceSum", 13, {minus2, axis}, {}, {zero2}},     {"ReduceSum", 13, {two, axis}, {}, {zero2}},
      {"ReduceMean", 18, {minus2, axis}, {}, {zero2}},    {"GlobalAveragePool", 1, {minus3}, {}, {zero3}},
      {"AveragePool", 11, {minus3}, {kernel}, {zero3}},   {"Sum", 13, {minus2, minus2}, {}, {zero2}},
      {"Sum", 13, {minus2, minus2, minus2}, {}, {zero2}},
  };
  for (const oracle::Call& one : calls) {
    const CallToJudge call(one);
    ASSERT_TRUE(call.is_allowed()) << one.operation;
    for (const Patterns& sign : {plus, minus})
      EXPECT_NE(call.judge(sign).elements[0], Standing::violates) << one.operation << sign[0];
    EXPECT_EQ(call.judge(floats({1e-45f})).elements[0], Standing::violates) << one.operation;
  }
}

TEST(JudgedSums, TheSignOfAZeroThatIsNoSumIsSpecified) {
  EVIDENCE("CON-ALL-ALLOWED");
  const oracle::Format f = oracle::float32;
  const oracle::Tensor zero{f, {1}, floats({0})}, minus{f, {1}, floats({-0.0f})}, down{f, {1}, floats({-1})};
  const oracle::Tensor scale{f, {1}, floats({2})}, pair{f, {2}, floats({-0.0f, -0.0f})};
  const oracle::Call calls[] = {
      {"Mul", 14, {zero, down}, {}, {minus}},
      {"Add", 14, {minus, minus}, {}, {minus}},
      {"Resize", 13, {minus, std::nullopt, scale}, {}, {pair}},
  };
  for (const oracle::Call& one : calls) {
    const CallToJudge call(one);
    ASSERT_TRUE(call.is_allowed()) << one.operation;
    EXPECT_EQ(call.judge(one.outputs[0].patterns).elements[0], Standing::specified) << one.operation;
    EXPECT_EQ(call.judge(Patterns(one.outputs[0].patterns.size(), 0)).elements[0], Standing::violates) << one.operation;
  }
}

// ---- witnesses ------------------------------------------------------------------------------------------------------

TEST(JudgedSums, WhatAPolicyGivesIsAdmissibleHoweverWideTheSetIs) {
  EVIDENCE("CON-ALL-VERDICTS");
  oracle::Random random(2688);
  std::vector<float> a, b;
  for (unsigned k = 0; k < 2688; ++k) {
    a.push_back(static_cast<float>(random.between(-1000000, 1000000)) * 0x1p-17f);
    b.push_back(static_cast<float>(random.between(-1000000, 1000000)) * 0x1p-19f);
  }
  float sequential = 0, fused = 0;
  for (unsigned k = 0; k < 2688; ++k) {
    const float product = a[k] * b[k];
    sequential += product;
    fused = std::bit_cast<float>(static_cast<std::uint32_t>(
        oracle::ieee_fma(oracle::float32, std::bit_cast<std::uint32_t>(a[k]), std::bit_cast<std::uint32_t>(b[k]),
                         std::bit_cast<std::uint32_t>(fused))
            .bits));
  }
  const float neither = std::nextafterf(std::max(sequential, fused), 1e9f);
  const CallToJudge call = same_products(oracle::float32, floats(a), floats(b), 3);
  const impl::JudgedOutput out = call.judge(floats({sequential, fused, neither}));
  EXPECT_EQ(out.elements, (std::vector{Standing::admissible, Standing::admissible, Standing::not_judged}));
  EXPECT_EQ(out.witnessed, 2u);
}

TEST(JudgedSums, AnEvaluationThatGivesTheElementsIsAWitness) {
  EVIDENCE("CON-ALL-VERDICTS");
  std::vector<float> a(2688, 1.1f), b(2688, 3.3f);
  for (unsigned k = 0; k < 2688; k += 2) a[k] = -1.1000001f;
  const CallToJudge call = same_products(oracle::float32, floats(a), floats(b), 2);
  const oracle::Tensor given{oracle::float32, {1, 2}, floats({1, -1})}, other{oracle::float32, {1, 2}, floats({1, 7})};
  impl::JudgedCall judged = call.judge_all(std::vector{given});
  ASSERT_EQ(judged.count(Standing::not_judged), 2u);
  const impl::Tensor candidate = tensor_of(given), computed = tensor_of(other);
  const impl::TensorView views[] = {candidate.view(), computed.view()};
  admit(judged, {views, 1}, {views + 1, 1});
  EXPECT_EQ(judged.outputs[0].elements, (std::vector{Standing::admissible, Standing::not_judged}));
  EXPECT_EQ(judged.outputs[0].first[static_cast<std::size_t>(Standing::not_judged)], 1u);
  EXPECT_EQ(judged.outputs[0].witnessed, 1u);
}

}  // namespace
}  // namespace etalon::tests
