// SPDX-License-Identifier: Apache-2.0
//
// Dot products against known facts, against loops of the other oracles, and against the host.
#include "oracle/arithmetic/dot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/small_float.hpp"
#include "oracle/cases/dots.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "oracle/test/print.hpp"
#include "oracle/test/rational_dot.hpp"

namespace oracle {
namespace {

using enum Accumulation;

using Patterns = std::vector<std::uint64_t>;

std::string text(const Patterns& a, const Patterns& b) {
  std::ostringstream out;
  for (std::size_t k = 0; k < a.size(); ++k) {
    out << std::hex << a[k] << '*' << b[k] << ' ';
  }
  return out.str();
}

// Calls visit(a, b, stratum) with vectors of all lengths from 0 to 20 in turn.
template <typename Type, typename Visit> void for_vectors(Type type, std::uint64_t seed, int count, Visit visit) {
  DotCases cases(type, seed);
  for (int i = 0; i < count; ++i) {
    const std::size_t length = static_cast<std::size_t>(i) % 21;
    Patterns a(length);
    Patterns b(length);
    const DotStratum stratum = cases.fill(a, b);
    visit(a, b, stratum);
    if (testing::Test::HasFatalFailure()) {
      return;
    }
  }
}

using Binary = Answer (*)(Format, std::uint64_t, std::uint64_t);
using Ternary = Answer (*)(Format, std::uint64_t, std::uint64_t, std::uint64_t);

Answer sequential_loop(Format f, Binary mul, Binary add, const Patterns& a, const Patterns& b) {
  Answer sum{0, 0};
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Answer product = mul(f, a[k], b[k]);
    const Answer next = add(f, sum.bits, product.bits);
    sum = {next.bits, sum.events | product.events | next.events};
  }
  return sum;
}

Answer fused_loop(Format f, Ternary fma, const Patterns& a, const Patterns& b) {
  Answer sum{0, 0};
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Answer next = fma(f, a[k], b[k], sum.bits);
    sum = {next.bits, sum.events | next.events};
  }
  return sum;
}

// The operands are converted first, which is exact; so each step is a plain fma of the wider format.
Answer wide_loop(Format f, Format wider, const Patterns& a, const Patterns& b) {
  unsigned events = 0;
  const auto widened = [&](const Patterns& patterns) {
    Patterns result;
    for (const std::uint64_t pattern : patterns) {
      const Answer answer = convert(f, wider, pattern);
      events |= answer.events;
      result.push_back(answer.bits);
    }
    return result;
  };
  const Patterns wide_a = widened(a);
  const Patterns wide_b = widened(b);
  const Answer sum = fused_loop(wider, ieee_fma, wide_a, wide_b);
  const Answer last = convert(wider, f, sum.bits);
  return {last.bits, events | sum.events | last.events};
}

std::string format_name(Format f) { return "bits" + std::to_string(f.bits) + "fraction" + std::to_string(f.fraction); }

class DotOfFormat : public testing::TestWithParam<Format> {
 protected:
  Answer run(Accumulation how, const Patterns& a, const Patterns& b) const { return dot(f, how, a, b); }
  std::uint64_t power(int n) const { return static_cast<std::uint64_t>(n + bias(f)) << f.fraction; }

  const Format f = GetParam();
  const std::uint64_t minus = sign_mask(f);
  const std::uint64_t inf = infinity(f);
  const std::uint64_t nan = canonical_nan(f);
  const std::uint64_t quiet = minus | nan | 1;
  const std::uint64_t signalling = inf | 1;
  const std::uint64_t one = static_cast<std::uint64_t>(bias(f)) << f.fraction;
  const std::uint64_t largest = inf - 1;
};

TEST_P(DotOfFormat, ExactAgreesWithRationalArithmetic) {
  int finite = 0;
  for_vectors(f, 1, 6'000, [&](const Patterns& a, const Patterns& b, DotStratum stratum) {
    const auto all_finite = [&](const Patterns& patterns) {
      return std::all_of(patterns.begin(), patterns.end(), [&](auto x) { return is_finite(f, x); });
    };
    if (all_finite(a) && all_finite(b)) {
      ASSERT_EQ(run(exact, a, b), rational_dot(f, a, b)) << name(stratum) << ' ' << text(a, b);
      ++finite;
    }
  });
  EXPECT_GE(finite, 5'000);
}

// An exact sum of one product is a product, and two products with one are a sum; but an exact zero is +0.
TEST_P(DotOfFormat, ExactAgreesWithSingleOperationsOnBoundaryPairs) {
  const auto positive_zero = [&](Answer answer) {
    return is_zero(f, answer.bits) && answer.events == 0 ? Answer{0, 0} : answer;
  };
  const Patterns values = boundary_values(f);
  for (const std::uint64_t a : values) {
    for (const std::uint64_t b : values) {
      ASSERT_EQ(run(exact, {a}, {b}), positive_zero(ieee_mul(f, a, b))) << std::hex << a << ' ' << b;
      ASSERT_EQ(run(exact, {a, one}, {one, b}), positive_zero(ieee_add(f, a, b))) << std::hex << a << ' ' << b;
    }
  }
}

TEST_P(DotOfFormat, ExactAgreesWithFmaOnStructuredCases) {
  Cases cases(f, 2);
  for (int i = 0; i < 50'000; ++i) {
    const Case x = cases.next(Operation::fma);
    const Answer expected = ieee_fma(f, x.a, x.b, x.c);
    const bool exact_zero = is_zero(f, expected.bits) && expected.events == 0;
    ASSERT_EQ(run(exact, {x.a, x.c}, {x.b, one}), (exact_zero ? Answer{0, 0} : expected))
        << std::hex << x.a << ' ' << x.b << ' ' << x.c;
  }
}

TEST_P(DotOfFormat, SequentialAndFusedAgreeWithLoopsOfSingleOperations) {
  for_vectors(f, 3, 20'000, [&](const Patterns& a, const Patterns& b, DotStratum stratum) {
    ASSERT_EQ(run(sequential, a, b), sequential_loop(f, ieee_mul, ieee_add, a, b)) << name(stratum) << text(a, b);
    ASSERT_EQ(run(fused, a, b), fused_loop(f, ieee_fma, a, b)) << name(stratum) << text(a, b);
  });
}

TEST_P(DotOfFormat, AnEmptySumIsPositiveZero) {
  EXPECT_EQ(run(sequential, {}, {}), (Answer{0, 0}));
  EXPECT_EQ(run(fused, {}, {}), (Answer{0, 0}));
  EXPECT_EQ(run(exact, {}, {}), (Answer{0, 0}));
}

TEST_P(DotOfFormat, NegativeZerosSumToPositiveZero) {
  for (const Accumulation how : {sequential, fused, exact}) {
    EXPECT_EQ(run(how, {minus, minus}, {one, one}), (Answer{0, 0}));
    EXPECT_EQ(run(how, {minus | one, one}, {one, one}), (Answer{0, 0}));
  }
}

// Only sequential meets a zero before it adds.
TEST_P(DotOfFormat, ANegativeSumThatRoundsToZeroIsNegativeZero) {
  EXPECT_EQ(run(fused, {minus | 1}, {power(-2)}), (Answer{minus, underflow | inexact}));
  EXPECT_EQ(run(exact, {minus | 1}, {power(-2)}), (Answer{minus, underflow | inexact}));
  EXPECT_EQ(run(sequential, {minus | 1}, {power(-2)}), (Answer{0, underflow | inexact}));
}

TEST_P(DotOfFormat, ExactForgetsNothing) {
  const Patterns a{largest, 1, minus | largest, one};
  const Patterns b{largest, 1, largest, one};
  EXPECT_EQ(run(exact, a, b), (Answer{one, inexact}));  // one and the square of the least subnormal
  EXPECT_EQ(run(exact, {largest, 1, minus | largest}, {largest, one, largest}), (Answer{1, 0}));
  EXPECT_EQ(run(exact, {largest, one}, {one, largest}), (Answer{inf, overflow | inexact}));
}

TEST_P(DotOfFormat, InfiniteProductsDecideAnExactSum) {
  EXPECT_EQ(run(exact, {one, minus | inf, largest}, {one, one, largest}), (Answer{minus | inf, 0}));
  EXPECT_EQ(run(exact, {inf, minus | inf}, {one, minus | inf}), (Answer{inf, 0}));
  EXPECT_EQ(run(exact, {inf, inf}, {one, minus | one}), (Answer{nan, invalid}));
  EXPECT_EQ(run(exact, {inf, one}, {minus, one}), (Answer{nan, invalid}));
}

TEST_P(DotOfFormat, QuietNansRaiseNothingInAnExactSumButHideNothingEither) {
  EXPECT_EQ(run(exact, {quiet, largest}, {one, largest}), (Answer{nan, 0}));
  EXPECT_EQ(run(exact, {quiet, inf}, {inf, one}), (Answer{nan, 0}));
  EXPECT_EQ(run(exact, {quiet, one}, {one, signalling}), (Answer{nan, invalid}));
  EXPECT_EQ(run(exact, {quiet, 0}, {one, inf}), (Answer{nan, invalid}));
  EXPECT_EQ(run(exact, {quiet, inf, inf}, {one, one, minus | one}), (Answer{nan, invalid}));
}

TEST_P(DotOfFormat, EventsOfAllStepsAreKept) {
  const Patterns a{quiet, largest, 1};
  const Patterns b{one, largest, power(-1)};
  EXPECT_EQ(run(sequential, a, b), (Answer{nan, overflow | underflow | inexact}));
  EXPECT_EQ(run(fused, a, b), (Answer{nan, 0}));
  EXPECT_EQ(run(fused, {quiet, inf}, {one, 0}), (Answer{nan, invalid}));
  EXPECT_EQ(run(fused, {one, signalling}, {one, one}), (Answer{nan, invalid}));
}

TEST_P(DotOfFormat, RefusesDifferentLengths) {
  for (const Accumulation how : {sequential, fused, wide, exact}) {
    EXPECT_THROW(run(how, {one}, {}), std::invalid_argument);
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, DotOfFormat, testing::Values(float16, bfloat16, float32, float64),
                         [](const auto& parameter) { return format_name(parameter.param); });

class DotOfSmallFormat : public testing::TestWithParam<Format> {};

TEST_P(DotOfSmallFormat, SequentialAndFusedAgreeWithIntegerArithmetic) {
  const Format f = GetParam();
  for_vectors(f, 4, 50'000, [&](const Patterns& a, const Patterns& b, DotStratum stratum) {
    ASSERT_EQ(dot(f, sequential, a, b), sequential_loop(f, small_mul, small_add, a, b)) << name(stratum) << text(a, b);
    ASSERT_EQ(dot(f, fused, a, b), fused_loop(f, small_fma, a, b)) << name(stratum) << text(a, b);
  });
}

INSTANTIATE_TEST_SUITE_P(Formats, DotOfSmallFormat, testing::Values(float16, bfloat16),
                         [](const auto& parameter) { return format_name(parameter.param); });

struct Widening {
  Format from;
  Format to;
};

class WideDot : public testing::TestWithParam<Widening> {};

TEST_P(WideDot, AgreesWithALoopInTheWiderFormat) {
  const Format f = GetParam().from;
  const Format wider = GetParam().to;
  for_vectors(f, 5, 20'000, [&](const Patterns& a, const Patterns& b, DotStratum stratum) {
    ASSERT_EQ(dot(f, wide, a, b), wide_loop(f, wider, a, b)) << name(stratum) << text(a, b);
  });
}

TEST_P(WideDot, KeepsTheRulesOfZero) {
  const Format f = GetParam().from;
  const std::uint64_t minus = sign_mask(f);
  EXPECT_EQ(dot(f, wide, {}, {}), (Answer{0, 0}));
  EXPECT_EQ(dot(f, wide, Patterns{minus}, Patterns{1}), (Answer{0, 0}));
  EXPECT_EQ(dot(f, wide, Patterns{minus | 1}, Patterns{1}), (Answer{minus, underflow | inexact}));
}

INSTANTIATE_TEST_SUITE_P(Formats, WideDot,
                         testing::Values(Widening{float16, float32}, Widening{bfloat16, float32},
                                         Widening{float32, float64}),
                         [](const auto& parameter) { return format_name(parameter.param.from); });

Answer run(Format f, Accumulation how, const Patterns& a, const Patterns& b) { return dot(f, how, a, b); }

TEST(DotFacts, FusedRoundsOnlyOnceAStep) {
  EXPECT_EQ(run(float16, fused, {0x3C00, 0x3C14}, {0x3C00, 0x0FD9}), (Answer{0x3C01, inexact}));
  EXPECT_EQ(run(bfloat16, fused, {0xA180, 0x40E0}, {0x3F80, 0x4214}), (Answer{0x4381, inexact}));
}

TEST(DotFacts, SequentialRoundsTheProductToo) {
  EXPECT_EQ(run(float16, sequential, {0x3C00, 0x3C14}, {0x3C00, 0x0FD9}), (Answer{0x3C00, inexact}));
  EXPECT_EQ(run(bfloat16, sequential, {0xA180, 0x40E0}, {0x3F80, 0x4214}), (Answer{0x4382, inexact}));
}

// Two roundings: 256 + 1 + 2^-16 is past the middle of 256 and 258, but float forgets 2^-16, and the tie goes to even.
TEST(DotFacts, WideRoundsTwice) {
  const Patterns a{0x4380, 0x3F80, 0x3780};
  const Patterns b{0x3F80, 0x3F80, 0x3F80};
  EXPECT_EQ(run(bfloat16, exact, a, b), (Answer{0x4381, inexact}));
  EXPECT_EQ(run(bfloat16, wide, a, b), (Answer{0x4380, inexact}));
}

std::uint64_t bfloat16_power(int n) { return static_cast<std::uint64_t>(n + bias(bfloat16)) << bfloat16.fraction; }

// -1.5 * 2^127 + 2^64 * 2^64 = 2^126, though 2^128 is no float.
TEST(DotFacts, WideDoesNotRoundAProductThatAloneWouldOverflow) {
  const Patterns a{0xFF40, bfloat16_power(64)};
  const Patterns b{0x3F80, bfloat16_power(64)};
  EXPECT_EQ(run(bfloat16, wide, a, b), (Answer{bfloat16_power(126), 0}));
  EXPECT_EQ(run(bfloat16, sequential, a, b), (Answer{infinity(bfloat16), overflow | inexact}));
}

// In units of the least float, 2^-149: 2^15 + 1 + 0.5 is a tie that goes up, and -1 leaves 2^15 + 1, which is more than
// half of the least bfloat16. A rounded product would have been 0 in place of 0.5, and the sum, 2^15, a tie that goes
// down.
TEST(DotFacts, WideDoesNotRoundAProductThatAloneWouldUnderflow) {
  const std::uint64_t minus = sign_mask(bfloat16);
  const Patterns a{bfloat16_power(-67), bfloat16_power(-75), bfloat16_power(-75), minus | bfloat16_power(-75)};
  const Patterns b{bfloat16_power(-67), bfloat16_power(-74), bfloat16_power(-75), bfloat16_power(-74)};
  EXPECT_EQ(run(bfloat16, wide, a, b), (Answer{1, underflow | inexact}));
}

TEST(DotFacts, WideNeedsAWiderFormat) { EXPECT_THROW(run(float64, wide, {}, {}), std::invalid_argument); }

// The host's values, its NaNs made canonical; it multiplies floats exactly in double.
TEST(DotOnHost, SequentialFloatAgrees) {
  for_vectors(float32, 6, 50'000, [](const Patterns& a, const Patterns& b, DotStratum stratum) {
    float sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      sum += std::bit_cast<float>(static_cast<std::uint32_t>(a[k])) *
             std::bit_cast<float>(static_cast<std::uint32_t>(b[k]));
    }
    const std::uint64_t bits = std::bit_cast<std::uint32_t>(sum);
    ASSERT_EQ(dot(float32, sequential, a, b).bits, is_nan(float32, bits) ? canonical_nan(float32) : bits)
        << name(stratum) << text(a, b);
  });
}

TEST(DotOnHost, SequentialDoubleAgrees) {
  for_vectors(float64, 7, 50'000, [](const Patterns& a, const Patterns& b, DotStratum stratum) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      sum += std::bit_cast<double>(a[k]) * std::bit_cast<double>(b[k]);
    }
    const auto bits = std::bit_cast<std::uint64_t>(sum);
    ASSERT_EQ(dot(float64, sequential, a, b).bits, is_nan(float64, bits) ? canonical_nan(float64) : bits)
        << name(stratum) << text(a, b);
  });
}

TEST(DotOnHost, WideFloatAgrees) {
  for_vectors(float32, 8, 50'000, [](const Patterns& a, const Patterns& b, DotStratum stratum) {
    double sum = 0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      sum += double{std::bit_cast<float>(static_cast<std::uint32_t>(a[k]))} *
             double{std::bit_cast<float>(static_cast<std::uint32_t>(b[k]))};
    }
    const std::uint64_t bits = std::bit_cast<std::uint32_t>(static_cast<float>(sum));
    ASSERT_EQ(dot(float32, wide, a, b).bits, is_nan(float32, bits) ? canonical_nan(float32) : bits)
        << name(stratum) << text(a, b);
  });
}

}  // namespace
}  // namespace oracle
