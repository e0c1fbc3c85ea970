// SPDX-License-Identifier: Apache-2.0
// Floor 7. The world of balls of a few words (exact/word_ball.hpp): real values of networks that are too large for
// rationals.
#pragma once

#include "exact/word_ball.hpp"
#include "ops/family/dot.hpp"
#include "ops/world.hpp"
#include "run/tasks.hpp"

namespace etalon::impl {

using RealBalls = std::vector<WordBall>;

// The elements as exact real numbers; NaN and infinities have no value. Truth values are 0 and 1.
RealBalls balls_of(const TensorView& tensor);
WordBall ball_of(const TensorView& tensor, std::uint64_t i);

// Sums of products are made in a window.
template <> struct Exactly<WordBalls> {
  using Algebra = WordBalls;
  explicit Exactly(const WordBalls& algebra) : a(algebra), sum(algebra.words) {}
  void step(const WordBall& x, const WordBall& y, unsigned*) { sum.add_product(x, y); }
  void plus(const WordBall& x, unsigned*) { sum.add(x); }
  void scaled(const WordBall& x, const WordBall& y, unsigned*) { sum.add_product(x, y); }
  void times(const WordBall& x, unsigned*) { settle(a.mul(sum.value(), x, nullptr)); }
  void divide(std::uint64_t count, unsigned*) { settle(a.div_count(sum.value(), count, nullptr)); }
  void root(unsigned*) { settle(a.root_of_squares(sum.value(), nullptr)); }
  WordBall finish(unsigned*) const { return sum.value(); }

  WordBalls a;
  BallSum sum;

 private:
  void settle(const WordBall& value) {
    sum = BallSum(a.words);
    sum.add(value);
  }
};

// Every type is real numbers there, truth values are 0 and 1. A part of a result is what a loop over its elements makes
// of these alone; only a call that is_divisible() may be given one.
struct Balls : Counting {
  struct Part {
    std::size_t number = 0, of = 1;
  };
  struct Elements {
    std::uint64_t first, last;
    Count::Iterator begin() const { return {first}; }
    Count::Iterator end() const { return {last}; }
  };

  explicit Balls(const WordBalls& balls) : Balls(balls, {}) {}
  Balls(const WordBalls& balls, const Part& made) : algebra(balls), part(made) {}
  Elements elements(const Shape& shape) const {
    const Span range = part_of(part.number, part.of, shape.count);
    return {range.first, range.last};
  }
  template <TypeSet types, class F> void with(DType, F f) const { f(algebra); }
  template <class F> void moving(DType, F f) const { f(algebra); }
  template <class F> void indices(F f) const { f(algebra); }
  template <class F> void exactly(F f) const { f(algebra); }
  static EnclosedTruth truth(const void* operand, std::uint64_t i);
  static void decide(void* output, std::uint64_t i, const EnclosedTruth& truth) {
    WordBalls::store(output, i, WordBalls::jump(truth, WordBalls::number(1), WordBalls::number(0)));
  }
  static const WordBall& exponent(DType, const void* operand, std::uint64_t i) { return WordBalls::load(operand, i); }
  static void give(const Call& call, void* output);
  void convert(const Call& call, const void* input, void* output, Events* events) const;

  WordBalls algebra;
  Part part;
};

// Whether the reference makes the elements of each result one by one, in a loop over World::elements, and nothing else.
bool is_divisible(const Call& call);

}  // namespace etalon::impl
