// SPDX-License-Identifier: Apache-2.0
#include "trace/term.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <span>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

mpz_class natural(std::uint64_t low, std::uint64_t high) {
  mpz_class number;
  const std::uint64_t words[] = {low, high};
  mpz_import(number.get_mpz_t(), 2, -1, sizeof *words, 0, 0, words);
  return number;
}

const mpz_class& prime() {
  static const mpz_class number = (mpz_class(1) << 127) - 1;
  return number;
}

// The key in place k of a level, as term.hpp says.
mpz_class key(const Sha256::Digest& seed, std::uint64_t level, std::uint64_t k) {
  const std::uint64_t place[] = {level, k};
  Sha256 hash;
  hash.update(std::as_bytes(std::span(seed)));
  hash.update(std::as_bytes(std::span(place)));
  const Sha256::Digest digest = hash.finish();
  mpz_class number;
  mpz_import(number.get_mpz_t(), 16, -1, 1, 0, 0, digest.data());
  number &= prime();
  return number % prime();
}

TEST(Terms, AStepIsTheLinearFormModuloThePrime) {
  EVIDENCE("EQUIV-ALL-TRACE");
  Sha256::Digest seed{};
  seed[0] = 7;
  Joiner joiner(seed);
  Term operands[3] = {constant(DType::f32, ~std::uint64_t{0}), variable(UINT32_MAX, ~std::uint64_t{0}, false),
                      constant(DType::i8, 3)};
  for (unsigned round = 0; round < 2000; ++round) {
    const auto step = static_cast<Step>(round % 40);
    const std::uint64_t number = round % 3 == 0 ? 0 : ~std::uint64_t{round};
    const Term result = joiner.join(step, DType::f64, number, &operands[0], &operands[1], &operands[2]);
    std::uint32_t level = 0;
    for (const Term& operand : operands) level = std::max(level, operand.level + 1);
    mpz_class sum = key(seed, level, 0) +
                    key(seed, level, 1) * natural(number, (round % 40) << 8 | static_cast<unsigned>(DType::f64));
    for (unsigned k = 0; k < 3; ++k) sum += key(seed, level, k + 2) * natural(operands[k].low, operands[k].high);
    ASSERT_TRUE(natural(result.low, result.high) == sum % prime()) << round;
    ASSERT_EQ(result.level, level);
    if (round % 7 != 6) operands[round % 3] = result;  // sometimes levels differ
  }
}

TEST(Terms, LeavesAreNeverTheSame) {
  EVIDENCE("EQUIV-ALL-TRACE");
  EXPECT_NE(constant(DType::f32, 0), constant(DType::f64, 0));
  EXPECT_NE(constant(DType::f32, 0), constant(DType::f32, 0x80000000));
  EXPECT_NE(constant(DType::i32, 1), variable(static_cast<std::uint32_t>(DType::i32), 1, false));
  EXPECT_NE(variable(1, 2, false), variable(2, 1, false));
}

TEST(Terms, OrderOperandsTypeAndNumberMatter) {
  EVIDENCE("EQUIV-ALL-TRACE");
  Joiner joiner({});
  const Term a = constant(DType::f32, 1), b = constant(DType::f32, 2);
  const Term sum = joiner.join(Step::add, DType::f32, 0, &a, &b);
  EXPECT_EQ(sum, joiner.join(Step::add, DType::f32, 0, &a, &b));
  EXPECT_NE(sum, joiner.join(Step::add, DType::f32, 0, &b, &a));
  EXPECT_NE(sum, joiner.join(Step::add, DType::f64, 0, &a, &b));
  EXPECT_NE(sum, joiner.join(Step::add, DType::f32, 1, &a, &b));
  EXPECT_NE(sum, joiner.join(Step::sub, DType::f32, 0, &a, &b));
  joiner.apply(Joiner::Use::lemmas);
  EXPECT_EQ(joiner.join(Step::add, DType::f32, 0, &b, &a), joiner.join(Step::add, DType::f32, 0, &a, &b));
}

}  // namespace
}  // namespace etalon::impl
