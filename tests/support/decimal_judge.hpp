// SPDX-License-Identifier: Apache-2.0
// Judges printed numbers: takes decimal text as the rational it says, with nothing of src/.
#pragma once

#include <gmp.h>

#include <cstdlib>
#include <string>

namespace etalon::tests {

struct Fraction {
  mpq_t q;
  explicit Fraction(double x) {
    mpq_init(q);
    mpq_set_d(q, x);
  }
  // A decimal such as -12.5e-08; anything else ends the test program.
  explicit Fraction(const std::string& text) {
    mpq_init(q);
    const std::size_t mark = text.find_first_of("eE");
    std::string digits = text.substr(0, mark);
    long power = mark == text.npos ? 0 : std::stol(text.substr(mark + 1));
    if (const std::size_t point = digits.find('.'); point != digits.npos) {
      power -= static_cast<long>(digits.size() - point - 1);
      digits.erase(point, 1);
    }
    mpz_t scale;
    mpz_init(scale);
    mpz_ui_pow_ui(scale, 10, static_cast<unsigned long>(power < 0 ? -power : power));
    if (mpz_set_str(mpq_numref(q), digits.c_str(), 10) != 0) std::abort();
    if (power < 0)
      mpz_set(mpq_denref(q), scale);
    else
      mpz_mul(mpq_numref(q), mpq_numref(q), scale);
    mpq_canonicalize(q);
    mpz_clear(scale);
  }
  Fraction(const Fraction&) = delete;
  Fraction& operator=(const Fraction&) = delete;
  ~Fraction() { mpq_clear(q); }
};

// Below 0, 0 or above 0 as the text's number is below, at or above x.
inline int compare(const std::string& text, double x) {
  const Fraction printed(text), number(x);
  return mpq_cmp(printed.q, number.q);
}

}  // namespace etalon::tests
