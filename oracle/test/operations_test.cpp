// SPDX-License-Identifier: Apache-2.0
//
// The case generator keeps its promises: shares of the strata, reproducibility, and that ties are ties and hard
// quotients hard, recomputed here from the patterns alone.
#include "oracle/cases/operations.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

__extension__ using Integer128 = __int128;

// value * 2^exponent with an odd value.
struct Dyadic {
  Integer128 value;
  int exponent;
};

Dyadic reduced(Integer128 value, int exponent) {
  while (value != 0 && value % 2 == 0) {
    value /= 2;
    ++exponent;
  }
  return {value, exponent};
}

Dyadic exact(Format f, std::uint64_t x) {
  const int field = static_cast<int>(magnitude(f, x) >> f.fraction);
  const std::uint64_t fraction = x & fraction_mask(f);
  const auto significand = static_cast<Integer128>(field == 0 ? fraction : fraction + power_of_two(f.fraction));
  return reduced(sign(f, x) != 0 ? -significand : significand, least_exponent(f) + std::max(field, 1) - 1);
}

Dyadic product(Dyadic x, Dyadic y) { return {x.value * y.value, x.exponent + y.exponent}; }

Dyadic sum(Dyadic x, Dyadic y) {
  const int exponent = std::min(x.exponent, y.exponent);
  const auto aligned = [exponent](Dyadic z) { return z.value * (Integer128{1} << (z.exponent - exponent)); };
  return reduced(aligned(x) + aligned(y), exponent);
}

int width(Integer128 n) {
  int bits = 0;
  for (Integer128 rest = n < 0 ? -n : n; rest != 0; rest /= 2) {
    ++bits;
  }
  return bits;
}

class Generator : public testing::TestWithParam<Format> {};

TEST_P(Generator, BoundaryValuesAreDistinctAndSymmetric) {
  const std::vector<std::uint64_t> values = boundary_values(GetParam());
  const std::set<std::uint64_t> distinct(values.begin(), values.end());
  EXPECT_GE(values.size(), 100U);
  EXPECT_LE(values.size(), 200U);
  EXPECT_EQ(distinct.size(), values.size());
  for (const std::uint64_t value : values) {
    EXPECT_TRUE(distinct.contains(value ^ sign_mask(GetParam()))) << value;
  }
  const auto count = [&](auto predicate) {
    return std::count_if(values.begin(), values.end(), [&](auto x) { return predicate(GetParam(), x); });
  };
  EXPECT_EQ(count(is_zero), 2);
  EXPECT_EQ(count(is_infinite), 2);
  EXPECT_GE(count(is_signalling), 6);
  EXPECT_GE(count(is_nan), 14);
}

TEST_P(Generator, StrataHaveTheirShares) {
  Cases cases(GetParam(), 3);
  std::map<std::string, int> hits;
  for (int i = 0; i < 40'000; ++i) {
    ++hits[std::string("div ") + name(cases.next(Operation::div).stratum)];
    ++hits[std::string("mul ") + name(cases.next(Operation::mul).stratum)];
    ++hits[std::string("add ") + name(cases.next(Operation::add).stratum)];
    ++hits[std::string("fma ") + name(cases.next(Operation::fma).stratum)];
  }
  EXPECT_EQ(hits["div hard_quotient"], 15'000);
  EXPECT_EQ(hits["mul halfway"], 5'000);
  EXPECT_EQ(hits["mul beside_halfway"], 10'000);
  EXPECT_EQ(hits["add cancellation"], 5'000);
  EXPECT_EQ(hits["fma beside_halfway"], 8'000);
  EXPECT_EQ(hits.size(), 8U + 7U + 6U + 9U);
}

// An exact result in the middle of two neighbours needs one bit more than the precision.
TEST_P(Generator, HalfwayCasesAreExactTies) {
  const Format f = GetParam();
  Cases cases(f, 4);
  int ties = 0;
  for (int i = 0; i < 40'000; ++i) {
    const Case m = cases.next(Operation::mul);
    const Case s = cases.next(Operation::add);
    const Case t = cases.next(Operation::fma);
    if (m.stratum == Stratum::halfway) {
      ASSERT_EQ(width(product(exact(f, m.a), exact(f, m.b)).value), precision(f) + 1);
      ++ties;
    }
    if (s.stratum == Stratum::halfway) {
      ASSERT_EQ(width(sum(exact(f, s.a), exact(f, s.b)).value), precision(f) + 1);
      ++ties;
    }
    if (t.stratum == Stratum::halfway) {
      const Dyadic ab = product(exact(f, t.a), exact(f, t.b));
      ASSERT_EQ(width(sum(ab, exact(f, t.c)).value), precision(f) + 1);
      ++ties;
    }
  }
  EXPECT_EQ(ties, 5'000 + 5'000 + 4'000);
}

// dividend * 2^k = midpoint * divisor + r with an odd midpoint of p + 1 bits and |r| <= 7.
TEST_P(Generator, HardQuotientsAreBesideMidpoints) {
  const Format f = GetParam();
  Cases cases(f, 5);
  int hard = 0;
  for (int i = 0; i < 40'000; ++i) {
    const Case x = cases.next(Operation::div);
    if (x.stratum != Stratum::hard_quotient) {
      continue;
    }
    const std::uint64_t leading = power_of_two(f.fraction);
    const Integer128 dividend = (x.a & fraction_mask(f)) + leading;
    const Integer128 divisor = (x.b & fraction_mask(f)) + leading;
    const int k = dividend >= divisor ? precision(f) : precision(f) + 1;
    const Integer128 scaled = dividend << k;
    const Integer128 midpoint = (scaled + 7) / divisor;
    const Integer128 r = scaled - midpoint * divisor;
    ASSERT_TRUE(midpoint % 2 == 1 && width(midpoint) == precision(f) + 1 && -7 <= r && r <= 7 && r != 0)
        << std::hex << x.a << ' ' << x.b;
    ASSERT_EQ(ieee_div(f, x.a, x.b).events, unsigned{inexact});  // a normal quotient
    ++hard;
  }
  EXPECT_EQ(hard, 15'000);
}

TEST_P(Generator, TargetedStrataReachTheSubnormalAndOverflowRanges) {
  const Format f = GetParam();
  Cases cases(f, 6);
  int underflows = 0;
  int overflows = 0;
  for (int i = 0; i < 40'000; ++i) {
    const Case m = cases.next(Operation::mul);
    const Case d = cases.next(Operation::div);
    underflows += m.stratum == Stratum::subnormal_result && (ieee_mul(f, m.a, m.b).events & underflow) != 0;
    underflows += d.stratum == Stratum::subnormal_result && (ieee_div(f, d.a, d.b).events & underflow) != 0;
    overflows += m.stratum == Stratum::overflow_border && (ieee_mul(f, m.a, m.b).events & overflow) != 0;
    overflows += d.stratum == Stratum::overflow_border && (ieee_div(f, d.a, d.b).events & overflow) != 0;
  }
  EXPECT_GT(underflows, 7'000);  // of 10'000
  EXPECT_GT(overflows, 3'000);   // of 10'000: both sides of the border
  EXPECT_LT(overflows, 7'000);
}

INSTANTIATE_TEST_SUITE_P(Formats, Generator, testing::Values(float16, bfloat16, float32, float64),
                         [](const auto& parameter) { return "fraction" + std::to_string(parameter.param.fraction); });

TEST(GeneratorSequence, DependsOnlyOnTheSeed) {
  Cases cases(float64, 7);
  std::uint64_t digest = 0;
  for (int i = 0; i < 1'000; ++i) {
    for (const Operation operation : {Operation::add, Operation::mul, Operation::div, Operation::fma}) {
      const Case x = cases.next(operation);
      for (const std::uint64_t pattern : {x.a, x.b, x.c}) {
        digest = std::rotl(digest, 5) * 31 + pattern;
      }
    }
  }
  EXPECT_EQ(digest, 6482190897822727161U);
}

}  // namespace
}  // namespace oracle
