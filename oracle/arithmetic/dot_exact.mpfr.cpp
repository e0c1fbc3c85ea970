// SPDX-License-Identifier: Apache-2.0
//
// Exact sums as one GMP integer times a power of two. The power is the lowest that any product so far needed, so the
// integer is only as long as the operands demand; there is no accumulator of fixed width that could be too short.
#include "oracle/arithmetic/dot_exact.hpp"

#include <algorithm>

#include "oracle/arithmetic/mpfr_format.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

// A finite pattern has the magnitude significand * 2^exponent.
struct Decoded {
  std::uint64_t significand;
  int exponent;
};

Decoded decode_finite(Format f, std::uint64_t x) {
  const std::uint64_t fraction = x & fraction_mask(f);
  const int field = static_cast<int>(magnitude(f, x) >> f.fraction);
  const int exponent = least_exponent(f) + std::max(field, 1) - 1;
  return {field == 0 ? fraction : fraction + power_of_two(f.fraction), exponent};
}

// The sum of finite products.
class ExactSum {
 public:
  explicit ExactSum(Format f) : format_(f) {}

  void add_product(std::uint64_t a, std::uint64_t b) {
    const Decoded x = decode_finite(format_, a);
    const Decoded y = decode_finite(format_, b);
    if (x.significand == 0 || y.significand == 0) {
      return;
    }
    mpz_set_ui(product_, x.significand);
    mpz_mul_ui(product_, product_, y.significand);
    align(x.exponent + y.exponent);
    if (sign(format_, a ^ b) != 0) {
      mpz_sub(sum_, sum_, product_);
    } else {
      mpz_add(sum_, sum_, product_);
    }
  }

  Answer rounded() {
    // MPFR's own exponent range is wide enough for any sum, and makes a zero +0.
    MpfrNumber result(precision(format_));
    const int ternary = mpfr_set_z_2exp(result, sum_, exponent_, nearest_even);
    return finish_wide_rounding(format_, result, ternary);
  }

 private:
  // Gives sum_ and product_, which is in units of 2^exponent, the same unit.
  void align(int exponent) {
    if (mpz_sgn(sum_) == 0) {
      exponent_ = exponent;
    } else if (exponent < exponent_) {
      mpz_mul_2exp(sum_, sum_, static_cast<mp_bitcnt_t>(exponent_ - exponent));
      exponent_ = exponent;
    } else {
      mpz_mul_2exp(product_, product_, static_cast<mp_bitcnt_t>(exponent - exponent_));
    }
  }

  Format format_;
  GmpInteger sum_;  // in units of 2^exponent_
  int exponent_ = 0;
  GmpInteger product_;
};

// What the operands that are not finite make of a sum.
class Specials {
 public:
  explicit Specials(Format f) : format_(f) {}

  void add_product(std::uint64_t a, std::uint64_t b) {
    if (is_nan(format_, a) || is_nan(format_, b)) {
      nan_ = true;
      invalid_ = invalid_ || is_signalling(format_, a) || is_signalling(format_, b);
    } else if (is_zero(format_, a) || is_zero(format_, b)) {
      invalid_ = true;
    } else {
      (sign(format_, a ^ b) != 0 ? minus_infinity_ : plus_infinity_) = true;
    }
  }

  bool any() const { return nan_ || invalid_ || plus_infinity_ || minus_infinity_; }

  Answer answer() const {
    const bool is_invalid = invalid_ || (plus_infinity_ && minus_infinity_);
    if (nan_ || is_invalid) {
      return {canonical_nan(format_), is_invalid ? unsigned{invalid} : 0};
    }
    return {(minus_infinity_ ? sign_mask(format_) : 0) | infinity(format_), 0};
  }

 private:
  Format format_;
  bool nan_ = false;
  bool invalid_ = false;
  bool plus_infinity_ = false;
  bool minus_infinity_ = false;
};

// 2^n
void set_power(mpz_ptr value, int n) {
  mpz_set_ui(value, 0);
  mpz_setbit(value, static_cast<mp_bitcnt_t>(n));
}

}  // namespace

Answer exact_dot(Format f, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  ExactSum sum(f);
  Specials specials(f);
  for (std::size_t k = 0; k < a.size(); ++k) {
    if (is_finite(f, a[k]) && is_finite(f, b[k])) {
      sum.add_product(a[k], b[k]);
    } else {
      specials.add_product(a[k], b[k]);
    }
  }
  return specials.any() ? specials.answer() : sum.rounded();
}

Answer exact_dot(Integer type, std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  GmpInteger size;
  set_power(size, type.bits);
  GmpInteger first_negative;  // as a pattern, if there are negative numbers
  set_power(first_negative, type.is_signed ? type.bits - 1 : type.bits);
  const auto decode_integer = [&](std::uint64_t pattern, mpz_ptr value) {
    mpz_set_ui(value, pattern);
    if (mpz_cmp(value, first_negative) >= 0) {
      mpz_sub(value, value, size);
    }
  };

  GmpInteger sum;
  GmpInteger x;
  GmpInteger y;
  for (std::size_t k = 0; k < a.size(); ++k) {
    decode_integer(a[k], x);
    decode_integer(b[k], y);
    mpz_addmul(sum, x, y);
  }

  GmpInteger residue;
  mpz_fdiv_r_2exp(residue, sum, static_cast<mp_bitcnt_t>(type.bits));
  const std::uint64_t pattern = mpz_get_ui(residue);
  GmpInteger delivered;
  decode_integer(pattern, delivered);
  return {pattern, mpz_cmp(delivered, sum) == 0 ? 0 : unsigned{wrapped}};
}

}  // namespace oracle
