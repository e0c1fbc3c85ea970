// SPDX-License-Identifier: Apache-2.0
// Sub: every requirement of its page. What it shares with Mul (broadcasting, axis, attributes) is tested there; here it
// is shown that Sub has it too.
#include <gtest/gtest.h>

#include "oracle/arithmetic/small_float.hpp"
#include "oracle/ops/sub/sub.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"
#include "tests/support/patterns.hpp"
#include "tests/support/type_table.hpp"

namespace etalon::tests {
namespace {

const Profile* const onnx = find_profile("onnx");

std::string sub(DType type, const char* a, const char* b, const Profile* profile = find_profile("sonnx")) {
  const OpResult result = run_op({"Sub", type, a, b, profile});
  return result.code == Code::ok ? result.text : result.rule;
}

TEST(Sub, UnlikeShapes_RefusedInTheDraftOfAugust_BroadcastInThatOfOctoberAndInOnnx) {
  EVIDENCE("SUB-ALL-SHAPE", "ELT-ALL-BROADCAST");
  EXPECT_EQ(sub(DType::f32, "[1,2]", "[[1],[2]]"), "SUB-ALL-SHAPE");
  EXPECT_EQ(sub(DType::f32, "[1,2]", "[[1],[2]]", find_profile("sonnx-2026-08")), "SUB-ALL-SHAPE");
  EXPECT_EQ(sub(DType::f32, "[1,2]", "[[1],[2]]", find_profile("sonnx-2026-10")), "[[0,1],[-1,0]]");
  EXPECT_EQ(sub(DType::f32, "[1,2]", "[[1],[2]]", onnx), "[[0,1],[-1,0]]");
}

TEST(Sub, VersionSixHasTheAxis) {
  EVIDENCE("SUB-ALL-VERSIONS", "ELT-ALL-AXIS-RUN");
  const std::vector<Attribute> attributes{{"broadcast", 1}, {"axis", 1}};
  EXPECT_EQ(run_op({"Sub", DType::i32, "[[[1,2],[3,4]],[[5,6],[7,8]]]", "[10,100]", onnx, 6, attributes}).text,
            "[[[-9,-8],[-97,-96]],[[-5,-4],[-93,-92]]]");
}

TEST(Sub, VersionOneHasConsumedInputs) {
  EVIDENCE("SUB-ALL-VERSIONS", "ELT-ALL-AXIS-CONSUMED");
  const std::vector<Attribute> attributes{{"consumed_inputs", std::vector<std::int64_t>{0, 0}}};
  EXPECT_EQ(run_op({"Sub", DType::f32, "[1,2]", "[10,100]", onnx, 1, attributes}).text, "[-9,-98]");
}

TEST(Sub, EveryTypeIsAcceptedOrRefusedAsTheTableSays) {
  EVIDENCE("SUB-ALL-TYPES", "SUB-ALL-VERSIONS");
  std::vector<TypeRow> rows;
  for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10"})
    for (const int opset : {14, newest_opset})
      rows.push_back({profile, opset, " float16 float double real" + all_ints});
  rows.insert(rows.end(), onnx_elementwise.begin(), onnx_elementwise.end());
  expect_types("Sub", "SUB-ALL-TYPES", "[1]", rows);
}

TEST(Sub, OlderVersions_SonnxHasThoseThatDifferInTypesOnly_WithANoticeWhereOnnxLacksTheType) {
  EVIDENCE("SUB-ALL-VERSIONS", "GEN-ALL-VERSION", "GEN-ALL-BEYOND-ONNX");
  for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10"}) {
    for (const int opset : {7, 13}) {
      EXPECT_EQ(run_op({"Sub", DType::f32, "[1]", "[3]", find_profile(profile), opset}).text, "[-2]");
      EXPECT_EQ(run_op({"Sub", DType::i8, "[1]", "[3]", find_profile(profile), opset}).notices.size(), 1u);
    }
    for (const int opset : {1, 6})
      EXPECT_EQ(run_op({"Sub", DType::f32, "[1]", "[1]", find_profile(profile), opset}).rule, "GEN-ALL-VERSION");
  }
}

TEST(Sub, Floats_TiesGoToEvenAndOverflowIsInfinite) {
  EVIDENCE("SUB-FLOAT-RESULT");
  EXPECT_EQ(sub(DType::f16, "[2048,2048,65504,65504]", "[-1,-3,-8,-16]"), R"([2048,2052,65504,"inf"])");
  EXPECT_EQ(sub(DType::f32, "[16777216,16777216]", "[-1,-3]"), "[16777216,16777220]");
  EXPECT_EQ(sub(DType::f64, "[0.3]", "[0.1]"), "[0.19999999999999998]");
}

TEST(Sub, Floats_SpecialValuesAndSignsInEveryType) {
  EVIDENCE("SUB-FLOAT-SPECIAL", "NUM-FLOAT-SIGN", "NUM-FLOAT-NAN");
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    EXPECT_EQ(sub(type, R"(["inf","-inf","inf","-inf","nan",1])", R"(["inf","-inf","-inf",1,1,"nan"])", onnx),
              R"(["nan","nan","inf","-inf","nan","nan"])");
    EXPECT_EQ(sub(type, "[1,0,-0.0,-0.0,0]", "[1,0,0,-0.0,-0.0]", onnx), "[0,0,-0,0,0]");
  }
}

TEST(Sub, SixteenBitFloats_EveryNumberLessSomeAgreesWithTheOracle) {
  EVIDENCE("SUB-FLOAT-RESULT", "SUB-FLOAT-SPECIAL");
  for (const DType type : {DType::f16, DType::bf16}) {
    const oracle::Format format = judged_type(type).format();
    const std::vector<std::uint64_t> seconds{0,      0x8000, 0x0001, 0x8001, 0x0400, 0x3C00, 0xBC00, 0x3555,
                                             0x7BFF, 0xFBFF, 0x7C00, 0xFC00, 0x7F80, 0xFF80, 0x7E01, 0x7D01};
    const Tensor a = all_patterns(type, shape_of({65536, 1})), b = tensor_of(type, shape_of({16}), seconds);
    const Computed all = computed("Sub", *onnx, newest_opset, {&a, &b});
    Events wanted;
    for (std::uint64_t i = 0; i < all.result.shape().count; ++i) {
      const oracle::Answer answer = oracle::small_sub(format, i / 16, seconds[i % 16]);
      wanted.note(answer.events, i);
      ASSERT_EQ(pattern_at(all.result.view(), i), answer.bits) << std::hex << i / 16 << " - " << seconds[i % 16];
    }
    for (unsigned kind = 0; kind < wanted.of.size(); ++kind)
      EXPECT_EQ(all.events.of[kind].count, wanted.of[kind].count) << event_names[kind];
  }
}

TEST(Sub, Bytes_EveryPairAgreesWithTheOracle) {
  EVIDENCE("SUB-INT-RESULT", "SUB-INT-OVERFLOW");
  for (const DType type : {DType::i8, DType::u8}) expect_all_pairs("Sub", type, oracle::sub);
}

TEST(Sub, Integers_WrapInEveryWidthAndOverflowIsAnEvent) {
  EVIDENCE("SUB-INT-RESULT", "SUB-INT-OVERFLOW", "NUM-INT-WRAP");
  EXPECT_EQ(sub(DType::u16, "[0]", "[2]"), "[65534]");
  EXPECT_EQ(sub(DType::i16, "[-32768]", "[1]"), "[32767]");
  EXPECT_EQ(sub(DType::i32, "[-2147483648]", "[1]"), "[2147483647]");
  EXPECT_EQ(sub(DType::u32, "[1]", "[2]"), "[4294967295]");
  EXPECT_EQ(sub(DType::i64, "[9223372036854775807]", "[-1]"), "[-9223372036854775808]");
  EXPECT_EQ(sub(DType::u64, "[0]", "[1]"), "[18446744073709551615]");
  const OpResult result = run_op({"Sub", DType::i8, "[-6,10,10]", "[-3,100,-120]"});
  EXPECT_EQ(result.text, "[-3,-90,-126]");
  EXPECT_EQ(result.events.of[5].count, 1u);
  EXPECT_EQ(result.events.of[5].first, 2u);
}

TEST(Sub, Reals_AreExact) {
  EVIDENCE("SUB-REAL-RESULT", "NUM-REAL-EXACT");
  EXPECT_EQ(sub(DType::real, R"(["0.3","1/3","6.1"])", R"(["0.1","2/3","2"])"), R"(["0.2","-1/3","4.1"])");
}

}  // namespace
}  // namespace etalon::tests
