// SPDX-License-Identifier: Apache-2.0
// Elements that are stored as bytes, the lowest first, are those of the type, whatever the order of this machine is.
#include "scalar/named/stored.h"

#include <gtest/gtest.h>

#include <bit>

namespace {

constexpr std::uint8_t bytes[16] = {0x00, 0x81, 0xC2, 0xFF, 0x04, 0x85, 0x46, 0x7F,
                                    0x01, 0x00, 0x80, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF};

TEST(Stored, ElementsBeginWithTheirLowestByte) {
  EXPECT_EQ(u8_stored(bytes, 1), 0x81);
  EXPECT_EQ(i8_stored(bytes, 1), -127);
  EXPECT_EQ(u16_stored(bytes, 1), 0xFFC2);
  EXPECT_EQ(i16_stored(bytes, 1), -62);
  EXPECT_EQ(f16_stored(bytes, 0), 0x8100);
  EXPECT_EQ(bf16_stored(bytes, 3), 0x7F46);
  EXPECT_EQ(u32_stored(bytes, 1), 0x7F468504u);
  EXPECT_EQ(i32_stored(bytes, 0), -4030208);
  EXPECT_EQ(u64_stored(bytes, 0), 0x7F468504FFC28100u);
  EXPECT_EQ(i64_stored(bytes, 1), std::bit_cast<std::int64_t>(0xFFFFFFFF7F800001u));
  EXPECT_EQ(std::bit_cast<std::uint32_t>(f32_stored(bytes, 1)), 0x7F468504u);
  EXPECT_EQ(std::bit_cast<std::uint64_t>(f64_stored(bytes, 0)), 0x7F468504FFC28100u);
  EXPECT_EQ(i4_stored(bytes, 1), 0x81);
  EXPECT_EQ(u4_stored(bytes, 1), 0x81);
  EXPECT_EQ(truth_stored(bytes, 2), 0xC2);
}

TEST(Stored, NaNsKeepTheirBits) { EXPECT_EQ(std::bit_cast<std::uint32_t>(f32_stored(bytes, 2)), 0x7F800001u); }

// The check value that catalogues of CRCs give for these nine characters.
TEST(Stored, TheChecksumIsCRC32) {
  EXPECT_EQ(stored_checksum(reinterpret_cast<const std::uint8_t*>("123456789"), 9), 0xCBF43926u);
  EXPECT_EQ(stored_checksum(bytes, 0), 0u);
}

}  // namespace
