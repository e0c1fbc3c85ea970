// SPDX-License-Identifier: Apache-2.0
//
// The tools of Operands, and its sums and fused multiply-adds. In all comments p is the precision of the format.
#include "oracle/cases/operands.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace oracle {
namespace {

__extension__ using Natural128 = unsigned __int128;

}  // namespace

std::uint64_t Operands::low_pattern(int binades) {
  return 1 + random.below((static_cast<std::uint64_t>(binades) << format_.fraction) - 1);
}

std::uint64_t Operands::moved(std::uint64_t pattern, int distance) const {
  const auto largest = static_cast<std::int64_t>(infinity(format_) - 1);
  const std::int64_t target = static_cast<std::int64_t>(magnitude(format_, pattern)) + distance;
  return sign(format_, pattern) | static_cast<std::uint64_t>(std::clamp(target, std::int64_t{0}, largest));
}

std::uint64_t Operands::compose(std::uint64_t significand, int exponent) const {
  const int width = static_cast<int>(std::bit_width(significand));
  const int spacing = std::max(exponent + width - precision(format_), lowest());
  const int dropped = std::max(spacing - exponent, 0);
  if (spacing > highest() || dropped > 63 || significand % power_of_two(dropped) != 0) {
    throw std::logic_error("oracle cases: an operand that the format cannot hold");
  }
  const std::uint64_t units = exponent >= spacing ? significand << (exponent - spacing) : significand >> dropped;
  return units + (static_cast<std::uint64_t>(spacing - lowest()) << format_.fraction);
}

Operands::Range Operands::exponents_of(std::uint64_t significand) const {
  return {lowest(), highest() + precision(format_) - static_cast<int>(std::bit_width(significand))};
}

Triple Operands::with_exponent_sum(Factors factors, int sum) {
  const Range x = exponents_of(factors.x);
  const Range y = exponents_of(factors.y);
  const int i = random.between(std::max(x.low, sum - y.high), std::min(x.high, sum - y.low));
  return {compose(factors.x, i), compose(factors.y, sum - i)};
}

Triple Operands::with_exponent_difference(Factors factors, int difference) {
  const Range x = exponents_of(factors.x);
  const Range y = exponents_of(factors.y);
  const int i = random.between(std::max(x.low, y.low + difference), std::min(x.high, y.high + difference));
  return {compose(factors.x, i), compose(factors.y, i - difference)};
}

Operands::Factors Operands::odd_factors(int width) {
  const int p = precision(format_);
  for (;;) {
    const int x_width = random.between(1, std::min(width, p));
    const int y_width = width - x_width + random.between(0, 1);
    if (y_width < 1 || y_width > p) {
      continue;
    }
    const Factors factors{random.odd_of_width(x_width), random.odd_of_width(y_width)};
    if (static_cast<int>(std::bit_width(factors.x * factors.y)) == width) {
      return factors;
    }
  }
}

// Exponents at most p + 3 apart: the significands overlap, touch, or just miss one another.
Triple Operands::near_sum() {
  const int exponent = random_exponent();
  const int lower = std::max(exponent - random.between(0, precision(format_) + 3), lowest());
  return {compose(full_significand(), exponent), either_sign(compose(full_significand(), lower))};
}

// Either nearly opposite numbers, or opposite signs in neighbouring binades.
Triple Operands::cancelling_sum() {
  const int exponent = random_exponent();
  const std::uint64_t a = compose(full_significand(), exponent);
  if (random.coin()) {
    return {a, nudge(a, 4) | sign_mask(format_)};
  }
  const int nearby = std::clamp(exponent + random.between(-1, 1), lowest(), highest());
  return {a, compose(full_significand(), nearby) | sign_mask(format_)};
}

Triple Operands::subnormal_sum() { return {low_pattern(3), either_sign(low_pattern(3))}; }

// One of the largest numbers, plus about an odd multiple of half its last place.
Triple Operands::overflow_border_sum() {
  const std::uint64_t largest = infinity(format_) - 1;
  const std::uint64_t halves = random.odd_of_width(random.between(1, 4));
  return {nudge(largest, 4), nudge(compose(halves, highest() - 1), 1)};
}

// A normal number plus or minus an odd multiple of half its last place, without leaving the binade.
Triple Operands::halfway_sum() {
  const int p = precision(format_);
  for (;;) {
    const std::uint64_t a = full_significand();
    const std::uint64_t halves = random.odd_of_width(random.between(1, p - 1));
    const bool subtract = random.coin();
    if (static_cast<int>(std::bit_width(subtract ? 2 * a - halves : 2 * a + halves)) == p + 1) {
      const int exponent = random.between(lowest() + 1, highest());
      const std::uint64_t b = compose(halves, exponent - 1);
      return {compose(a, exponent), subtract ? b | sign_mask(format_) : b};
    }
  }
}

// The addend overlaps the product, touches it, or just misses it, on either side.
Triple Operands::near_fma() {
  const int p = precision(format_);
  const int exponent_sum = random_exponent() - p;
  Triple operands = with_exponent_sum({full_significand(), full_significand()}, exponent_sum);
  const int exponent = exponent_sum + random.between(-p - 3, 2 * p + 3);
  operands.c = either_sign(compose(full_significand(), std::clamp(exponent, lowest(), highest())));
  return operands;
}

// The addend is the product cut to p bits, with the opposite sign, or close to that: what is left of the sum are the
// digits that a rounded product would have lost.
Triple Operands::cancelling_fma() {
  const Factors factors{full_significand(), full_significand()};
  const Natural128 product = Natural128{factors.x} * factors.y;
  const bool is_long = product >> (2 * precision(format_) - 1) != 0;
  const int cut = is_long ? precision(format_) : precision(format_) - 1;
  const int exponent = random_exponent();
  Triple operands = with_exponent_sum(factors, exponent - cut);
  operands.c = nudge(compose(static_cast<std::uint64_t>(product >> cut), exponent), 1) | sign_mask(format_);
  return operands;
}

// As halfway_sum, the odd number of halves being a product.
Triple Operands::halfway_fma() {
  const int p = precision(format_);
  for (;;) {
    const std::uint64_t c = full_significand();
    const Factors factors = odd_factors(random.between(1, p - 1));
    const std::uint64_t halves = factors.x * factors.y;
    const bool subtract = random.coin();
    if (static_cast<int>(std::bit_width(subtract ? 2 * c - halves : 2 * c + halves)) == p + 1) {
      const int exponent = random_exponent();
      Triple operands = with_exponent_sum(factors, exponent - 1);
      operands.c = compose(c, exponent) | (subtract ? sign_mask(format_) : 0);
      return operands;
    }
  }
}

// A product at the border, and an addend that either only breaks ties or is a few halves of the last place.
Triple Operands::overflow_border_fma() {
  Triple operands = overflow_border_product();
  const std::uint64_t halves = random.odd_of_width(random.between(1, 4));
  operands.c = either_sign(random.coin() ? low_pattern(3) : compose(halves, highest() - 1));
  return operands;
}

}  // namespace oracle
