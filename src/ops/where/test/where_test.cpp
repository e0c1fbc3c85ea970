// SPDX-License-Identifier: Apache-2.0
// Where: every requirement of its page.
#include <gtest/gtest.h>

#include "oracle/ops/where/where.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/patterns.hpp"

namespace etalon::tests {
namespace {

const Profile* const onnx = find_profile("onnx");
constexpr const char* sonnx_profiles[] = {"sonnx", "sonnx-2026-08", "sonnx-2026-10"};

TEST(Where, TheConditionSaysWhichElementIsTaken) {
  EVIDENCE("WHERE-ALL-RESULT");
  const Literal condition{DType::boolean, "[[true,true],[true,false],[false,true]]"};
  for (const char* profile : {"onnx", "sonnx", "sonnx-2026-08", "sonnx-2026-10"})
    EXPECT_EQ(
        applied("Where", {condition, {DType::i16, "[[1,20],[3,40],[5,60]]"}, {DType::i16, "[[12,110],[10,90],[8,70]]"}},
                {find_profile(profile)}),
        "[[1,20],[3,90],[8,60]]");
  EXPECT_EQ(
      applied(
          "Where",
          {{DType::boolean, "[true,false,true]"}, {DType::real, R"([9,8,"7.1"])"}, {DType::real, R"(["1/3","2/3",4])"}},
          {find_profile("sonnx")}),
      R"(["9","2/3","7.1"])");
}

TEST(Where, EveryBitIsKept) {
  EVIDENCE("WHERE-ALL-RESULT");
  const std::vector<std::uint64_t> flags{1, 0, 0x80, 0, 1}, x{0x7F800001, 0, 0xFFC00001, 0, 0x80000000},
      y{0, 0x80000000, 1, 0xFF812345, 2};
  const Tensor condition = tensor_of(DType::boolean, shape_of({5}), flags);
  const Tensor a = tensor_of(DType::f32, shape_of({5}), x), b = tensor_of(DType::f32, shape_of({5}), y);
  const Computed result = computed("Where", *onnx, newest_opset, {&condition, &a, &b});
  for (std::size_t i = 0; i < 5; ++i)
    EXPECT_EQ(pattern_at(result.result.view(), i), oracle::where(flags[i], x[i], y[i])) << i;
  for (const Events::Tally& tally : result.events.of) EXPECT_EQ(tally.count, 0u);
}

TEST(Where, SixteenBits_EveryPatternIsMovedAsItIs) {
  EVIDENCE("WHERE-ALL-RESULT");
  for (const DType type : {DType::f16, DType::bf16, DType::i16, DType::u16}) {
    const Tensor x = all_patterns(type, shape_of({65536})), y = tensor_of(type, shape_of({}), {0x1234});
    const Tensor condition = tensor_of(DType::boolean, shape_of({2, 1}), {1, 0});
    const Computed all = computed("Where", *onnx, newest_opset, {&condition, &x, &y});
    for (std::uint64_t i = 0; i < 65536; ++i) {
      ASSERT_EQ(pattern_at(all.result.view(), i), i);
      ASSERT_EQ(pattern_at(all.result.view(), 65536 + i), 0x1234u);
    }
  }
}

TEST(Where, Shapes_OneInSonnx_ThreeBroadcastInOnnx) {
  EVIDENCE("WHERE-ALL-SHAPE", "ELT-ALL-BROADCAST");
  const Literal condition{DType::boolean, "[[true],[false]]"}, x{DType::f32, "[1,2,3]"}, y{DType::f32, "7"};
  EXPECT_EQ(applied("Where", {condition, x, y}), "[[1,2,3],[7,7,7]]");
  for (const char* profile : sonnx_profiles) {
    EXPECT_EQ(applied("Where", {condition, x, y}, {find_profile(profile)}), "WHERE-ALL-SHAPE");
    EXPECT_EQ(applied("Where", {{DType::boolean, "true"}, y, y}, {find_profile(profile)}), "7");
  }
  EXPECT_EQ(applied("Where", {{DType::boolean, "[true,false]"}, x, y}), "ELT-ALL-BROADCAST");
}

TEST(Where, EveryVersionHasTheTypesOfTheTable) {
  EVIDENCE("WHERE-ALL-TYPES", "WHERE-ALL-VERSIONS");
  const auto types = [](const char* profile, int opset) {
    return types_of("Where",
                    [](DType type) {
                      return std::vector<Argument>{
                          {DType::boolean, shape_of({1})}, {type, shape_of({1})}, {type, shape_of({1})}};
                    },
                    {find_profile(profile), opset});
  };
  const std::string integers = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 ";
  for (const int opset : {9, 15}) EXPECT_EQ(types("onnx", opset), " float16 float double " + integers + "bool ");
  for (const int opset : {16, newest_opset})
    EXPECT_EQ(types("onnx", opset), " float16 bfloat16 float double " + integers + "bool ");
  for (const char* profile : sonnx_profiles)
    for (const int opset : {9, 16, newest_opset})
      EXPECT_EQ(types(profile, opset), " float16 float double " + integers + "real ");
  EXPECT_EQ(applied("Where", {{DType::u8, "[1]"}, {DType::f32, "[1]"}, {DType::f32, "[1]"}}), "WHERE-ALL-TYPES");
  EXPECT_EQ(applied("Where", {{DType::boolean, "[true]"}, {DType::f32, "[1]"}, {DType::f64, "[1]"}}),
            "GEN-ALL-ONETYPE");
}

TEST(Where, BooleansAreChosenTooAndOperatorSetEightHasNoWhere) {
  EVIDENCE("WHERE-ALL-VERSIONS", "GEN-ALL-VERSION");
  const Literal c{DType::boolean, "[true,false]"}, x{DType::boolean, "[true,true]"}, y{DType::boolean, "[false,false]"};
  EXPECT_EQ(applied("Where", {c, x, y}, {onnx, 9}), "[true,false]");
  EXPECT_EQ(applied("Where", {c, x, y}, {onnx, 8}), "GEN-ALL-VERSION");
}

}  // namespace
}  // namespace etalon::tests
