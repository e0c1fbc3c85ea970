// SPDX-License-Identifier: Apache-2.0
// Floor 7. The world of balls of a few words (exact/word_ball.hpp): real values of networks that are too large for
// rationals.
#pragma once

#include <bit>
#include <optional>

#include "accuracy/nonzeros.hpp"
#include "exact/word_ball.hpp"
#include "ops/family/dot.hpp"
#include "ops/world.hpp"
#include "run/tasks.hpp"

namespace etalon::impl {

using RealBalls = std::vector<WordBall>;

// The elements as exact real numbers; NaN and infinities have no value. Truth values are 0 and 1.
RealBalls balls_of(const TensorView& tensor);
WordBall ball_of(const TensorView& tensor, std::uint64_t i);
// A float of which the significand has all its bits; nothing: it is small, or no number.
inline std::optional<ShortNumber> short_number(float x) {
  const auto pattern = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t exponent = pattern >> 23 & 0xFF;
  if (exponent - 1 > 0xFD) return std::nullopt;
  return ShortNumber{(pattern | 1U << 23) << 8, static_cast<std::int32_t>(exponent) - 126, pattern >> 31 != 0};
}

// An operand: balls, or floats as they are stored, which take a twentieth of the memory.
struct BallOperand {
  const WordBall* balls = nullptr;  // null: the floats are meant
  TensorView floats = {};
  const NonZeros* nonzeros = nullptr;  // of the floats, where what they are multiplied with are numbers

  float stored(std::uint64_t i) const { return static_cast<const float*>(floats.data)[i]; }
  WordBall operator[](std::uint64_t i) const { return balls != nullptr ? balls[i] : ball_of(floats, i); }
};

struct BallReals : WordBalls {
  static Value load(const void* operand, std::uint64_t i) { return (*static_cast<const BallOperand*>(operand))[i]; }
};

// Sums of products are made in a window.
template <> struct Exactly<BallReals> {
  using Algebra = BallReals;
  explicit Exactly(const BallReals& algebra) : a(algebra), sum(algebra.words) {}
  void step_at(const void* of_x, std::uint64_t i, const void* of_y, std::uint64_t j) {
    const auto &x = *static_cast<const BallOperand*>(of_x), &y = *static_cast<const BallOperand*>(of_y);
    if (column_.passes(y.nonzeros, j)) return;
    x.balls != nullptr ? step_with(x.balls[i], y, j) : step_with(x[i], y, j);
  }
  void step(const WordBall& x, const WordBall& y, unsigned*) { sum.add_product(x, y); }
  void plus(const WordBall& x, unsigned*) { sum.add(x); }
  void scaled(const WordBall& x, const WordBall& y, unsigned*) { sum.add_product(x, y); }
  void times(const WordBall& x, unsigned*) { settle(a.mul(sum.value(), x, nullptr)); }
  void divide(std::uint64_t count, unsigned*) { settle(a.div_count(sum.value(), count, nullptr)); }
  void root(unsigned*) { settle(a.root_of_squares(sum.value(), nullptr)); }
  WordBall finish(unsigned*) const { return sum.value(); }

  BallReals a;
  BallSum sum;

 private:
  void step_with(const WordBall& x, const BallOperand& y, std::uint64_t j) {
    if (y.balls != nullptr) return sum.add_product(x, y.balls[j]);
    const std::optional<ShortNumber> number = short_number(y.stored(j));
    number ? sum.add_product(x, *number) : sum.add_product(x, y[j]);
  }
  void settle(const WordBall& value) {
    sum = BallSum(a.words);
    sum.add(value);
  }
  ColumnCursor column_;
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
  Balls(const WordBalls& balls, const Part& made) : algebra{balls}, part(made) {}
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
  static WordBall exponent(DType, const void* operand, std::uint64_t i) { return BallReals::load(operand, i); }
  static void give(const Call& call, void* output);
  void convert(const Call& call, const void* input, void* output, Events* events) const;

  BallReals algebra;
  Part part;
};

// Whether the reference makes the elements of each result one by one, in a loop over World::elements, and nothing else.
bool is_divisible(const Call& call);

}  // namespace etalon::impl
