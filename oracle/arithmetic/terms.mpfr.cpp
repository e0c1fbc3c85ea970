// SPDX-License-Identifier: Apache-2.0
#include "oracle/arithmetic/terms.hpp"

#include <algorithm>

#include "oracle/arithmetic/ieee_float.hpp"
#include "oracle/cases/dots.hpp"
#include "oracle/cases/operands.hpp"
#include "oracle/wish.hpp"

namespace oracle {
namespace {

std::vector<std::uint64_t> draw_float_terms(Random& random, Format f, std::size_t count) {
  std::vector<std::uint64_t> terms(count);
  std::vector<std::uint64_t> factors(count);
  FloatDots dots(f, random.bits());
  for (std::uint64_t turn = random.below(8); turn < 8; ++turn) {
    dots.fill(terms, factors);
  }
  for (std::size_t k = 0; k < count; ++k) {
    terms[k] = ieee_mul(f, terms[k], factors[k]).bits;
  }
  if (count >= 3 && random.below(4) == 0) {
    Operands operands(f, random.bits());
    const Triple tie = operands.halfway_sum();
    terms[0] = tie.a;
    terms[1] = tie.b;
    terms[2] = operands.either_sign(operands.low_pattern(3));
  }
  return terms;
}

std::vector<std::uint64_t> draw_integer_terms(Random& random, Integer type, std::size_t count) {
  std::vector<std::uint64_t> terms(count);
  std::vector<std::uint64_t> others(count);
  IntegerDots dots(type, random.bits());
  for (std::uint64_t turn = random.below(5); turn < 5; ++turn) {
    dots.fill(terms, others);
  }
  return terms;
}

}  // namespace

std::vector<std::uint64_t> draw_terms(Random& random, Type type, std::size_t count) {
  if (std::vector<std::uint64_t> terms(count); draw_wished(random, type, terms)) {
    return terms;
  }
  return type.kind == Kind::integer ? draw_integer_terms(random, type.integer(), count)
                                    : draw_float_terms(random, type.format(), count);
}

std::array<std::vector<std::uint64_t>, 2> draw_factors(Random& random, Type type, std::size_t a, std::size_t b) {
  if (std::array<std::vector<std::uint64_t>, 2> factors{std::vector<std::uint64_t>(a), std::vector<std::uint64_t>(b)};
      draw_wished(random, type, factors[0]) && draw_wished(random, type, factors[1])) {
    return factors;
  }
  const std::uint64_t seed = random.bits();
  DotCases dots = type.kind == Kind::floating ? DotCases(type.format(), seed) : DotCases(type.integer(), seed);
  std::array<std::vector<std::uint64_t>, 2> factors;
  factors[0].resize(std::max(a, b));
  factors[1].resize(std::max(a, b));
  for (std::uint64_t turn = random.below(8); turn < 8; ++turn) {
    dots.fill(factors[0], factors[1]);
  }
  factors[0].resize(a);
  factors[1].resize(b);
  return factors;
}

}  // namespace oracle
