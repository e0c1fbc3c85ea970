// SPDX-License-Identifier: Apache-2.0
#include "exact/integer.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "oracle/random.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

// GMP's own integers are the judge.
class Big {
 public:
  explicit Big(const Integer& n) {
    const Number number = n.number();
    mpz_init_set(z_, mpq_numref(number.get()));
    EXPECT_EQ(mpz_cmp_ui(mpq_denref(number.get()), 1), 0);
  }
  Big(const Big&) = delete;
  Big& operator=(const Big&) = delete;
  ~Big() { mpz_clear(z_); }
  mpz_ptr get() { return z_; }

 private:
  mpz_t z_;
};

// Numbers around the ends of a word and far beyond, and any.
std::vector<Integer> numbers() {
  std::vector<Integer> all{Integer{}};
  for (const unsigned power : {0u, 1u, 31u, 32u, 62u, 63u, 64u, 65u, 100u})
    for (const std::int64_t step : {-1, 0, 1}) {
      all.push_back(Integer::add(Integer::power_of_two(power), Integer(step)));
      all.push_back(Integer::neg(all.back()));
    }
  oracle::Random random(7);
  for (int k = 0; k < 20; ++k) all.emplace_back(static_cast<std::int64_t>(random.bits() >> random.below(64)));
  all.emplace_back(UINT64_MAX);
  return all;
}

TEST(Integer, EveryOperationIsThatOfGmpOnBothSidesOfAWord) {
  EVIDENCE("ACC-INT-ERROR");
  const std::vector<Integer> all = numbers();
  using Operation = Integer (*)(const Integer&, const Integer&);
  using Right = void (*)(mpz_ptr, mpz_srcptr, mpz_srcptr);
  const std::pair<Operation, Right> operations[] = {{Integer::add, mpz_add},
                                                    {Integer::sub, mpz_sub},
                                                    {Integer::mul, mpz_mul},
                                                    {Integer::floor_quotient, mpz_fdiv_q},
                                                    {Integer::truncated_quotient, mpz_tdiv_q}};
  for (const Integer& a : all)
    for (const Integer& b : all) {
      Big x(a), y(b), wanted(a);
      for (const auto& [operation, right] : operations) {
        if (b.sign() == 0 && (right == mpz_fdiv_q || right == mpz_tdiv_q)) continue;
        right(wanted.get(), x.get(), y.get());
        Big got(operation(a, b));
        EXPECT_EQ(mpz_cmp(got.get(), wanted.get()), 0);
      }
      EXPECT_EQ(Integer::less(a, b), mpz_cmp(x.get(), y.get()) < 0);
    }
}

TEST(Integer, SignRootAndLastDigitsAreThoseOfGmp) {
  EVIDENCE("ACC-INT-ERROR");
  for (const Integer& a : numbers()) {
    Big x(a), wanted(a);
    EXPECT_EQ(a.sign(), mpz_sgn(x.get()));
    mpz_fdiv_r_2exp(wanted.get(), x.get(), 64);  // the digits of the two's complement
    Big digits(Integer(a.last_digits()));
    EXPECT_EQ(mpz_cmp(digits.get(), wanted.get()), 0);
    if (a.sign() < 0) continue;
    mpz_sqrt(wanted.get(), x.get());
    Big root(Integer::root(a));
    EXPECT_EQ(mpz_cmp(root.get(), wanted.get()), 0);
  }
}

}  // namespace
}  // namespace etalon::impl
