// SPDX-License-Identifier: Apache-2.0
// How far a function may be from the nearest number, alone and inside a composition.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "oracle/arithmetic/functions.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/judged_call.hpp"

namespace etalon::tests {
namespace {

using impl::Standing;
constexpr oracle::Format single = oracle::float32;
constexpr std::uint64_t most = 4096;  // 2^12: half of the 24 bits

std::uint64_t pattern_of(float x) { return std::bit_cast<std::uint32_t>(x); }
float number_of(std::uint64_t pattern) { return std::bit_cast<float>(static_cast<std::uint32_t>(pattern)); }

CallToJudge of_one(const char* operation, float x) {
  const oracle::Tensor one{single, {1}, {pattern_of(x)}};
  return CallToJudge({operation, 13, {one}, {}, {one}});
}

TEST(JudgedFunctions, AnotherNumberDeviatesUpToTheLimitAndViolatesBeyondIt) {
  EVIDENCE("CON-FLOAT-FUNCTION");
  for (const float x : {0.5f, -3.25f, 20.0f}) {
    const CallToJudge call = of_one("Exp", x);
    const std::uint64_t right = oracle::real_exp(single, pattern_of(x)).bits;
    EXPECT_EQ(call.judge({right}).elements[0], Standing::specified);
    for (const std::uint64_t away : {std::uint64_t{1}, most - 2}) {
      for (const std::uint64_t given : {right - away, right + away}) {
        const impl::JudgedOutput out = call.judge({given});
        EXPECT_EQ(out.elements[0], Standing::deviates) << x << " " << away;
        EXPECT_EQ(out.deviation.ulp, away);
      }
    }
    // Beside a power of two the numbers below it are twice as dense.
    for (const std::uint64_t given : {right - 2 * most - 2, right + most + 2})
      EXPECT_EQ(call.judge({given}).elements[0], Standing::violates) << x;
  }
}

TEST(JudgedFunctions, AnotherFunctionViolates) {
  EVIDENCE("CON-FLOAT-FUNCTION");
  for (const float x : {0.75f, -2.5f, 1.5f}) {
    EXPECT_EQ(of_one("Exp", x).judge({pattern_of(std::exp2(x))}).elements[0], Standing::violates);
    EXPECT_EQ(of_one("Sin", x).judge({pattern_of(std::cos(x))}).elements[0], Standing::violates);
    EXPECT_EQ(of_one("Erf", x).judge({pattern_of(std::tanh(x))}).elements[0], Standing::violates);
    EXPECT_EQ(of_one("Sigmoid", x).judge({pattern_of(0.2f * x + 0.5f)}).elements[0], Standing::violates);
  }
}

TEST(JudgedFunctions, PowersHaveTheirSpecialValuesAndTheLimit) {
  EVIDENCE("CON-FLOAT-FUNCTION");
  struct Case {
    float base, exponent, right, wrong;
  };
  const Case cases[] = {
      {INFINITY, 2, INFINITY, 0}, {0, -1, INFINITY, 0}, {-2, -2, 0.25f, -0.25f},  {-2, -3, -0.125f, 0.125f},
      {-2, 0.5f, NAN, 1},         {2.5f, 0, 1, 2},      {2, 0.5f, 1.4142135f, 2}, {3, 2, 9, 6},
  };
  for (const Case& one : cases) {
    const oracle::Tensor x{single, {1}, {pattern_of(one.base)}}, y{single, {1}, {pattern_of(one.exponent)}};
    const CallToJudge call({"Pow", 13, {x, y}, {}, {x}});
    EXPECT_EQ(call.judge({pattern_of(one.right)}).elements[0], Standing::specified) << one.base << " " << one.exponent;
    EXPECT_EQ(call.judge({pattern_of(one.wrong)}).elements[0], Standing::violates) << one.base << " " << one.exponent;
  }
}

// Softmax of [0, x] is 1/(1+e^x) and 1/(1+e^-x).
TEST(JudgedFunctions, InsideACompositionTheyDeviateAsWell) {
  EVIDENCE("CON-FLOAT-FUNCTION");
  const float x = 1.25f;
  const oracle::Tensor in{single, {1, 2}, {pattern_of(0), pattern_of(x)}};
  const CallToJudge call({"Softmax", 13, {in}, {}, {in}});
  const auto softmax = [&](double wrong) {
    const double e = std::exp(double{x}) * (1 + wrong), sum = 1 + e;
    return std::vector{pattern_of(static_cast<float>(1 / sum)), pattern_of(static_cast<float>(e / sum))};
  };
  EXPECT_EQ(call.judge(softmax(0)).count(Standing::violates), 0u);
  EXPECT_EQ(call.judge(softmax(0)).count(Standing::deviates), 0u);
  const impl::JudgedOutput near = call.judge(softmax(0x1p-23 * 100));  // the exponential is wrong by some 100 ulp
  EXPECT_EQ(near.count(Standing::deviates), 2u);
  EXPECT_GT(near.deviation.ulp, 10u);
  const impl::JudgedOutput far = call.judge(softmax(0.01));
  EXPECT_EQ(far.count(Standing::violates), 2u);
}

TEST(JudgedFunctions, WhatIsFarFromTheNearestOfACompositionIsNeverSaidToConform) {
  EVIDENCE("CON-FLOAT-FUNCTION");
  oracle::Random random(11);
  for (unsigned round = 0; round < 200; ++round) {
    oracle::Tensor in{single, {1, 4}, {}};
    for (unsigned k = 0; k < 4; ++k)
      in.patterns.push_back(pattern_of(static_cast<float>(random.between(-4000, 4000)) / 512));
    const CallToJudge call({"Softmax", 13, {in}, {}, {in}});
    double e[4], sum = 0;
    for (unsigned k = 0; k < 4; ++k) sum += e[k] = std::exp(double{number_of(in.patterns[k])});
    std::vector<std::uint64_t> given;
    for (const double one : e)
      given.push_back(pattern_of(static_cast<float>(one / sum)) + 3 * most + random.below(1000000));
    EXPECT_EQ(call.judge(given).count(Standing::violates) + call.judge(given).count(Standing::not_judged), 4u);
  }
}

}  // namespace
}  // namespace etalon::tests
