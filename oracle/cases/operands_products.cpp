// SPDX-License-Identifier: Apache-2.0
//
// The products and quotients of Operands. In all comments p is the precision of the format, and a midpoint is the
// middle of two neighbouring numbers: an odd integer of p + 1 bits, times a power of two.
#include <algorithm>
#include <bit>
#include <stdexcept>

#include "oracle/cases/operands.hpp"

namespace oracle {
namespace {

__extension__ using Natural128 = unsigned __int128;

// x * inverse(x) = 1 modulo 2^64 for odd x. Newton's iteration doubles the number of correct bits; x itself has three.
std::uint64_t inverse(std::uint64_t x) {
  std::uint64_t y = x;
  for (int correct = 3; correct < 64; correct *= 2) {
    y *= 2 - x * y;
  }
  return y;
}

int width(Natural128 n) {
  const auto high = static_cast<std::uint64_t>(n >> 64);
  const auto low = static_cast<std::uint64_t>(n);
  return static_cast<int>(high != 0 ? 64 + std::bit_width(high) : std::bit_width(low));
}

}  // namespace

// Two odd factors of a midpoint.
Triple Operands::halfway_product() {
  const Factors factors = odd_factors(precision(format_) + 1);
  return with_exponent_sum(factors, random_exponent() - 1);
}

// x * y = midpoint * 2^(p-2) + r with full significands x, y and a small r != 0: choose y and r, and solve for x
// modulo 2^(p-1). The leading bit of x is free, and the product must have 2p - 1 bits for the midpoint to be one.
Triple Operands::beside_halfway_product() {
  const int p = precision(format_);
  for (;;) {
    const std::uint64_t y = random.odd_of_width(p);
    const std::uint64_t r = 1 + random.below(4);
    const std::uint64_t half = power_of_two(p - 2);
    const std::uint64_t tail = random.coin() ? half + r : half - r;
    const std::uint64_t x = power_of_two(p - 1) + tail * inverse(y) % power_of_two(p - 1);
    const Natural128 product = Natural128{x} * y;
    if (width(product) != 2 * p - 1) {
      continue;
    }
    if (product % power_of_two(p - 1) != tail) {
      throw std::logic_error("oracle cases: a product that is not beside a midpoint");
    }
    return with_exponent_sum({x, y}, random_exponent() - (p - 1));
  }
}

// Full significands; the product lies between an eighth of the least subnormal and twice the least normal number.
Triple Operands::subnormal_product() {
  const int p = precision(format_);
  const int exponent_sum = lowest() - random.between(p - 1, 2 * p + 1);
  return with_exponent_sum({full_significand(), full_significand()}, exponent_sum);
}

// An odd number of halves of the least subnormal.
Triple Operands::subnormal_halfway_product() {
  return with_exponent_sum(odd_factors(random.between(1, precision(format_))), lowest() - 1);
}

// y is chosen such that x * y is close to the midpoint above the largest finite number, of significand 2^(p+1) - 1.
Triple Operands::overflow_border_product() {
  const int p = precision(format_);
  const Natural128 border = power_of_two(p + 1) - 1;
  const std::uint64_t x = full_significand();
  const auto y = static_cast<std::uint64_t>((border << (p - 2)) / x);
  Triple operands = with_exponent_sum({x, y}, highest() - p + 1);
  operands.b = nudge(operands.b, 2);
  return operands;
}

// A quotient as close to a midpoint as quotients come. No quotient of two numbers is a midpoint, but
//     dividend * 2^k = midpoint * divisor + r,  |r| small,
// makes dividend / divisor differ from midpoint / 2^k by only r / (divisor * 2^k). Choose an odd divisor and an odd r,
// and solve for the midpoint modulo 2^k. With k = p the quotient is above one, with k = p + 1 below; either way the
// midpoint must have p + 1 bits and the dividend p, else choose again.
Triple Operands::hard_quotient() {
  const int p = precision(format_);
  for (;;) {
    const int k = random.between(p, p + 1);
    const std::uint64_t divisor = random.odd_of_width(p);
    const auto r = static_cast<std::uint64_t>(std::int64_t{2} * random.between(-4, 3) + 1);
    const std::uint64_t residue = (0 - r) * inverse(divisor) % power_of_two(k);
    const std::uint64_t midpoint = k == p ? residue + power_of_two(p) : residue;
    const Natural128 scaled = Natural128{midpoint} * divisor + static_cast<Natural128>(static_cast<std::int64_t>(r));
    if (width(midpoint) != p + 1 || width(scaled) != p + k) {
      continue;
    }
    if (scaled % power_of_two(k) != 0 || midpoint % 2 == 0) {
      throw std::logic_error("oracle cases: a quotient that is not beside a midpoint");
    }
    const int least_normal = lowest() + p - 1;
    const int exponent_difference = random.between(least_normal + 1, bias(format_) - 1);
    return with_exponent_difference({static_cast<std::uint64_t>(scaled >> k), divisor}, exponent_difference);
  }
}

Triple Operands::subnormal_quotient() {
  const int exponent_difference = lowest() + random.between(-2, precision(format_));
  return with_exponent_difference({full_significand(), full_significand()}, exponent_difference);
}

// An odd number of halves of the least subnormal: only among the subnormals can a quotient be a midpoint.
Triple Operands::subnormal_halfway_quotient() {
  const int p = precision(format_);
  const int halves_width = random.between(1, p - 1);
  const std::uint64_t halves = random.odd_of_width(halves_width);
  const std::uint64_t divisor = random.odd_of_width(random.between(1, p - halves_width));
  return with_exponent_difference({halves * divisor, divisor}, lowest() - 1);
}

// Nearly equal significands, with exponents that put their quotient next to the first power of two out of range.
Triple Operands::overflow_border_quotient() {
  const std::uint64_t significand = full_significand();
  Triple operands = with_exponent_difference({significand, significand}, bias(format_) + 1);
  operands.a = nudge(operands.a, 3);
  return operands;
}

}  // namespace oracle
