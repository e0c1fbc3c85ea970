// SPDX-License-Identifier: Apache-2.0
// Floor 2. See word_ball.hpp: sums of products of balls.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

#include "exact/word_ball.hpp"

namespace etalon::impl {
namespace {

#ifndef __SIZEOF_INT128__
#error "sums of balls need integers of 128 bits, which compilers for processors with 64-bit words have"
#endif
__extension__ using Wide = unsigned __int128;

// Beyond these exponents a middle has no size as a double.
constexpr long most_exponent = 1000;

constexpr long rounded_down_to_64(long x) { return x & ~63L; }

// to += term, with the carry behind it; both have their lowest word first.
void add_words(std::uint64_t* to, const std::uint64_t* term, unsigned count) {
  std::uint64_t carry = 0;
  for (unsigned i = 0; i < count; ++i) {
    const Wide sum = Wide{to[i]} + term[i] + carry;
    to[i] = static_cast<std::uint64_t>(sum);
    carry = static_cast<std::uint64_t>(sum >> 64);
  }
  for (unsigned i = count; carry != 0; ++i) carry = ++to[i] == 0 ? 1 : 0;
}

// A term of `count` words, moved up by less than 64 bits; `shifted` has one word more.
void shift_up(std::uint64_t* shifted, const std::uint64_t* term, unsigned count, unsigned bits) {
  shifted[0] = term[0] << bits;
  for (unsigned i = 1; i < count; ++i) shifted[i] = term[i] << bits | term[i - 1] >> 1 >> (63 - bits);
  shifted[count] = term[count - 1] >> 1 >> (63 - bits);
}

}  // namespace

double power_of_two(long exponent) {
  if (exponent < -1022) return 0x1p-1022;
  if (exponent > 1023) return HUGE_VAL;
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

double size_below(const WordBall& x) {
  if (x.used == 0 || x.exponent < -most_exponent) return 0;
  if (x.exponent > most_exponent) return power_of_two(most_exponent);
  const std::uint64_t fraction = x.word[0] >> 11 & ((std::uint64_t{1} << 52) - 1);
  return std::bit_cast<double>(static_cast<std::uint64_t>(x.exponent - 1 + 1023) << 52 | fraction);
}

// Of an exponent of doubles, exactly.
static double size_of(const ShortNumber& y) {
  const std::uint64_t fraction = std::uint64_t{y.significand} << 21 & ((std::uint64_t{1} << 52) - 1);
  return std::bit_cast<double>(static_cast<std::uint64_t>(y.exponent - 1 + 1023) << 52 | fraction);
}

double size_above(const WordBall& x) {
  if (x.used == 0) return 0;
  if (x.exponent < -most_exponent) return power_of_two(-most_exponent);
  if (x.exponent > most_exponent) return HUGE_VAL;
  const bool is_double = x.used == 1 && (x.word[0] & 0x7FF) == 0;
  return is_double ? size_below(x) : size_below(x) * (1 + 0x1p-51);
}

WordBall WordBall::of(bool negative, std::uint64_t significand, int exponent) {
  WordBall ball;
  if (significand == 0) return ball;
  const int zeros = std::countl_zero(significand);
  ball.word[0] = significand << zeros;
  ball.exponent = exponent + 64 - zeros;
  ball.used = 1;
  ball.negative = negative;
  return ball;
}

void BallSum::lose(WordBall::State state) {
  if (state_ == WordBall::State::number) state_ = state;
}

// Makes room for a term below 2^end. Words that fall out of the window are less than one unit of it.
void BallSum::begin(long end) {
  const long base = rounded_down_to_64(end + 63) - 64 * (static_cast<long>(size()) - 1);
  if (is_begun_) {
    const long words = std::min((base - base_) / 64, static_cast<long>(size()));
    for (Window* sum : {&sums_[0][0], &sums_[0][1], &sums_[1][0], &sums_[1][1]}) {
      const auto first = sum->begin(), last = first + size();
      if (std::any_of(first, first + words, [](std::uint64_t word) { return word != 0; })) {
        radius_ += power_of_two(base + 32);  // the unit of those that are half a word higher
        ++steps_;
      }
      std::fill(std::copy(first + words, last, first), last, 0);
    }
  }
  is_begun_ = true;
  base_ = base;
}

// Adds a number of `count` words, the lowest of which has this exponent.
void BallSum::add_term(const std::uint64_t* term, unsigned count, long lowest, bool negative) {
  const long end = lowest + 64 * static_cast<long>(count);
  if (!is_begun_ || is_beyond(end)) begin(end);
  std::uint64_t* sum = sums_[0][negative ? 1 : 0].data();
  std::array<std::uint64_t, 2 * WordBall::most_words + 1> shifted;
  const long up = lowest - base_;
  if (up >= 0) {
    const auto words = static_cast<unsigned>(up / 64), bits = static_cast<unsigned>(up % 64);
    shift_up(shifted.data(), term, count, bits);
    return add_words(sum + words, shifted.data(), count + 1);
  }
  // The lowest words fall out, whole or in part.
  radius_ += power_of_two(base_);
  ++steps_;
  const auto words = static_cast<unsigned>(std::min(-up / 64, static_cast<long>(count))),
             bits = static_cast<unsigned>(-up % 64);
  for (unsigned i = words; i < count; ++i)
    shifted[i - words] = term[i] >> bits | (i + 1 < count ? term[i + 1] << 1 << (63 - bits) : 0);
  add_words(sum, shifted.data(), count - words);
}

// Most of what a network costs. False, and nothing is added, where the window does not have room for it, or where y is
// beyond the doubles.
template <unsigned words> [[gnu::noinline]] bool BallSum::add_times_short(const WordBall& x, const ShortNumber& y) {
  const auto place = static_cast<std::uint64_t>(long{x.exponent} + y.exponent - 64 * long{words} - 32 - base_);
  if (place > 64 * (size() - 1 - words) - 32 || std::abs(y.exponent) > most_exponent) [[unlikely]]
    return false;
  if (!x.is_exact()) {
    radius_ += size_of(y) * x.radius;
    ++steps_;
  }
  std::uint64_t* sum = sums_[place / 32 % 2][x.negative != y.negative ? 1 : 0].data() + place / 64;
  const std::uint64_t factor = std::uint64_t{y.significand} << place % 32;
  std::uint64_t carry = 0;
#pragma GCC unroll 8
  for (unsigned i = 0; i < words; ++i) {
    const Wide one = Wide{x.word[words - 1 - i]} * factor + sum[i] + carry;  // at most 2^128 - 1
    sum[i] = static_cast<std::uint64_t>(one);
    carry = static_cast<std::uint64_t>(one >> 64);
  }
  for (unsigned i = words; carry != 0; ++i) {
    sum[i] += carry;
    carry = sum[i] < carry ? 1 : 0;
  }
  return true;
}

void BallSum::add_times_words(const WordBall& x, const WordBall& y) {
  std::array<std::uint64_t, 2 * std::size_t{WordBall::most_words}> product{};
  for (unsigned k = 0; k < y.used; ++k) {
    std::uint64_t carry = 0;
    for (unsigned i = 0; i < x.used; ++i) {
      const Wide one = Wide{x.word[x.used - 1u - i]} * y.word[y.used - 1u - k] + product[i + k] + carry;
      product[i + k] = static_cast<std::uint64_t>(one);
      carry = static_cast<std::uint64_t>(one >> 64);
    }
    product[k + x.used] = carry;
  }
  const unsigned count = unsigned{x.used} + y.used;
  add_term(product.data(), count, long{x.exponent} + y.exponent - 64 * static_cast<long>(count),
           x.negative != y.negative);
}

// Words of a ball that are not used are 0, and are multiplied with the others.
bool BallSum::add_short_product(const WordBall& x, const ShortNumber& y) {
  if (x.used == 0 || x.used > words_) return false;
  switch (words_) {
    case 2:
      return add_times_short<2>(x, y);
    case 3:
      return add_times_short<3>(x, y);
    case 4:
      return add_times_short<4>(x, y);
    case 6:
      return add_times_short<6>(x, y);
    case 8:
      return add_times_short<8>(x, y);
    default:
      return false;
  }
}

void BallSum::add_product(const WordBall& x, const ShortNumber& y) {
  if (x.state != WordBall::State::number) return lose(x.state);
  if (x.used == 0 && x.is_exact()) return;
  if (!add_short_product(x, y)) add_long_product(x, WordBall::of(y.negative, y.significand, y.exponent - 32));
}

void BallSum::add_product(const WordBall& x, const WordBall& y) {
  using State = WordBall::State;
  if (x.state != State::number || y.state != State::number) return lose(x.state != State::number ? x.state : y.state);
  const auto is_zero = [](const WordBall& z) { return z.used == 0 && z.is_exact(); };
  if (is_zero(x) || is_zero(y)) return;
  const auto is_short = [](const WordBall& z) {
    return z.used == 1 && static_cast<std::uint32_t>(z.word[0]) == 0 && z.is_exact();
  };
  const auto shortened = [](const WordBall& z) {
    return ShortNumber{static_cast<std::uint32_t>(z.word[0] >> 32), z.exponent, z.negative};
  };
  if (is_short(y) ? add_short_product(x, shortened(y)) : is_short(x) && add_short_product(y, shortened(x))) return;
  add_long_product(x, y);
}

void BallSum::add_long_product(const WordBall& x, const WordBall& y) {
  if (x.radius != 0 || y.radius != 0) {
    if (y.radius != 0) radius_ += size_above(x) * y.radius;
    if (x.radius != 0) radius_ += (size_above(y) + y.radius) * x.radius;
    ++steps_;
  }
  if (x.used == 0 || y.used == 0) return;
  add_times_words(x, y);
}

void BallSum::add(const WordBall& x, bool negative) {
  if (x.state != WordBall::State::number) return lose(x.state);
  if (x.radius != 0) {
    radius_ += x.radius;
    ++steps_;
  }
  if (x.used == 0) return;
  std::array<std::uint64_t, WordBall::most_words> term;
  for (unsigned i = 0; i < x.used; ++i) term[i] = x.word[x.used - 1u - i];
  add_term(term.data(), x.used, x.exponent - 64 * long{x.used}, negative);
}

WordBall BallSum::value() const {
  using State = WordBall::State;
  if (state_ != State::number) return WordBall::no_value(state_);
  WordBall ball;
  double radius = radius_;
  std::uint64_t steps = steps_;
  std::array<Window, 2> sums = sums_[0];
  for (unsigned k = 0; k < 2; ++k) {
    std::array<std::uint64_t, Window{}.size() + 1> higher;
    shift_up(higher.data(), sums_[1][k].data(), size(), 32);
    add_words(sums[k].data(), higher.data(), size());
  }
  const bool negative =
      std::lexicographical_compare(sums[0].rbegin(), sums[0].rend(), sums[1].rbegin(), sums[1].rend());
  const Window &more = sums[negative ? 1 : 0], &less = sums[negative ? 0 : 1];
  Window rest{};
  std::uint64_t borrow = 0;
  for (unsigned i = 0; i < size(); ++i) {
    const Wide difference = Wide{more[i]} - less[i] - borrow;
    rest[i] = static_cast<std::uint64_t>(difference);
    borrow = static_cast<std::uint64_t>(difference >> 64) & 1;
  }
  unsigned count = size();
  while (count > 0 && rest[count - 1] == 0) --count;
  if (count > 0) {
    const auto zeros = static_cast<unsigned>(std::countl_zero(rest[count - 1]));
    const long exponent = base_ + 64 * static_cast<long>(count) - static_cast<long>(zeros);
    for (unsigned k = 0; k < std::min(count, words_); ++k) {
      const unsigned at = count - 1 - k;
      ball.word[k] = rest[at] << zeros | (at > 0 ? rest[at - 1] >> 1 >> (63 - zeros) : 0);
      if (ball.word[k] != 0) ball.used = static_cast<std::uint8_t>(k + 1);
    }
    const bool is_cut = count > words_ && (rest[count - words_ - 1] << zeros != 0 ||
                                           std::any_of(rest.begin(), rest.begin() + (count - words_ - 1),
                                                       [](std::uint64_t word) { return word != 0; }));
    if (is_cut) radius += power_of_two(exponent - 64 * static_cast<long>(words_)), ++steps;
    constexpr long farthest = 8192;
    if (exponent > farthest) return WordBall::no_value(State::unsettled);
    if (exponent < -farthest) {
      ball = WordBall{};
      radius += power_of_two(exponent), ++steps;
    } else {
      ball.exponent = static_cast<std::int32_t>(exponent);
      ball.negative = negative;
    }
  }
  // Each step had at most three products, each rounded: relatively, or where it is subnormal by less than 2^-1074.
  const double rounded = static_cast<double>(steps + 8);
  if (steps != 0) ball.radius = (radius + rounded * 0x1p-1070) * (1 + rounded * 0x1p-50);
  return ball.radius < power_of_two(most_exponent) ? ball : WordBall::no_value(State::unsettled);
}

}  // namespace etalon::impl
