// SPDX-License-Identifier: Apache-2.0
//
// Windows by hand: how many there are, and what lies under them.
#include "oracle/indices/windows.hpp"

#include <gtest/gtest.h>

namespace oracle {
namespace {

Windows along(std::uint64_t input, std::uint64_t kernel, std::uint64_t stride, std::uint64_t dilation,
              std::uint64_t begin, std::uint64_t end, bool ceil_mode = false) {
  return {{input}, {kernel}, {stride}, {dilation}, {begin}, {end}, ceil_mode};
}

TEST(Windows, AreThoseThatLieInThePaddedInput) {
  EXPECT_EQ(along(6, 3, 1, 2, 0, 0).output(), (Shape{2}));
  EXPECT_EQ(along(3, 2, 2, 1, 0, 0).output(), (Shape{1}));
  EXPECT_EQ(along(2, 3, 1, 1, 0, 0).output(), (Shape{0}));
  EXPECT_EQ(along(0, 1, 1, 1, 1, 1).output(), (Shape{2}));
}

TEST(Windows, HangOverTheEndInCeilModeButDoNotStartBehindTheInput) {
  EXPECT_EQ(along(3, 2, 2, 1, 0, 0, true).output(), (Shape{2}));
  EXPECT_EQ(along(4, 2, 2, 1, 0, 0, true).output(), (Shape{2}));
  EXPECT_EQ(along(6, 1, 2, 1, 0, 3, true).output(), (Shape{3}));
  EXPECT_EQ(along(1, 3, 4, 1, 0, 0, true).output(), (Shape{1}));
}

TEST(Windows, ToTheSameSizeHaveAnOddPadAtTheEndOrAtTheBeginning) {
  Windows upper = along(5, 2, 1, 1, 0, 0);
  pad_to_same(upper, true);
  EXPECT_EQ(upper.begins, (Shape{0}));
  EXPECT_EQ(upper.ends, (Shape{1}));
  Windows lower = along(5, 4, 2, 1, 0, 0);
  pad_to_same(lower, false);
  EXPECT_EQ(lower.begins, (Shape{2}));
  EXPECT_EQ(lower.ends, (Shape{1}));
  EXPECT_EQ(lower.output(), (Shape{3}));
}

TEST(Windows, MayLieOverNoElement) {
  const Windows stepping = along(2, 2, 1, 3, 1, 1);  // over both elements
  EXPECT_EQ(stepping.output(), (Shape{1}));
  EXPECT_FALSE(stepping.element({0}, {0}));
  EXPECT_FALSE(stepping.element({0}, {1}));
  EXPECT_TRUE(stepping.is_covered({0}, {1}));
}

}  // namespace
}  // namespace oracle
