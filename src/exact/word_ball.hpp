// SPDX-License-Identifier: Apache-2.0
// Floor 2. Real numbers as balls of a few words: a middle of up to eight words of 64 bits with an exponent of its own,
// and a radius. Beside an enclosure (enclosed.hpp), which may be a rational, they take no memory of their own, and a
// product with a number of one word, as all stored numbers are, takes a few nanoseconds.
#pragma once

#include <array>
#include <climits>
#include <vector>

#include "exact/enclosed.hpp"

namespace etalon::impl {

struct WordBall {
  static constexpr unsigned most_words = 8;
  enum class State : std::uint8_t { number, undefined, unsettled };  // the last two as NoValue

  double radius = 0;          // of the ball, rounded up
  std::int32_t exponent = 0;  // the middle is ±0.w0 w1 w2 … · 2^exponent, w0 with its highest bit set
  std::uint8_t used = 0;      // words up to the last that is not zero; none: the middle is 0
  bool negative = false;      // the middle
  State state = State::number;
  std::array<std::uint64_t, most_words> word{};

  bool is_exact() const { return radius == 0; }
  static WordBall no_value(State state) {
    WordBall none;
    none.state = state;
    return none;
  }
  // ±significand · 2^exponent, exactly.
  static WordBall of(bool negative, std::uint64_t significand, int exponent);
};

// A number with a significand of half a word, such as a float: ±0.s · 2^exponent, s with its highest bit set.
struct ShortNumber {
  std::uint32_t significand;
  std::int32_t exponent;
  bool negative;
};

// 2^exponent as a double, rounded up.
double power_of_two(long exponent);
// The doubles next to the middle's magnitude.
double size_below(const WordBall& x);
double size_above(const WordBall& x);

// A sum of products in a window of words that begins at the largest term so far. What lies below the window goes into
// the radius, so that tiny terms cost no more than others. Fewer than 2^62 terms.
class BallSum {
 public:
  explicit BallSum(unsigned words) : words_(words) {}
  void add_product(const WordBall& x, const WordBall& y);
  void add_product(const WordBall& x, const ShortNumber& y);
  void add(const WordBall& x) { add(x, x.negative); }
  void subtract(const WordBall& x) { add(x, !x.negative); }
  WordBall value() const;

 private:
  static constexpr unsigned spare = 4;  // above the words of a ball: for carries, for a factor, for smaller terms
  using Window = std::array<std::uint64_t, WordBall::most_words + spare>;  // the lowest word first

  void add(const WordBall& x, bool negative);
  template <unsigned words> bool add_times_short(const WordBall& x, const ShortNumber& y);
  bool add_short_product(const WordBall& x, const ShortNumber& y);
  void add_long_product(const WordBall& x, const WordBall& y);
  void add_times_words(const WordBall& x, const WordBall& y);
  void add_term(const std::uint64_t* term, unsigned count, long lowest, bool negative);
  void begin(long end);
  void lose(WordBall::State state);
  unsigned size() const { return words_ + spare; }
  // Whether a term below 2^end would reach into the highest word, which is for carries.
  bool is_beyond(long end) const { return end > base_ + 64 * (static_cast<long>(size()) - 1); }

  unsigned words_;
  bool is_begun_ = false;
  WordBall::State state_ = WordBall::State::number;
  long base_ = LONG_MAX / 2;  // exponent of the window's lowest bit, a multiple of 64; before it begins, beyond any
  std::uint64_t steps_ = 0;   // that the radius was rounded in
  double radius_ = 0;
  // Of what is added and of what is subtracted, each a second time half a word higher: a product with half a word is at
  // its place in one of the two without being shifted.
  std::array<std::array<Window, 2>, 2> sums_{};
};

// Balls of a number of words as an algebra, with the meaning of Enclosed. A "buffer" is an array of WordBall.
struct WordBalls {
  using Value = WordBall;
  using Truth = EnclosedTruth;

  // What a comparison found. A run over other numbers with the same call asks the same questions in the same order.
  enum class Decision : std::uint8_t { no, yes, unsettled };

  unsigned words = 3;
  std::vector<Decision>* decisions = nullptr;  // where they are noted

  static const Value& load(const void* data, std::uint64_t i) { return static_cast<const WordBall*>(data)[i]; }
  static void store(void* data, std::uint64_t i, const Value& v) { static_cast<WordBall*>(data)[i] = v; }
  static Value zero() { return {}; }
  static Value lowest() { return Value::no_value(Value::State::undefined); }
  static Value highest() { return lowest(); }
  static bool is_nan(const Value&) { return false; }
  static const Value& quiet(const Value& v, unsigned* = nullptr) { return v; }
  static Value number(double v);
  Value add(const Value& a, const Value& b, unsigned* events) const;
  Value sub(const Value& a, const Value& b, unsigned* events) const;
  Value mul(const Value& a, const Value& b, unsigned* events) const;
  Value div(const Value& a, const Value& b, unsigned* events) const;
  Value div_count(const Value& a, std::uint64_t count, unsigned* events) const;
  Value root_of_squares(const Value& a, unsigned* events) const;
  static Value neg(Value a, unsigned*) {
    a.negative = !a.negative;
    return a;
  }
  static Value abs(Value a, unsigned*) {  // of a ball around 0 as well: sizes are no farther apart than numbers
    a.negative = false;
    return a;
  }
  Value max(const Value& a, const Value& b, unsigned* events) const;
  Value min(const Value& a, const Value& b, unsigned* events) const;
  Value larger(const Value& a, const Value& b, unsigned* events) const { return max(a, b, events); }
  Value smaller(const Value& a, const Value& b, unsigned* events) const { return min(a, b, events); }

  Truth less(const Value& a, const Value& b, unsigned* events = nullptr) const;
  Truth less_or_equal(const Value& a, const Value& b, unsigned*) const { return negation(less(b, a)); }
  Truth equal(const Value& a, const Value& b, unsigned* events) const {
    return conjunction(less_or_equal(a, b, events), less_or_equal(b, a, events));
  }
  Value choose(const Truth& truth, const Value& yes, const Value& no) const;
  static Value jump(const Truth& truth, const Value& yes, const Value& no);
  Value sqrt(const Value& a, unsigned* events) const;
  template <RealFunction f> Value function(const Value& a, unsigned*) const { return function_of(f, a); }
  Value function_of(RealFunction f, const Value& a) const;
  Value pow(const Value& a, const Value& b, unsigned*) const;
  Value truncate(const Value& a) const;
  Value floor(const Value& a, unsigned* events) const;
  Value ceil(const Value& a, unsigned* events) const;
  Value round(const Value& a, unsigned* events) const;

  long bits() const { return 64 * static_cast<long>(words); }

 private:
  enum class Order : std::uint8_t { less, not_less, unsettled, none };
  Order order(const Value& a, const Value& b) const;
};

// The same number in the other form: exactly as an enclosure; rounded to so many words, with a larger radius, as a
// ball.
Enclosure enclosure_of(const WordBall& x);
WordBall word_ball_of(const Enclosure& real, unsigned words);

}  // namespace etalon::impl
