// SPDX-License-Identifier: Apache-2.0
//
// The integer oracle against plain int arithmetic where every pair can be tried, and against GMP at all widths.
#include "oracle/arithmetic/integers.hpp"

#include <gmp.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <stdexcept>
#include <vector>

#include "oracle/oracle.hpp"
#include "oracle/random.hpp"
#include "oracle/test/print.hpp"

namespace oracle {
namespace {

int to_int(Integer type, std::uint64_t pattern) {
  const int value = static_cast<int>(pattern);
  const bool negative = type.is_signed && value >= 1 << (type.bits - 1);
  return negative ? value - (1 << type.bits) : value;
}

Answer from_int(Integer type, int exact) {
  const int size = 1 << type.bits;
  const int lowest = type.is_signed ? -size / 2 : 0;
  const bool fits = lowest <= exact && exact < lowest + size;
  return {static_cast<std::uint64_t>((exact % size + size) % size), fits ? 0U : unsigned{wrapped}};
}

int floor_quotient(int x, int y) {
  const bool between_integers = x % y != 0;
  return between_integers && (x < 0) != (y < 0) ? x / y - 1 : x / y;
}

TEST(Integers, AgreeWithPlainIntOnAllPairsOf4And8Bits) {
  int pairs = 0;
  for (const Integer type : {Integer{4, false}, Integer{4, true}, Integer{8, false}, Integer{8, true}}) {
    const std::uint64_t size = std::uint64_t{1} << type.bits;
    for (std::uint64_t a = 0; a < size; ++a) {
      for (std::uint64_t b = 0; b < size; ++b) {
        const int x = to_int(type, a);
        const int y = to_int(type, b);
        ++pairs;
        ASSERT_EQ(int_add(type, a, b), from_int(type, x + y)) << x << ' ' << y;
        ASSERT_EQ(int_sub(type, a, b), from_int(type, x - y)) << x << ' ' << y;
        ASSERT_EQ(int_mul(type, a, b), from_int(type, x * y)) << x << ' ' << y;
        if (y != 0) {
          ASSERT_EQ(int_div_trunc(type, a, b), from_int(type, x / y)) << x << ' ' << y;
          ASSERT_EQ(int_div_floor(type, a, b), from_int(type, floor_quotient(x, y))) << x << ' ' << y;
        }
      }
    }
  }
  EXPECT_EQ(pairs, 2 * 16 * 16 + 2 * 256 * 256);
}

// A GMP integer that frees itself.
class Big {
 public:
  Big() { mpz_init(value_); }
  ~Big() { mpz_clear(value_); }
  Big(const Big&) = delete;
  Big& operator=(const Big&) = delete;
  operator mpz_ptr() { return value_; }

 private:
  mpz_t value_;
};

void set_from_pattern(mpz_ptr value, Integer type, std::uint64_t pattern) {
  mpz_set_ui(value, pattern);
  if (type.is_signed && mpz_tstbit(value, static_cast<mp_bitcnt_t>(type.bits - 1)) != 0) {
    Big size;
    mpz_setbit(size, static_cast<mp_bitcnt_t>(type.bits));
    mpz_sub(value, value, size);
  }
}

Answer to_answer(mpz_ptr exact, Integer type) {
  Big residue;
  mpz_fdiv_r_2exp(residue, exact, static_cast<mp_bitcnt_t>(type.bits));
  const std::uint64_t pattern = mpz_get_ui(residue);
  Big represented;
  set_from_pattern(represented, type, pattern);
  return {pattern, mpz_cmp(represented, exact) == 0 ? 0U : unsigned{wrapped}};
}

// The extremes, their neighbours and random patterns.
std::vector<std::uint64_t> samples(Integer type, std::uint64_t seed) {
  const std::uint64_t top = std::uint64_t{1} << (type.bits - 1);
  const std::uint64_t last = top | (top - 1);
  std::vector<std::uint64_t> patterns{0, 1, 2, 3, top - 2, top - 1, top, top + 1, last - 2, last - 1, last};
  Random random(seed);
  while (patterns.size() < 40) {
    const std::uint64_t pattern = random.bits() & last;
    patterns.push_back(pattern);
    patterns.push_back(pattern >> random.between(1, type.bits - 1));
  }
  return patterns;
}

TEST(Integers, AgreeWithGmpAtAllWidths) {
  Big x;
  Big y;
  Big exact;
  int pairs = 0;
  for (int bits = 4; bits <= 64; ++bits) {
    for (const Integer type : {Integer{bits, false}, Integer{bits, true}}) {
      const std::vector<std::uint64_t> patterns = samples(type, static_cast<std::uint64_t>(bits));
      for (const std::uint64_t a : patterns) {
        for (const std::uint64_t b : patterns) {
          set_from_pattern(x, type, a);
          set_from_pattern(y, type, b);
          ++pairs;
          mpz_add(exact, x, y);
          ASSERT_EQ(int_add(type, a, b), to_answer(exact, type)) << bits << ' ' << a << ' ' << b;
          mpz_sub(exact, x, y);
          ASSERT_EQ(int_sub(type, a, b), to_answer(exact, type)) << bits << ' ' << a << ' ' << b;
          mpz_mul(exact, x, y);
          ASSERT_EQ(int_mul(type, a, b), to_answer(exact, type)) << bits << ' ' << a << ' ' << b;
          if (b != 0) {
            mpz_tdiv_q(exact, x, y);
            ASSERT_EQ(int_div_trunc(type, a, b), to_answer(exact, type)) << bits << ' ' << a << ' ' << b;
            mpz_fdiv_q(exact, x, y);
            ASSERT_EQ(int_div_floor(type, a, b), to_answer(exact, type)) << bits << ' ' << a << ' ' << b;
          }
        }
      }
    }
  }
  EXPECT_GE(pairs, 61 * 2 * 40 * 40);
}

TEST(Integers, TheLowestNumberDividedByMinusOneWrapsAndOverflows) {
  constexpr std::uint64_t lowest = std::uint64_t{1} << 63;
  constexpr std::uint64_t minus_one = ~std::uint64_t{0};
  EXPECT_EQ(int_div_trunc({64, true}, lowest, minus_one), (Answer{lowest, wrapped}));
  EXPECT_EQ(int_div_floor({64, true}, lowest, minus_one), (Answer{lowest, wrapped}));
}

TEST(Integers, DivisionByZeroIsRefused) {
  EXPECT_THROW(int_div_trunc({32, true}, 1, 0), std::invalid_argument);
  EXPECT_THROW(int_div_floor({32, true}, 1, 0), std::invalid_argument);
}

}  // namespace
}  // namespace oracle
