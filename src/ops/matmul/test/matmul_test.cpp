// SPDX-License-Identifier: Apache-2.0
// MatMul: the examples of the base document, then every requirement of its page. Bit by bit comparison with the oracle
// over many shapes is in tests/ops/products.cpp.
#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"
#include "tests/support/type_table.hpp"

namespace etalon::tests {
namespace {

const Profile* const sonnx = find_profile("sonnx");
const Profile* const onnx = find_profile("onnx");
const std::vector<DType> all_types{DType::f16, DType::bf16, DType::f32, DType::f64, DType::i32,
                                   DType::i64, DType::u32,  DType::u64, DType::real};

Profile with(Accumulation accumulation, const Profile* profile = onnx) {
  Profile chosen = *profile;
  chosen.choices.accumulation = accumulation;
  return chosen;
}

OpResult product(DType type, const std::string& a, const std::string& b, const Profile& profile, bool bits = false) {
  return run_op({"MatMul", type, a, b, &profile, newest_opset, {}, bits});
}

std::string matmul(DType type, const std::string& a, const std::string& b, const Profile* profile = sonnx) {
  const OpResult result = product(type, a, b, *profile);
  return result.code == Code::ok ? result.text : result.rule;
}

std::string bits(DType type, Accumulation accumulation, const char* a, const char* b) {
  return product(type, a, b, with(accumulation), true).text;
}

constexpr Accumulation policies[] = {Accumulation::sequential, Accumulation::fused, Accumulation::wide,
                                     Accumulation::exact};

// Every policy on every float type that has it.
template <class Check> void for_each_policy(Check check) {
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64})
    for (Accumulation accumulation : policies)
      if (type != DType::f64 || accumulation != Accumulation::wide) check(type, with(accumulation));
}

// ---- examples of SONNX MatMul
// --------------------------------------------------------------------------------------------

TEST(MatMulExamples, SonnxMatMul_RealAndInteger) {
  EVIDENCE("MATMUL-REAL-RESULT", "MATMUL-INT-RESULT");
  EXPECT_EQ(matmul(DType::real, "[[1,2],[3,4]]", "[[5,6],[7,8]]"), R"([["19","22"],["43","50"]])");
  EXPECT_EQ(matmul(DType::real, "[[1,2],[3,4],[5,6]]", "[[7,8,9],[10,11,12]]"),
            R"([["27","30","33"],["61","68","75"],["95","106","117"]])");
  for (DType type : {DType::i32, DType::i64, DType::u32, DType::u64}) {
    EXPECT_EQ(matmul(type, "[[1,2],[3,4]]", "[[5,6],[7,8]]"), "[[19,22],[43,50]]");
    EXPECT_EQ(matmul(type, "[[1,2],[3,4],[5,6]]", "[[7,8,9],[10,11,12]]"), "[[27,30,33],[61,68,75],[95,106,117]]");
  }
}

TEST(MatMulExamples, SonnxMatMul_FloatInEveryPolicy) {
  EVIDENCE("MATMUL-FLOAT-SEQUENTIAL", "MATMUL-FLOAT-FUSED", "MATMUL-FLOAT-WIDE", "MATMUL-FLOAT-EXACT",
           "MATMUL-FLOAT-SPECIAL");
  for_each_policy([](DType type, const Profile& profile) {
    EXPECT_EQ(product(type, "[[1.0,2.0],[3.0,4.0]]", "[[5.0,6.0],[7.0,8.0]]", profile).text, "[[19,22],[43,50]]");
    EXPECT_EQ(product(type, R"([["inf","-inf","nan"],["nan","inf","-inf"]])", "[[1,2],[4,5],[7,8]]", profile).text,
              R"([["nan","nan"],["nan","nan"]])");
    EXPECT_EQ(product(type, R"([["inf","inf"],["nan","inf"]])", "[[1,2,3,4],[4,5,6,7]]", profile).text,
              R"([["inf","inf","inf","inf"],["nan","nan","nan","nan"]])");
  });
}

// ---- shapes, types, versions
// ---------------------------------------------------------------------------------------------

TEST(MatMul, SonnxTakesTwoMatricesWhoseInnerDimensionsMeet) {
  EVIDENCE("MATMUL-ALL-RANK", "MATMUL-ALL-INNER");
  EXPECT_EQ(matmul(DType::f32, "[1,2]", "[[1],[2]]"), "MATMUL-ALL-RANK");
  EXPECT_EQ(matmul(DType::f32, "[[1,2]]", "[1,2]"), "MATMUL-ALL-RANK");
  EXPECT_EQ(matmul(DType::f32, "[[[1,2]]]", "[[[1],[2]]]", find_profile("sonnx-2026-08")), "MATMUL-ALL-RANK");
  EXPECT_EQ(matmul(DType::f32, "[[1,2]]", "[[1,2]]"), "MATMUL-ALL-INNER");
  EXPECT_EQ(matmul(DType::f32, "[[1,2]]", "[[3],[4]]"), "[[11]]");
}

TEST(MatMul, OnnxPromotesVectorsAndBroadcastsStacks) {
  EVIDENCE("MATMUL-ALL-BATCH", "MATMUL-ALL-INNER");
  EXPECT_EQ(matmul(DType::i32, "[1,2]", "[3,4]", onnx), "11") << "two vectors give a scalar";
  EXPECT_EQ(matmul(DType::i32, "[1,2]", "[[1,2,3],[4,5,6]]", onnx), "[9,12,15]");
  EXPECT_EQ(matmul(DType::i32, "[[1,2],[3,4]]", "[5,6]", onnx), "[17,39]");
  EXPECT_EQ(matmul(DType::i32, "[[[1,2]],[[3,4]]]", "[[1],[1]]", onnx), "[[[3]],[[7]]]");
  EXPECT_EQ(matmul(DType::i32, "[[[[1]],[[2]]]]", "[[[[10]]],[[[20]]]]", onnx), "[[[[10]],[[20]]],[[[20]],[[40]]]]");
  EXPECT_EQ(matmul(DType::i32, "2", "[1]", onnx), "MATMUL-ALL-BATCH");
  EXPECT_EQ(matmul(DType::i32, "[[[1]],[[1]]]", "[[[1]],[[1]],[[1]]]", onnx), "MATMUL-ALL-BATCH");
  EXPECT_EQ(matmul(DType::i32, "[1,2]", "[1,2,3]", onnx), "MATMUL-ALL-INNER");
}

TEST(MatMul, AnEmptySumIsPlusZeroAndAnEmptyResultIsEmpty) {
  EVIDENCE("MATMUL-ALL-EMPTY");
  for (DType type : all_types) {
    if (type == DType::real) continue;
    EXPECT_EQ(matmul(type, "[]", "[]", onnx), "0");
    EXPECT_EQ(matmul(type, "[[],[]]", "[]", onnx), "[0,0]");
  }
  for_each_policy([](DType type, const Profile& profile) {
    EXPECT_EQ(product(type, "[[],[]]", "[]", profile, true).text.substr(0, 7), "[\"0x000");
  });
  EXPECT_EQ(matmul(DType::real, "[]", "[]", onnx), "MATMUL-ALL-TYPES");
  EXPECT_EQ(matmul(DType::f32, "[[],[]]", "[]", sonnx), "MATMUL-ALL-RANK");
  EXPECT_EQ(matmul(DType::f32, "[[1],[2]]", "[[]]", onnx), "[[],[]]") << "no columns";
  EXPECT_EQ(matmul(DType::f32, "[[[1]]]", "[[[]]]", onnx), "[[[]]]");
}

TEST(MatMul, EveryTypeIsAcceptedOrRefusedAsTheTableSays) {
  EVIDENCE("MATMUL-ALL-TYPES", "MATMUL-ALL-VERSIONS");
  expect_types("MatMul", "MATMUL-ALL-TYPES", "[[1]]",
               {{"sonnx", 13, " float16 float double real" + wide_ints},
                {"sonnx-2026-08", 14, " float16 float double real" + wide_ints},
                {"onnx", 1, " float16 float double "},
                {"onnx", 8, " float16 float double "},
                {"onnx", 9, " float16 float double" + wide_ints},
                {"onnx", 13, " float16 bfloat16 float double" + wide_ints}});
  for (int opset : {1, 9, 12})
    EXPECT_EQ(run_op({"MatMul", DType::f32, "[[1]]", "[[1]]", sonnx, opset}).rule, "GEN-ALL-VERSION");
}

// ---- policies
// --------------------------------------------------------------------------------------------------------------

// The first product puts the accumulator where the triple starts; the second is the step under test.
TEST(MatMul, Fused_DistinguishingTriplesAreRight) {
  EVIDENCE("MATMUL-FLOAT-FUSED");
  EXPECT_EQ(bits(DType::f16, Accumulation::fused, R"([["0x3C00","0x3C14"]])", R"([["0x3C00"],["0x0FD9"]])"),
            R"([["0x3C01"]])");
  EXPECT_EQ(bits(DType::f16, Accumulation::wide, R"([["0x3C00","0x3C14"]])", R"([["0x3C00"],["0x0FD9"]])"),
            R"([["0x3C00"]])");
  EXPECT_EQ(bits(DType::bf16, Accumulation::fused, R"([["0xA180","0x40E0"]])", R"([["0x3F80"],["0x4214"]])"),
            R"([["0x4381"]])");
}

TEST(MatMul, Sequential_RoundsEveryProductAndEverySum) {
  EVIDENCE("MATMUL-FLOAT-SEQUENTIAL");
  // (1+u)^2 - 1 - 2u: the rounded product loses u^2, the fused step keeps it.
  const char* a = R"([["0x1p0","0x1.000002p0"]])";
  const char* b = R"([["-0x1.000004p0"],["0x1.000002p0"]])";
  EXPECT_EQ(product(DType::f32, a, b, with(Accumulation::sequential)).text, "[[0]]");
  EXPECT_EQ(product(DType::f32, a, b, with(Accumulation::fused)).text, "[[1.4210855e-14]]");
  // 2048 + 1 + 1 in float16: each step is a tie to even; exactly it is 2050.
  EXPECT_EQ(product(DType::f16, "[[2048,1,1]]", "[[1],[1],[1]]", with(Accumulation::sequential)).text, "[[2048]]");
  EXPECT_EQ(product(DType::f16, "[[2048,1,1]]", "[[1],[1],[1]]", with(Accumulation::wide)).text, "[[2050]]");
  EXPECT_EQ(product(DType::f16, "[[2048,1,1]]", "[[1],[1],[1]]", with(Accumulation::exact)).text, "[[2050]]");
}

// -2^127 * 1.5 + 2^127 * 2: the second product rounded to float overflows; the fused wide step gives 2^126.
TEST(MatMul, Wide_ABfloat16ProductBeyondFloatIsNotRoundedBeforeItIsAdded) {
  EVIDENCE("MATMUL-FLOAT-WIDE");
  const char* a = R"([["-0x1p127","0x1p127"]])";
  const char* b = R"([["0x1.8p0"],["0x1p1"]])";
  EXPECT_EQ(bits(DType::bf16, Accumulation::wide, a, b), R"([["0x7E80"]])") << "2^126";
  EXPECT_EQ(product(DType::bf16, a, b, with(Accumulation::sequential)).text, R"([["inf"]])");
  // Underflow: a product of -2^-160 rounded by itself is -0 and vanishes in +0; the fused step keeps the sign.
  EXPECT_EQ(product(DType::bf16, R"([["-0x1p-80"]])", R"([["0x1p-80"]])", with(Accumulation::wide)).text, "[[-0]]");
}

TEST(MatMul, Wide_IsRefusedForDouble) {
  EVIDENCE("MATMUL-FLOAT-WIDE");
  const OpResult result = product(DType::f64, "[[1]]", "[[1]]", with(Accumulation::wide));
  EXPECT_EQ(result.code, Code::usage);
  EXPECT_EQ(result.rule, "MATMUL-FLOAT-WIDE");
}

TEST(MatMul, Exact_RoundsOnceWhateverTheCancellation) {
  EVIDENCE("MATMUL-FLOAT-EXACT");
  const Profile exact = with(Accumulation::exact);
  EXPECT_EQ(product(DType::f64, R"([[1e308,1e308,"-0x1p1000",1e-300]])", R"([[10],[-10],[0],[1e-20]])", exact).text,
            "[[1e-320]]");
  EXPECT_EQ(product(DType::f32, "[[1e30,1,-1e30]]", "[[1e8],[1],[1e8]]", exact).text, "[[1]]");
  EXPECT_EQ(product(DType::f16, R"([["0x1p-24","0x1p-24"]])", R"([["0x1p-24"],["-0x1p-24"]])", exact).text, "[[0]]");
  EXPECT_EQ(product(DType::f16, R"([["0x1p-24"]])", R"([["-0x1p-24"]])", exact).text, "[[-0]]")
      << "rounds to zero from below";
  EXPECT_EQ(product(DType::f16, "[[65504,65504]]", "[[65504],[-65504]]", exact).text, "[[0]]")
      << "no overflow on the way";
}

TEST(MatMul, Exact_SpecialValuesFollowTheRules) {
  EVIDENCE("MATMUL-FLOAT-EXACT", "MATMUL-FLOAT-SPECIAL");
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    const Profile exact = with(Accumulation::exact);
    const auto dot = [&](const char* a, const char* b) { return product(type, a, b, exact).text; };
    EXPECT_EQ(dot(R"([["nan",1]])", "[[1],[1]]"), R"([["nan"]])");
    EXPECT_EQ(dot(R"([["inf",1]])", "[[0],[1]]"), R"([["nan"]])");
    EXPECT_EQ(dot(R"([["inf","inf"]])", "[[1],[-1]]"), R"([["nan"]])");
    EXPECT_EQ(dot(R"([["inf",-1]])", "[[1],[5]]"), R"([["inf"]])");
    EXPECT_EQ(dot(R"([["inf",-1]])", "[[-1],[5]]"), R"([["-inf"]])");
    EXPECT_EQ(dot("[[-0.0,1]]", "[[1],[-0.0]]"), "[[0]]") << "an exact zero is +0";
  }
}

TEST(MatMul, SignedZeros_TheAccumulatorStartsAtPlusZero) {
  EVIDENCE("MATMUL-FLOAT-SEQUENTIAL", "MATMUL-FLOAT-SPECIAL");
  for_each_policy([](DType type, const Profile& profile) {
    EXPECT_EQ(product(type, "[[-0.0]]", "[[1]]", profile).text, "[[0]]");
    EXPECT_EQ(product(type, "[[-0.0,-0.0]]", "[[1],[1]]", profile).text, "[[0]]");
  });
  for (Accumulation accumulation : {Accumulation::fused, Accumulation::wide, Accumulation::exact})
    EXPECT_EQ(product(DType::f16, R"([["0x1p-24"]])", R"([["-0x1p-24"]])", with(accumulation)).text, "[[-0]]");
  EXPECT_EQ(product(DType::f16, R"([["0x1p-24"]])", R"([["-0x1p-24"]])", with(Accumulation::sequential)).text, "[[0]]");
}

// ---- integers and events
// -------------------------------------------------------------------------------------------------

TEST(MatMul, Integers_WrapAndOnlyAnExactSumOutOfRangeIsAnEvent) {
  EVIDENCE("MATMUL-INT-RESULT", "MATMUL-INT-OVERFLOW");
  const OpResult result = product(DType::i32, "[[2147483647,2147483647],[65536,1]]", "[[2,65536],[-2,1]]", *sonnx);
  EXPECT_EQ(result.text, "[[0,2147418111],[131070,1]]");
  EXPECT_EQ(result.events.of[5].count, 2u) << "the first sum is 0: what happens on the way does not count";
  EXPECT_EQ(result.events.of[5].first, 1u);
  EXPECT_EQ(matmul(DType::u64, "[[18446744073709551615,1]]", "[[18446744073709551615],[1]]"), "[[2]]");
  const std::string min = "-9223372036854775808";
  const OpResult largest = product(DType::i64, "[[" + min + "," + min + "]]", "[[" + min + "],[" + min + "]]", *sonnx);
  EXPECT_EQ(largest.text, "[[0]]");
  EXPECT_EQ(largest.events.of[5].count, 1u);
}

TEST(MatMul, Floats_AnOutputCountsOncePerKind) {
  EVIDENCE("MATMUL-FLOAT-EVENTS", "NUM-ALL-EVENTS");
  const OpResult result =
      product(DType::f16, R"([[1,2],[0.1,0.1],["inf",60000]])", "[[3],[0.1]]", with(Accumulation::sequential));
  EXPECT_EQ(result.text, R"([[3.2],[0.3098],["inf"]])");
  EXPECT_EQ(result.events.of[4].count, 3u) << "inexact, however many steps were";
  const OpResult bad = product(DType::f16, R"([["inf","inf","inf"]])", "[[0],[1],[-1]]", with(Accumulation::exact));
  EXPECT_EQ(bad.events.of[0].count, 1u);
}

TEST(MatMul, Reals_AreExactAndAZeroIsNothingSpecial) {
  EVIDENCE("MATMUL-REAL-RESULT", "NUM-REAL-EXACT");
  const OpResult result = product(DType::real, R"([["1/3","0.1"],[0,0]])", R"([["3/7"],["0.1"]])", *sonnx);
  EXPECT_EQ(result.text, R"([["107/700"],["0"]])");
  EXPECT_TRUE(result.breaches.empty());
}

}  // namespace
}  // namespace etalon::tests
