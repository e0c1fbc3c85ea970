// SPDX-License-Identifier: Apache-2.0
// Errors of operations on one operand: signs, roots, integers, and lines that are bent at zero. The judge is
// double-double arithmetic for roots, and double arithmetic for what is exact there.
#include <gtest/gtest.h>

#include "accuracy/worlds.hpp"
#include "oracle/random.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

constexpr double inf = infinite_bound;

struct Outcome {
  double bound;
  unsigned causes;
};

// What an operation finds of a range of reals, each wrong by at most an error.
template <class Operation> Outcome of_reals(Ends range, double error, Operation operation) {
  using A = Propagated::Algebra;
  const TrackedOperand<EndsView> operand{{&range}, &error};
  double bound = -1, sizes = 0, size = 0;
  Risks risks;
  const TrackedResult<RealResult> result{{&sizes, &size}, &bound, &risks};
  A::store(const_cast<TrackedResult<RealResult>*>(&result), 0, operation(A{}, A::load(&operand, 0)));
  unsigned causes = 0;
  for (unsigned risk = 0; risk < std::size(risk_names); ++risk) causes |= risks.of[risk].count > 0 ? 1u << risk : 0;
  return {bound, causes};
}

constexpr auto root = [](auto a, const auto& x) { return a.sqrt(x, nullptr); };
constexpr auto below = [](auto a, const auto& x) { return a.floor(x, nullptr); };
constexpr auto above = [](auto a, const auto& x) { return a.ceil(x, nullptr); };
constexpr auto nearest = [](auto a, const auto& x) { return a.round(x, nullptr); };

TEST(Functions, Root_TheErrorIsThatOfTheLeastNumber) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  EXPECT_EQ(of_reals({4, 9}, 0, root).bound, 0);
  const double bound = of_reals({4, 9}, 1.75, root).bound;  // from 4 to 2.25
  EXPECT_GE(bound, 0.5);
  EXPECT_LT(bound, 0.5 + 1e-12);
  EXPECT_GE(of_reals({4, 4}, 4, root).bound, 2);  // from 4 to 0
  EXPECT_LT(of_reals({4, 4}, 4, root).bound, 2 + 1e-12);
}

TEST(Functions, Root_WhatMayBeNegativeHasNoBound) {
  EVIDENCE("ACC-ALL-PROPAGATED", "ACC-FLOAT-INFINITE", "ACC-ALL-DOMAIN");
  const Outcome crossed = of_reals({1, 2}, 1.5, root);
  EXPECT_EQ(crossed.bound, inf);
  EXPECT_EQ(crossed.causes, cause(Risk::undefined));
  EXPECT_EQ(of_reals({0, 0}, 0x1p-1000, root).bound, inf);
}

TEST(Functions, AnErrorThatLeavesTheDomainIsTheCause_OneWithoutABoundIsNot) {
  EVIDENCE("ACC-ALL-DOMAIN");
  const auto log = [](auto a, const auto& x) { return a.template function<RealFunction::log>(x, nullptr); };
  const auto acos = [](auto a, const auto& x) { return a.template function<RealFunction::acos>(x, nullptr); };
  const auto exp = [](auto a, const auto& x) { return a.template function<RealFunction::exp>(x, nullptr); };
  const auto reciprocal = [](auto a, const auto& x) { return a.div(a.number(1), x, nullptr); };
  const auto power = [](auto a, const auto& x) { return a.power(x, 3); };
  EXPECT_EQ(of_reals({1, 2}, 1, log).causes, cause(Risk::undefined));
  EXPECT_EQ(of_reals({0, 0.75}, 0.5, acos).causes, cause(Risk::undefined));
  EXPECT_EQ(of_reals({1, 2}, 1, reciprocal).causes, cause(Risk::undefined));
  EXPECT_EQ(of_reals({1, 2}, 1.5, power).causes, cause(Risk::undefined));
  EXPECT_EQ(of_reals({700, 700}, 1000, exp).causes, cause(Risk::overflow)) << "it is defined everywhere";
  for (const Outcome& unbounded : {of_reals({1, 2}, inf, log), of_reals({1, 2}, inf, root), of_reals({1, 2}, inf, acos),
                                   of_reals({1, 2}, inf, reciprocal), of_reals({1, 2}, inf, power)})
    EXPECT_EQ(unbounded.causes, cause(Risk::overflow));
}

TEST(Functions, Integers_TheErrorIsZeroWhereNoIntegerIsCrossed_ElseUnsettled) {
  EVIDENCE("ACC-ALL-PROPAGATED", "ACC-ALL-UNSETTLED");
  EXPECT_EQ(of_reals({2.25, 2.75}, 0.2, below).bound, 0);
  EXPECT_EQ(of_reals({2.25, 2.75}, 0.2, above).bound, 0);
  EXPECT_EQ(of_reals({1.75, 2.25}, 0.2, nearest).bound, 0);
  for (const Outcome& jumped : {of_reals({2.25, 2.75}, 0.25, below), of_reals({2.25, 2.75}, 0.26, above),
                                of_reals({2, 2.25}, 0.25, nearest), of_reals({2, 2}, 0x1p-40, below)}) {
    EXPECT_EQ(jumped.bound, inf);
    EXPECT_EQ(jumped.causes, cause(Risk::unsettled));
  }
  EXPECT_EQ(of_reals({-3, 7}, 0, below).bound, 0);  // a range of exact numbers, each of which has its integer
}

TEST(Functions, SignsMoveNothing) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  EXPECT_EQ(of_reals({-2, 3}, 0.5, [](auto a, const auto& x) { return a.neg(x, nullptr); }).bound, 0.5);
  EXPECT_EQ(of_reals({-2, 3}, 0.5, [](auto a, const auto& x) { return a.abs(x, nullptr); }).bound, 0.5);
}

TEST(Functions, ABentLineMovesByItsSteeperSide_AndDoesNotJumpAtZero) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  const auto bent_by = [](double slope) {
    return [slope](auto a, const auto& x) { return a.bent(a.number(slope), x, nullptr); };
  };
  EXPECT_EQ(of_reals({1, 2}, 0.5, bent_by(0.25)).bound, 0.5);
  EXPECT_EQ(of_reals({-2, -1}, 0.5, bent_by(0.25)).bound, 0.125);
  EXPECT_EQ(of_reals({-3, 3}, 0.5, bent_by(0.25)).bound, 0.5);
  EXPECT_EQ(of_reals({-3, 3}, 0.5, bent_by(4)).bound, 2);
  EXPECT_EQ(of_reals({-3, 3}, 0.5, bent_by(-4)).bound, 2);
}

// ---- on numbers of each type ----------------------------------------------------------------------------------------

// The error of a root: sqrt(y) - r for a real y near to r*r, where both are sums of two doubles.
double distance_of_root(double computed, double high, double low) {
  const double rest = std::fma(-computed, computed, high) + low;  // y - r^2
  return std::abs(rest) / (computed + std::sqrt(std::max(high + low, 0.0)));
}

template <class A> void judge_roots() {
  using Word = impl::Word<A::format.bits>;
  using Errors = Tracked<Points<A>>;
  oracle::Random random(A::format.bits + A::format.fraction);
  unsigned bounded = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto pattern = static_cast<Word>((random.bits() >> (64 - A::format.bits)) & (binary_sign_bit(A::format) - 1));
    if (pattern >= binary_infinity(A::format)) continue;
    const double x = as_double<A>(A::of(pattern));
    const double error = random.coin() ? 0 : std::ldexp(x, -static_cast<int>(random.below(30)));
    const TrackedOperand<const void*> operand{&pattern, &error};
    Word v{};
    double bound = -1;
    TrackedResult<void*> result{&v, &bound};
    Errors::store(&result, 0, Errors::sqrt(Errors::load(&operand, 0), nullptr));
    const double computed = as_double<A>(A::of(v));
    if (bound == inf || x < 0x1p-900) continue;
    ++bounded;
    // The judge itself is wrong by some ulps of double.
    for (const double moved : {error, -error})
      EXPECT_LE(distance_of_root(computed, x, moved), bound * (1 + 0x1p-48)) << x << " " << moved;
  }
  EXPECT_GT(bounded, 5000u);
}

TEST(Functions, Root_NoErrorOfAnyTypeIsBeyondItsBound) {
  EVIDENCE("ACC-ALL-CLOSED", "ACC-FLOAT-ROUNDING");
  judge_roots<Half>();
  judge_roots<BHalf>();
  judge_roots<Float>();
  judge_roots<Double>();
}

}  // namespace
}  // namespace etalon::tests
