// SPDX-License-Identifier: Apache-2.0
// Mul: the examples of the base documents, then every requirement of its page.
#include <gtest/gtest.h>

#include <array>
#include <numeric>

#include "ops/mul/test/onnx_mul_14.hpp"
#include "tensor/algebra.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"
#include "tests/support/op.hpp"
#include "tests/support/type_table.hpp"

namespace etalon::tests {
namespace {

const Profile* const onnx = find_profile("onnx");

std::string mul(DType type, const char* a, const char* b, const Profile* profile = find_profile("sonnx")) {
  const OpResult result = run_op({"Mul", type, a, b, profile});
  return result.code == Code::ok ? result.text : result.rule;
}

// ---- examples of the base documents
// -----------------------------------------------------------------------------------

TEST(MulExamples, SonnxMul_Real_OneDimension) {
  EVIDENCE("MUL-REAL-RESULT");
  EXPECT_EQ(mul(DType::real, R"(["6.1","9.5","35.7"])", "[2,3,4]"), R"(["12.2","28.5","142.8"])");
}

TEST(MulExamples, SonnxMul_Float_TwoDimensions) {
  EVIDENCE("MUL-FLOAT-RESULT");
  for (DType type : {DType::f16, DType::f32, DType::f64})
    EXPECT_EQ(mul(type, "[[3.0,4.5],[16.0,1.0],[25.5,24.25]]", "[[3.0,2.0],[4.0,0.0],[5.0,4.0]]"),
              "[[9,9],[64,0],[127.5,97]]");
}

TEST(MulExamples, SonnxMul_Uint8) {
  EVIDENCE("MUL-INT-RESULT");
  EXPECT_EQ(mul(DType::u8, "[6,9,35]", "[3,100,5]"), "[18,132,175]");
}

TEST(MulExamples, SonnxMul_Int8) {
  EVIDENCE("MUL-INT-RESULT");
  EXPECT_EQ(mul(DType::i8, "[-6,-9,-9,9]", "[-3,100,-100,100]"), "[18,124,-124,-124]");
}

// A holds 1 to 120, and B numbers that are all different: every product shows which two elements it is made of.
TEST(MulExamples, OnnxMul6_AllSixShapesAreComputed) {
  EVIDENCE("ELT-ALL-AXIS-RUN");
  using Index = std::array<std::uint64_t, 4>;
  const auto place_in_a = [](const Index& i) { return ((i[0] * 3 + i[1]) * 4 + i[2]) * 5 + i[3]; };
  struct {
    std::vector<std::uint64_t> b;
    std::vector<Attribute> attributes;
    std::uint64_t (*place_in_b)(const Index&);
  } const cases[] = {
      {{}, {{"broadcast", 1}}, [](const Index&) -> std::uint64_t { return 0; }},
      {{1, 1}, {{"broadcast", 1}}, [](const Index&) -> std::uint64_t { return 0; }},
      {{5}, {{"broadcast", 1}}, [](const Index& i) { return i[3]; }},
      {{4, 5}, {{"broadcast", 1}}, [](const Index& i) { return i[2] * 5 + i[3]; }},
      {{3, 4}, {{"broadcast", 1}, {"axis", 1}}, [](const Index& i) { return i[1] * 4 + i[2]; }},
      {{2}, {{"broadcast", 1}, {"axis", 0}}, [](const Index& i) { return i[0]; }},
  };
  const auto counting_up = [](std::vector<std::uint64_t> dims, float from) {
    std::vector<float> elements(shape_of(dims).count);
    std::iota(elements.begin(), elements.end(), from);
    const Tensor tensor = tensor_of(DType::f32, std::move(dims), elements);
    return print_tensor(tensor.view());
  };
  const std::string a = counting_up({2, 3, 4, 5}, 1);
  for (const auto& c : cases) {
    const std::string b = counting_up(c.b, 1001);
    const OpResult result = run_op({"Mul", DType::f32, a, b, onnx, 6, c.attributes});
    ASSERT_EQ(result.code, Code::ok) << b << " " << result.rule;
    const Tensor product = *parse_tensor(result.text, DType::f32, {});
    ASSERT_EQ(product.shape(), shape_of({2, 3, 4, 5})) << b;
    std::uint64_t visited = 0;
    for (Index i{}; i[0] < 2; ++i[0])
      for (i[1] = 0; i[1] < 3; ++i[1])
        for (i[2] = 0; i[2] < 4; ++i[2])
          for (i[3] = 0; i[3] < 5; ++i[3], ++visited) {
            float got;
            std::memcpy(&got, product.data() + 4 * place_in_a(i), 4);
            EXPECT_EQ(got, static_cast<float>((1 + place_in_a(i)) * (1001 + c.place_in_b(i)))) << b << " " << visited;
          }
    EXPECT_EQ(visited, 120u);
  }
}

// The page prints rounded inputs, so that a few products of what is printed differ in their last bits.
TEST(MulExamples, OnnxMul14_PrintedVectorsWithin4Ulp) {
  EVIDENCE("MUL-FLOAT-RESULT", "ELT-ALL-BROADCAST");
  unsigned elements = 0, differing = 0;
  for (const PrintedExample& example : onnx_mul_14) {
    const OpResult result = run_op({"Mul", DType::f32, example.x, example.y, onnx});
    ASSERT_EQ(result.code, Code::ok) << example.name;
    const Tensor got = *parse_tensor(result.text, DType::f32, {}), printed = *parse_tensor(example.z, DType::f32, {});
    ASSERT_EQ(got.shape(), printed.shape()) << example.name;
    for (std::uint64_t i = 0; i < got.shape().count; ++i, ++elements) {
      const auto x = static_cast<std::int64_t>(load_pattern<32>(got.data(), i));
      const auto y = static_cast<std::int64_t>(load_pattern<32>(printed.data(), i));
      EXPECT_LE(std::abs(x - y), 4) << example.name << " " << i;
      differing += x != y;
    }
  }
  EXPECT_EQ(elements, 6u + 4 + 60 + 60 + 3);
  EXPECT_EQ(differing, 4u) << "3 in test_mul and 1 in test_mul_bcast";
}

// ---- shapes
// ------------------------------------------------------------------------------------------------------------

TEST(Mul, UnlikeShapes_RefusedUnderSonnx_BroadcastUnderOnnx) {
  EVIDENCE("MUL-ALL-SHAPE", "ELT-ALL-BROADCAST");
  EXPECT_EQ(mul(DType::f32, "[1,2]", "[[1],[2]]"), "MUL-ALL-SHAPE");
  EXPECT_EQ(mul(DType::f32, "[1,2]", "[[1],[2]]", find_profile("sonnx-2026-08")), "MUL-ALL-SHAPE");
  EXPECT_EQ(mul(DType::f32, "[[1,2]]", "[1,2]"), "MUL-ALL-SHAPE") << "equal counts are not equal shapes";
  EXPECT_EQ(mul(DType::f32, "[1,2]", "[[1],[2]]", onnx), "[[1,2],[2,4]]");
  EXPECT_EQ(mul(DType::f32, "[[[1]],[[2]]]", "[[1],[2],[3]]", onnx), "[[[1],[2],[3]],[[2],[4],[6]]]");
  EXPECT_EQ(mul(DType::f32, "[1,2]", "[1,2,3]", onnx), "ELT-ALL-BROADCAST");
}

TEST(Mul, RankZeroAndEmptyTensorsAreLegal) {
  EVIDENCE("ELT-ALL-EMPTY");
  EXPECT_EQ(mul(DType::f32, "2", "3"), "6");
  EXPECT_EQ(mul(DType::i4, "[]", "[]"), "[]");
  EXPECT_EQ(mul(DType::f32, "[[],[]]", "[[],[]]"), "[[],[]]");
  EXPECT_EQ(mul(DType::f32, "[[],[]]", "3", onnx), "[[],[]]");
  EXPECT_EQ(mul(DType::f32, "[]", "[[5],[6]]", onnx), "[[],[]]");
}

// ---- versions 1 and 6
// --------------------------------------------------------------------------------------------------

std::string mul6(const char* a, const char* b, std::vector<Attribute> attributes, const Profile* profile = onnx,
                 int opset = 6) {
  const OpResult result = run_op({"Mul", DType::f32, a, b, profile, opset, std::move(attributes)});
  return result.code == Code::ok ? result.text : result.rule;
}

constexpr const char* cube = "[[[1,2],[3,4]],[[5,6],[7,8]]]";

TEST(Mul6, TheAxisDecidesWhichDimensionIsMatched) {
  EVIDENCE("ELT-ALL-AXIS-RUN");
  EXPECT_EQ(mul6(cube, "[10,100]", {{"broadcast", 1}, {"axis", 0}}), "[[[10,20],[30,40]],[[500,600],[700,800]]]");
  EXPECT_EQ(mul6(cube, "[10,100]", {{"broadcast", 1}, {"axis", 1}}), "[[[10,20],[300,400]],[[50,60],[700,800]]]");
  EXPECT_EQ(mul6(cube, "[10,100]", {{"broadcast", 1}, {"axis", 2}}), "[[[10,200],[30,400]],[[50,600],[70,800]]]");
  EXPECT_EQ(mul6(cube, "[10,100]", {{"broadcast", 1}}), "[[[10,200],[30,400]],[[50,600],[70,800]]]") << "suffix";
}

TEST(Mul6, ShapesThatAreNoRunAndAxesOutOfRangeAreRefused) {
  EVIDENCE("ELT-ALL-AXIS-RUN");
  for (std::int64_t axis : {-1, 3, 100})
    EXPECT_EQ(mul6(cube, "[10,100]", {{"broadcast", 1}, {"axis", axis}}), "ELT-ALL-AXIS-RUN");
  EXPECT_EQ(mul6(cube, "5", {{"broadcast", 1}, {"axis", 4}}), "ELT-ALL-AXIS-RUN") << "also where B has one element";
  EXPECT_EQ(mul6(cube, "[[10,100],[1,2]]", {{"broadcast", 1}, {"axis", 2}}), "ELT-ALL-AXIS-RUN");
  EXPECT_EQ(mul6(cube, "[[1],[2]]", {{"broadcast", 1}}), "ELT-ALL-AXIS-RUN") << "no 1-dim expansion";
  EXPECT_EQ(mul6("[1,2]", "[[1,2]]", {{"broadcast", 1}}), "ELT-ALL-AXIS-RUN") << "B's rank above A's";
  EXPECT_EQ(mul6("[1]", "[[1]]", {{"broadcast", 1}}), "ELT-ALL-AXIS-RUN") << "one element, but B's rank above A's";
  EXPECT_EQ(mul6(cube, "[[[2]]]", {{"broadcast", 1}}), "[[[2,4],[6,8]],[[10,12],[14,16]]]");
}

TEST(Mul6, WithoutBroadcastTheShapesAreEqualAndThereIsNoAxis) {
  EVIDENCE("ELT-ALL-AXIS-BROADCAST");
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {}), "[3,8]");
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {{"broadcast", 0}}), "[3,8]");
  EXPECT_EQ(mul6("[1,2]", "3", {}), "ELT-ALL-AXIS-BROADCAST");
  EXPECT_EQ(mul6("[[1,2]]", "[1,2]", {{"broadcast", 0}}), "ELT-ALL-AXIS-BROADCAST");
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {{"axis", 0}}), "ELT-ALL-AXIS-BROADCAST");
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {{"broadcast", 0}, {"axis", 0}}), "ELT-ALL-AXIS-BROADCAST");
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {{"broadcast", 2}}), "ELT-ALL-AXIS-BROADCAST");
}

// Profiles are data: one made here has the rows of ONNX and allows no defaults.
TEST(Mul6, WhereNoDefaultsAreAllowedEveryAttributeThatCountsIsGiven) {
  EVIDENCE("ELT-ALL-AXIS-DEFAULTS", "GEN-ALL-DEFAULTS");
  const Profile strict{
      "strict", "rows of ONNX, no defaults", {Source::onnx, Source::onnx}, {true, true, true, true, true}, {}};
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {}, &strict), "GEN-ALL-DEFAULTS");
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {{"broadcast", 0}}, &strict), "[3,8]");
  EXPECT_EQ(mul6(cube, "[10,100]", {{"broadcast", 1}}, &strict), "ELT-ALL-AXIS-DEFAULTS") << "suffix is a default";
  EXPECT_EQ(mul6(cube, "[10,100]", {{"broadcast", 1}, {"axis", 2}}, &strict),
            "[[[10,200],[30,400]],[[50,600],[70,800]]]");
  EXPECT_EQ(mul6("[1,2]", "3", {{"broadcast", 1}}, &strict), "[3,6]") << "one element needs no axis";
  EXPECT_EQ(mul6("[1,2]", "3", {{"broadcast", 1}, {"axis", 0}}, &strict), "ELT-ALL-AXIS-DEFAULTS");
}

TEST(Mul1, ConsumedInputsIsAcceptedAndHasNoEffect) {
  EVIDENCE("ELT-ALL-AXIS-CONSUMED", "MUL-ALL-VERSIONS");
  const Attribute consumed{"consumed_inputs", std::vector<std::int64_t>{0, 0}};
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {consumed}, onnx, 1), "[3,8]");
  EXPECT_EQ(mul6(cube, "[10,100]", {consumed, {"broadcast", 1}, {"axis", 0}}, onnx, 5),
            "[[[10,20],[30,40]],[[500,600],[700,800]]]");
  EXPECT_EQ(mul6("[1,2]", "[3,4]", {consumed}, onnx, 6), "GEN-ALL-ATTRIBUTES");
}

TEST(Mul, AttributesThatTheVersionDoesNotHaveAreRefused) {
  EVIDENCE("GEN-ALL-ATTRIBUTES");
  EXPECT_EQ(mul6("[1]", "[1]", {{"axis", 0}}, onnx, 7), "GEN-ALL-ATTRIBUTES");
  EXPECT_EQ(mul6("[1]", "[1]", {{"nonsense", 0}}, onnx, 6), "GEN-ALL-ATTRIBUTES");
  EXPECT_EQ(mul6("[1]", "[1]", {{"broadcast", std::vector<std::int64_t>{1}}}, onnx, 6), "GEN-ALL-ATTRIBUTES");
  EXPECT_EQ(mul6("[1]", "[1]", {{"broadcast", 1}, {"broadcast", 1}}, onnx, 6), "GEN-ALL-ATTRIBUTES");
}

// ---- types and versions
// ------------------------------------------------------------------------------------------------

// The table of the profiles' page, typed in again: which types each version has.
TEST(Mul, EveryTypeIsAcceptedOrRefusedAsTheTableSays) {
  EVIDENCE("MUL-ALL-TYPES", "MUL-ALL-VERSIONS", "GEN-ALL-BEYOND-ONNX");
  std::vector<TypeRow> rows{
      {"sonnx", 14, " float16 float double int4 uint4 real" + all_ints},
      {"sonnx", 20, " float16 float double int4 uint4 real" + all_ints},
      {"sonnx-2026-08", 14, " float16 float double real" + all_ints},
  };
  rows.insert(rows.end(), onnx_elementwise.begin(), onnx_elementwise.end());
  expect_types("Mul", "MUL-ALL-TYPES", "[1]", rows);
}

TEST(Mul, VersionsThatSonnxDoesNotDefineAreRefused) {
  EVIDENCE("MUL-ALL-VERSIONS", "GEN-ALL-VERSION");
  for (const char* profile : {"sonnx", "sonnx-2026-08"})
    for (int opset : {1, 6, 7, 13})
      EXPECT_EQ(run_op({"Mul", DType::f32, "[1]", "[1]", find_profile(profile), opset}).rule, "GEN-ALL-VERSION");
}

// ---- results
// -------------------------------------------------------------------------------------------------------------

TEST(Mul, Floats_SpecialValuesAndSignsInEveryType) {
  EVIDENCE("MUL-FLOAT-SPECIAL", "NUM-FLOAT-SIGN", "NUM-FLOAT-NAN");
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    EXPECT_EQ(mul(type, R"(["inf",0,"-inf","nan","nan"])", R"([0,"inf",0,1,"inf"])", onnx),
              R"(["nan","nan","nan","nan","nan"])");
    EXPECT_EQ(mul(type, R"(["inf","inf","-inf","-inf"])", R"([2,-2,"inf","-inf"])", onnx),
              R"(["inf","-inf","-inf","inf"])");
    EXPECT_EQ(mul(type, "[0,0,-0.0,-0.0]", "[3,-3,3,-3]", onnx), "[0,-0,-0,0]");
  }
}

TEST(Mul, Floats_EveryNanIsTheOneQuietNan) {
  EVIDENCE("NUM-FLOAT-NAN");
  const auto bits = [](DType type, const char* a, const char* b) {
    return run_op({"Mul", type, a, b, onnx, newest_opset, {}, true}).text;
  };
  EXPECT_EQ(bits(DType::f16, R"(["0xFE01","0x7C01"])", R"(["0x3C00","0x3C00"])"), R"(["0x7E00","0x7E00"])");
  EXPECT_EQ(bits(DType::bf16, R"(["0xFFC1","0x7F81"])", R"(["0x3F80","0x3F80"])"), R"(["0x7FC0","0x7FC0"])");
  EXPECT_EQ(bits(DType::f32, R"(["0xFFC00001","0x7F800001"])", R"(["0x3F800000","0xFF800001"])"),
            R"(["0x7FC00000","0x7FC00000"])");
  EXPECT_EQ(bits(DType::f64, R"(["0xFFF8000000000001"])", R"(["0x7FF0000000000001"])"), R"(["0x7FF8000000000000"])");
}

TEST(Mul, Floats_TiesGoToEvenSubnormalsAreKeptOverflowIsInfinite) {
  EVIDENCE("MUL-FLOAT-RESULT", "NUM-FLOAT-ROUNDING");
  const OpResult half = run_op({"Mul",
                                DType::f16,
                                R"(["0x2E66","0x0001","0x0003","0x7BFF"])",
                                R"(["0x4200","0x3800","0x3800","0x4000"])",
                                onnx,
                                newest_opset,
                                {},
                                true});
  EXPECT_EQ(half.text, R"(["0x34CC","0x0000","0x0002","0x7C00"])");
}

TEST(Mul, Integers_WrapInEveryWidth) {
  EVIDENCE("MUL-INT-RESULT", "NUM-INT-WRAP");
  EXPECT_EQ(mul(DType::i4, "[7,-8,-8,5]", "[2,-1,-8,3]"), "[-2,-8,0,-1]");
  EXPECT_EQ(mul(DType::u4, "[15,8,3]", "[15,2,5]"), "[1,0,15]");
  EXPECT_EQ(mul(DType::i16, "[-32768,256]", "[-1,256]"), "[-32768,0]");
  EXPECT_EQ(mul(DType::u16, "[65535]", "[65535]"), "[1]") << "promotion to int would overflow";
  EXPECT_EQ(mul(DType::i32, "[-2147483648,65536]", "[-1,65535]"), "[-2147483648,-65536]");
  EXPECT_EQ(mul(DType::u32, "[4294967295]", "[4294967295]"), "[1]");
  EXPECT_EQ(mul(DType::i64, "[-9223372036854775808,4294967296]", "[-1,4294967296]"), "[-9223372036854775808,0]");
  EXPECT_EQ(mul(DType::u64, "[18446744073709551615]", "[18446744073709551615]"), "[1]");
}

TEST(Mul, Integers_OverflowIsAnEventAndNotAnError) {
  EVIDENCE("MUL-INT-OVERFLOW", "NUM-ALL-EVENTS");
  const OpResult result = run_op({"Mul", DType::i8, "[-6,-9,-9,9]", "[-3,100,-100,100]"});
  EXPECT_EQ(result.code, Code::ok);
  EXPECT_EQ(result.events.of[5].count, 3u);
  EXPECT_EQ(result.events.of[5].first, 1u);
}

TEST(Mul, Reals_AreExactAndAZeroInBIsNoted) {
  EVIDENCE("MUL-REAL-RESULT", "MUL-REAL-ZERO", "NUM-REAL-EXACT");
  EXPECT_EQ(mul(DType::real, R"(["1/3","1e-30"])", R"([3,"1e30"])"), R"(["1","1"])");
  const OpResult result = run_op({"Mul", DType::real, "[0,2,5]", "[1,0,0]"});
  EXPECT_EQ(result.text, R"(["0","0","0"])");
  ASSERT_EQ(result.breaches.size(), 1u);
  EXPECT_EQ(result.breaches[0].first, "MUL-REAL-ZERO");
  EXPECT_EQ(result.breaches[0].second.count, 2u);
  EXPECT_EQ(result.breaches[0].second.first, 1u);
  EXPECT_TRUE(run_op({"Mul", DType::real, "[0,2,5]", "[1,3,4]"}).breaches.empty()) << "[C2] is about B";
  EXPECT_TRUE(run_op({"Mul", DType::real, "[1]", "[0]", find_profile("sonnx-2026-08")}).breaches.empty());
}

TEST(Mul, Floats_EventsAreCountedWithTheFirstIndexAndChangeNoBit) {
  EVIDENCE("NUM-ALL-EVENTS");
  // run_op computes both with and without counting, and fails where the bits differ; these are the right ones.
  const OpResult result = run_op({"Mul",
                                  DType::f32,
                                  R"([1,3e38,"0x1p-126",0.1,"inf"])",
                                  R"([1,10,"0x1.8p-24",0.1,0])",
                                  find_profile("sonnx"),
                                  newest_opset,
                                  {},
                                  true});
  EXPECT_EQ(result.text, R"(["0x3F800000","0x7F800000","0x00000001","0x3C23D70B","0x7FC00000"])");
  const auto tally = [&](unsigned kind) {
    return std::pair(result.events.of[kind].count, result.events.of[kind].first);
  };
  EXPECT_EQ(tally(0), std::pair(std::uint64_t{1}, std::uint64_t{4}));  // invalid
  EXPECT_EQ(tally(2), std::pair(std::uint64_t{1}, std::uint64_t{1}));  // overflow
  EXPECT_EQ(tally(3), std::pair(std::uint64_t{1}, std::uint64_t{2}));  // underflow
  EXPECT_EQ(tally(4), std::pair(std::uint64_t{3}, std::uint64_t{1}));  // inexact
}

}  // namespace
}  // namespace etalon::tests
