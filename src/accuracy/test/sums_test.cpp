// SPDX-License-Identifier: Apache-2.0
// Sums over the algebra of errors. Of known values: the bound of their error against the error itself, in rationals. Of
// intervals: what operands' errors come to, against the same in rationals.
#include <gtest/gtest.h>

#include <random>

#include "accuracy/intervals.hpp"
#include "accuracy/points.hpp"
#include "exact/rational.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

template <class A> using Errors = Tracked<Points<A>, Operands::exact>;

struct Outcome {
  double bound, error;  // the error is rounded to a double
  double plain;         // the bound of the roundings, each at its worst sign
};

// The sum of the products of a and b and of a last element, by policy, from numbers that the format has.
template <class A, template <class> class Policy>
Outcome outcome(const std::vector<typename A::Value>& a, const std::vector<typename A::Value>& b) {
  const TrackedOperand<const void*> x{a.data()}, y{b.data()};
  using E = Errors<A>;
  Policy<E> sum;
  Policy<Tracked<Points<A>>> plain;
  Number real;
  const auto number = [](typename A::Value v) { return Rational::number(as_double<A>(v)); };
  for (std::size_t i = 0; i + 1 < a.size(); ++i) {
    sum.step(E::load(&x, i), E::load(&y, i), nullptr);
    plain.step(Tracked<Points<A>>::load(&x, i), Tracked<Points<A>>::load(&y, i), nullptr);
    real = Rational::add(real, Rational::mul(number(a[i]), number(b[i])));
  }
  sum.plus(E::load(&x, a.size() - 1), nullptr);
  plain.plus(Tracked<Points<A>>::load(&x, a.size() - 1), nullptr);
  real = Rational::add(real, number(a.back()));
  typename A::Value computed{};
  double bound = -1;
  const TrackedResult<void*> result{&computed, &bound};
  E::store(const_cast<TrackedResult<void*>*>(&result), 0, sum.finish(nullptr));
  if (!(bound < infinite_bound)) return {bound, infinite_bound, infinite_bound};
  EXPECT_TRUE(std::isfinite(as_double<A>(computed)));
  const Number error = Rational::sub(real, number(computed));
  EXPECT_LE(mpq_cmp(Rational::abs(error).get(), Rational::number(bound).get()), 0) << "n = " << a.size();
  return {bound, std::abs(mpq_get_d(error.get())), plain.finish(nullptr).bound()};
}

template <class A> std::vector<typename A::Value> drawn(std::mt19937& random, std::size_t count, int exponents) {
  std::normal_distribution<double> normal;
  std::vector<typename A::Value> values(count);
  for (auto& value : values) {
    const double x =
        std::ldexp(normal(random), static_cast<int>(random() % static_cast<unsigned>(2 * exponents + 1)) - exponents);
    unsigned ignored = 0;
    if constexpr (std::is_floating_point_v<typename A::Value>)
      value = static_cast<typename A::Value>(x);
    else
      value = A::of(binary_convert(FORMAT_DOUBLE, A::format, f64_bits(x), &ignored));
  }
  return values;
}

template <class A> class DriftOf : public ::testing::Test {};
using Formats = ::testing::Types<Float, Half, BHalf>;
TYPED_TEST_SUITE(DriftOf, Formats);

TYPED_TEST(DriftOf, TheBoundOfALongSumIsItsError) {
  EVIDENCE("ACC-FLOAT-DRIFT", "ACC-FLOAT-RUNNING");
  std::mt19937 random(15);
  for (int round = 0; round < 40; ++round) {
    const std::size_t count = 300 + random() % 700;
    const auto a = drawn<TypeParam>(random, count, 0), b = drawn<TypeParam>(random, count, 0);
    for (const Outcome& it : {outcome<TypeParam, Sequential>(a, b), outcome<TypeParam, Fused>(a, b)}) {
      EXPECT_LE(it.bound, it.error * 1.000001 + it.plain * 1e-9);
      EXPECT_LE(it.bound, it.plain * 1.000001);
    }
  }
}

TYPED_TEST(DriftOf, TheBoundHoldsFromSubnormalNumbersToOverflow) {
  EVIDENCE("ACC-FLOAT-DRIFT", "ACC-FLOAT-INFINITE");
  std::mt19937 random(16);
  const int range = 1 << (TypeParam::format.bits - TypeParam::format.fraction - 2);  // beyond the largest exponents
  for (int round = 0; round < 2000; ++round) {
    const std::size_t count = 1 + random() % 30;
    const auto a = drawn<TypeParam>(random, count, range), b = drawn<TypeParam>(random, count, range);
    const auto is_number = [](auto v) { return std::isfinite(as_double<TypeParam>(v)); };
    if (!std::ranges::all_of(a, is_number) || !std::ranges::all_of(b, is_number)) continue;
    outcome<TypeParam, Sequential>(a, b);
    outcome<TypeParam, Fused>(a, b);
  }
}

TEST(Drift, ASumThatLosesNothingHasTheBoundZero) {
  EVIDENCE("ACC-FLOAT-DRIFT");
  const std::vector<float> a(1000, 3), b(1000, 5);
  EXPECT_EQ((outcome<Float, Sequential>(a, b).bound), 0);
  const Outcome fused = outcome<Float, Fused>(a, b);
  EXPECT_EQ(fused.bound, 0);
  EXPECT_GT(fused.plain, 0);
}

using RealErrors = Tracked<RealIntervals>;

struct RealOutcome {
  double size, sizes, bound;
};

// The sum of products by the policy of real numbers, of which every third has an interval for one factor.
RealOutcome real_outcome(const std::vector<double>& a, const std::vector<double>& b,
                         const std::vector<double>& errors) {
  std::vector<Ends> x, y;
  for (std::size_t i = 0; i < a.size(); ++i) {
    x.push_back({a[i], i % 3 == 0 ? a[i] + 0.5 : a[i]});
    y.push_back({b[i], b[i]});
  }
  const TrackedOperand<EndsView> left{{x.data()}, errors.data()}, right{{y.data()}, errors.data()};
  Exactly<RealErrors> sum;
  Number low, high, sizes, moved;
  const auto number = [](double v) { return Rational::number(v); };
  const auto product = [](const Number& v, const Number& w) { return Rational::mul(v, w); };
  const auto add = [](Number& to, const Number& v) { to = Rational::add(to, v); };
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum.step(RealErrors::load(&left, i), RealErrors::load(&right, i), nullptr);
    const Number one = product(number(x[i].low), number(b[i])), other = product(number(x[i].high), number(b[i]));
    add(low, Rational::min(one, other));
    add(high, Rational::max(one, other));
    const Number size_a = number(std::max(std::abs(x[i].low), std::abs(x[i].high))), size_b = number(std::abs(b[i])),
                 error = number(errors[i]);
    add(sizes, product(size_a, size_b));
    add(moved, product(Rational::add(size_a, size_b), error));
    add(moved, product(error, error));
  }
  RealOutcome it{};
  const TrackedResult<RealResult> result{{&it.sizes, &it.size}, &it.bound};
  RealErrors::store(const_cast<TrackedResult<RealResult>*>(&result), 0, sum.finish(nullptr));
  const Number size = Rational::max(Rational::abs(low), Rational::abs(high));
  for (const auto& [computed, real, scale] :
       {std::tuple{it.size, &size, &sizes}, {it.sizes, &sizes, &sizes}, {it.bound, &moved, &moved}}) {
    EXPECT_GE(mpq_cmp(number(computed).get(), real->get()), 0) << "n = " << a.size();
    EXPECT_LE(computed, mpq_get_d(real->get()) + mpq_get_d(scale->get()) * 1e-11 + 1e-300);
  }
  return it;
}

TEST(RealSums, ErrorsOfOperandsAddUpWithNothingNeglected) {
  EVIDENCE("ACC-ALL-PROPAGATED", "ACC-ALL-CLOSED");
  std::mt19937 random(17);
  for (int round = 0; round < 400; ++round) {
    const std::size_t count = 1 + random() % (round % 4 == 0 ? 1000 : 40);
    std::normal_distribution<double> normal;
    std::vector<double> a(count), b(count), errors(count);
    for (std::size_t i = 0; i < count; ++i) {
      a[i] = normal(random) * 0x1p-10;
      b[i] = std::ldexp(normal(random), static_cast<int>(random() % 60) - 30);
      errors[i] = random() % 3 == 0 ? 0 : std::ldexp(1, -static_cast<int>(random() % 40));
    }
    real_outcome(a, b, errors);
  }
}

TEST(RealSums, ExactOperandsHaveNoErrorHoweverMany) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  const std::vector<double> a(1000, 0.1), b(1000, 3), errors(1000, 0);
  EXPECT_EQ(real_outcome(a, b, errors).bound, 0);
}

TEST(RealSums, AnErrorThatUnderflowsIsNotLost) {
  EVIDENCE("ACC-ALL-PROPAGATED");
  const std::vector<double> a(100, 0x1p-600), b(100, 0x1p-600), errors(100, 0x1p-600);
  EXPECT_GT(real_outcome(a, b, errors).bound, 0);
}

TEST(RealSums, ATermWithoutABoundLeavesNone) {
  EVIDENCE("ACC-FLOAT-INFINITE");
  std::vector<Ends> ends(100, {1, 1});
  std::vector<double> errors(100, 0);
  errors[70] = infinite_bound;
  ends[80] = {0, 0};
  const TrackedOperand<EndsView> operand{{ends.data()}, errors.data()};
  Exactly<RealErrors> sum;
  for (std::size_t i = 0; i < 100; ++i) sum.step(RealErrors::load(&operand, i), RealErrors::load(&operand, i), nullptr);
  EXPECT_EQ(sum.finish(nullptr).bound(), infinite_bound);
}

}  // namespace
}  // namespace etalon::tests
