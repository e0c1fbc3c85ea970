// SPDX-License-Identifier: Apache-2.0
// Floor 2. See integer.hpp.
#include "exact/integer.hpp"

#include <bit>

namespace etalon::impl {
namespace {

constexpr std::uint64_t sign_digit = std::uint64_t{1} << 63;

// The last 64 digits of the magnitude.
std::uint64_t magnitude_of(const Number& n) {
  mpz_t last;
  mpz_init(last);
  mpz_tdiv_r_2exp(last, mpq_numref(n.get()), 64);
  std::uint64_t size = 0;
  mpz_export(&size, nullptr, -1, sizeof size, 0, 0, last);
  mpz_clear(last);
  return size;
}

template <class Quotient> Integer quotient(const Integer& a, const Integer& b, Quotient of) {
  const Number x = a.number(), y = b.number();
  Number q;
  of(mpq_numref(q.get()), mpq_numref(x.get()), mpq_numref(y.get()));
  return Integer(std::move(q));
}

}  // namespace

Integer::Integer(std::uint64_t n) {
  if (n < sign_digit) {
    word_ = static_cast<std::int64_t>(n);
    return;
  }
  long_ = std::make_unique<Number>();
  mpz_import(mpq_numref(long_->get()), 1, -1, sizeof n, 0, 0, &n);
}

Integer::Integer(Number n) {
  if (mpz_sizeinbase(mpq_numref(n.get()), 2) < 64) {
    const auto size = static_cast<std::int64_t>(magnitude_of(n));
    word_ = n.sign() < 0 ? -size : size;
  } else {
    long_ = std::make_unique<Number>(std::move(n));
  }
}

std::uint64_t Integer::last_digits() const {
  if (!long_) return std::bit_cast<std::uint64_t>(word_);
  const std::uint64_t size = magnitude_of(*long_);
  return long_->sign() < 0 ? 0 - size : size;
}

Number Integer::number() const {
  if (long_) return *long_;
  Number n;
  const std::uint64_t digits = last_digits(), size = word_ < 0 ? 0 - digits : digits;
  mpz_import(mpq_numref(n.get()), 1, -1, sizeof size, 0, 0, &size);
  if (word_ < 0) mpq_neg(n.get(), n.get());
  return n;
}

Integer Integer::long_power_of_two(unsigned n) {
  Number power;
  mpz_ui_pow_ui(mpq_numref(power.get()), 2, n);
  return Integer(std::move(power));
}

Integer Integer::floor_quotient(const Integer& a, const Integer& b) { return quotient(a, b, mpz_fdiv_q); }
Integer Integer::truncated_quotient(const Integer& a, const Integer& b) { return quotient(a, b, mpz_tdiv_q); }

Integer Integer::root(const Integer& a) {
  const Number square = a.number();
  Number root;
  mpz_sqrt(mpq_numref(root.get()), mpq_numref(square.get()));
  return Integer(std::move(root));
}

}  // namespace etalon::impl
