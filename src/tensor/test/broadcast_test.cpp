// SPDX-License-Identifier: Apache-2.0
#include "tensor/broadcast.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

Shape shape(std::vector<std::uint64_t> dims) { return *Shape::of(dims); }

TEST(Shape, RankAboveEightOrACountThatDoesNotFitIsRefused) {
  EVIDENCE("FILE-ALL-LIMITS");
  EXPECT_TRUE(Shape::of(std::vector<std::uint64_t>(8, 2)));
  EXPECT_FALSE(Shape::of(std::vector<std::uint64_t>(9, 1)));
  EXPECT_FALSE(Shape::of(std::vector<std::uint64_t>{std::uint64_t{1} << 32, std::uint64_t{1} << 32}));
  EXPECT_EQ(shape({}).count, 1u);
  EXPECT_EQ(shape({3, 0}).count, 0u);
}

TEST(Shape, PrintsAsABracketedList) {
  EVIDENCE("NUM-ALL-PRINT");
  EXPECT_EQ(to_string(shape({2, 3})), "[2,3]");
  EXPECT_EQ(to_string(shape({})), "[]");
  EXPECT_EQ(index_string(shape({2, 3}), 5), "[1,2]");
}

// Every pair of shapes of rank 0 to 3 with dimensions 0 to 3, against the rule written out in another way.
TEST(NumpyBroadcast, AllSmallShapes_FollowTheRuleAxisByAxisFromTheEnd) {
  EVIDENCE("ELT-ALL-BROADCAST", "ELT-ALL-EMPTY");
  std::vector<std::vector<std::uint64_t>> all{{}};
  for (std::size_t at = 0; at < all.size(); ++at)
    for (std::uint64_t dim = 0; dim < 4 && all[at].size() < 3; ++dim) {
      all.push_back(all[at]);
      all.back().push_back(dim);
    }
  ASSERT_EQ(all.size(), 85u);
  for (const auto& a : all)
    for (const auto& b : all) {
      std::vector<std::uint64_t> wanted;
      bool fits = true;
      for (std::size_t back = 1; back <= std::max(a.size(), b.size()); ++back) {
        const std::uint64_t x = back <= a.size() ? a[a.size() - back] : 1,
                            y = back <= b.size() ? b[b.size() - back] : 1;
        if (x != y && x != 1 && y != 1) fits = false;
        wanted.insert(wanted.begin(), x == 1 ? y : x);
      }
      const auto got = numpy_broadcast(shape(a), shape(b));
      ASSERT_EQ(got.has_value(), fits) << to_string(shape(a)) << to_string(shape(b));
      if (!fits) continue;
      ASSERT_EQ(*got, shape(wanted)) << to_string(shape(a)) << to_string(shape(b));
    }
}

TEST(NumpyBroadcast, AResultThatCannotBeCountedIsRefused) {
  EVIDENCE("ELT-ALL-BROADCAST", "FILE-ALL-LIMITS");
  const std::uint64_t big = std::uint64_t{1} << 40;
  EXPECT_FALSE(numpy_broadcast(shape({big, 1}), shape({1, big})));
}

TEST(AxisBroadcast, TheShapesThatMul6NamesFit) {
  EVIDENCE("ELT-ALL-AXIS-RUN");
  const Shape a = shape({2, 3, 4, 5});
  const auto place = [&](std::vector<std::uint64_t> b, std::optional<std::int64_t> axis) {
    const AxisPlace p = place_by_axis(a, shape(b), axis);
    return p.match == AxisMatch::fits ? static_cast<int>(p.axis) : -1;
  };
  EXPECT_EQ(place({}, {}), 4);      // a scalar
  EXPECT_EQ(place({1, 1}, {}), 2);  // one element
  EXPECT_EQ(place({5}, {}), 3);
  EXPECT_EQ(place({4, 5}, {}), 2);
  EXPECT_EQ(place({3, 4}, 1), 1);
  EXPECT_EQ(place({2}, 0), 0);
}

TEST(AxisBroadcast, EveryOtherShapeIsRefusedWithItsReason) {
  EVIDENCE("ELT-ALL-AXIS-RUN");
  const Shape a = shape({2, 3, 4, 5});
  const auto match = [&](std::vector<std::uint64_t> b, std::optional<std::int64_t> axis) {
    return place_by_axis(a, shape(b), axis).match;
  };
  EXPECT_EQ(match({5}, -1), AxisMatch::axis_negative);
  EXPECT_EQ(match({5}, 4), AxisMatch::axis_beyond);
  EXPECT_EQ(match({4, 5}, 3), AxisMatch::axis_beyond);
  EXPECT_EQ(match({}, 5), AxisMatch::axis_beyond);
  EXPECT_EQ(match({5}, INT64_MAX), AxisMatch::axis_beyond);
  EXPECT_EQ(match({1, 1, 1, 1, 1}, {}), AxisMatch::rank_above);
  EXPECT_EQ(match({1, 2, 3, 4, 5}, 0), AxisMatch::rank_above);
  EXPECT_EQ(match({4}, {}), AxisMatch::no_run);
  EXPECT_EQ(match({3, 4}, {}), AxisMatch::no_run);
  EXPECT_EQ(match({3, 1, 5}, 1), AxisMatch::no_run) << "a dimension of 1 does not stretch";
  EXPECT_EQ(match({0}, 0), AxisMatch::no_run);
}

}  // namespace
}  // namespace etalon::impl
