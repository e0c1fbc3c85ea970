// SPDX-License-Identifier: Apache-2.0
// Distances between tensors, on patterns whose places are known.
#include "conform/judge/difference.hpp"

#include <gtest/gtest.h>

#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

Tensor of(DType type, std::initializer_list<std::uint64_t> patterns) {
  const std::uint64_t dims[] = {patterns.size()};
  Tensor tensor(type, *Shape::of(dims));
  std::uint64_t i = 0;
  for (const std::uint64_t pattern : patterns) set_pattern(tensor.view(), i++, pattern);
  return tensor;
}

Difference between(DType type, std::initializer_list<std::uint64_t> a, std::initializer_list<std::uint64_t> b) {
  const Tensor first = of(type, a), second = of(type, b);
  return difference(first.view(), second.view());
}

TEST(Difference, IsInNumbersOfTheType) {
  EVIDENCE("PEER-ALL-COMPARED");
  EXPECT_EQ(between(DType::f32, {0x3F800000}, {0x3F800003}).ulp, 3u);
  EXPECT_EQ(between(DType::f32, {0x7F7FFFFF}, {0x7F800000}).ulp, 1u) << "the largest float and infinity";
  EXPECT_EQ(between(DType::f32, {0x00000001}, {0x80000002}).ulp, 3u) << "across zero";
  EXPECT_EQ(between(DType::f16, {0x3C00}, {0xBC00}).ulp, 2u * 0x3C00);
  EXPECT_EQ(between(DType::f64, {0}, {0x3FF0000000000000}).ulp, 0x3FF0000000000000u);
  EXPECT_EQ(between(DType::i64, {0x8000000000000000}, {0x7FFFFFFFFFFFFFFF}).ulp, UINT64_MAX);
  EXPECT_EQ(between(DType::i64, {0xFFFFFFFFFFFFFFFF}, {1}).ulp, 2u);
  EXPECT_EQ(between(DType::i8, {0x80}, {0x7F}).ulp, 255u);
  EXPECT_EQ(between(DType::i4, {0x8}, {0xF}).ulp, 7u);
  EXPECT_EQ(between(DType::u8, {0}, {255}).ulp, 255u);
  EXPECT_EQ(between(DType::u64, {0}, {UINT64_MAX}).ulp, UINT64_MAX);
  EXPECT_EQ(between(DType::boolean, {0}, {1}).ulp, 1u);
}

TEST(Difference, ZerosOfBothSignsHaveOtherBitsAndNoDistance) {
  EVIDENCE("PEER-ALL-COMPARED");
  const Difference zeros = between(DType::bf16, {0x0000}, {0x8000});
  EXPECT_EQ(zeros.other_bits, 1u);
  EXPECT_EQ(zeros.other_values, 1u);
  EXPECT_EQ(zeros.ulp, 0u);
}

TEST(Difference, NaNsAreCountedApart) {
  EVIDENCE("PEER-ALL-COMPARED");
  const Difference found = between(DType::f32, {0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7F800000, 0x3F800000},
                                   {0x7FC00000, 0xFFC00001, 0x3F800000, 0x7F800001, 0x3F800000});
  EXPECT_EQ(found.elements, 5u);
  EXPECT_EQ(found.other_bits, 3u);
  EXPECT_EQ(found.other_values, 2u);
  EXPECT_EQ(found.other_kinds, 2u);
  EXPECT_EQ(found.ulp, 0u);
  EXPECT_EQ(found.first, 1u);
  EXPECT_EQ(found.given, "0x7FC00000");
  EXPECT_EQ(found.expected, "0xFFC00001");
}

TEST(Difference, OfSeveralOutputsHasTheFirstPlaceAndTheLargestDistance) {
  EVIDENCE("PEER-ALL-COMPARED");
  Difference all;
  all.add(between(DType::i32, {1, 2}, {1, 2}), 0);
  all.add(between(DType::i32, {1, 2}, {1, 4}), 1);
  all.add(between(DType::i32, {1}, {9}), 2);
  EXPECT_EQ(all.output, 1u);
  EXPECT_EQ(all.first, 1u);
  EXPECT_EQ(all.ulp, 8u);
  EXPECT_EQ(all.elements, 5u);
  EXPECT_EQ(all.other_bits, 2u);
}

}  // namespace
}  // namespace etalon::impl
