// SPDX-License-Identifier: Apache-2.0
// Max: every requirement of its page.
#include <gtest/gtest.h>

#include "oracle/ops/max/max.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/patterns.hpp"

namespace etalon::tests {
namespace {

const Profile* const onnx = find_profile("onnx");
constexpr const char* sonnx_profiles[] = {"sonnx", "sonnx-2026-08", "sonnx-2026-10"};

TEST(Max, TheLargestElementIsTheResult) {
  EVIDENCE("MAX-ALL-RESULT");
  EXPECT_EQ(applied("Max", {{DType::f32, "[1,-5,3]"}, {DType::f32, "[2,-7,3]"}}), "[2,-5,3]");
  EXPECT_EQ(applied("Max", {{DType::u64, "[1,9]"}, {DType::u64, "[9223372036854775808,3]"}}),
            "[9223372036854775808,9]");
  EXPECT_EQ(applied("Max", {{DType::i64, "[-1,-9223372036854775808]"}, {DType::i64, "[1,9223372036854775807]"}}),
            "[1,9223372036854775807]");
  EXPECT_EQ(
      applied("Max", {{DType::real, R"(["1/3","-2"])"}, {DType::real, R"(["0.333","-1.5"])"}}, {find_profile("sonnx")}),
      R"(["1/3","-1.5"])");
}

TEST(Max, AnyNumberOfOperandsInAnyOrder) {
  EVIDENCE("MAX-ALL-OPERANDS");
  const Literal a{DType::i32, "[1,5]"}, b{DType::i32, "[3,2]"}, c{DType::i32, "[2,4]"};
  EXPECT_EQ(applied("Max", {a}), "[1,5]");
  EXPECT_EQ(applied("Max", {a, b, c}), "[3,5]");
  EXPECT_EQ(applied("Max", {c, b, a}), "[3,5]");
  EXPECT_EQ(applied("Max", {b, c, a, b, a, c, a, b, c, a}), "[3,5]");
  EXPECT_EQ(applied("Max", {}), "GEN-ALL-ARITY");
}

TEST(Max, Floats_NanAbsorbsAndPositiveZeroIsTheLargerOne) {
  EVIDENCE("MAX-FLOAT-SPECIAL", "NUM-FLOAT-NAN");
  const Setting bits{onnx, newest_opset, {}, true};
  const Literal a{DType::f32, R"(["0x00000000","0x80000000","0xFFC00001","0x3F800000","0x7F800001"])"},
      b{DType::f32, R"(["0x80000000","0x00000000","0x3F800000","0xFFC00001","0xFF800000"])"};
  const char* const wanted = R"(["0x00000000","0x00000000","0x7FC00000","0x7FC00000","0x7FC00000"])";
  EXPECT_EQ(applied("Max", {a, b}, bits), wanted);
  EXPECT_EQ(applied("Max", {b, a}, bits), wanted);
  EXPECT_EQ(applied("Max", {{DType::f32, R"(["0xFFC00001","0x80000000"])"}}, bits), R"(["0x7FC00000","0x80000000"])");
  EXPECT_EQ(applied("Max", {{DType::f64, R"(["inf","-inf","nan"])"}, {DType::f64, "[1,1,1]"}, {DType::f64, "[2,2,2]"}}),
            R"(["inf",2,"nan"])");
}

TEST(Max, Bytes_EveryPairAgreesWithTheOracle) {
  EVIDENCE("MAX-ALL-RESULT");
  for (const DType type : {DType::i8, DType::u8}) expect_all_pairs("Max", type, oracle::max);
}

TEST(Max, SixteenBitFloats_EveryNumberWithSomeAgreesWithTheOracle) {
  EVIDENCE("MAX-FLOAT-SPECIAL");
  for (const DType type : {DType::f16, DType::bf16}) {
    const std::vector<std::uint64_t> seconds{0, 0x8000, 0x0001, 0x8001, 0x3C00, 0xBC00, 0x7F80, 0xFF80, 0x7E01, 0x7D01};
    const Tensor a = all_patterns(type, shape_of({65536, 1})), b = tensor_of(type, shape_of({10}), seconds);
    const Computed all = computed("Max", *onnx, newest_opset, {&a, &b});
    Events wanted;
    for (std::uint64_t i = 0; i < all.result.shape().count; ++i) {
      const oracle::Answer answer = oracle::max(judged_type(type), i / 10, seconds[i % 10]);
      wanted.note(answer.events, i);
      ASSERT_EQ(pattern_at(all.result.view(), i), answer.bits) << std::hex << i / 10 << " " << seconds[i % 10];
    }
    EXPECT_EQ(all.events.of[0].count, wanted.of[0].count);
  }
}

TEST(Max, Shapes_OneInVersionsOneAndSix_BroadcastSinceEightAndInSonnx) {
  EVIDENCE("MAX-ALL-SHAPE", "ELT-ALL-BROADCAST");
  const Literal row{DType::f32, "[1,3]"}, column{DType::f32, "[[2],[0]]"}, scalar{DType::f32, "2.5"};
  for (const int opset : {1, 6, 7}) {
    EXPECT_EQ(applied("Max", {row, column}, {onnx, opset}), "MAX-ALL-SHAPE");
    EXPECT_EQ(applied("Max", {row, row, scalar}, {onnx, opset}), "MAX-ALL-SHAPE");
  }
  for (const char* profile : {"onnx", "sonnx", "sonnx-2026-08", "sonnx-2026-10"}) {
    EXPECT_EQ(applied("Max", {row, column}, {find_profile(profile), 8}), "[[2,3],[1,3]]");
    EXPECT_EQ(applied("Max", {scalar, row, column}, {find_profile(profile), 13}), "[[2.5,3],[2.5,3]]");
    EXPECT_EQ(applied("Max", {row, {DType::f32, "[1,2,3]"}}, {find_profile(profile), 13}), "ELT-ALL-BROADCAST");
  }
}

TEST(Max, EveryVersionHasTheTypesOfTheTable) {
  EVIDENCE("MAX-ALL-TYPES", "MAX-ALL-VERSIONS");
  const auto types = [](const char* profile, int opset) {
    return types_of("Max", [](DType type) { return std::vector(2, Argument{type, shape_of({1})}); },
                    {find_profile(profile), opset});
  };
  const std::string integers = "int8 int16 int32 int64 uint8 uint16 uint32 uint64 ";
  for (const int opset : {1, 6, 8, 11}) EXPECT_EQ(types("onnx", opset), " float16 float double ");
  EXPECT_EQ(types("onnx", 12), " float16 float double " + integers);
  for (const int opset : {13, newest_opset})
    EXPECT_EQ(types("onnx", opset), " float16 bfloat16 float double " + integers);
  for (const char* profile : sonnx_profiles)
    for (const int opset : {8, 12, 13, newest_opset})
      EXPECT_EQ(types(profile, opset), " float16 float double " + integers + "real ");
  EXPECT_EQ(applied("Max", {{DType::i32, "[1]"}}, {onnx, 8}), "MAX-ALL-TYPES");
}

TEST(Max, VersionOneHasConsumedInputsAndSonnxBeginsWithVersionEight) {
  EVIDENCE("MAX-ALL-VERSIONS", "GEN-ALL-VERSION", "GEN-ALL-ATTRIBUTES");
  const std::vector<Attribute> consumed{{"consumed_inputs", std::vector<std::int64_t>{0}}};
  EXPECT_EQ(applied("Max", {{DType::f32, "[1,-2]"}}, {onnx, 1, consumed}), "[1,-2]");
  EXPECT_EQ(applied("Max", {{DType::f32, "[1,-2]"}}, {onnx, 6, consumed}), "GEN-ALL-ATTRIBUTES");
  for (const char* profile : sonnx_profiles)
    EXPECT_EQ(applied("Max", {{DType::f32, "[1,-2]"}}, {find_profile(profile), 7}), "GEN-ALL-VERSION");
}

}  // namespace
}  // namespace etalon::tests
