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
// of these alone; only a call that is_divisible() may be given one. The loop goes down the columns, where a row is all
// that lies behind the channel, or behind the first axis of a matrix: neighbours in a column take the same operands
// from a tensor of balls, which is much larger than a cache.
struct Balls : Counting {
  struct Part {
    std::size_t number = 0, of = 0;  // of none: the whole, element by element
  };
  struct Elements {
    struct Iterator {
      std::uint64_t row, column, rows, columns;
      std::uint64_t operator*() const { return row * columns + column; }
      void operator++() {
        if (++row == rows) row = 0, ++column;
      }
      bool operator!=(const Iterator& end) const { return row != end.row || column != end.column; }
    };
    std::uint64_t first, last, rows, columns;
    Iterator begin() const { return at(first); }
    Iterator end() const { return at(last); }

   private:
    Iterator at(std::uint64_t k) const { return {k % rows, k / rows, rows, columns}; }
  };

  explicit Balls(const WordBalls& balls) : Balls(balls, {}) {}
  Balls(const WordBalls& balls, const Part& made) : algebra(balls), part(made) {}
  Elements elements(const Shape& shape) const {
    if (part.of == 0 || shape.count == 0) return {0, shape.count, 1, shape.count};
    const Span range = part_of(part.number, part.of, shape.count);
    const std::uint64_t rows = shape.rank == 0 ? 1 : shape[0] * (shape.rank > 2 ? shape[1] : 1);
    return {range.first, range.last, rows, shape.count / rows};
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
