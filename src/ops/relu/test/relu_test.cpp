// SPDX-License-Identifier: Apache-2.0
// Relu: every requirement of its page.
#include <gtest/gtest.h>

#include "oracle/ops/relu/relu.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/patterns.hpp"

namespace etalon::tests {
namespace {

const Profile* const onnx = find_profile("onnx");
constexpr const char* sonnx_profiles[] = {"sonnx", "sonnx-2026-08", "sonnx-2026-10"};

TEST(Relu, NegativeNumbersGiveZeroAndOthersThemselves) {
  EVIDENCE("RELU-ALL-RESULT");
  for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10", "onnx"}) {
    const Setting setting{find_profile(profile)};
    EXPECT_EQ(applied("Relu", {{DType::f64, "[6.1,-9.5,35.7]"}}, setting), "[6.1,0,35.7]");
    EXPECT_EQ(applied("Relu", {{DType::i8, "[6,-9,35,-128,127,0]"}}, setting), "[6,0,35,0,127,0]");
    EXPECT_EQ(applied("Relu", {{DType::i64, "[-9223372036854775808,9223372036854775807]"}}, setting),
              "[0,9223372036854775807]");
  }
  EXPECT_EQ(applied("Relu", {{DType::real, R"(["1/3","-1e-30","6.1"])"}}, {find_profile("sonnx")}),
            R"(["1/3","0","6.1"])");
}

TEST(Relu, Floats_NegativeZeroStaysAndNanIsTheOneNan) {
  EVIDENCE("RELU-FLOAT-SPECIAL", "NUM-FLOAT-NAN");
  EXPECT_EQ(applied("Relu", {{DType::f32, R"(["0x80000000","0xFFC00001","0xFF800000","0x7F800000","0x7F800001"])"}},
                    {onnx, newest_opset, {}, true}),
            R"(["0x80000000","0x7FC00000","0x00000000","0x7F800000","0x7FC00000"])");
  EXPECT_EQ(applied("Relu", {{DType::f64, R"([-0.0,"nan","-inf","inf"])"}}), R"([-0,"nan",0,"inf"])");
}

TEST(Relu, SixteenBits_EveryPatternAgreesWithTheOracle) {
  EVIDENCE("RELU-ALL-RESULT", "RELU-FLOAT-SPECIAL");
  for (const DType type : {DType::f16, DType::bf16, DType::i16}) {
    const Tensor x = all_patterns(type, shape_of({65536}));
    const Computed all = computed("Relu", *onnx, newest_opset, {&x});
    Events wanted;
    for (std::uint64_t i = 0; i < 65536; ++i) {
      const oracle::Answer answer = oracle::relu(judged_type(type), i);
      wanted.note(answer.events, i);
      ASSERT_EQ(pattern_at(all.result.view(), i), answer.bits) << info(type).name << std::hex << " " << i;
    }
    for (unsigned kind = 0; kind < wanted.of.size(); ++kind)
      EXPECT_EQ(all.events.of[kind].count, wanted.of[kind].count) << info(type).name << " " << event_names[kind];
  }
}

TEST(Relu, TheResultHasTheShapeOfTheOperand) {
  EVIDENCE("RELU-ALL-SHAPE", "ELT-ALL-EMPTY");
  for (const Shape& shape : {shape_of({}), shape_of({2, 0, 3}), shape_of({2, 1, 3})}) {
    const Tensor x(DType::f32, shape);
    EXPECT_EQ(computed("Relu", *find_profile("sonnx"), newest_opset, {&x}).result.shape(), shape);
  }
}

TEST(Relu, EveryVersionHasTheTypesOfTheTable) {
  EVIDENCE("RELU-ALL-TYPES", "RELU-ALL-VERSIONS");
  const auto types = [](const char* profile, int opset) {
    return types_of("Relu", [](DType type) { return std::vector{Argument{type, shape_of({1})}}; },
                    {find_profile(profile), opset});
  };
  for (const int opset : {1, 6, 12}) EXPECT_EQ(types("onnx", opset), " float16 float double ");
  EXPECT_EQ(types("onnx", 13), " float16 bfloat16 float double ");
  for (const int opset : {14, newest_opset})
    EXPECT_EQ(types("onnx", opset), " float16 bfloat16 float double int8 int16 int32 int64 ");
  for (const char* profile : sonnx_profiles)
    for (const int opset : {6, 13, 14, newest_opset})
      EXPECT_EQ(types(profile, opset), " float16 float double int8 int16 int32 int64 real ");
  EXPECT_EQ(applied("Relu", {{DType::u8, "[1]"}}), "RELU-ALL-TYPES");
}

TEST(Relu, VersionOneHasConsumedInputsAndSonnxDoesNotHaveVersionOne) {
  EVIDENCE("RELU-ALL-VERSIONS", "GEN-ALL-VERSION", "GEN-ALL-ATTRIBUTES");
  const std::vector<Attribute> consumed{{"consumed_inputs", std::vector<std::int64_t>{0}}};
  EXPECT_EQ(applied("Relu", {{DType::f32, "[1,-2]"}}, {onnx, 1, consumed}), "[1,0]");
  EXPECT_EQ(applied("Relu", {{DType::f32, "[1,-2]"}}, {onnx, 6, consumed}), "GEN-ALL-ATTRIBUTES");
  for (const char* profile : sonnx_profiles)
    EXPECT_EQ(applied("Relu", {{DType::f32, "[1,-2]"}}, {find_profile(profile), 5}), "GEN-ALL-VERSION");
}

}  // namespace
}  // namespace etalon::tests
