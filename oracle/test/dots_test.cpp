// SPDX-License-Identifier: Apache-2.0
//
// The generator of vectors keeps its promises: shares of the strata, reproducibility, and that each stratum reaches
// what it is made for.
#include "oracle/cases/dots.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "oracle/arithmetic/dot.hpp"
#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

using Patterns = std::vector<std::uint64_t>;

class DotGenerator : public testing::TestWithParam<Format> {};

TEST_P(DotGenerator, StrataHaveTheirShares) {
  DotCases cases(GetParam(), 1);
  std::map<std::string, int> hits;
  Patterns a(5);
  Patterns b(5);
  for (int i = 0; i < 8'000; ++i) {
    ++hits[name(cases.fill(a, b))];
  }
  EXPECT_EQ(hits.size(), 8U);
  for (const auto& [stratum, count] : hits) {
    EXPECT_EQ(count, 1'000) << stratum;
  }
}

TEST_P(DotGenerator, AnEighthOfTheVectorsHaveAFewSpecials) {
  const Format f = GetParam();
  DotCases cases(f, 2);
  int vectors = 0;
  int infinities = 0;
  int quiet = 0;
  int signalling = 0;
  Patterns a(16);
  Patterns b(16);
  for (int i = 0; i < 8'000; ++i) {
    cases.fill(a, b);
    int specials = 0;
    for (const Patterns& patterns : {a, b}) {
      for (const std::uint64_t x : patterns) {
        ASSERT_EQ(x >> (f.bits - 1) >> 1, 0U);
        specials += is_finite(f, x) ? 0 : 1;
        infinities += is_infinite(f, x) ? 1 : 0;
        signalling += is_signalling(f, x) ? 1 : 0;
        quiet += is_nan(f, x) && !is_signalling(f, x) ? 1 : 0;
      }
    }
    ASSERT_LE(specials, 3);
    vectors += specials > 0 ? 1 : 0;
  }
  EXPECT_GT(vectors, 800);
  EXPECT_LT(vectors, 1'200);
  EXPECT_GT(infinities, 1'000);
  EXPECT_GT(quiet, 200);
  EXPECT_GT(signalling, 200);
}

// The number of vectors of a stratum, out of 1'000, whose exact sum has the property.
template <typename Property> int count(Format f, DotStratum stratum, Property property) {
  DotCases cases(f, 3);
  Patterns a(8);
  Patterns b(8);
  int hits = 0;
  for (int i = 0; i < 8'000; ++i) {
    if (cases.fill(a, b) == stratum) {
      hits += property(dot(f, Accumulation::exact, a, b)) ? 1 : 0;
    }
  }
  return hits;
}

TEST_P(DotGenerator, StrataReachWhatTheyAreMadeFor) {
  const Format f = GetParam();
  EXPECT_GT(count(f, DotStratum::tiny, [](Answer x) { return (x.events & underflow) != 0; }), 100);
  EXPECT_GT(count(f, DotStratum::tiny, [&](Answer x) { return magnitude(f, x.bits) < power_of_two(f.fraction); }), 300);
  const int overflows = count(f, DotStratum::huge, [](Answer x) { return (x.events & overflow) != 0; });
  EXPECT_GT(overflows, 100);
  EXPECT_LT(overflows, 600);
  EXPECT_GT(count(f, DotStratum::cancelling, [](Answer x) { return x == Answer{0, 0}; }), 250);
  EXPECT_LT(count(f, DotStratum::cancelling, [](Answer x) { return x == Answer{0, 0}; }), 600);
  EXPECT_GT(count(f, DotStratum::beside_tie, [](Answer x) { return x.events == inexact; }), 600);
  EXPECT_GT(count(f, DotStratum::ordinary, [](Answer x) { return x.events == inexact; }), 800);
  EXPECT_GT(count(f, DotStratum::opposite_exponents, [](Answer x) { return x.events == inexact; }), 600);
  EXPECT_GT(count(f, DotStratum::small_integers, [](Answer x) { return x.events == inexact; }), 50);
  EXPECT_GT(count(f, DotStratum::small_integers, [](Answer x) { return x.events == 0; }), 500);
}

// What the strata are for: each way of accumulation must often give a result that the others do not.
TEST_P(DotGenerator, DistinguishesTheAccumulations) {
  const Format f = GetParam();
  DotCases cases(f, 4);
  Patterns a(8);
  Patterns b(8);
  std::map<std::string, int> differences;
  for (int i = 0; i < 8'000; ++i) {
    cases.fill(a, b);
    const std::uint64_t sequential = dot(f, Accumulation::sequential, a, b).bits;
    const std::uint64_t fused = dot(f, Accumulation::fused, a, b).bits;
    const std::uint64_t exact = dot(f, Accumulation::exact, a, b).bits;
    differences["sequential, fused"] += sequential != fused ? 1 : 0;
    differences["fused, exact"] += fused != exact ? 1 : 0;
    if (f.bits < 64) {
      const std::uint64_t wide = dot(f, Accumulation::wide, a, b).bits;
      differences["wide, fused"] += wide != fused ? 1 : 0;
      differences["wide, exact"] += wide != exact ? 1 : 0;
    }
  }
  for (const auto& [pair, number] : differences) {
    EXPECT_GT(number, 100) << pair;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, DotGenerator, testing::Values(float16, bfloat16, float32, float64),
                         [](const auto& parameter) { return "fraction" + std::to_string(parameter.param.fraction); });

TEST(DotGeneratorSequence, IntegerStrataHaveTheirShares) {
  Patterns a(6);
  Patterns b(6);
  for (const Integer type : {Integer{8, true}, Integer{64, false}}) {
    DotCases cases(type, 5);
    std::map<std::string, int> hits;
    for (int i = 0; i < 2'000; ++i) {
      ++hits[name(cases.fill(a, b))];
      for (const std::uint64_t x : a) {
        ASSERT_EQ(x >> (type.bits - 1) >> 1, 0U);
      }
    }
    EXPECT_EQ(hits.size(), type.is_signed ? 5U : 4U);
    EXPECT_EQ(hits["extremes"], type.is_signed ? 400 : 500);
  }
}

TEST(DotGeneratorSequence, RefusesDifferentLengths) {
  Patterns a(2);
  Patterns b(3);
  EXPECT_THROW(DotCases(float32, 1).fill(a, b), std::invalid_argument);
}

template <typename Type> std::uint64_t digest(Type type) {
  DotCases cases(type, 6);
  Patterns a(7);
  Patterns b(7);
  std::uint64_t result = 0;
  for (int i = 0; i < 1'000; ++i) {
    cases.fill(a, b);
    for (std::size_t k = 0; k < a.size(); ++k) {
      result = std::rotl(result, 5) * 31 + a[k];
      result = std::rotl(result, 5) * 31 + b[k];
    }
  }
  return result;
}

TEST(DotGeneratorSequence, DependsOnlyOnTheSeed) {
  EXPECT_EQ(digest(float16), 4669457425006563403U);
  EXPECT_EQ(digest(float64), 3215619152627505053U);
  EXPECT_EQ(digest(Integer{32, true}), 4522795023635415952U);
}

}  // namespace
}  // namespace oracle
