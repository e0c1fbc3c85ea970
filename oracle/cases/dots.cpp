// SPDX-License-Identifier: Apache-2.0
//
// The vectors of the floating-point formats. In all comments p is the precision of the format.
#include "oracle/cases/dots.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "oracle/pattern.hpp"

namespace oracle {
namespace {

using enum DotStratum;

constexpr std::array float_strata{ordinary, any_pattern, opposite_exponents, tiny,
                                  huge,     cancelling,  beside_tie,         small_integers};

}  // namespace

const char* name(DotStratum stratum) {
  constexpr std::array names{"ordinary",   "any_pattern", "opposite_exponents", "tiny",     "huge",
                             "cancelling", "beside_tie",  "small_integers",     "extremes", "any_width"};
  return names.at(static_cast<std::size_t>(stratum));
}

DotStratum DotCases::fill(std::span<std::uint64_t> a, std::span<std::uint64_t> b) {
  if (a.size() != b.size()) {
    throw std::invalid_argument("oracle dot cases: operands of different lengths");
  }
  return std::visit([&](auto& maker) { return maker.fill(a, b); }, maker_);
}

DotStratum FloatDots::fill(std::span<std::uint64_t> a, std::span<std::uint64_t> b) {
  const DotStratum stratum = float_strata[turns_++ % float_strata.size()];
  const Vectors out{a, b};
  make(stratum, out);
  const std::uint64_t lot = operands_.random.below(8);
  if (lot < 2) {
    strew_zeros(out);
  } else if (lot == 2) {
    strew_specials(out);
  }
  return stratum;
}

void FloatDots::make(DotStratum stratum, Vectors out) {
  const int p = precision(format_);
  switch (stratum) {
    case ordinary:
      return make_ordinary(out);
    case any_pattern:
      return make_any_pattern(out);
    case opposite_exponents:
      return make_with_products(out, -3, 3);
    case tiny:  // so low that bfloat16 also leaves the subnormals of float32, its wider format
      return make_with_products(out, least_exponent(format_) - p - 12, least_exponent(format_) + p);
    case huge:
      return make_huge(out);
    case cancelling:
      return make_cancelling(out);
    case beside_tie:
      return make_beside_tie(out);
    case small_integers:
      return make_small_integers(out);
    case extremes:
    case any_width:
      break;
  }
  throw std::logic_error("oracle dot cases: no stratum of floating-point formats");
}

void FloatDots::make_ordinary(Vectors out) {
  for (std::size_t k = 0; k < out.size(); ++k) {
    out.a[k] = operands_.either_sign(number(operands_.random.between(-3, 3)));
    out.b[k] = operands_.either_sign(number(operands_.random.between(-3, 3)));
  }
}

void FloatDots::make_any_pattern(Vectors out) {
  for (std::size_t k = 0; k < out.size(); ++k) {
    out.a[k] = finite_pattern();
    out.b[k] = finite_pattern();
  }
}

void FloatDots::make_with_products(Vectors out, int lowest_exponent, int highest_exponent) {
  for (std::size_t k = 0; k < out.size(); ++k) {
    const Triple product = factors(operands_.random.between(lowest_exponent, highest_exponent));
    out.a[k] = product.a;
    out.b[k] = product.b;
  }
}

// The longer the sum, the lower its products must be for it to end on either side of the border. In half of the vectors
// all products have one sign, so that the sum only grows.
void FloatDots::make_huge(Vectors out) {
  const int growth = static_cast<int>(std::bit_width(out.size()));
  const int top = bias(format_) + 1 - operands_.random.between(0, growth + 2);
  make_with_products(out, top - 2, top);
  if (operands_.random.coin()) {
    const std::uint64_t common_sign = operands_.random_sign();
    for (std::size_t k = 0; k < out.size(); ++k) {
      out.b[k] = magnitude(format_, out.b[k]) | (sign(format_, out.a[k]) ^ common_sign);
    }
  }
}

// Half of the vectors have a sum of exactly zero, if their length is even.
void FloatDots::make_cancelling(Vectors out) {
  const int reach = std::min(precision(format_), bias(format_) - 4);
  const bool exactly = operands_.random.coin();
  std::size_t k = 0;
  for (; k + 1 < out.size(); k += 2) {
    const int exponent = operands_.random.between(-reach, reach);
    put_cancelling_pair(out, k, exponent, exactly || operands_.random.coin());
  }
  if (k < out.size()) {
    const Triple rest = factors(operands_.random.between(-2 * reach, 0));
    out.a[k] = rest.a;
    out.b[k] = rest.b;
  }
  shuffle(out);
}

// One product is a tie of the format. What decides it is far below the last place, hence at the mercy of an accumulator
// that is too short. Pairs that cancel hide it from whoever adds in the wrong order.
void FloatDots::make_beside_tie(Vectors out) {
  if (out.size() == 0) {
    return;
  }
  const Triple tie = operands_.halfway_product();
  out.a[0] = operands_.either_sign(tie.a);
  out.b[0] = operands_.either_sign(tie.b);
  std::size_t k = 1;
  if (k < out.size() && operands_.random.below(4) != 0) {
    out.a[k] = operands_.either_sign(operands_.low_pattern(3));
    out.b[k] = operands_.either_sign(operands_.low_pattern(3));
    ++k;
  }
  const bool with_pairs = operands_.random.coin();
  for (; with_pairs && k + 1 < out.size(); k += 2) {
    put_cancelling_pair(out, k, operands_.random.between(-3, 3), true);
  }
  for (; k < out.size(); ++k) {
    out.a[k] = operands_.random_sign();
    out.b[k] = operands_.either_sign(number(0));
  }
  shuffle(out);
}

// Products of about p + 1 bits in half of the vectors, for their sums are ties as often as not; else fewer.
void FloatDots::make_small_integers(Vectors out) {
  const int full_width = precision(format_) / 2 + 1;
  const int width = operands_.random.coin() ? full_width : operands_.random.between(1, full_width);
  const bool natural_numbers = operands_.random.coin();
  for (std::size_t k = 0; k < out.size(); ++k) {
    out.a[k] = natural(operands_.random.below(power_of_two(width)));
    out.b[k] = natural(operands_.random.below(power_of_two(width)));
    if (!natural_numbers) {
      out.a[k] = operands_.either_sign(out.a[k]);
    }
  }
}

void FloatDots::put_cancelling_pair(Vectors out, std::size_t k, int exponent, bool exactly) {
  const Triple product = factors(exponent);
  Triple opposite{product.a ^ sign_mask(format_), product.b};
  if (!exactly) {
    opposite.a = operands_.nudge(opposite.a, 2);
  }
  if (operands_.random.coin()) {
    std::swap(opposite.a, opposite.b);
  }
  out.a[k] = product.a;
  out.b[k] = product.b;
  out.a[k + 1] = opposite.a;
  out.b[k + 1] = opposite.b;
}

void FloatDots::shuffle(Vectors out) {
  for (std::size_t k = out.size(); k > 1; --k) {
    const std::size_t other = operands_.random.below(k);
    std::swap(out.a[k - 1], out.a[other]);
    std::swap(out.b[k - 1], out.b[other]);
  }
}

void FloatDots::strew_zeros(Vectors out) {
  for (std::size_t k = 0; k < out.size(); ++k) {
    const std::uint64_t lot = operands_.random.below(8);
    if (lot == 0) {
      out.a[k] = operands_.random_sign();
    } else if (lot == 1) {
      out.b[k] = operands_.random_sign();
    }
  }
}

void FloatDots::strew_specials(Vectors out) {
  if (out.size() == 0) {
    return;
  }
  for (int places = operands_.random.between(1, 3); places > 0; --places) {
    const std::span<std::uint64_t> operand = operands_.random.coin() ? out.a : out.b;
    const std::size_t k = operands_.random.below(operand.size());
    operand[k] = special_pattern();
  }
}

std::uint64_t FloatDots::finite_pattern() {
  for (;;) {
    const std::uint64_t pattern = operands_.random.bits() >> (64 - format_.bits);
    if (is_finite(format_, pattern)) {
      return pattern;
    }
  }
}

// Mostly infinities, for they can meet one another and zeros, whereas one NaN decides everything.
std::uint64_t FloatDots::special_pattern() {
  const std::uint64_t lot = operands_.random.below(6);
  const std::uint64_t payload = 1 + operands_.random.below(quiet_bit(format_) - 1);
  if (lot == 0) {
    return operands_.either_sign(canonical_nan(format_) | payload);
  }
  return operands_.either_sign(lot == 1 ? infinity(format_) | payload : infinity(format_));
}

std::uint64_t FloatDots::natural(std::uint64_t n) const {
  if (n == 0) {
    return 0;
  }
  const int width = static_cast<int>(std::bit_width(n));
  // The leading bit adds one to the exponent field.
  return (n << (precision(format_) - width)) +
         (static_cast<std::uint64_t>(bias(format_) + width - 2) << format_.fraction);
}

std::uint64_t FloatDots::number(int exponent) {
  const int field = exponent + bias(format_);
  if (field < 1) {
    return operands_.random.of_width(exponent - least_exponent(format_) + 1);
  }
  return (static_cast<std::uint64_t>(field) << format_.fraction) +
         operands_.random.below(power_of_two(format_.fraction));
}

Triple FloatDots::factors(int exponent_sum) {
  const int lowest = least_exponent(format_);
  const int highest = bias(format_);
  const int i =
      operands_.random.between(std::max(lowest, exponent_sum - highest), std::min(highest, exponent_sum - lowest));
  const std::uint64_t a = operands_.either_sign(number(i));
  const std::uint64_t b = operands_.either_sign(number(exponent_sum - i));
  return {a, b};
}

}  // namespace oracle
