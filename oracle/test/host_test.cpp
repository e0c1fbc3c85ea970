// SPDX-License-Identifier: Apache-2.0
//
// The MPFR oracle against the floating-point unit of the host, values and events, on structured cases.
// Every native operand and result is volatile: the compiler can then neither fold the operation nor move it across the
// calls that clear and read the flags.
#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdint>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/operations.hpp"
#include "oracle/oracle.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

constexpr int structured_cases = 500'000;

// IEEE 754 lets the hardware choose when a result counts as tiny. x86 chooses after rounding, as Etalon does; other
// hosts are compared on the remaining events only.
#if defined(__x86_64__)
constexpr unsigned comparable_events = invalid | divide_by_zero | overflow | underflow | inexact;
#else
constexpr unsigned comparable_events = invalid | divide_by_zero | overflow | inexact;
#endif

unsigned raised_events() {
  const int flags = std::fetestexcept(FE_ALL_EXCEPT);
  unsigned events = 0;
  events |= (flags & FE_INVALID) != 0 ? unsigned{invalid} : 0;
  events |= (flags & FE_DIVBYZERO) != 0 ? unsigned{divide_by_zero} : 0;
  events |= (flags & FE_OVERFLOW) != 0 ? unsigned{overflow} : 0;
  events |= (flags & FE_UNDERFLOW) != 0 ? unsigned{underflow} : 0;
  events |= (flags & FE_INEXACT) != 0 ? unsigned{inexact} : 0;
  return events;
}

template <typename Real, typename Pattern, Format F> struct Host {
  static constexpr Format format = F;

  static Answer run(Operation operation, const Case& x) {
    volatile Real a = std::bit_cast<Real>(static_cast<Pattern>(x.a));
    volatile Real b = std::bit_cast<Real>(static_cast<Pattern>(x.b));
    volatile Real c = std::bit_cast<Real>(static_cast<Pattern>(x.c));
    volatile Real result = 0;
    std::feclearexcept(FE_ALL_EXCEPT);
    switch (operation) {
      case Operation::add:
        result = a + b;
        break;
      case Operation::mul:
        result = a * b;
        break;
      case Operation::div:
        result = a / b;
        break;
      case Operation::fma:
        result = std::fma(a, b, c);
        break;
    }
    const unsigned events = raised_events();
    const std::uint64_t pattern = std::bit_cast<Pattern>(static_cast<Real>(result));
    return {is_nan(F, pattern) ? canonical_nan(F) : pattern, events};  // hosts differ in the NaN they deliver
  }
};

Answer judge(Format f, Operation operation, const Case& x) {
  switch (operation) {
    case Operation::add:
      return ieee_add(f, x.a, x.b);
    case Operation::mul:
      return ieee_mul(f, x.a, x.b);
    case Operation::div:
      return ieee_div(f, x.a, x.b);
    case Operation::fma:
      return ieee_fma(f, x.a, x.b, x.c);
  }
  return {};
}

// Whether 0 * infinity + quiet NaN is invalid is another free choice of the hardware.
bool hardware_may_choose_invalid(Format f, Operation operation, const Case& x) {
  const bool is_invalid_product = (is_zero(f, x.a) && is_infinite(f, x.b)) || (is_infinite(f, x.a) && is_zero(f, x.b));
  return operation == Operation::fma && is_invalid_product && is_nan(f, x.c);
}

template <typename H> class HostArithmetic : public testing::Test {
 protected:
  static void expect_agreement(Operation operation) {
    Cases cases(H::format, 2);
    for (int i = 0; i < structured_cases; ++i) {
      const Case x = cases.next(operation);
      const Answer expected = judge(H::format, operation, x);
      const Answer native = H::run(operation, x);
      const unsigned free_events = hardware_may_choose_invalid(H::format, operation, x) ? unsigned{invalid} : 0;
      const unsigned differing_events = (native.events ^ expected.events) & comparable_events & ~free_events;
      ASSERT_TRUE(native.bits == expected.bits && differing_events == 0)
          << std::hex << x.a << ' ' << x.b << ' ' << x.c << ' ' << name(x.stratum) << ": native " << native.bits
          << " events " << native.events << ", oracle " << expected.bits << " events " << expected.events;
    }
  }
};

using Hosts = testing::Types<Host<float, std::uint32_t, float32>, Host<double, std::uint64_t, float64>>;
TYPED_TEST_SUITE(HostArithmetic, Hosts);

TYPED_TEST(HostArithmetic, AddAgreesWithMpfrOnStructuredCases) { this->expect_agreement(Operation::add); }
TYPED_TEST(HostArithmetic, MulAgreesWithMpfrOnStructuredCases) { this->expect_agreement(Operation::mul); }
TYPED_TEST(HostArithmetic, DivAgreesWithMpfrOnStructuredCases) { this->expect_agreement(Operation::div); }
TYPED_TEST(HostArithmetic, FmaAgreesWithMpfrOnStructuredCases) { this->expect_agreement(Operation::fma); }

}  // namespace
}  // namespace oracle
