// SPDX-License-Identifier: Apache-2.0
// Add: every requirement of its page. What it shares with Mul (broadcasting, axis, attributes) is tested there; here it
// is shown that Add has it too.
#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"
#include "tests/support/type_table.hpp"

namespace etalon::tests {
namespace {

const Profile* const onnx = find_profile("onnx");

std::string add(DType type, const char* a, const char* b, const Profile* profile = find_profile("sonnx")) {
  const OpResult result = run_op({"Add", type, a, b, profile});
  return result.code == Code::ok ? result.text : result.rule;
}

TEST(Add, UnlikeShapes_RefusedInTheDraftOfAugust_BroadcastInThatOfOctoberAndInOnnx) {
  EVIDENCE("ADD-ALL-SHAPE", "ELT-ALL-BROADCAST");
  EXPECT_EQ(add(DType::f32, "[1,2]", "[[1],[2]]", find_profile("sonnx-2026-08")), "ADD-ALL-SHAPE");
  EXPECT_EQ(add(DType::f32, "[1,2]", "[[1],[2]]", find_profile("sonnx-2026-10")), "[[2,3],[3,4]]");
  EXPECT_EQ(add(DType::f32, "[1,2]", "[[1],[2]]"), "ADD-ALL-SHAPE");
  EXPECT_EQ(add(DType::f32, "[1,2]", "[[1],[2]]", onnx), "[[2,3],[3,4]]");
}

TEST(Add, VersionSixHasTheAxis) {
  EVIDENCE("ADD-ALL-VERSIONS", "ELT-ALL-AXIS-RUN");
  const std::vector<Attribute> attributes{{"broadcast", 1}, {"axis", 1}};
  EXPECT_EQ(run_op({"Add", DType::i32, "[[[1,2],[3,4]],[[5,6],[7,8]]]", "[10,100]", onnx, 6, attributes}).text,
            "[[[11,12],[103,104]],[[15,16],[107,108]]]");
}

TEST(Add, EveryTypeIsAcceptedOrRefusedAsTheTableSays) {
  EVIDENCE("ADD-ALL-TYPES", "ADD-ALL-VERSIONS");
  std::vector<TypeRow> rows;
  for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10"})
    for (const int opset : {14, newest_opset})
      rows.push_back({profile, opset, " float16 float double real" + all_ints});
  rows.insert(rows.end(), onnx_elementwise.begin(), onnx_elementwise.end());
  expect_types("Add", "ADD-ALL-TYPES", "[1]", rows);
}

TEST(Add, OlderVersions_SonnxHasThoseThatDifferInTypesOnly_WithANoticeWhereOnnxLacksTheType) {
  EVIDENCE("ADD-ALL-VERSIONS", "GEN-ALL-VERSION", "GEN-ALL-BEYOND-ONNX");
  for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10"}) {
    for (const int opset : {7, 13}) {
      EXPECT_EQ(run_op({"Add", DType::f32, "[1]", "[3]", find_profile(profile), opset}).text, "[4]");
      EXPECT_EQ(run_op({"Add", DType::i8, "[1]", "[3]", find_profile(profile), opset}).notices.size(), 1u);
    }
    for (const int opset : {1, 6})
      EXPECT_EQ(run_op({"Add", DType::f32, "[1]", "[1]", find_profile(profile), opset}).rule, "GEN-ALL-VERSION");
  }
}

TEST(Add, Floats_TiesGoToEvenAndOverflowIsInfinite) {
  EVIDENCE("ADD-FLOAT-RESULT");
  EXPECT_EQ(add(DType::f16, "[2048,2048,65504,65504]", "[1,3,15,16]"), R"([2048,2052,65504,"inf"])");
  EXPECT_EQ(add(DType::f32, "[16777216,16777216]", "[1,3]"), "[16777216,16777220]");
}

TEST(Add, Floats_SpecialValuesAndSignsInEveryType) {
  EVIDENCE("ADD-FLOAT-SPECIAL", "NUM-FLOAT-SIGN", "NUM-FLOAT-NAN");
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    EXPECT_EQ(add(type, R"(["inf","-inf","inf","nan"])", R"(["-inf","-inf",1,1])", onnx),
              R"(["nan","-inf","inf","nan"])");
    EXPECT_EQ(add(type, "[1,0,-0.0,-0.0,0]", "[-1,-0.0,0,-0.0,0]", onnx), "[0,0,0,-0,0]");
  }
}

TEST(Add, Integers_WrapInEveryWidthAndOverflowIsAnEvent) {
  EVIDENCE("ADD-INT-RESULT", "ADD-INT-OVERFLOW", "NUM-INT-WRAP");
  EXPECT_EQ(add(DType::u16, "[65535]", "[2]"), "[1]");
  EXPECT_EQ(add(DType::i32, "[2147483647]", "[1]"), "[-2147483648]");
  EXPECT_EQ(add(DType::i64, "[-9223372036854775808]", "[-1]"), "[9223372036854775807]");
  EXPECT_EQ(add(DType::u64, "[18446744073709551615]", "[1]"), "[0]");
  const OpResult result = run_op({"Add", DType::i8, "[1,100,-128]", "[1,100,-1]"});
  EXPECT_EQ(result.text, "[2,-56,127]");
  EXPECT_EQ(result.events.of[5].count, 2u);
  EXPECT_EQ(result.events.of[5].first, 1u);
}

TEST(Add, Reals_AreExact) {
  EVIDENCE("ADD-REAL-RESULT", "NUM-REAL-EXACT");
  EXPECT_EQ(add(DType::real, R"(["0.1","1/3","1e30"])", R"(["0.2","1/3","1e-30"])"),
            R"(["0.3","2/3","1000000000000000000000000000000.000000000000000000000000000001"])");
}

}  // namespace
}  // namespace etalon::tests
