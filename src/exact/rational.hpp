// SPDX-License-Identifier: Apache-2.0
// Floor 2. Exact numbers: GMP rationals as a value type with names instead of operators, and as an algebra.
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

// The algebra of reals. A "buffer" is an array of Number.
struct Rational {
  using Value = Number;
  static Value load(const void* data, std::uint64_t i) { return static_cast<const Number*>(data)[i]; }
  static void store(void* data, std::uint64_t i, const Value& v) { static_cast<Number*>(data)[i] = v; }
  static Value zero() { return {}; }
  static bool is_zero(const Value& v) { return v.sign() == 0; }
  static bool is_nan(const Value&) { return false; }
  static Value quiet(const Value& v, unsigned* = nullptr) { return v; }
  static Value add(const Value& a, const Value& b, unsigned* events);
  static Value sub(const Value& a, const Value& b, unsigned* events);
  static Value mul(const Value& a, const Value& b, unsigned* events);
  static Value div(const Value& a, const Value& b, unsigned* events);      // b != 0
  static Value div_count(const Value& a, std::uint64_t count, unsigned*);  // 0 < count <= 2^53
  static Value neg(const Value& a, unsigned* events);
  static Value abs(const Value& a, unsigned* events);
  static bool less(const Value& a, const Value& b, unsigned* = nullptr) { return mpq_cmp(a.get(), b.get()) < 0; }
  static bool equal(const Value& a, const Value& b, unsigned*) { return mpq_equal(a.get(), b.get()) != 0; }
  static bool less_or_equal(const Value& a, const Value& b, unsigned*) { return !less(b, a); }
  static Value max(const Value& a, const Value& b, unsigned*) { return less(a, b) ? b : a; }
  static Value min(const Value& a, const Value& b, unsigned*) { return less(b, a) ? b : a; }
  static Value larger(const Value& a, const Value& b, unsigned* events) { return max(a, b, events); }
  static Value smaller(const Value& a, const Value& b, unsigned* events) { return min(a, b, events); }
  static Value number(double v);  // a finite one
  static const Value& choose(bool first, const Value& a, const Value& b) { return first ? a : b; }
  static bool is_square(const Value& a);                // of a rational
  static Value sqrt(const Value& a, unsigned* events);  // of a square
  static Value root_of_squares(const Value& a, unsigned* events) { return sqrt(a, events); }
  static Value truncate(const Value& a);  // to an integer, towards zero
  static Value floor(const Value& a, unsigned* events);
  static Value ceil(const Value& a, unsigned* events);
  static Value round(const Value& a, unsigned* events);  // to the nearest integer, of two the even one
};

}  // namespace etalon::impl
