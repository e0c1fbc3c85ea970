// SPDX-License-Identifier: Apache-2.0
// Floor 2. Exact numbers: GMP rationals as a value type, with names instead of operators.
#pragma once

#include <gmp.h>

#include <cstdint>
#include <string>

#include "scalar/binary.h"

namespace etalon::impl {

class Number {
 public:
  Number() { mpq_init(q_); }
  Number(const Number& other) : Number() { mpq_set(q_, other.q_); }
  Number(Number&& other) noexcept : Number() { mpq_swap(q_, other.q_); }
  Number& operator=(Number other) noexcept {
    mpq_swap(q_, other.q_);
    return *this;
  }
  ~Number() { mpq_clear(q_); }

  mpq_ptr get() { return q_; }
  mpq_srcptr get() const { return q_; }
  int sign() const { return mpq_sgn(q_); }

 private:
  mpq_t q_;
};

// The number as people write it: a decimal where it ends, else a fraction in lowest terms.
std::string to_string(const Number& number);

// The pattern of the format nearest to the number, ties to even: the one rounding that a literal gets. A zero is +0.
std::uint64_t round_to_binary(const Number& number, binary_format format);

// Exact arithmetic.
struct Rational {
  static Number add(const Number& a, const Number& b);
  static Number sub(const Number& a, const Number& b);
  static Number mul(const Number& a, const Number& b);
  static Number div(const Number& a, const Number& b);  // b != 0
  static Number neg(const Number& a);
  static Number abs(const Number& a);
  static bool less(const Number& a, const Number& b) { return mpq_cmp(a.get(), b.get()) < 0; }
  static Number max(const Number& a, const Number& b) { return less(a, b) ? b : a; }
  static Number min(const Number& a, const Number& b) { return less(b, a) ? b : a; }
  static Number number(double v);          // a finite one
  static bool is_square(const Number& a);  // of a rational
  static Number sqrt(const Number& a);     // of a square
  // To an integer: towards zero, down, up, and to the nearest, of two the even one.
  static Number truncate(const Number& a);
  static Number floor(const Number& a);
  static Number ceil(const Number& a);
  static Number round(const Number& a);
};

}  // namespace etalon::impl
