// SPDX-License-Identifier: Apache-2.0
// Conversions between all fifteen types against MPFR and GMP: every pattern of the types up to 16 bits, boundary values
// of the others; as C99 and as C++20.
#include "scalar/exact_value.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "oracle/random.hpp"
#include "scalar/floats.h"
#include "tests/support/evidence.hpp"

extern "C" std::uint64_t c99_cast(char from, unsigned from_bits, unsigned from_fraction, char to, unsigned to_bits,
                                  unsigned to_fraction, std::uint64_t pattern, unsigned* events);

namespace {

using oracle::Kind, oracle::NamedType, oracle::Type;

// Around every power of two, where ranges end and fractions begin; beside the middle of two neighbours of the narrower
// formats.
void add_hard_floats(oracle::Format f, oracle::Random& random, std::set<std::uint64_t>& found) {
  for (const std::uint64_t x : oracle::boundary_values(f)) found.insert(x);
  const std::uint64_t hidden = oracle::power_of_two(f.fraction);
  const int first = std::max(-160, -oracle::bias(f)), last = std::min(140, oracle::bias(f));
  for (int exponent = first; exponent <= last; ++exponent)
    for (int i = 0; i < 8; ++i) {
      const std::uint64_t power = static_cast<std::uint64_t>(exponent + oracle::bias(f)) << f.fraction;
      const std::uint64_t low = random.below(hidden), half = hidden >> random.between(1, f.fraction - 1);
      const std::uint64_t tie = (low & ~(2 * half - 1)) + half;
      for (const std::uint64_t fraction : {std::uint64_t{0}, std::uint64_t{1}, hidden - 1, low, tie, tie - 1, tie + 1})
        for (const std::uint64_t sign : {std::uint64_t{0}, oracle::sign_mask(f)}) found.insert(sign | power | fraction);
    }
}

void add_hard_integers(unsigned bits, oracle::Random& random, std::set<std::uint64_t>& found) {
  for (unsigned k = 0; k < bits; ++k)
    for (std::uint64_t near = 0; near < 3; ++near) {
      const std::uint64_t power = std::uint64_t{1} << k;
      for (const std::uint64_t x : {power + near - 1, 0 - power - near + 1}) found.insert(uint_wrap(x, bits));
      // numbers with few significant bits, some of which are ties, and their neighbours
      for (int i = 0; i < 4; ++i) found.insert(uint_wrap(((random.bits() | 1) << k) + near - 1, bits));
    }
}

// All patterns of the types up to 16 bits; of the others hard ones and random ones.
std::vector<std::uint64_t> patterns_of(const Type& type) {
  std::set<std::uint64_t> found;
  oracle::Random random(static_cast<std::uint64_t>(type.bits + type.fraction));
  if (type.bits <= 16) {
    const std::uint64_t count = type.kind == Kind::boolean ? 2 : oracle::power_of_two(type.bits);
    for (std::uint64_t x = 0; x < count; ++x) found.insert(x);
  } else {
    for (int i = 0; i < 3000; ++i) found.insert(random.bits() >> (64 - type.bits));
    if (type.kind == Kind::floating)
      add_hard_floats(type.format(), random, found);
    else
      add_hard_integers(static_cast<unsigned>(type.bits), random, found);
  }
  return {found.begin(), found.end()};
}

binary_format format_of(const Type& type) {
  return binary_format_of(static_cast<unsigned>(type.bits), static_cast<unsigned>(type.fraction));
}

exact_value value_of(const Type& type, std::uint64_t pattern) {
  if (type.kind == Kind::floating) return binary_value(format_of(type), pattern);
  return type.is_signed ? value_of_int(int_wrap(pattern, static_cast<unsigned>(type.bits))) : value_of_uint(pattern);
}

oracle::Answer rounded(const Type& type, exact_value x) {
  const auto bits = static_cast<unsigned>(type.bits);
  unsigned events = 0;
  switch (type.kind) {
    case Kind::floating: {
      const std::uint64_t pattern = binary_of_value(format_of(type), x, &events);
      return {pattern, events};
    }
    case Kind::integer:
      if (type.is_signed)
        return {uint_wrap(static_cast<std::uint64_t>(int_of_value(x, bits)), bits), int_events_of_value(x, bits)};
      return {uint_of_value(x, bits), uint_events_of_value(x, bits)};
    case Kind::boolean:
      return {static_cast<std::uint64_t>(bool_of_value(x)), bool_events_of_value(x)};
  }
  return {};
}

oracle::Answer as_c99(const Type& from, const Type& to, std::uint64_t pattern) {
  const auto letter = [](const Type& type) {
    return type.kind == Kind::floating ? 'f' : type.kind == Kind::boolean ? 'b' : type.is_signed ? 'i' : 'u';
  };
  const binary_format f = format_of(from), t = format_of(to);
  unsigned events = 0;
  const std::uint64_t bits =
      c99_cast(letter(from), f.bits, f.fraction, letter(to), t.bits, t.fraction, pattern, &events);
  return {bits, events};
}

class Conversions : public testing::TestWithParam<NamedType> {};

TEST_P(Conversions, ToEveryTypeAgreeWithMpfr_AsCAndAsCpp) {
  EVIDENCE("NUM-ALL-CONVERT", "NUM-ALL-EVENTS");
  const Type from = GetParam().type;
  const std::vector<std::uint64_t> patterns = patterns_of(from);
  for (const NamedType& to : oracle::storable_types)
    for (const std::uint64_t x : patterns) {
      const oracle::Answer wanted = oracle::convert(from, to.type, x), got = rounded(to.type, value_of(from, x));
      ASSERT_EQ(got.bits, wanted.bits) << std::hex << x << " to " << to.name;
      ASSERT_EQ(got.events, wanted.events) << std::hex << x << " to " << to.name;
      ASSERT_EQ(as_c99(from, to.type, x), got) << std::hex << x << " to " << to.name;
    }
}

INSTANTIATE_TEST_SUITE_P(From, Conversions, testing::ValuesIn(oracle::storable_types),
                         [](const auto& p) { return std::string(p.param.name); });

// The ends of the ranges, where a comparison in the floating-point type itself would go wrong: 2^31 and 2^63 are
// numbers of float, the largest integers below them are not.
TEST(Conversions, ATruncatedNumberBeyondTheRangeSaturates) {
  EVIDENCE("NUM-ALL-CONVERT");
  const auto value = [](double x) { return binary_value(FORMAT_DOUBLE, f64_bits(x)); };
  EXPECT_EQ(int_of_value(value(0x1p63), 64), INT64_MAX);
  EXPECT_EQ(int_events_of_value(value(0x1p63), 64), static_cast<unsigned>(EVENT_SATURATED));
  EXPECT_EQ(int_of_value(value(-0x1p63), 64), INT64_MIN);
  EXPECT_EQ(int_events_of_value(value(-0x1p63), 64), 0u);
  EXPECT_EQ(uint_of_value(value(0x1p64), 64), UINT64_MAX);
  EXPECT_EQ(uint_of_value(value(0x1.fffffffffffffp63), 64), 0xFFFFFFFFFFFFF800u);
  EXPECT_EQ(int_of_value(value(127.999), 8), 127);
  EXPECT_EQ(int_events_of_value(value(127.999), 8), static_cast<unsigned>(EVENT_INEXACT));
  EXPECT_EQ(int_of_value(value(-128.999), 8), -128);
  EXPECT_EQ(int_events_of_value(value(-128.999), 8), static_cast<unsigned>(EVENT_INEXACT));
  EXPECT_EQ(uint_of_value(value(-0.999), 8), 0u);
  EXPECT_EQ(uint_events_of_value(value(-0.999), 8), static_cast<unsigned>(EVENT_INEXACT));
  EXPECT_EQ(uint_events_of_value(value(-1), 8), static_cast<unsigned>(EVENT_SATURATED));
  EXPECT_EQ(uint_events_of_value(value(-0.0), 8), 0u);
}

// The same number comes out otherwise where it was an integer: that wraps.
TEST(Conversions, AnIntegerBeyondTheRangeWraps) {
  EVIDENCE("NUM-ALL-CONVERT");
  EXPECT_EQ(uint_of_value(value_of_int(300), 8), 44u);
  EXPECT_EQ(uint_events_of_value(value_of_int(300), 8), static_cast<unsigned>(EVENT_WRAP));
  EXPECT_EQ(int_of_value(value_of_uint(255), 8), -1);
  EXPECT_EQ(uint_of_value(value_of_int(-1), 64), UINT64_MAX);
  EXPECT_EQ(uint_of_value(binary_value(FORMAT_DOUBLE, f64_bits(300)), 8), 255u);
}

}  // namespace
