// SPDX-License-Identifier: Apache-2.0
#include "oracle/cases/palettes.hpp"

#include <algorithm>

#include "oracle/cases/operations.hpp"
#include "oracle/pattern.hpp"
#include "oracle/random.hpp"

namespace oracle {
namespace {

using enum Palette::Kind;
using Patterns = std::vector<std::uint64_t>;

Patterns both_signs(Format f, Patterns positive) {
  const std::size_t count = positive.size();
  for (std::size_t i = 0; i < count; ++i) {
    positive.push_back(positive[i] | sign_mask(f));
  }
  return positive;
}

// From 1/8 to below 8, with all digits or few.
Patterns ordinary(Format f) {
  Patterns patterns;
  Random random(1);
  for (int i = 0; i < 48; ++i) {
    const auto exponent = static_cast<std::uint64_t>(bias(f) + random.between(-3, 2));
    const std::uint64_t fraction = random.bits() & fraction_mask(f);
    patterns.push_back(exponent << f.fraction |
                       (i % 4 == 0 ? fraction & (fraction_mask(f) << (f.fraction - 2)) & fraction_mask(f) : fraction));
  }
  return both_signs(f, patterns);
}

std::vector<Palette> of_floats(Format f) {
  const std::uint64_t one = static_cast<std::uint64_t>(bias(f)) << f.fraction, normal = power_of_two(f.fraction);
  const std::uint64_t two = one + normal, half = one - normal, inf = infinity(f), nan = canonical_nan(f);
  Patterns finite = boundary_values(f);
  std::erase_if(finite, [&](std::uint64_t x) { return !is_finite(f, x); });
  return {{"ordinary", nominal, ordinary(f)},
          {"zeros", boundary, both_signs(f, {0})},
          {"subnormals", boundary, both_signs(f, {1, 2, normal / 2, normal - 1, normal, half, two})},
          {"largest", boundary, both_signs(f, {inf - 1, inf - 2, inf - normal, half, one})},
          {"boundaries", boundary, std::move(finite)},
          {"infinities", special, both_signs(f, {0, half, one, inf})},
          {"lowest", special, {inf | sign_mask(f)}},
          {"nans", special, both_signs(f, {one, two, inf, nan, nan | 1, inf | 1})}};
}

std::vector<Palette> of_integers(Integer t) {
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - t.bits);
  const std::uint64_t lowest = t.is_signed ? power_of_two(t.bits - 1) : 0, highest = mask ^ lowest;
  Patterns small;
  for (std::uint64_t n = 1; n <= (t.bits == 4 ? 3 : 12); ++n) {
    small.push_back(n);
    if (t.is_signed) {
      small.push_back((~n + 1) & mask);
    }
  }
  // Of signed integers the last is -1, whose quotient with the lowest number is out of range.
  return {{"ordinary", nominal, std::move(small)},
          {"zeros", boundary, {0, 1}},
          {"ends", boundary, {lowest, lowest + 1, highest - 1, highest, 1, mask}},
          {"minimum", boundary, {lowest, mask}}};
}

}  // namespace

std::vector<Palette> palettes(Type type) {
  if (type.kind == Kind::boolean) {
    return {{"ordinary", nominal, {0, 1}}};
  }
  return type.kind == Kind::floating ? of_floats(type.format()) : of_integers(type.integer());
}

}  // namespace oracle
