// SPDX-License-Identifier: Apache-2.0
//
// The vectors of the integer types.
#include <array>

#include "oracle/cases/dots.hpp"
#include "oracle/pattern.hpp"

namespace oracle {
namespace {

using enum DotStratum;

// Natural numbers cannot cancel, so the last one is for signed types only.
constexpr std::array integer_strata{any_pattern, any_width, extremes, small_integers, cancelling};

std::uint64_t all_ones(Integer type) { return ~std::uint64_t{0} >> (64 - type.bits); }

}  // namespace

DotStratum IntegerDots::fill(std::span<std::uint64_t> a, std::span<std::uint64_t> b) {
  const std::size_t strata = type_.is_signed ? integer_strata.size() : integer_strata.size() - 1;
  const DotStratum stratum = integer_strata.at(turns_++ % strata);
  const auto draw = [&] {
    switch (stratum) {
      case any_width:
      case cancelling:
        return of_any_width();
      case extremes:
        return extreme();
      case small_integers:
        return small_integer();
      default:
        return random_.bits() & all_ones(type_);
    }
  };
  for (std::size_t k = 0; k < a.size(); ++k) {
    a[k] = draw();
    b[k] = draw();
  }
  if (stratum == cancelling) {
    // Partial sums leave the range and come back: the second half undoes the first, but for the product in the middle
    // if the length is odd, and for the lowest number, which has no negative.
    for (std::size_t k = 0; k < a.size() / 2; ++k) {
      const std::size_t mirrored = a.size() - 1 - k;
      a[mirrored] = (0 - a[k]) & all_ones(type_);
      b[mirrored] = b[k];
    }
  }
  return stratum;
}

// A random number of binary digits, and then perhaps its negative.
std::uint64_t IntegerDots::of_any_width() {
  const int width = random_.between(1, type_.bits);
  const std::uint64_t digits = random_.bits() >> (64 - width);
  return (random_.coin() ? digits : 0 - digits) & all_ones(type_);
}

std::uint64_t IntegerDots::extreme() {
  const std::uint64_t sign_bit = power_of_two(type_.bits - 1);
  const std::array centres{std::uint64_t{0}, sign_bit, all_ones(type_)};
  const std::uint64_t centre = centres.at(random_.below(centres.size()));
  const std::uint64_t distance = random_.below(3);
  return (random_.coin() ? centre + distance : centre - distance) & all_ones(type_);
}

std::uint64_t IntegerDots::small_integer() {
  const std::uint64_t digits = random_.below(type_.bits < 8 ? 2 : 4);
  return (type_.is_signed && random_.coin() ? 0 - digits : digits) & all_ones(type_);
}

}  // namespace oracle
