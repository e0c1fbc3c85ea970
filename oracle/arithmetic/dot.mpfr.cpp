// SPDX-License-Identifier: Apache-2.0
//
// The sums that round at every step. The accumulator stays an MPFR number from the first step to the last: patterns
// are decoded once and encoded once, which is what makes long sums affordable.
#include "oracle/arithmetic/dot.hpp"

#include <mpfr.h>

#include <stdexcept>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/dot_exact.hpp"
#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// A sum that is rounded to its own format at every step. Its elements may have a narrower format: MPFR then holds them
// with more bits than they need, and no operation notices.
class SteppedSum {
 public:
  SteppedSum(Format elements, Format own) : elements_(elements), own_(own), range_(own) {
    mpfr_set_zero(sum_, 1);
    mpfr_clear_flags();
  }

  void add_rounded_product(std::uint64_t a, std::uint64_t b) {
    load(a, b);
    const int product_ternary = mpfr_mul(product_, a_, b_, nearest_even);
    note(product_, product_ternary, is_nan(elements_, a) || is_nan(elements_, b));
    const bool nan_operand = mpfr_nan_p(sum_) != 0 || mpfr_nan_p(product_) != 0;
    const int sum_ternary = mpfr_add(sum_, sum_, product_, nearest_even);
    note(sum_, sum_ternary, nan_operand);
  }

  void add_exact_product(std::uint64_t a, std::uint64_t b) {
    load(a, b);
    const bool nan_operand = mpfr_nan_p(sum_) != 0 || is_nan(elements_, a) || is_nan(elements_, b);
    const int ternary = mpfr_fma(sum_, a_, b_, sum_, nearest_even);
    note(sum_, ternary, nan_operand);
    // Etalon's choice where IEEE 754 leaves one: 0 * infinity is invalid even if the sum is a quiet NaN already.
    if ((is_zero(elements_, a) && is_infinite(elements_, b)) || (is_infinite(elements_, a) && is_zero(elements_, b))) {
      events_ |= invalid;
    }
  }

  // In the format of the sum. MPFR keeps its overflow flag from step to step.
  Answer answer() {
    GmpInteger significand;
    return {encode(own_, sum_, significand), mpfr_overflow_p() != 0 ? events_ | overflow : events_};
  }

 private:
  void load(std::uint64_t a, std::uint64_t b) {
    decode(elements_, a, a_);
    decode(elements_, b, b_);
    if (is_signalling(elements_, a) || is_signalling(elements_, b)) {
      events_ |= invalid;
    }
  }

  void note(mpfr_ptr result, int ternary, bool nan_operand) {
    events_ |= finish_rounding(own_, result, ternary);
    if (mpfr_nan_p(result) != 0 && !nan_operand) {
      events_ |= invalid;
    }
  }

  Format elements_;
  Format own_;
  ExponentRange range_;
  MpfrNumber sum_{precision(own_)};
  MpfrNumber product_{precision(own_)};
  MpfrNumber a_{precision(own_)};  // MPFR has its fastest routines for operands and results of one precision
  MpfrNumber b_{precision(own_)};
  unsigned events_ = 0;
};

Format next_wider(Format f) {
  if (f.bits == 16) {
    return float32;
  }
  if (f.bits == 32) {
    return float64;
  }
  throw std::invalid_argument("oracle dot: the format has no wider one");
}

Answer sequential_dot(Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  SteppedSum sum(f, f);
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum.add_rounded_product(a[k], b[k]);
  }
  return sum.answer();
}

Answer fused_dot(Format elements, Format own, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  SteppedSum sum(elements, own);
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum.add_exact_product(a[k], b[k]);
  }
  return sum.answer();
}

Answer wide_dot(Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  const Format wider = next_wider(f);
  const Answer sum = fused_dot(f, wider, a, b);
  const Answer last = convert(wider, f, sum.bits);
  return {last.bits, sum.events | last.events};
}

void require_equal_lengths(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  if (a.size() != b.size()) {
    throw std::invalid_argument("oracle dot: operands of different lengths");
  }
}

}  // namespace

Answer dot(Format f, Accumulation how, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  require_equal_lengths(a, b);
  switch (how) {
    case Accumulation::sequential:
      return sequential_dot(f, a, b);
    case Accumulation::fused:
      return fused_dot(f, f, a, b);
    case Accumulation::wide:
      return wide_dot(f, a, b);
    case Accumulation::exact:
      return exact_dot(f, a, b);
  }
  throw std::invalid_argument("oracle dot: unknown accumulation");
}

Answer dot(Integer type, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  require_equal_lengths(a, b);
  return exact_dot(type, a, b);
}

}  // namespace oracle
