// SPDX-License-Identifier: Apache-2.0
// Floor 2. See rational.hpp.
#include "exact/rational.hpp"

#include <algorithm>
#include <vector>

namespace etalon::impl {
namespace {

// How often `factor` divides n; n keeps what is left.
unsigned long take_out(mpz_t n, unsigned long factor) {
  mpz_t f;
  mpz_init_set_ui(f, factor);
  const unsigned long times = mpz_remove(n, n, f);
  mpz_clear(f);
  return times;
}

std::string digits_of(mpz_srcptr n) {
  std::vector<char> text(mpz_sizeinbase(n, 10) + 2);
  return mpz_get_str(text.data(), 10, n);
}

}  // namespace

Number Rational::add(const Number& a, const Number& b) {
  Number sum;
  mpq_add(sum.get(), a.get(), b.get());
  return sum;
}

Number Rational::sub(const Number& a, const Number& b) {
  Number difference;
  mpq_sub(difference.get(), a.get(), b.get());
  return difference;
}

Number Rational::mul(const Number& a, const Number& b) {
  Number product;
  mpq_mul(product.get(), a.get(), b.get());
  return product;
}

Number Rational::div(const Number& a, const Number& b) {
  Number quotient;
  mpq_div(quotient.get(), a.get(), b.get());
  return quotient;
}

Number Rational::neg(const Number& a) {
  Number negative;
  mpq_neg(negative.get(), a.get());
  return negative;
}

Number Rational::abs(const Number& a) {
  Number size;
  mpq_abs(size.get(), a.get());
  return size;
}

bool Rational::is_square(const Number& a) {
  return mpz_perfect_square_p(mpq_numref(a.get())) != 0 && mpz_perfect_square_p(mpq_denref(a.get())) != 0;
}

Number Rational::sqrt(const Number& a) {
  Number root;
  mpz_sqrt(mpq_numref(root.get()), mpq_numref(a.get()));
  mpz_sqrt(mpq_denref(root.get()), mpq_denref(a.get()));
  return root;
}

Number Rational::floor(const Number& a) {
  Number whole;
  mpz_fdiv_q(mpq_numref(whole.get()), mpq_numref(a.get()), mpq_denref(a.get()));
  return whole;
}

Number Rational::ceil(const Number& a) {
  Number whole;
  mpz_cdiv_q(mpq_numref(whole.get()), mpq_numref(a.get()), mpq_denref(a.get()));
  return whole;
}

Number Rational::round(const Number& a) {
  const Number moved = add(a, number(0.5));
  Number whole = floor(moved);
  const bool is_tie = mpq_equal(whole.get(), moved.get()) != 0;
  if (is_tie && mpz_odd_p(mpq_numref(whole.get()))) mpz_sub_ui(mpq_numref(whole.get()), mpq_numref(whole.get()), 1);
  return whole;
}

Number Rational::truncate(const Number& a) {
  Number whole;
  mpz_tdiv_q(mpq_numref(whole.get()), mpq_numref(a.get()), mpq_denref(a.get()));
  return whole;
}

std::string to_string(const Number& number) {
  mpz_t rest, scaled;
  mpz_init_set(rest, mpq_denref(number.get()));
  mpz_init(scaled);
  const unsigned long places = std::max(take_out(rest, 2), take_out(rest, 5));
  const bool terminates = mpz_cmp_ui(rest, 1) == 0;
  std::string text;
  if (!terminates) {
    text = digits_of(mpq_numref(number.get())) + "/" + digits_of(mpq_denref(number.get()));
  } else {
    mpz_ui_pow_ui(scaled, 10, places);
    mpz_mul(scaled, scaled, mpq_numref(number.get()));
    mpz_divexact(scaled, scaled, mpq_denref(number.get()));
    mpz_abs(scaled, scaled);
    text = digits_of(scaled);
    if (text.size() <= places) text.insert(0, places + 1 - text.size(), '0');
    if (places > 0) text.insert(text.size() - places, 1, '.');
    if (number.sign() < 0) text.insert(0, 1, '-');
  }
  mpz_clear(rest);
  mpz_clear(scaled);
  return text;
}

Number Rational::number(double v) {
  Number number;
  mpq_set_d(number.get(), v);
  return number;
}

std::uint64_t round_to_binary(const Number& number, binary_format format) {
  if (number.sign() == 0) return 0;
  mpz_t numerator, quotient, remainder;
  mpz_init(numerator);
  mpz_init(quotient);
  mpz_init(remainder);
  mpz_abs(numerator, mpq_numref(number.get()));
  mpz_srcptr denominator = mpq_denref(number.get());
  // The rounding function takes a quotient of at least 62 bits with everything below in its sticky last bit.
  const long shift =
      62 - static_cast<long>(mpz_sizeinbase(numerator, 2)) + static_cast<long>(mpz_sizeinbase(denominator, 2));
  if (shift >= 0) {
    mpz_mul_2exp(numerator, numerator, static_cast<mp_bitcnt_t>(shift));
    mpz_tdiv_qr(quotient, remainder, numerator, denominator);
  } else {
    mpz_mul_2exp(quotient, denominator, static_cast<mp_bitcnt_t>(-shift));
    mpz_tdiv_qr(quotient, remainder, numerator, quotient);
  }
  std::uint64_t significand = 0;
  mpz_export(&significand, nullptr, -1, sizeof significand, 0, 0, quotient);
  if (mpz_sgn(remainder) != 0) significand |= 1;
  mpz_clear(numerator);
  mpz_clear(quotient);
  mpz_clear(remainder);

  unsigned events = 0;
  const std::uint64_t sign = number.sign() < 0 ? binary_sign_bit(format) : 0;
  return binary_round(format, binary_exact_of(sign, wide_of(0, significand), static_cast<int>(-shift)), &events);
}

}  // namespace etalon::impl
