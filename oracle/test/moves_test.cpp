// SPDX-License-Identifier: Apache-2.0
//
// The operators that only move elements, against the examples of ONNX's documentation and against results typed in by
// hand. Elements are numbers that count from zero, so that each shows where it is from.
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "oracle/ops/concat/concat.hpp"
#include "oracle/ops/gather/gather.hpp"
#include "oracle/ops/reshape/reshape.hpp"
#include "oracle/ops/shape/shape.hpp"
#include "oracle/ops/split/split.hpp"
#include "oracle/ops/unsqueeze/unsqueeze.hpp"

namespace oracle {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Integers = std::vector<std::int64_t>;

Numbers counting(const Shape& shape, std::uint64_t from = 0) {
  Numbers numbers(element_count(shape));
  std::iota(numbers.begin(), numbers.end(), from);
  return numbers;
}

// The result on an input that counts from zero.
Numbers moved_counting(const Move& move, const Shape& data) {
  const Numbers numbers = counting(data);
  const Elements inputs[] = {{data, numbers}};
  return moved(move, inputs);
}

TEST(Tuples, OffsetsCountTheLastAxisFastest) {
  EXPECT_EQ(offset_of({1, 2, 3}, {2, 3, 4}), 23U);
  EXPECT_EQ(tuple_of(23, {2, 3, 4}), (Tuple{1, 2, 3}));
  EXPECT_EQ(tuple_of(4, {2, 3, 1}), (Tuple{1, 1, 0}));
  EXPECT_EQ(offset_of({}, {}), 0U);
  EXPECT_EQ(tuple_of(0, {}), Tuple{});
}

TEST(Tuples, WhatIsOutsideAShapeIsRefused) {
  EXPECT_THROW(offset_of({1, 3}, {2, 3}), std::out_of_range);
  EXPECT_THROW(offset_of({1}, {2, 3}), std::out_of_range);
  EXPECT_THROW(tuple_of(6, {2, 3}), std::out_of_range);
  EXPECT_THROW(tuple_of(0, {2, 0}), std::out_of_range);
  EXPECT_THROW(axis_of(2, 2), std::out_of_range);
  EXPECT_THROW(axis_of(-3, 2), std::out_of_range);
  EXPECT_THROW(axis_of(0, 0), std::out_of_range);
}

TEST(Tuples, ShapesAreBroadcastAsInNumpy) {
  EXPECT_EQ(broadcast(std::vector<Shape>{{8, 1, 6, 1}, {7, 1, 5}}), (Shape{8, 7, 6, 5}));
  EXPECT_EQ(broadcast(std::vector<Shape>{{256, 256, 3}, {3}, {}}), (Shape{256, 256, 3}));
  EXPECT_EQ(broadcast(std::vector<Shape>{{1, 0}, {4, 1}}), (Shape{4, 0}));
  EXPECT_EQ(broadcast(std::vector<Shape>{{2, 1}, {8, 4, 3}}), std::nullopt);
  EXPECT_EQ(broadcast(std::vector<Shape>{{0}, {2}}), std::nullopt);
  EXPECT_EQ(stretched({5, 6, 7}, {1, 8}), (Tuple{0, 7}));
}

TEST(Reshape, KeepsTheOrderOfTheElements) {
  const Move move = reshape({2, 3}, Integers{3, 2}, false);
  EXPECT_EQ(move.shape, (Shape{3, 2}));
  EXPECT_EQ(moved_counting(move, {2, 3}), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(move.source({1, 1})->at, (Tuple{1, 0}));
}

TEST(Reshape, TakesSizesFromTheInputAndFromWhatIsLeft) {
  EXPECT_EQ(reshape({2, 3, 4}, Integers{4, 2, 3}, false).shape, (Shape{4, 2, 3}));
  EXPECT_EQ(reshape({2, 3, 4}, Integers{2, -1, 2}, false).shape, (Shape{2, 6, 2}));
  EXPECT_EQ(reshape({2, 3, 4}, Integers{-1, 2, 3, 4}, false).shape, (Shape{1, 2, 3, 4}));
  EXPECT_EQ(reshape({2, 3, 4}, Integers{2, 0, 4, 1}, false).shape, (Shape{2, 3, 4, 1}));
  EXPECT_EQ(reshape({2, 3, 4}, Integers{2, 0, 1, -1}, false).shape, (Shape{2, 3, 1, 4}));
  EXPECT_EQ(reshape({0, 3, 4}, Integers{3, 4, 0}, true).shape, (Shape{3, 4, 0}));
  EXPECT_EQ(reshape({0, 3}, Integers{-1, 5}, false).shape, (Shape{0, 5}));
  EXPECT_EQ(reshape({1, 1}, Integers{}, false).shape, Shape{});
}

TEST(Reshape, RefusesWhatIsNoShapeWithAsManyElements) {
  EXPECT_THROW(reshape({2, 3}, Integers{4, 2}, false), std::invalid_argument);
  EXPECT_THROW(reshape({2, 3}, Integers{4, -1}, false), std::invalid_argument);
  EXPECT_THROW(reshape({2, 3}, Integers{-1, -1}, false), std::invalid_argument);
  EXPECT_THROW(reshape({2, 3}, Integers{-2, -3}, false), std::invalid_argument);
  EXPECT_THROW(reshape({6}, Integers{6, 0}, false), std::invalid_argument);
  EXPECT_THROW(reshape({0, 3}, Integers{0, -1}, true), std::invalid_argument);
}

TEST(Unsqueeze, InsertsAxesOfTheResult) {
  EXPECT_EQ(unsqueeze({3, 4, 5}, Integers{0, 4}).shape, (Shape{1, 3, 4, 5, 1}));
  EXPECT_EQ(unsqueeze({3, 4, 5}, Integers{4, 5, 2}).shape, (Shape{3, 4, 1, 5, 1, 1}));
  EXPECT_EQ(unsqueeze({1, 3, 1, 5}, Integers{-2}).shape, (Shape{1, 3, 1, 1, 5}));
  EXPECT_EQ(unsqueeze({}, Integers{0, -1}).shape, (Shape{1, 1}));
  const Move move = unsqueeze({2, 3}, Integers{1});
  EXPECT_EQ(moved_counting(move, {2, 3}), (Numbers{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(move.source({1, 0, 2})->at, (Tuple{1, 2}));
}

TEST(Unsqueeze, RefusesAnAxisThatIsGivenTwiceOrDoesNotExist) {
  EXPECT_THROW(unsqueeze({3}, Integers{0, -3}), std::invalid_argument);
  EXPECT_THROW(unsqueeze({3}, Integers{2}), std::out_of_range);
}

Numbers concatenated(const std::vector<Shape>& shapes, std::int64_t axis) {
  std::vector<Numbers> numbers;
  std::vector<Elements> inputs;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    numbers.push_back(counting(shapes[i], 100 * i));
  }
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    inputs.push_back({shapes[i], numbers[i]});
  }
  return moved(concat(shapes, axis), inputs);
}

TEST(Concat, PutsTheInputsOneBehindTheOther) {
  EXPECT_EQ(concatenated({{2}, {0}, {3}}, 0), (Numbers{0, 1, 200, 201, 202}));
  EXPECT_EQ(concatenated({{2, 2}, {1, 2}}, 0), (Numbers{0, 1, 2, 3, 100, 101}));
  EXPECT_EQ(concatenated({{2, 2}, {2, 1}}, 1), (Numbers{0, 1, 100, 2, 3, 101}));
  EXPECT_EQ(concatenated({{1, 2, 2}, {1, 1, 2}}, -2), (Numbers{0, 1, 2, 3, 100, 101}));
  EXPECT_EQ(concat(std::vector<Shape>{{2, 0}, {3, 0}}, 0).shape, (Shape{5, 0}));
}

TEST(Concat, RefusesInputsThatDifferElsewhere) {
  EXPECT_THROW(concat(std::vector<Shape>{{2, 2}, {2, 3}}, 0), std::invalid_argument);
  EXPECT_THROW(concat(std::vector<Shape>{{2}, {2, 1}}, 0), std::invalid_argument);
  EXPECT_THROW(concat(std::vector<Shape>{{}, {}}, 0), std::out_of_range);
  EXPECT_THROW(concat({}, 0), std::invalid_argument);
}

TEST(Split, CutsTheAxisIntoItsParts) {
  const std::vector<Move> moves = split({2, 5}, -1, Integers{2, 0, 3});
  ASSERT_EQ(moves.size(), 3U);
  EXPECT_EQ(moved_counting(moves[0], {2, 5}), (Numbers{0, 1, 5, 6}));
  EXPECT_EQ(moves[1].shape, (Shape{2, 0}));
  EXPECT_EQ(moved_counting(moves[2], {2, 5}), (Numbers{2, 3, 4, 7, 8, 9}));
}

TEST(Split, HasTheSizesOfOnnx) {
  EXPECT_EQ(equal_parts(6, 3), (Integers{2, 2, 2}));
  EXPECT_EQ(equal_parts(0, 2), (Integers{0, 0}));
  EXPECT_THROW(equal_parts(7, 3), std::invalid_argument);
  EXPECT_EQ(parts_with_smaller_last(7, 4), (Integers{2, 2, 2, 1}));
  EXPECT_EQ(parts_with_smaller_last(8, 4), (Integers{2, 2, 2, 2}));
  EXPECT_EQ(parts_with_smaller_last(4, 3), (Integers{2, 2, 0}));
  EXPECT_THROW(parts_with_smaller_last(5, 4), std::invalid_argument);
}

TEST(Split, RefusesPartsThatDoNotMakeUpTheAxis) {
  EXPECT_THROW(split({5}, 0, Integers{2, 2}), std::invalid_argument);
  EXPECT_THROW(split({5}, 0, Integers{6, -1}), std::invalid_argument);
  EXPECT_THROW(split({}, 0, Integers{1}), std::out_of_range);
}

TEST(Gather, HasTheExamplesOfOnnx) {
  const Move rows = gather({3, 2}, {2, 2}, Integers{0, 1, 1, 2}, 0);
  EXPECT_EQ(rows.shape, (Shape{2, 2, 2}));
  EXPECT_EQ(moved_counting(rows, {3, 2}), (Numbers{0, 1, 2, 3, 2, 3, 4, 5}));
  const Move columns = gather({3, 3}, {1, 2}, Integers{0, 2}, 1);
  EXPECT_EQ(columns.shape, (Shape{3, 1, 2}));
  EXPECT_EQ(moved_counting(columns, {3, 3}), (Numbers{0, 2, 3, 5, 6, 8}));
}

TEST(Gather, CountsNegativeIndicesAndAxesFromBehind) {
  EXPECT_EQ(moved_counting(gather({2, 3}, {2}, Integers{-1, -3}, -1), {2, 3}), (Numbers{2, 0, 5, 3}));
}

TEST(Gather, TakesOneSliceByAScalar) {
  const Move move = gather({2, 3, 2}, {}, Integers{1}, 1);
  EXPECT_EQ(move.shape, (Shape{2, 2}));
  EXPECT_EQ(moved_counting(move, {2, 3, 2}), (Numbers{2, 3, 8, 9}));
}

TEST(Gather, RefusesASliceThatDoesNotExist) {
  EXPECT_THROW(gather({2, 3}, {1}, Integers{3}, 1), std::out_of_range);
  EXPECT_THROW(gather({2, 3}, {1}, Integers{-4}, 1), std::out_of_range);
  EXPECT_THROW(gather({}, {1}, Integers{0}, 0), std::out_of_range);
}

TEST(Shape, HasTheExamplesOfOnnx) {
  EXPECT_EQ(shape({2, 3, 4}, 0, std::nullopt), (Integers{2, 3, 4}));
  EXPECT_EQ(shape({2, 3, 4}, -1, std::nullopt), (Integers{4}));
  EXPECT_EQ(shape({2, 3, 4}, 0, -1), (Integers{2, 3}));
  EXPECT_EQ(shape({2, 3, 4}, 1, 2), (Integers{3}));
}

TEST(Shape, MovesWhatIsOutsideToTheEnds) {
  EXPECT_EQ(shape({2, 3, 4}, -9, 9), (Integers{2, 3, 4}));
  EXPECT_EQ(shape({2, 3, 4}, 9, std::nullopt), Integers{});
  EXPECT_EQ(shape({2, 3, 4}, 0, -9), Integers{});
  EXPECT_EQ(shape({2, 3, 4}, 2, 1), Integers{});
  EXPECT_EQ(shape({}, 0, std::nullopt), Integers{});
}

TEST(Moves, WhatHasNoSourceIsTheFill) {
  const Move padded{{3},
                    [](const Tuple& output) { return output[0] == 1 ? std::optional(Place{0, {0}}) : std::nullopt; }};
  const Numbers numbers{7};
  const Shape one{1};
  const Elements inputs[] = {{one, numbers}};
  EXPECT_EQ(moved(padded, inputs, 9), (Numbers{9, 7, 9}));
}

}  // namespace
}  // namespace oracle
