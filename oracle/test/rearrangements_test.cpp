// SPDX-License-Identifier: Apache-2.0
//
// Operators that move elements to other places, leave some out, repeat them or fill in (Flatten, Squeeze, Transpose,
// Slice, Pad, Expand, Tile, DepthToSpace, SpaceToDepth, ConstantOfShape), against the examples of ONNX's documentation
// and against results typed in by hand. Elements are numbers that count from zero, so that each shows where it is from.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "oracle/ops/constantofshape/constantofshape.hpp"
#include "oracle/ops/depthtospace/depthtospace.hpp"
#include "oracle/ops/dropout/dropout.hpp"
#include "oracle/ops/expand/expand.hpp"
#include "oracle/ops/flatten/flatten.hpp"
#include "oracle/ops/pad/pad.hpp"
#include "oracle/ops/size/size.hpp"
#include "oracle/ops/slice/slice.hpp"
#include "oracle/ops/spacetodepth/spacetodepth.hpp"
#include "oracle/ops/squeeze/squeeze.hpp"
#include "oracle/ops/tile/tile.hpp"
#include "oracle/ops/transpose/transpose.hpp"

namespace oracle {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Integers = std::vector<std::int64_t>;
using Cuts = std::vector<Cut>;

constexpr std::uint64_t fill = 99;
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();

// The result on an input that counts from zero.
Numbers moved_counting(const Move& move, const Shape& data) {
  Numbers numbers(element_count(data));
  std::iota(numbers.begin(), numbers.end(), 0);
  const Elements inputs[] = {{data, numbers}};
  return moved(move, inputs, fill);
}

TEST(Dropout, KeepsTheDataAndEveryElementOfTheMask) {
  EXPECT_EQ(moved_counting(dropout({2, 2}), {2, 2}), (Numbers{0, 1, 2, 3}));
  EXPECT_EQ(dropout_mask(Boolean{}), 1U);
  EXPECT_EQ(dropout_mask(float32), 0x3F800000U);
}

TEST(Flatten, HasTheAxesBeforeTheGivenOneAsRows) {
  EXPECT_EQ(flatten({2, 3, 4}, 0).shape, (Shape{1, 24}));
  EXPECT_EQ(flatten({2, 3, 4}, 1).shape, (Shape{2, 12}));
  EXPECT_EQ(flatten({2, 3, 4}, -1).shape, (Shape{6, 4}));
  EXPECT_EQ(flatten({2, 3, 4}, 3).shape, (Shape{24, 1}));
  EXPECT_EQ(flatten({}, 0).shape, (Shape{1, 1}));
  EXPECT_EQ(flatten({2, 0}, 1).shape, (Shape{2, 0}));
  EXPECT_EQ(flatten({2, 3, 4}, 2).source({4, 3})->at, (Tuple{1, 1, 3}));
  EXPECT_THROW(flatten({2}, 2), std::out_of_range);
  EXPECT_THROW(flatten({2}, -2), std::out_of_range);
}

TEST(Squeeze, TakesAwayTheGivenAxesOrAllOfSizeOne) {
  EXPECT_EQ(squeeze({1, 3, 4, 5}, Integers{0}).shape, (Shape{3, 4, 5}));
  EXPECT_EQ(squeeze({1, 3, 1, 5}, Integers{-2}).shape, (Shape{1, 3, 5}));
  EXPECT_EQ(squeeze({1, 3, 1, 0}, std::nullopt).shape, (Shape{3, 0}));
  EXPECT_EQ(squeeze({1, 3, 1, 5}, std::nullopt).source({2, 4})->at, (Tuple{0, 2, 0, 4}));
  EXPECT_THROW(squeeze({1, 3}, Integers{1}), std::invalid_argument);
  EXPECT_THROW(squeeze({1, 3}, Integers{0, -2}), std::invalid_argument);
}

TEST(Transpose, TakesEachAxisFromTheGivenOne) {
  EXPECT_EQ(moved_counting(transpose({2, 3}, Integers{1, 0}), {2, 3}), (Numbers{0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(transpose({1, 2, 3}, Integers{1, 0, 2}).shape, (Shape{2, 1, 3}));
  EXPECT_EQ(transpose({1, 2, 3}, Integers{1, 2, 0}).shape, (Shape{2, 3, 1}));
  EXPECT_EQ(transpose({}, Integers{}).shape, Shape{});
}

TEST(Transpose, RefusesWhatIsNoPermutation) {
  EXPECT_THROW(transpose({2, 3}, Integers{0, 0}), std::invalid_argument);
  EXPECT_THROW(transpose({2, 3}, Integers{0}), std::invalid_argument);
  EXPECT_THROW(transpose({2, 3}, Integers{0, 2}), std::out_of_range);
  EXPECT_THROW(transpose({2, 3}, Integers{0, -1}), std::out_of_range);
}

TEST(Slice, TakesFromTheStartUpToTheEnd) {
  EXPECT_EQ(moved_counting(slice({2, 4}, Cuts{{0, 1, 2, 1}, {1, 0, 3, 2}}), {2, 4}), (Numbers{4, 6}));
  EXPECT_EQ(moved_counting(slice({2, 4}, Cuts{{0, 0, -1, 1}, {1, 1, 1000, 1}}), {2, 4}), (Numbers{1, 2, 3}));
  EXPECT_EQ(moved_counting(slice({6}, Cuts{{-1, 4, 1, -2}}), {6}), (Numbers{4, 2}));
  EXPECT_EQ(slice({6}, Cuts{{0, 4, 1, 1}}).shape, (Shape{0}));
}

TEST(Slice, MovesWhatIsOutsideToTheEnds) {
  EXPECT_EQ(moved_counting(slice({3}, Cuts{{0, lowest, highest, 1}}), {3}), (Numbers{0, 1, 2}));
  EXPECT_EQ(moved_counting(slice({3}, Cuts{{0, highest, lowest, -1}}), {3}), (Numbers{2, 1, 0}));
  EXPECT_EQ(moved_counting(slice({3}, Cuts{{0, -9, lowest, -1}}), {3}), (Numbers{0}));
  EXPECT_EQ(moved_counting(slice({3}, Cuts{{0, 0, highest, highest}}), {3}), (Numbers{0}));
  EXPECT_EQ(moved_counting(slice({3}, Cuts{{0, -1, lowest, lowest}}), {3}), (Numbers{2}));
  EXPECT_EQ(slice({3}, Cuts{{0, highest, highest, 1}}).shape, (Shape{0}));
  EXPECT_EQ(slice({0}, Cuts{{0, highest, lowest, -1}}).shape, (Shape{0}));
}

TEST(Slice, RefusesAStepOfZeroAndAnAxisThatIsCutTwice) {
  EXPECT_THROW(slice({3}, Cuts{{0, 0, 1, 0}}), std::invalid_argument);
  EXPECT_THROW(slice({3}, Cuts{{0, 0, 1, 1}, {-1, 0, 1, 1}}), std::invalid_argument);
  EXPECT_THROW(slice({3}, Cuts{{1, 0, 1, 1}}), std::out_of_range);
}

Numbers padded(std::uint64_t size, const Integers& pads, Padding padding) {
  return moved_counting(pad({size}, pads, Integers{0}, padding), {size});
}

TEST(Pad, GoesOnAsThePaddingSays) {
  EXPECT_EQ(padded(3, {2, 1}, Padding::constant), (Numbers{fill, fill, 0, 1, 2, fill}));
  EXPECT_EQ(padded(3, {2, 1}, Padding::edge), (Numbers{0, 0, 0, 1, 2, 2}));
  EXPECT_EQ(padded(3, {2, 1}, Padding::reflect), (Numbers{2, 1, 0, 1, 2, 1}));
  EXPECT_EQ(padded(3, {2, 1}, Padding::wrap), (Numbers{1, 2, 0, 1, 2, 0}));
}

TEST(Pad, GoesOnMoreThanOnce) {
  EXPECT_EQ(padded(3, {5, 5}, Padding::reflect), (Numbers{1, 0, 1, 2, 1, 0, 1, 2, 1, 0, 1, 2, 1}));
  EXPECT_EQ(padded(3, {4, 4}, Padding::wrap), (Numbers{2, 0, 1, 2, 0, 1, 2, 0, 1, 2, 0}));
  EXPECT_EQ(padded(1, {2, 1}, Padding::reflect), (Numbers{0, 0, 0, 0}));
}

TEST(Pad, TakesAwayFirst) {
  EXPECT_EQ(padded(4, {-1, 2}, Padding::constant), (Numbers{1, 2, 3, fill, fill}));
  EXPECT_EQ(padded(4, {-1, 3}, Padding::wrap), (Numbers{1, 2, 3, 1, 2, 3}));
  EXPECT_EQ(padded(4, {3, -2}, Padding::reflect), (Numbers{1, 0, 1, 0, 1}));
  EXPECT_EQ(padded(4, {-2, -2}, Padding::edge), Numbers{});
  EXPECT_EQ(padded(4, {-4, 1}, Padding::constant), (Numbers{fill}));
}

TEST(Pad, HasTheBeginningsOfAllAxesBeforeTheirEnds) {
  EXPECT_EQ(pad({3, 2}, Integers{0, 2, 0, 0}, Integers{0, 1}, Padding::edge).shape, (Shape{3, 4}));
  EXPECT_EQ(pad({3, 2}, Integers{2, 0, 1, 5}, Integers{-1, 0}, Padding::edge).shape, (Shape{8, 5}));
}

TEST(Pad, RefusesWhatHasNothingToGoOnWith) {
  EXPECT_THROW(padded(0, {1, 0}, Padding::edge), std::invalid_argument);
  EXPECT_THROW(padded(2, {-2, 1}, Padding::wrap), std::invalid_argument);
  EXPECT_THROW(padded(2, {-2, -1}, Padding::constant), std::invalid_argument);
}

TEST(Expand, StretchesTheInputAndTheShape) {
  EXPECT_EQ(moved_counting(expand({3, 1}, Integers{2, 1, 2}), {3, 1}), (Numbers{0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(expand({3, 4}, Integers{1}).shape, (Shape{3, 4}));
  EXPECT_EQ(expand({1}, Integers{0}).shape, (Shape{0}));
  EXPECT_THROW(expand({3}, Integers{2}), std::invalid_argument);
  EXPECT_THROW(expand({1}, Integers{-1}), std::invalid_argument);
}

TEST(Tile, RepeatsTheInput) {
  EXPECT_EQ(moved_counting(tile({2, 2}, Integers{1, 2}), {2, 2}), (Numbers{0, 1, 0, 1, 2, 3, 2, 3}));
  EXPECT_EQ(moved_counting(tile({2}, Integers{2}), {2}), (Numbers{0, 1, 0, 1}));
  EXPECT_EQ(tile({2, 2}, Integers{0, 2}).shape, (Shape{0, 4}));
  EXPECT_THROW(tile({2}, Integers{-1}), std::invalid_argument);
  EXPECT_THROW(tile({2}, Integers{1, 1}), std::invalid_argument);
}

// The examples of ONNX's documentation of DepthToSpace have eight channels of two rows and three columns; these are
// their first two rows of the result.
TEST(DepthToSpace, PutsChannelsIntoBlocks) {
  const Shape data{1, 8, 2, 3};
  const Numbers by_block = moved_counting(depth_to_space(data, 2, DepthOrder::block_first), data);
  EXPECT_EQ(Numbers(by_block.begin(), by_block.begin() + 12), (Numbers{0, 12, 1, 13, 2, 14, 24, 36, 25, 37, 26, 38}));
  const Numbers by_channel = moved_counting(depth_to_space(data, 2, DepthOrder::channel_first), data);
  EXPECT_EQ(Numbers(by_channel.begin(), by_channel.begin() + 12), (Numbers{0, 6, 1, 7, 2, 8, 12, 18, 13, 19, 14, 20}));
  EXPECT_THROW(depth_to_space({1, 6, 2, 3}, 2, DepthOrder::block_first), std::invalid_argument);
}

TEST(SpaceToDepth, IsTurnedBackByDepthToSpace) {
  EXPECT_EQ(moved_counting(space_to_depth({1, 1, 2, 4}, 2), {1, 1, 2, 4}), (Numbers{0, 2, 1, 3, 4, 6, 5, 7}));
  const Shape data{2, 3, 4, 6};
  const Move there = space_to_depth(data, 2);
  const Numbers packed = moved_counting(there, data);
  const Elements inputs[] = {{there.shape, packed}};
  Numbers counted(packed.size());
  std::iota(counted.begin(), counted.end(), 0);
  EXPECT_EQ(moved(depth_to_space(there.shape, 2, DepthOrder::block_first), inputs), counted);
  EXPECT_THROW(space_to_depth({1, 1, 3, 4}, 2), std::invalid_argument);
}

TEST(ConstantOfShape, IsTheFillEverywhere) {
  EXPECT_EQ(moved(constant_of_shape(Integers{2, 2}), {}, 7), (Numbers{7, 7, 7, 7}));
  EXPECT_EQ(constant_of_shape(Integers{}).shape, Shape{});
  EXPECT_EQ(constant_of_shape(Integers{3, 0}).shape, (Shape{3, 0}));
  EXPECT_THROW(constant_of_shape(Integers{-1}), std::invalid_argument);
}

TEST(Size, CountsTheElements) {
  EXPECT_EQ(size(Shape{2, 3, 4}), 24);
  EXPECT_EQ(size(Shape{}), 1);
  EXPECT_EQ(size(Shape{3, 0}), 0);
}

}  // namespace
}  // namespace oracle
