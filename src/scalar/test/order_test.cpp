// SPDX-License-Identifier: Apache-2.0
// Differences and comparisons of every floating-point type, what changes a sign only, square roots and integers,
// against the oracle: the integer text with its events, the processor's arithmetic, and both as C99 and as C++20.
#include "scalar/order.h"

#include <gtest/gtest.h>

#include "oracle/cases/operations.hpp"
#include "oracle/ops/abs/abs.hpp"
#include "oracle/ops/ceil/ceil.hpp"
#include "oracle/ops/equal/equal.hpp"
#include "oracle/ops/floor/floor.hpp"
#include "oracle/ops/less/less.hpp"
#include "oracle/ops/lessorequal/lessorequal.hpp"
#include "oracle/ops/max/max.hpp"
#include "oracle/ops/min/min.hpp"
#include "oracle/ops/neg/neg.hpp"
#include "oracle/ops/round/round.hpp"
#include "oracle/ops/sqrt/sqrt.hpp"
#include "oracle/ops/sub/sub.hpp"
#include "oracle/random.hpp"
#include "scalar/floats.h"
#include "tests/support/evidence.hpp"

extern "C" {
std::uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, std::uint64_t a, std::uint64_t b,
                         std::uint64_t c, unsigned* events);
std::uint64_t c99_native(int operation, unsigned bits, std::uint64_t a, std::uint64_t b, std::uint64_t c);
}

namespace {

template <auto Text> std::uint64_t holds(binary_format f, std::uint64_t a, std::uint64_t b, unsigned* events) {
  return static_cast<std::uint64_t>(Text(f, a, b, events));
}

struct Pairs {
  const char* name;
  int as_c99;
  std::uint64_t (*text)(binary_format, std::uint64_t, std::uint64_t, unsigned*);
  oracle::Answer (*judge)(oracle::Type, std::uint64_t, std::uint64_t);
  std::uint64_t (*f32)(float, float);
  std::uint64_t (*f64)(double, double);
};
constexpr Pairs pairs[] = {
    {"sub", 4, binary_sub, oracle::sub, [](float a, float b) -> std::uint64_t { return f32_bits(f32_sub(a, b)); },
     [](double a, double b) { return f64_bits(f64_sub(a, b)); }},
    {"less", 5, holds<binary_less>, oracle::less, [](float a, float b) -> std::uint64_t { return f32_less(a, b) != 0; },
     [](double a, double b) -> std::uint64_t { return f64_less(a, b) != 0; }},
    {"equal", 20, holds<binary_equal>, oracle::equal,
     [](float a, float b) -> std::uint64_t { return f32_equal(a, b) != 0; },
     [](double a, double b) -> std::uint64_t { return f64_equal(a, b) != 0; }},
    {"less or equal", 21, holds<binary_less_or_equal>, oracle::less_or_equal,
     [](float a, float b) -> std::uint64_t { return f32_less_or_equal(a, b) != 0; },
     [](double a, double b) -> std::uint64_t { return f64_less_or_equal(a, b) != 0; }},
    {"max", 6, binary_max, oracle::max, [](float a, float b) -> std::uint64_t { return f32_bits(f32_max(a, b)); },
     [](double a, double b) { return f64_bits(f64_max(a, b)); }},
    {"min", 7, binary_min, oracle::min, [](float a, float b) -> std::uint64_t { return f32_bits(f32_min(a, b)); },
     [](double a, double b) { return f64_bits(f64_min(a, b)); }},
};

oracle::Answer quiet(oracle::Type type, std::uint64_t x) {
  return {oracle::canonical(type, x), oracle::nan_events(type, {x})};
}

struct Single {
  const char* name;
  int as_c99;
  std::uint64_t (*text)(binary_format, std::uint64_t, unsigned*);
  oracle::Answer (*judge)(oracle::Type, std::uint64_t);
  float (*f32)(float);
  double (*f64)(double);
};
constexpr Single singles[] = {
    {"quiet", 8, binary_quiet, quiet, f32_one_nan, f64_one_nan},
    {"negate", 9, binary_negate, oracle::neg, f32_negate, f64_negate},
    {"abs", 10, binary_abs, oracle::abs, f32_abs, f64_abs},
    {"sqrt", 11, binary_sqrt, oracle::sqrt, f32_sqrt, f64_sqrt},
    {"floor", 12, binary_floor, oracle::floor, f32_floor, f64_floor},
    {"ceil", 13, binary_ceil, oracle::ceil, f32_ceil, f64_ceil},
    {"nearest", 14, binary_nearest, oracle::round, f32_nearest, f64_nearest},
};

binary_format format_of(oracle::Format f) {
  return binary_format_of(static_cast<unsigned>(f.bits), static_cast<unsigned>(f.fraction));
}

class Order : public testing::TestWithParam<oracle::Format> {
 protected:
  static void judge(const Pairs& operation, std::uint64_t a, std::uint64_t b) {
    const oracle::Format f = GetParam();
    const binary_format format = format_of(f);
    const oracle::Answer wanted = operation.judge(f, a, b);
    unsigned events = 0, events_of_c = 0;
    SCOPED_TRACE(testing::Message() << operation.name << std::hex << " " << a << " " << b);
    ASSERT_EQ(operation.text(format, a, b, &events), wanted.bits);
    ASSERT_EQ(events, wanted.events);
    ASSERT_EQ(c99_binary(operation.as_c99, format.bits, format.fraction, a, b, 0, &events_of_c), wanted.bits);
    ASSERT_EQ(events_of_c, wanted.events);
    if (f.bits == 16) return;
    ASSERT_EQ(c99_native(operation.as_c99, format.bits, a, b, 0), wanted.bits);
    if (f.bits == 32)
      ASSERT_EQ(operation.f32(f32_of_bits(static_cast<std::uint32_t>(a)), f32_of_bits(static_cast<std::uint32_t>(b))),
                wanted.bits);
    else
      ASSERT_EQ(operation.f64(f64_of_bits(a), f64_of_bits(b)), wanted.bits);
  }
  static void judge(const Single& operation, std::uint64_t a) {
    const oracle::Format f = GetParam();
    const binary_format format = format_of(f);
    const oracle::Answer wanted = operation.judge(f, a);
    unsigned events = 0, events_of_c = 0;
    SCOPED_TRACE(testing::Message() << operation.name << std::hex << " " << a);
    ASSERT_EQ(operation.text(format, a, &events), wanted.bits);
    ASSERT_EQ(events, wanted.events);
    ASSERT_EQ(c99_binary(operation.as_c99, format.bits, format.fraction, a, 0, 0, &events_of_c), wanted.bits);
    ASSERT_EQ(events_of_c, wanted.events);
    if (f.bits == 16) return;
    ASSERT_EQ(c99_native(operation.as_c99, format.bits, a, 0, 0), wanted.bits);
    if (f.bits == 32)
      ASSERT_EQ(f32_bits(operation.f32(f32_of_bits(static_cast<std::uint32_t>(a)))), wanted.bits);
    else
      ASSERT_EQ(f64_bits(operation.f64(f64_of_bits(a))), wanted.bits);
  }
};

TEST_P(Order, DifferencesAndComparisonsOfBoundaryValuesAgreeWithTheOracle) {
  EVIDENCE("NUM-FLOAT-ROUNDING", "NUM-FLOAT-NAN", "NUM-FLOAT-ORDER", "NUM-ALL-EVENTS");
  const std::vector<std::uint64_t> values = oracle::boundary_values(GetParam());
  ASSERT_GT(values.size(), 100u);
  for (const Pairs& operation : pairs)
    for (const std::uint64_t a : values)
      for (const std::uint64_t b : values) {
        judge(operation, a, b);
        if (HasFatalFailure()) return;
      }
}

// The cases of sums: near exponents, cancellation, ties, both ends of the range.
TEST_P(Order, DifferencesAndComparisonsOfHardPairsAgreeWithTheOracle) {
  EVIDENCE("NUM-FLOAT-ROUNDING", "NUM-FLOAT-NAN", "NUM-FLOAT-ORDER", "NUM-ALL-EVENTS");
  const std::uint64_t sign = binary_sign_bit(format_of(GetParam()));
  for (const Pairs& operation : pairs) {
    oracle::Cases cases(GetParam(), 3);
    for (int i = 0; i < 30000; ++i) {
      const oracle::Case c = cases.next(oracle::Operation::add);
      judge(operation, c.a, c.b);
      judge(operation, c.a, c.b ^ sign);
      if (HasFatalFailure()) return;
    }
  }
}

// All patterns of 16 bits. Else boundary values and any patterns; numbers around integers and the middles between them;
// squares, whose roots are exact, with their neighbours, whose roots are hard to round.
std::vector<std::uint64_t> single_values(oracle::Format f) {
  std::vector<std::uint64_t> values = oracle::boundary_values(f);
  if (f.bits == 16) {
    values.clear();
    for (std::uint64_t x = 0; x < 65536; ++x) values.push_back(x);
    return values;
  }
  const auto pattern_of = [&](double x) {
    return f.bits == 64 ? f64_bits(x) : std::uint64_t{f32_bits(static_cast<float>(x))};
  };
  oracle::Random random(1);
  const auto add_around = [&](std::uint64_t pattern) {
    const std::uint64_t sign = random.coin() ? oracle::sign_mask(f) : 0;
    for (const std::uint64_t x : {pattern - 1, pattern, pattern + 1}) values.push_back(x ^ sign);
  };
  for (int i = 0; i < 20000; ++i) {
    values.push_back(random.bits() >> (64 - f.bits));
    add_around(pattern_of(static_cast<double>(random.bits() >> random.between(20, 63)) / 2 + 0.5));
    const auto root = static_cast<double>(random.bits() >> (64 - f.fraction / 2));
    add_around(pattern_of((root + 1) * (root + 1)));
  }
  return values;
}

TEST_P(Order, OperationsOnOneOperandAgreeWithTheOracle) {
  EVIDENCE("NUM-FLOAT-ROUNDING", "NUM-FLOAT-NAN", "NUM-ALL-EVENTS");
  const std::vector<std::uint64_t> values = single_values(GetParam());
  for (const Single& operation : singles)
    for (const std::uint64_t a : values) {
      judge(operation, a);
      if (HasFatalFailure()) return;
    }
}

INSTANTIATE_TEST_SUITE_P(Formats, Order,
                         testing::Values(oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64),
                         [](const auto& p) {
                           return std::string(p.param.fraction == 7 ? "bfloat" : "float") +
                                  std::to_string(p.param.bits);
                         });

}  // namespace
