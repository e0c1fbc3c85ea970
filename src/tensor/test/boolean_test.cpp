// SPDX-License-Identifier: Apache-2.0
// Floor 2. Truth values: every byte that a caller may give, and what is written.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

// All 256 bytes, as a caller's tensor of bool.
struct EveryByte {
  EveryByte() {
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i);
  }
  TensorView view() const { return {DType::boolean, *Shape::of(std::vector<std::uint64_t>{256}), bytes.data(), 256}; }

  std::vector<unsigned char> bytes = std::vector<unsigned char>(256);
};

TEST(Boolean, Exhaustive_AByteReadsAsTrueWhereItIsNotZero) {
  EVIDENCE("NUM-BOOL-BYTE");
  const EveryByte every;
  unsigned visited = 0, trues = 0;
  for (std::uint64_t i = 0; i < 256; ++i, ++visited) {
    trues += Boolean::load(every.bytes.data(), i);
    EXPECT_EQ(pattern_at(every.view(), i), i == 0 ? 0u : 1u) << i;
  }
  EXPECT_EQ(visited, 256u);
  EXPECT_EQ(trues, 255u);
}

TEST(Boolean, WhatIsStoredIsZeroOrOne) {
  EVIDENCE("NUM-BOOL-BYTE");
  unsigned char bytes[] = {9, 9, 9};
  Boolean::store(bytes, 0, true);
  Boolean::store(bytes, 1, false);
  EXPECT_EQ(bytes[0], 1);
  EXPECT_EQ(bytes[1], 0);
  EXPECT_EQ(bytes[2], 9) << "beside";
}

TEST(Boolean, WhatGoesToAFileOrADigestIsZeroOrOne) {
  EVIDENCE("NUM-BOOL-BYTE");
  const EveryByte every;
  std::string given;
  give_little_endian(every.view(), [&](std::span<const std::byte> bytes) {
    given.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  EXPECT_EQ(given, std::string(1, '\0') + std::string(255, '\1'));
}

TEST(Boolean, WhatIsCopiedIsZeroOrOneAndOtherTypesKeepTheirBytes) {
  EVIDENCE("NUM-BOOL-BYTE");
  const EveryByte every;
  std::vector<unsigned char> copy(256, 9), wanted(256, 1);
  wanted[0] = 0;
  copy_elements(DType::boolean, copy.data(), every.bytes.data(), 256);
  EXPECT_EQ(copy, wanted);
  copy_elements(DType::u8, copy.data(), every.bytes.data(), 256);
  EXPECT_EQ(copy, every.bytes);
  copy_elements(DType::f32, nullptr, nullptr, 0);
}

}  // namespace
}  // namespace etalon::impl
