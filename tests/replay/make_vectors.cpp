// SPDX-License-Identifier: Apache-2.0
// Writes vectors with the oracle's results to standard output, for replay on any processor: structured cases of the
// scalar operations and of dot products, and random calls of every operator. Nothing of src/ is used.
#include <cinttypes>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

#include "oracle/arithmetic/dot.hpp"
#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/arithmetic/integers.hpp"
#include "oracle/cases/call_text.hpp"
#include "oracle/cases/dots.hpp"
#include "oracle/cases/operations.hpp"

namespace {

constexpr int each = 2000;  // vectors for an operation on a type

void put(const char* operation, const char* type, std::uint64_t a, std::uint64_t b, std::uint64_t c, std::uint64_t y) {
  std::printf("%s %s %" PRIX64 " %" PRIX64 " %" PRIX64 " %" PRIX64 "\n", operation, type, a, b, c, y);
}

void write_float(const char* type, oracle::Format f) {
  oracle::Cases cases(f, 3);
  for (int i = 0; i < each; ++i) {
    const oracle::Case sum = cases.next(oracle::Operation::add), product = cases.next(oracle::Operation::mul),
                       quotient = cases.next(oracle::Operation::div), fused = cases.next(oracle::Operation::fma);
    put("add", type, sum.a, sum.b, 0, oracle::ieee_add(f, sum.a, sum.b).bits);
    put("mul", type, product.a, product.b, 0, oracle::ieee_mul(f, product.a, product.b).bits);
    put("div", type, quotient.a, quotient.b, 0, oracle::ieee_div(f, quotient.a, quotient.b).bits);
    put("fma", type, fused.a, fused.b, fused.c, oracle::ieee_fma(f, fused.a, fused.b, fused.c).bits);
  }
}

// All bits of a random word, or few of them, so that small numbers and the ends of the range come up as well.
std::uint64_t operand(oracle::Random& random, int bits) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits), word = random.bits() >> random.below(64);
  return (random.coin() ? word : ~word) & mask;
}

void write_integer(const std::string& type, oracle::Integer t) {
  oracle::Random random(4);
  for (int i = 0; i < each; ++i) {
    const std::uint64_t a = operand(random, t.bits), b = operand(random, t.bits);
    if (t.bits >= 8) put("add", type.c_str(), a, b, 0, oracle::int_add(t, a, b).bits);  // no profile has Add of 4 bits
    put("mul", type.c_str(), a, b, 0, oracle::int_mul(t, a, b).bits);
    if (b == 0) continue;
    put("div-floor", type.c_str(), a, b, 0, oracle::int_div_floor(t, a, b).bits);
    put("div-trunc", type.c_str(), a, b, 0, oracle::int_div_trunc(t, a, b).bits);
  }
}

// Dot products of 0 to 40 terms.
template <class Answer> void write_dots(const char* policy, const char* type, oracle::DotCases cases, Answer answer) {
  for (std::uint64_t i = 0; i < 164; ++i) {
    std::vector<std::uint64_t> a(i % 41), b(a);
    cases.fill(a, b);
    std::printf("dot %s %s %zX", policy, type, a.size());
    for (std::size_t k = 0; k < a.size(); ++k) std::printf(" %" PRIX64 " %" PRIX64, a[k], b[k]);
    std::printf(" %" PRIX64 "\n", answer(a, b));
  }
}

void write_float_dots(const char* type, oracle::Format f) {
  static constexpr const char* policies[] = {"sequential", "fused", "wide", "exact"};
  for (unsigned how = 0; how < 4; ++how) {
    if (f.bits == 64 && how == 2) continue;  // wide has no wider format there
    write_dots(policies[how], type, {f, 5}, [&](const auto& a, const auto& b) {
      return oracle::dot(f, static_cast<oracle::Accumulation>(how), a, b).bits;
    });
  }
}

void write_integer_dots(const char* type, oracle::Integer t) {
  write_dots("sequential", type, {t, 6}, [&](const auto& a, const auto& b) { return oracle::dot(t, a, b).bits; });
}

// Random calls of every operator that the oracle draws.
void write_calls() {
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    oracle::Random random(7);
    std::ostringstream lines;
    for (int i = 0; i < 100; ++i) oracle::write_call(lines, drawing.draw(random));
    std::fputs(lines.str().c_str(), stdout);
  }
}

}  // namespace

int main() {
  write_calls();
  write_float_dots("float16", oracle::float16);
  write_float_dots("bfloat16", oracle::bfloat16);
  write_float_dots("float", oracle::float32);
  write_float_dots("double", oracle::float64);
  write_integer_dots("int32", {32, true});
  write_integer_dots("uint32", {32, false});
  write_integer_dots("int64", {64, true});
  write_integer_dots("uint64", {64, false});
  write_float("float16", oracle::float16);
  write_float("bfloat16", oracle::bfloat16);
  write_float("float", oracle::float32);
  write_float("double", oracle::float64);
  for (int bits : {4, 8, 16, 32, 64}) {
    write_integer("int" + std::to_string(bits), {bits, true});
    write_integer("uint" + std::to_string(bits), {bits, false});
  }
}
