// SPDX-License-Identifier: Apache-2.0
// The algebra of errors is closed: an operator that uses its own results has a sound bound. The operator here is
// (A*B)/C + D in one piece; the judge is GMP, from the bit patterns alone.
#include "accuracy/tracked.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <utility>

#include "accuracy/integer_ranges.hpp"
#include "oracle/random.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/true_error.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

template <class Algebra> typename Algebra::Value composite(const void* const (&in)[4], std::uint64_t i) {
  const auto product = Algebra::mul(Algebra::load(in[0], i), Algebra::load(in[1], i), nullptr);
  return Algebra::add(Algebra::div(product, Algebra::load(in[2], i), nullptr), Algebra::load(in[3], i), nullptr);
}

template <class Algebra, class Values>
double bound_of_one(const Values (&values)[4], const double (*errors)[4], typename Algebra::Carrier::Result out) {
  TrackedOperand<Values> operands[4];
  const void* in[4];
  for (int k = 0; k < 4; ++k) {
    operands[k] = {values[k], errors == nullptr ? nullptr : &(*errors)[k]};
    in[k] = &operands[k];
  }
  double bound = -1;
  TrackedResult<typename Algebra::Carrier::Result> result{out, &bound};
  Algebra::store(&result, 0, composite<Algebra>(in, 0));
  return bound;
}

// The composite over the reals; false where it divides by zero.
bool exact(Fraction (&x)[4], mpq_ptr result) {
  if (mpq_sgn(static_cast<mpq_ptr>(x[2])) == 0) return false;
  mpq_mul(result, x[0], x[1]);
  mpq_div(result, result, x[2]);
  mpq_add(result, result, x[3]);
  return true;
}

// |x - y| <= bound
bool within(mpq_ptr x, mpq_ptr y, double bound) {
  if (!(bound < infinite_bound)) return true;
  Fraction distance, limit;
  mpq_sub(distance, x, y);
  mpq_abs(distance, distance);
  mpq_set_d(limit, bound);
  return mpq_cmp(distance, limit) <= 0;
}

struct Count {
  std::uint64_t bounded = 0;  // finite bounds that were compared with an error
  std::uint64_t wrong = 0;
  void judge(mpq_ptr x, mpq_ptr y, double bound) {
    bounded += bound < infinite_bound;
    wrong += !within(x, y, bound);
  }
};

// One draw of operands, each with a neighbour that makes a range, an error, and a real value within that error.
template <class A> struct Draw {
  using Word = impl::Word<A::format.bits>;
  Word low[4], high[4], at[4];
  double errors[4];
  Fraction point[4], real[4];

  explicit Draw(oracle::Random& random) {
    constexpr oracle::Format format{A::format.bits, A::format.fraction};
    const int bias = (1 << (format.bits - format.fraction - 2)) - 1;
    for (int k = 0; k < 4; ++k) {
      // Exponents near zero most of the time; now and then as small as they come, where roundings are absolute.
      const std::uint64_t fraction = random.bits() & oracle::fraction_mask(format);
      const std::uint64_t field =
          random.below(4) == 0 ? random.below(3) : static_cast<std::uint64_t>(bias) - 6 + random.below(12);
      const std::uint64_t sign = static_cast<std::uint64_t>(random.coin()) << (format.bits - 1);
      const auto pattern = [&](std::uint64_t f) { return static_cast<Word>(sign | field << format.fraction | f); };
      const std::uint64_t other = random.coin() ? fraction : random.bits() & oracle::fraction_mask(format);
      at[k] = pattern(fraction);
      low[k] = pattern(sign == 0 ? std::min(fraction, other) : std::max(fraction, other));
      high[k] = pattern(sign == 0 ? std::max(fraction, other) : std::min(fraction, other));
      set(point[k], format, at[k]);
      const double size = std::abs(mpq_get_d(point[k]));
      errors[k] = random.coin() ? 0 : std::ldexp(size, -static_cast<int>(random.below(40)));
      Fraction moved;
      mpq_set_d(moved, random.coin() ? errors[k] : -errors[k]);
      mpq_add(real[k], point[k], moved);
    }
  }
};

// The given number of draws, each judged four ways: introduced, whole, propagated, and introduced over a range.
template <class A, class Rules = ErrorRules, class Carrier = Points<A>> Count judge(std::uint64_t draws) {
  constexpr oracle::Format format{A::format.bits, A::format.fraction};
  const std::uint64_t infinity = binary_infinity(A::format);
  oracle::Random random(A::format.bits + A::format.fraction);
  Count count;
  for (std::uint64_t n = 0; n < draws; ++n) {
    Draw<A> draw(random);
    Fraction on_points, on_reals, computed;
    if (!exact(draw.point, on_points)) continue;
    const bool has_real = exact(draw.real, on_reals);
    const void* at[4];
    RangeOperand ranges[4];
    Ends ends[4];
    EndsView intervals[4];
    for (int k = 0; k < 4; ++k) {
      at[k] = &draw.at[k];
      ranges[k] = {&draw.low[k], &draw.high[k]};
      ends[k] = {mpq_get_d(draw.point[k]), mpq_get_d(draw.point[k])};
      intervals[k] = {&ends[k]};
    }
    typename Draw<A>::Word v{}, low{}, high{};
    const double introduced = bound_of_one<Tracked<Carrier, Operands::exact, Rules>>(at, nullptr, &v);
    const double whole = bound_of_one<Tracked<Carrier, Operands::with_errors, Rules>>(at, &draw.errors, &v);
    if (oracle::magnitude(format, v) >= infinity) continue;
    set(computed, format, v);
    count.judge(computed, on_points, introduced);
    if (has_real) count.judge(computed, on_reals, whole);
    double sizes = 0, size = 0;
    const double propagated = bound_of_one<Tracked<RealIntervals, Operands::with_errors, Rules>>(
        intervals, &draw.errors, RealResult{&sizes, &size});
    if (has_real) count.judge(on_points, on_reals, propagated);
    const double over_range =
        bound_of_one<Tracked<Ranges<A>, Operands::exact, Rules>>(ranges, nullptr, RangeResult{&low, &high});
    count.judge(computed, on_points, over_range);
    const auto number = [](typename Draw<A>::Word w) { return as_double<A>(A::of(w)); };
    count.wrong += !(number(low) <= number(v) && number(v) <= number(high));
  }
  return count;
}

TEST(Tracked, ACompositeOfThreeOperationsIsNeverWrongByMoreThanItsBound) {
  EVIDENCE("ACC-ALL-CLOSED");
#ifdef ETALON_INSTRUMENTED
  constexpr std::uint64_t draws = 25'000;
#else
  constexpr std::uint64_t draws = 250'000;
#endif
  std::uint64_t bounded = 0;
  for (const Count& count : {judge<Half>(draws), judge<BHalf>(draws), judge<Float>(draws), judge<Double>(draws)}) {
    EXPECT_EQ(count.wrong, 0u);
    bounded += count.bounded;
  }
  EXPECT_GE(bounded, 12 * draws);  // of 16: four types, four ways; the others divide by zero or may
}

// Faults that the judge must find: each leaves out a term that is easily forgotten.
struct ForgetsOneOperandOfAProduct : ErrorRules {
  static double product(double a, double, double, double eb, double) { return product_up(a, eb); }
};
struct DividesByTheComputedDivisor : ErrorRules {
  static double quotient(double a, double ea, Magnitude b, double eb, double u) {
    if (!(of_units(eb, u) < b.low)) return infinite_bound;
    return quotient_up(sum_up(ea, product_up(quotient_up(a, b.low), eb)), b.low);
  }
};
template <class A> struct ForgetsUnderflow : Points<A> {
  using Value = typename A::Value;
  static double product_loss(Value a, Value b, Value v) {
    return std::min(Points<A>::product_loss(a, b, v), binade_of(as_double<A>(v)));
  }
  static double quotient_loss(Value a, Value b, Value v) {
    return std::min(Points<A>::quotient_loss(a, b, v), binade_of(as_double<A>(v)));
  }
};

TEST(Tracked, AnUnsoundRuleIsFoundByTheSameJudge) {
  EVIDENCE("ACC-ALL-CLOSED");
  EXPECT_GT((judge<Float, ForgetsOneOperandOfAProduct>(2000).wrong), 0u);
  EXPECT_GT((judge<Float, DividesByTheComputedDivisor>(2000).wrong), 0u);
  EXPECT_GT((judge<Half, ErrorRules, ForgetsUnderflow<Half>>(2000).wrong), 0u);
}

// An error cannot be left out: a Value is made by the operations only, and a carrier never has one in its hands.
using Errors = Tracked<Points<Float>>;
static_assert(!std::is_default_constructible_v<Errors::Value>);
static_assert(!std::is_aggregate_v<Errors::Value>);
static_assert(!std::is_constructible_v<Errors::Value, float> && !std::is_constructible_v<Errors::Value, float, double>);
static_assert(!std::is_constructible_v<Errors::Value, float, double, std::uint64_t, unsigned>);
// The policy `exact` works on bit patterns, which have no errors: it must not take them from here.
template <class Algebra>
concept GivesPatterns = requires(const typename Algebra::Value& v) { Algebra::pattern(v); };
static_assert(GivesPatterns<Float> && !GivesPatterns<Errors>);

struct Compared {
  Truth truth;
  double chosen, jumped;
};
// min(a, b) and sign(a - b), as a composite would write them.
Compared compared(float a, double ea, float b, double eb) {
  const Errors::Operand x{&a, &ea}, y{&b, &eb};
  const auto p = Errors::load(&x, 0), q = Errors::load(&y, 0);
  const Truth truth = Errors::less(p, q);
  return {truth, Errors::choose(truth, p, q).bound(), Errors::jump(truth, Errors::zero(), q).bound()};
}

TEST(Tracked, AComparisonThatAnErrorCanTurnIsUnsettled) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  EXPECT_TRUE(compared(1, 0.25, 2, 0.5).truth.agrees);
  EXPECT_FALSE(compared(1, 0.25, 2, 0.75).truth.agrees);  // both may be 1.25
  EXPECT_TRUE(compared(1, 0, 1, 0).truth.agrees);         // exact operands: the reals compare the same numbers
  EXPECT_FALSE(compared(NAN, 0, 1, 0).truth.agrees);
  EXPECT_FALSE(compared(1, 0, 2, infinite_bound).truth.agrees);
}

TEST(Tracked, AChoiceThatAnErrorCanTurnIsWrongByUpToTheOtherChoice) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  EXPECT_EQ(compared(1, 0.25, 2, 0.5).chosen, 0.25);
  // The real numbers may be 1.25 and 1.0, the chosen one 1: at least 0.25 off, at most the distance and the larger
  // error.
  const double bound = compared(1, 0.25, 2, 1).chosen;
  EXPECT_GE(bound, 2.0);
  EXPECT_LT(bound, 2.0001);
}

TEST(Tracked, AJumpThatAnErrorCanCrossHasNoBoundAndSaysSo) {
  EVIDENCE("ACC-ALL-UNSETTLED");
  EXPECT_EQ(compared(1, 0.25, 2, 0.5).jumped, 0);
  EXPECT_TRUE(std::isinf(compared(1, 0.25, 2, 1).jumped));
  float a = 1, b = 2, out = 0;
  const double ea = 0.25, eb = 1;
  const Errors::Operand x{&a, &ea}, y{&b, &eb};
  const auto p = Errors::load(&x, 0), q = Errors::load(&y, 0);
  double bound = 0;
  Risks risks;
  const Errors::Result result{&out, &bound, &risks};
  Errors::store(const_cast<Errors::Result*>(&result), 0, Errors::jump(Errors::less(p, q), Errors::zero(), q));
  EXPECT_EQ(risks.of[static_cast<unsigned>(Risk::unsettled)].count, 1u);
  EXPECT_TRUE(std::isinf(bound));
}

TEST(Tracked, WhatIsNotANumberHasNoBoundWhereverItIsPassedOn) {
  EVIDENCE("ACC-ALL-CLOSED", "ACC-FLOAT-INFINITE");
  for (const float x : {INFINITY, -INFINITY, NAN}) {
    float out = 0;
    double bound = -1;
    const Errors::Operand operand{&x};
    Errors::Result result{&out, &bound};
    Errors::store(&result, 0, Errors::load(&operand, 0));
    EXPECT_TRUE(std::isinf(bound));
    EXPECT_TRUE(std::isinf(compared(x, 0, 2, 0).chosen));  // no real number was compared
  }
}

// A range that may be no number is everything. A maximum with a number, say, would cut it to one side, and a comparison
// with that side would be taken for settled.
TEST(Tracked, ARangeThatMayBeNoNumberStaysEverything) {
  EVIDENCE("ACC-ALL-RANGE");
  using Algebra = Tracked<Ranges<Binary<32, 23>>, Operands::exact>;
  const float nan = NAN;
  const RangeOperand ends{&nan, &nan};
  const Algebra::Operand operand{ends};
  const Algebra::Value any = Algebra::load(&operand, 0), one = Algebra::number(1), zero = Algebra::zero();
  for (const auto& made :
       {any, Algebra::max(any, one, nullptr), Algebra::max(one, any, nullptr), Algebra::min(any, one, nullptr),
        Algebra::min(one, any, nullptr), Algebra::larger(any, zero, nullptr), Algebra::abs(any, nullptr),
        Algebra::function<RealFunction::exp>(any, nullptr), Algebra::function<RealFunction::sigmoid>(any, nullptr),
        Algebra::pow(any, Exponent{value_of_int(2), value_of_int(2)}, nullptr)}) {
    EXPECT_EQ(Algebra::less(made, Algebra::number(2)).computed, Truth::Computed::either);
    EXPECT_EQ(Algebra::less(Algebra::number(-2), made).computed, Truth::Computed::either);
    EXPECT_EQ(Algebra::less_or_equal(made, Algebra::number(INFINITY), nullptr).computed, Truth::Computed::either);
  }
}

using TwoEnds = std::array<float, 2>;
using FloatRanges = Tracked<Ranges<Binary<32, 23>>, Operands::exact>;

FloatRanges::Value range_of(const TwoEnds& ends) {
  const FloatRanges::Operand operand{{&ends[0], &ends[1]}};
  return FloatRanges::load(&operand, 0);
}
TwoEnds stored_ends(const FloatRanges::Value& value) {
  TwoEnds ends{};
  double bound = 0;
  FloatRanges::Result result{{&ends[0], &ends[1]}, &bound};
  FloatRanges::store(&result, 0, value);
  return ends;
}
bool is_held(const TwoEnds& ends, double x) {
  return std::isnan(x) ? ends[0] == -INFINITY && ends[1] == INFINITY : ends[0] <= x && x <= ends[1];
}

// The powers of these numbers are numbers of the type, so that those of the host's library are exact.
constexpr float bases[] = {-INFINITY, -16, -1, -0.0f, 0, 1, 16, 256, INFINITY};

TEST(Tracked, APowerOfWhatMayBeNegativeOrInfiniteHasEveryValueOfARun) {
  EVIDENCE("ACC-ALL-RANGE");
  for (const float low : bases)
    for (const float high : bases) {
      if (!(low <= high)) continue;
      for (unsigned quarters = 0; quarters <= most_quarters; ++quarters) {
        const auto made = stored_ends(FloatRanges::power(range_of({low, high}), quarters));
        for (const float x : bases)
          if (low <= x && x <= high) {
            EXPECT_TRUE(is_held(made, std::pow(double{x}, quarters / 4.0)))
                << x << " in [" << low << ", " << high << "] to the power of " << quarters << "/4";
          }
      }
      for (const float least : {-INFINITY, -2.0f, 0.0f, 2.0f, 3.0f, INFINITY})
        for (const float most : {-2.0f, 0.0f, 2.0f, 3.0f, INFINITY}) {
          if (!(least <= most)) continue;
          const auto exact = [](float y) { return binary_value(FORMAT_DOUBLE, f64_bits(y)); };
          const auto made =
              stored_ends(FloatRanges::pow(range_of({low, high}), Exponent{exact(least), exact(most)}, nullptr));
          for (const float x : bases)
            for (const float y : {least, most, least == -INFINITY && most == INFINITY ? float{NAN} : least})
              if (low <= x && x <= high) {
                EXPECT_TRUE(is_held(made, static_cast<float>(std::pow(double{x}, double{y}))))
                    << x << " in [" << low << ", " << high << "] to the power of " << y << " in [" << least << ", "
                    << most << "]";
              }
        }
    }
}

TEST(Tracked, ASquareIsNotNegativeAndTheRootOfWhatMayBeNoNumberIsEverything) {
  EVIDENCE("ACC-ALL-RANGE");
  const TwoEnds everything{-INFINITY, INFINITY};
  const std::pair<TwoEnds, TwoEnds> squares[] = {{{-3, 2}, {0, 9}},
                                                 {{-3, -2}, {4, 9}},
                                                 {{2, 3}, {4, 9}},
                                                 {{-2e38f, 1}, {0, INFINITY}},
                                                 {{2, INFINITY}, {4, INFINITY}},
                                                 {everything, everything}};
  for (const auto& [of, square] : squares) {
    const FloatRanges::Value x = range_of(of);
    EXPECT_EQ(stored_ends(FloatRanges::mul(x, x, nullptr)), square);
    Sequential<FloatRanges> sequential;
    Fused<FloatRanges> fused;
    Exact<FloatRanges> exact;
    Wide<FloatRanges, WiderThan<FloatRanges>::Type> wide;
    const auto squared = [&](auto& sum) {
      sum.step(x, x, nullptr);
      return stored_ends(sum.finish(nullptr));
    };
    EXPECT_EQ(squared(sequential), square);
    EXPECT_EQ(squared(fused), square);
    EXPECT_EQ(squared(exact), square);
    EXPECT_EQ(squared(wide), square);
  }
  EXPECT_EQ(stored_ends(FloatRanges::mul(range_of({-3, 2}), range_of({-3, 2}), nullptr)), (TwoEnds{-6, 9}));
  EXPECT_EQ(stored_ends(FloatRanges::root_of_squares(range_of(everything), nullptr)), everything);
  EXPECT_EQ(stored_ends(FloatRanges::root_of_squares(range_of({4, INFINITY}), nullptr)), (TwoEnds{2, INFINITY}));
}

TEST(Tracked, AnIntegerThatWrapsBeforeItIsComparedHasNoBound) {
  EVIDENCE("ACC-ALL-CLOSED", "ACC-INT-WRAP");
  using Integers = Tracked<IntegerRanges<Int<8>, 8, true>>;
  const std::int8_t a = 100, b = 2;
  const Integers::Operand x{{&a, &a}}, y{{&b, &b}};
  const auto p = Integers::load(&x, 0), q = Integers::load(&y, 0);
  const auto doubled = Integers::mul(p, q, nullptr);  // 200, which an int8 holds as -56: the computation finds it less
  EXPECT_TRUE(std::isinf(Integers::choose(Integers::less(doubled, q), p, q).bound()));
  EXPECT_EQ(Integers::choose(Integers::less(p, q), p, q).bound(), 0);
}

TEST(Tracked, AConversionThatLosesBitsOrRangeIsARounding) {
  EVIDENCE("ACC-ALL-CLOSED");
  const std::uint16_t half = 0x3C01, large = 0x7F00;  // 1 + 2^-10 in float16, 2^127 in bfloat16
  const Tracked<Points<Half>>::Operand x{&half};
  const Tracked<Points<BHalf>>::Operand y{&large};
  const auto narrowed = Tracked<Points<BHalf>>::from<Tracked<Points<Half>>>(Tracked<Points<Half>>::load(&x, 0));
  EXPECT_GE(narrowed.bound(), 0x1p-10);  // it becomes 1
  const auto overflowed = Tracked<Points<Half>>::from<Tracked<Points<BHalf>>>(Tracked<Points<BHalf>>::load(&y, 0));
  EXPECT_TRUE(std::isinf(overflowed.bound()));
  EXPECT_EQ(Tracked<Points<Float>>::from<Tracked<Points<Half>>>(Tracked<Points<Half>>::load(&x, 0)).bound(), 0);
}

TEST(Tracked, AnIntegerThatWrapsBeforeItIsDividedHasNoBound) {
  EVIDENCE("ACC-ALL-CLOSED", "ACC-INT-WRAP");
  using Integers = Tracked<IntegerRanges<Int<8>, 8, true>>;
  const std::int8_t a = 100, b = 2;
  const Integers::Operand x{{&a, &a}}, y{{&b, &b}};
  const auto p = Integers::load(&x, 0), q = Integers::load(&y, 0);
  const auto doubled = Integers::mul(p, q, nullptr);  // 200 is no int8: what is divided next is -56
  EXPECT_TRUE(std::isinf(Integers::div_truncate(doubled, q, nullptr).bound()));
  EXPECT_EQ(Integers::div_truncate(p, q, nullptr).bound(), 1);
}

}  // namespace
}  // namespace etalon::tests
