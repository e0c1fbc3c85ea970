// SPDX-License-Identifier: Apache-2.0
// One element of every floating-point type against MPFR: the integer text with its events, the processor's arithmetic,
// and both as C99 and as C++20.
#include "scalar/floats.h"

#include <gtest/gtest.h>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/operations.hpp"
#include "tests/support/evidence.hpp"

extern "C" {
std::uint64_t c99_binary(int operation, unsigned bits, unsigned fraction, std::uint64_t a, std::uint64_t b,
                         std::uint64_t c, unsigned* events);
std::uint64_t c99_native(int operation, unsigned bits, std::uint64_t a, std::uint64_t b, std::uint64_t c);
}

namespace {

constexpr int cases_each = 100000;

oracle::Answer judged(oracle::Operation operation, oracle::Format f, const oracle::Case& c) {
  switch (operation) {
    case oracle::Operation::add:
      return oracle::ieee_add(f, c.a, c.b);
    case oracle::Operation::mul:
      return oracle::ieee_mul(f, c.a, c.b);
    case oracle::Operation::div:
      return oracle::ieee_div(f, c.a, c.b);
    case oracle::Operation::fma:
      return oracle::ieee_fma(f, c.a, c.b, c.c);
  }
  return {};
}

oracle::Answer integer_text(oracle::Operation operation, binary_format f, const oracle::Case& c) {
  unsigned events = 0;
  switch (operation) {
    case oracle::Operation::add:
      return {binary_add(f, c.a, c.b, &events), events};
    case oracle::Operation::mul:
      return {binary_mul(f, c.a, c.b, &events), events};
    case oracle::Operation::div:
      return {binary_div(f, c.a, c.b, &events), events};
    case oracle::Operation::fma:
      return {binary_fma(f, c.a, c.b, c.c, &events), events};
  }
  return {};
}

class Binary : public testing::TestWithParam<oracle::Format> {};

TEST_P(Binary, EveryOperationAndItsEventsAgreeWithMpfr_AsCAndAsCpp) {
  EVIDENCE("NUM-FLOAT-ROUNDING", "NUM-FLOAT-NAN", "NUM-FLOAT-SIGN", "NUM-ALL-EVENTS");
  const oracle::Format f = GetParam();
  const binary_format format = binary_format_of(static_cast<unsigned>(f.bits), static_cast<unsigned>(f.fraction));
  for (const auto operation :
       {oracle::Operation::add, oracle::Operation::mul, oracle::Operation::div, oracle::Operation::fma}) {
    oracle::Cases cases(f, 1);
    for (int i = 0; i < cases_each; ++i) {
      const oracle::Case c = cases.next(operation);
      const oracle::Answer wanted = judged(operation, f, c), got = integer_text(operation, format, c);
      ASSERT_EQ(got.bits, wanted.bits) << std::hex << static_cast<int>(operation) << " " << c.a << " " << c.b << " "
                                       << c.c;
      ASSERT_EQ(got.events, wanted.events)
          << std::hex << static_cast<int>(operation) << " " << c.a << " " << c.b << " " << c.c;
      unsigned events = 0;
      ASSERT_EQ(c99_binary(static_cast<int>(operation), format.bits, format.fraction, c.a, c.b, c.c, &events),
                got.bits);
      ASSERT_EQ(events, got.events);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Binary,
                         testing::Values(oracle::float16, oracle::bfloat16, oracle::float32, oracle::float64),
                         [](const auto& p) {
                           return std::string(p.param.fraction == 7 ? "bfloat" : "float") +
                                  std::to_string(p.param.bits);
                         });

class Native : public testing::TestWithParam<oracle::Format> {};

TEST_P(Native, EveryOperationAgreesWithMpfr_AsCAndAsCpp) {
  EVIDENCE("NUM-FLOAT-ROUNDING", "NUM-FLOAT-NAN");
  const oracle::Format f = GetParam();
  const auto native = [&](oracle::Operation operation, const oracle::Case& c) -> std::uint64_t {
    if (f.bits == 32) {
      const auto x = f32_of_bits(static_cast<std::uint32_t>(c.a)), y = f32_of_bits(static_cast<std::uint32_t>(c.b)),
                 z = f32_of_bits(static_cast<std::uint32_t>(c.c));
      switch (operation) {
        case oracle::Operation::add:
          return f32_bits(f32_add(x, y));
        case oracle::Operation::mul:
          return f32_bits(f32_mul(x, y));
        case oracle::Operation::div:
          return f32_bits(f32_div(x, y));
        case oracle::Operation::fma:
          return f32_bits(f32_fma(x, y, z));
      }
    }
    const double x = f64_of_bits(c.a), y = f64_of_bits(c.b), z = f64_of_bits(c.c);
    switch (operation) {
      case oracle::Operation::add:
        return f64_bits(f64_add(x, y));
      case oracle::Operation::mul:
        return f64_bits(f64_mul(x, y));
      case oracle::Operation::div:
        return f64_bits(f64_div(x, y));
      case oracle::Operation::fma:
        return f64_bits(f64_fma(x, y, z));
    }
    return 0;
  };
  for (const auto operation :
       {oracle::Operation::add, oracle::Operation::mul, oracle::Operation::div, oracle::Operation::fma}) {
    oracle::Cases cases(f, 2);
    for (int i = 0; i < cases_each; ++i) {
      const oracle::Case c = cases.next(operation);
      const std::uint64_t wanted = judged(operation, f, c).bits;
      ASSERT_EQ(native(operation, c), wanted)
          << std::hex << static_cast<int>(operation) << " " << c.a << " " << c.b << " " << c.c;
      ASSERT_EQ(c99_native(static_cast<int>(operation), static_cast<unsigned>(f.bits), c.a, c.b, c.c), wanted);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, Native, testing::Values(oracle::float32, oracle::float64),
                         [](const auto& p) { return "float" + std::to_string(p.param.bits); });

// Triples that distinguish a fused step from one that rounds the product or goes through a wider format.
TEST(Binary, FusedMultiplyAdd_DistinguishingTriplesAreRight) {
  EVIDENCE("NUM-FLOAT-ROUNDING");
  unsigned events = 0;
  EXPECT_EQ(binary_fma(FORMAT_FLOAT16, 0x3C14, 0x0FD9, 0x3C00, &events), 0x3C01u);
  EXPECT_EQ(binary_fma(FORMAT_BFLOAT16, 0x40E0, 0x4214, 0xA180, &events), 0x4381u);
  EXPECT_EQ(f32_bits(f32_fma(0x1.000002p0f, 0x1.000002p0f, -0x1.000004p0f)), 0x28800000u);  // 2^-46, not 0
  EXPECT_EQ(f64_bits(f64_fma(0x1.0000000000001p0, 0x1.0000000000001p0, -0x1.0000000000002p0)), 0x3970000000000000u);
}

}  // namespace
