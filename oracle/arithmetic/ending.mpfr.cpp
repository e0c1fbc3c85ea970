// SPDX-License-Identifier: Apache-2.0
//
// The exact policy is a rational number of GMP from the first term to the rounding.
#include "oracle/arithmetic/ending.hpp"

#include <gmp.h>
#include <mpfr.h>

#include <stdexcept>
#include <vector>

#include "oracle/arithmetic/convert.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

class Rational {
 public:
  Rational() { mpq_init(value_); }
  ~Rational() { mpq_clear(value_); }
  Rational(const Rational&) = delete;
  Rational& operator=(const Rational&) = delete;
  operator mpq_ptr() { return value_; }

 private:
  mpq_t value_;
};

// ---- one step in a format -------------------------------------------------------------------------------------------

Answer quotient_by_count(Format f, std::uint64_t x, std::uint64_t count) {
  if (count == 0 || !is_finite(f, x) || is_zero(f, x)) {
    // A count of any size divides what is not a number, infinite or zero as 1 does.
    const std::uint64_t divisor = count == 0 ? 0 : one_of(f);
    return ieee_div(f, x, divisor);
  }
  const ExponentRange range(f);
  MpfrNumber value(precision(f));
  decode(f, x, value);
  const int ternary = mpfr_div_ui(value, value, count, nearest_even);
  const unsigned events = finish_rounding(f, value, ternary);
  GmpInteger significand;
  return {encode(f, value, significand), events};
}

Answer steps_in(Format f, Answer sum, const Ending& ending) {
  const auto then = [&sum](Answer next) { sum = {next.bits, sum.events | next.events}; };
  if (ending.factor) {
    then(ieee_mul(f, sum.bits, *ending.factor));
  }
  if (ending.addend) {
    Answer addend{*ending.addend, 0};
    if (ending.addend_factor) {
      addend = ieee_mul(f, *ending.addend_factor, *ending.addend);
    }
    sum.events |= addend.events;
    then(ieee_add(f, sum.bits, addend.bits));
  }
  if (ending.count) {
    then(quotient_by_count(f, sum.bits, *ending.count));
  }
  if (ending.root) {
    then(ieee_sqrt(f, sum.bits));
  }
  return sum;
}

// ---- wide -----------------------------------------------------------------------------------------------------------

Format next_wider(Format f) {
  if (f.bits == 64) {
    throw std::invalid_argument("oracle sums: the format has no wider one");
  }
  return f.bits == 16 ? float32 : float64;
}

Answer wide_ending(Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b, const Ending& ending) {
  const Format wider = next_wider(f);
  unsigned events = 0;
  const auto widened = [&](std::uint64_t x) {
    const Answer wide = convert(f, wider, x);
    events |= wide.events;
    return wide.bits;
  };
  std::vector<std::uint64_t> wide_a;
  std::vector<std::uint64_t> wide_b;
  for (std::size_t k = 0; k < a.size(); ++k) {
    wide_a.push_back(widened(a[k]));
    wide_b.push_back(widened(b[k]));
  }
  Ending wide = ending;
  for (std::optional<std::uint64_t>* number : {&wide.factor, &wide.addend, &wide.addend_factor}) {
    if (*number) {
      *number = widened(**number);
    }
  }
  const Answer sum = steps_in(wider, dot(wider, Accumulation::fused, wide_a, wide_b), wide);
  const Answer last = convert(wider, f, sum.bits);
  return {last.bits, events | sum.events | last.events};
}

// ---- exact ----------------------------------------------------------------------------------------------------------

// A rational number, or what a sum is that has terms which are not finite.
class ExactValue {
 public:
  explicit ExactValue(Format f) : format_(f) {}

  void add_product(std::uint64_t x, std::uint64_t y) {
    if (is_finite(format_, x) && is_finite(format_, y)) {
      Rational left;
      Rational right;
      set(left, x);
      set(right, y);
      mpq_mul(left, left, right);
      mpq_add(value_, value_, left);
      return;
    }
    take(ieee_mul(format_, x, y));
  }

  void multiply(std::uint64_t factor) {
    settle();
    if (!is_special() && is_finite(format_, factor)) {
      Rational number;
      set(number, factor);
      mpq_mul(value_, value_, number);
      return;
    }
    // Only the sign of a finite sum matters here, and whether it is zero.
    const std::uint64_t stand_in = is_special() ? special()
                                   : mpq_sgn(value()) == 0
                                       ? 0
                                       : one_of(format_) | (mpq_sgn(value()) < 0 ? sign_mask(format_) : 0);
    const unsigned before = events_;
    mpq_set_ui(value_, 0, 1);
    nan_ = plus_ = minus_ = false;
    take(ieee_mul(format_, stand_in, factor));
    events_ |= before;
  }

  Answer divided(std::uint64_t count) {
    settle();
    if (!is_special() && count == 0) {
      nan_ = true;
      events_ |= invalid;
    }
    if (!is_special()) {
      Rational divisor;
      mpq_set_ui(divisor, count, 1);
      mpq_div(value_, value_, divisor);
    }
    return rounded();
  }

  Answer root() {
    settle();
    if (is_special()) {
      return {special(), events_};
    }
    // A sum of products is an integer times a power of two, so that enough digits hold it.
    MpfrNumber all(20000);
    if (mpfr_set_q(all, value_, nearest_even) != 0) {
      throw std::logic_error("oracle sums: too few digits");
    }
    MpfrNumber result(precision(format_));
    const int ternary = mpfr_sqrt(result, all, nearest_even);
    const Answer answer = finish_wide_rounding(format_, result, ternary);
    return {answer.bits, events_ | answer.events};
  }

  Answer rounded() {
    settle();
    if (is_special()) {
      return {special(), events_};
    }
    if (mpq_sgn(value()) == 0) {
      return {0, events_};
    }
    MpfrNumber result(precision(format_));
    const int ternary = mpfr_set_q(result, value_, nearest_even);
    const Answer answer = finish_wide_rounding(format_, result, ternary);
    return {answer.bits, events_ | answer.events};
  }

 private:
  void set(mpq_ptr number, std::uint64_t x) const {
    MpfrNumber value(precision(format_));
    decode(format_, x, value);
    GmpInteger significand;
    if (mpfr_zero_p(static_cast<mpfr_ptr>(value)) != 0) {
      mpq_set_ui(number, 0, 1);
      return;
    }
    const mpfr_exp_t exponent = mpfr_get_z_2exp(significand, value);
    mpq_set_z(number, significand);
    if (exponent < 0) {
      mpq_div_2exp(number, number, static_cast<mp_bitcnt_t>(-exponent));
    } else {
      mpq_mul_2exp(number, number, static_cast<mp_bitcnt_t>(exponent));
    }
  }
  // A product that is not finite, or that stands for none.
  void take(Answer product) {
    events_ |= product.events & invalid;
    nan_ = nan_ || is_nan(format_, product.bits);
    plus_ = plus_ || product.bits == infinity(format_);
    minus_ = minus_ || product.bits == (infinity(format_) | sign_mask(format_));
  }
  void settle() {
    if (plus_ && minus_) {
      nan_ = true;
      events_ |= invalid;
    }
  }
  bool is_special() const { return nan_ || plus_ || minus_; }
  std::uint64_t special() const {
    return nan_ ? canonical_nan(format_) : infinity(format_) | (minus_ ? sign_mask(format_) : 0);
  }

  mpq_ptr value() { return value_; }

  Format format_;
  Rational value_;
  bool nan_ = false;
  bool plus_ = false;
  bool minus_ = false;
  unsigned events_ = 0;
};

Answer exact_ending(Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                    const Ending& ending) {
  ExactValue sum(f);
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum.add_product(a[k], b[k]);
  }
  if (ending.factor) {
    sum.multiply(*ending.factor);
  }
  if (ending.addend) {
    sum.add_product(ending.addend_factor.value_or(one_of(f)), *ending.addend);
  }
  return ending.count ? sum.divided(*ending.count) : ending.root ? sum.root() : sum.rounded();
}

}  // namespace

std::uint64_t one_of(Type type) {
  return type.kind == Kind::integer ? 1 : static_cast<std::uint64_t>(bias(type.format())) << type.format().fraction;
}

Answer ended_dot(Format f, Accumulation how, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 const Ending& ending) {
  if (how == Accumulation::exact) {
    return exact_ending(f, a, b, ending);
  }
  return how == Accumulation::wide ? wide_ending(f, a, b, ending) : steps_in(f, dot(f, how, a, b), ending);
}

Answer ended_dot(Integer type, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 const Ending& ending) {
  GmpInteger size;
  mpz_setbit(size, static_cast<mp_bitcnt_t>(type.bits));
  const auto decoded = [&](std::uint64_t pattern, mpz_ptr value) {
    mpz_set_ui(value, pattern);
    if (type.is_signed && (pattern >> (type.bits - 1) & 1) != 0) {
      mpz_sub(value, value, size);
    }
  };
  GmpInteger sum;
  GmpInteger x;
  GmpInteger y;
  for (std::size_t k = 0; k < a.size(); ++k) {
    decoded(a[k], x);
    decoded(b[k], y);
    mpz_addmul(sum, x, y);
  }
  if (ending.factor) {
    decoded(*ending.factor, x);
    mpz_mul(sum, sum, x);
  }
  if (ending.addend) {
    decoded(*ending.addend, x);
    decoded(ending.addend_factor.value_or(1), y);
    mpz_addmul(sum, x, y);
  }
  if (ending.count) {
    mpz_tdiv_q_ui(sum, sum, *ending.count);
  }
  if (ending.root) {
    mpz_sqrt(sum, sum);
  }
  GmpInteger residue;
  mpz_fdiv_r_2exp(residue, sum, static_cast<mp_bitcnt_t>(type.bits));
  const std::uint64_t pattern = mpz_get_ui(residue);
  decoded(pattern, x);
  return {pattern, mpz_cmp(x, sum) == 0 ? 0U : unsigned{wrapped}};
}

Answer ended_dot(Type type, Accumulation how, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                 const Ending& ending) {
  return type.kind == Kind::integer ? ended_dot(type.integer(), a, b, ending)
                                    : ended_dot(type.format(), how, a, b, ending);
}

Answer average(Type type, Accumulation how, std::span<const std::uint64_t> terms, std::uint64_t count) {
  Ending ending;
  ending.count = count;
  return ended_dot(type, how, terms, std::vector<std::uint64_t>(terms.size(), one_of(type)), ending);
}

}  // namespace oracle
