// SPDX-License-Identifier: Apache-2.0
// Floor 2. Exact integers: a machine word while it is enough, which is ten times faster, else a number of GMP's.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "exact/rational.hpp"

namespace etalon::impl {

class Integer {
 public:
  Integer() = default;
  explicit Integer(std::int64_t n) : word_(n) {}
  explicit Integer(std::uint64_t n);
  // An integer as a rational.
  explicit Integer(Number n);
  Integer(const Integer& other) : word_(other.word_) {
    if (other.long_) long_ = std::make_unique<Number>(*other.long_);
  }
  Integer(Integer&&) noexcept = default;
  Integer& operator=(Integer other) noexcept {
    word_ = other.word_;
    long_ = std::move(other.long_);
    return *this;
  }
  ~Integer() = default;

  int sign() const { return long_ ? long_->sign() : (word_ > 0) - (word_ < 0); }
  // The last 64 digits of its two's complement.
  std::uint64_t last_digits() const;
  Number number() const;

  static Integer number(double v) { return Integer(Rational::number(v)); }  // of an integer
  static Integer power_of_two(unsigned n) { return n < 63 ? Integer(std::int64_t{1} << n) : long_power_of_two(n); }
  static Integer add(const Integer& a, const Integer& b) {
    std::int64_t sum = 0;
    if (are_words(a, b) && !__builtin_add_overflow(a.word_, b.word_, &sum)) return Integer(sum);
    return Integer(Rational::add(a.number(), b.number()));
  }
  static Integer sub(const Integer& a, const Integer& b) {
    std::int64_t difference = 0;
    if (are_words(a, b) && !__builtin_sub_overflow(a.word_, b.word_, &difference)) return Integer(difference);
    return Integer(Rational::sub(a.number(), b.number()));
  }
  static Integer mul(const Integer& a, const Integer& b) {
    std::int64_t product = 0;
    if (are_words(a, b) && !__builtin_mul_overflow(a.word_, b.word_, &product)) return Integer(product);
    return Integer(Rational::mul(a.number(), b.number()));
  }
  static Integer neg(const Integer& a) { return sub(Integer{}, a); }
  static Integer floor_quotient(const Integer& a, const Integer& b);      // b != 0
  static Integer truncated_quotient(const Integer& a, const Integer& b);  // b != 0
  static Integer root(const Integer& a);                                  // rounded down, of one that is not negative
  static bool less(const Integer& a, const Integer& b) {
    return are_words(a, b) ? a.word_ < b.word_ : Rational::less(a.number(), b.number());
  }
  static const Integer& max(const Integer& a, const Integer& b) { return less(a, b) ? b : a; }
  static const Integer& min(const Integer& a, const Integer& b) { return less(b, a) ? b : a; }

 private:
  static Integer long_power_of_two(unsigned n);
  static bool are_words(const Integer& a, const Integer& b) { return !a.long_ && !b.long_; }

  std::int64_t word_ = 0;
  std::unique_ptr<Number> long_;  // where a word is not enough
};

// Either kind of exact number as a rational.
inline const Number& number_of(const Number& n) { return n; }
inline Number number_of(const Integer& n) { return n.number(); }

}  // namespace etalon::impl
