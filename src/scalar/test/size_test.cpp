// SPDX-License-Identifier: Apache-2.0
#include "scalar/size.h"

#include <gtest/gtest.h>

#include "scalar/nibble.h"
#include "tests/support/evidence.hpp"

namespace {

constexpr std::uint64_t top = std::uint64_t{1} << 63;

TEST(Size, AProductThatDoesNotFitIsRefused) {
  EVIDENCE("FILE-ALL-LIMITS");
  std::uint64_t product = 0;
  EXPECT_TRUE(size_mul(0, ~std::uint64_t{0}, &product) && product == 0);
  EXPECT_TRUE(size_mul(top, 1, &product) && product == top);
  EXPECT_FALSE(size_mul(top, 2, &product));
  EXPECT_FALSE(size_mul(std::uint64_t{1} << 32, std::uint64_t{1} << 32, &product));
}

TEST(Size, AZeroDimensionDoesNotHideAnOverflow) {
  EVIDENCE("FILE-ALL-LIMITS");
  std::uint64_t count = 1;
  const std::uint64_t small[] = {0, 5}, huge[] = {0, top, 4};
  EXPECT_TRUE(size_count(small, 2, &count) && count == 0);
  EXPECT_FALSE(size_count(huge, 3, &count));
  EXPECT_TRUE(size_count(nullptr, 0, &count) && count == 1);
}

TEST(Size, OddCountsOfNibblesTakeAWholeLastByte) {
  EVIDENCE("NUM-INT-NIBBLE");
  std::uint64_t bytes = 0;
  EXPECT_TRUE(size_bytes(5, 4, &bytes) && bytes == 3);
  EXPECT_TRUE(size_bytes(0, 4, &bytes) && bytes == 0);
  EXPECT_TRUE(size_bytes(~std::uint64_t{0}, 4, &bytes) && bytes == top);
  EXPECT_FALSE(size_bytes(top, 16, &bytes));
}

TEST(Nibble, LowHalfFirst_OddCountsLeaveAZeroNibble) {
  EVIDENCE("NUM-INT-NIBBLE");
  std::uint8_t data[2] = {0xFF, 0xFF};
  for (std::uint8_t i = 0; i < 3; ++i) nibble_store(data, i, static_cast<std::uint8_t>(i + 1));
  EXPECT_EQ(data[0], 0x21);
  EXPECT_EQ(data[1], 0x03);
  for (std::uint8_t i = 0; i < 3; ++i) EXPECT_EQ(nibble_load(data, i), i + 1);
}

TEST(Size, OffsetFollowsStridesAndStaysOnStretchedAxes) {
  EVIDENCE("ELT-ALL-BROADCAST");
  const std::uint64_t dims[] = {2, 3, 4}, operand[] = {2, 1, 4};
  std::uint64_t strides[3];
  size_strides(operand, 3, strides);
  for (std::uint64_t i = 0; i < 2; ++i)
    for (std::uint64_t j = 0; j < 3; ++j)
      for (std::uint64_t k = 0; k < 4; ++k) EXPECT_EQ(size_offset((i * 3 + j) * 4 + k, dims, strides, 3), i * 4 + k);
}

}  // namespace
