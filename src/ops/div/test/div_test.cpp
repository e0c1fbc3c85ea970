// SPDX-License-Identifier: Apache-2.0
// Div: the examples of the base document, then every requirement of its page. What it shares with Mul is tested there.
#include <gtest/gtest.h>

#include "ops/reference.hpp"
#include "run/execute.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"
#include "tests/support/type_table.hpp"

namespace etalon::tests {
namespace {

const Profile* const sonnx = find_profile("sonnx");
const Profile* const onnx = find_profile("onnx");
const std::vector<DType> signed_types{DType::i4, DType::i8, DType::i16, DType::i32, DType::i64};
const std::vector<DType> integer_types{DType::i4, DType::i8, DType::i16, DType::i32, DType::i64,
                                       DType::u4, DType::u8, DType::u16, DType::u32, DType::u64};

// Profiles are data: SONNX's rows with the other rounding, to have truncation for the 4-bit types too.
const Profile truncating{"truncating",
                         "rows of SONNX",
                         {Source::base_documents, Source::base_documents},
                         {true, true, true, true, true},
                         {IntegerDivision::truncate}};

std::string div(DType type, const std::string& a, const std::string& b, const Profile* profile = sonnx) {
  const OpResult result = run_op({"Div", type, a, b, profile});
  return result.code == Code::ok ? result.text : result.rule;
}

// Written down, not taken from the code under test.
const char* smallest(DType type) {
  switch (info(type).bits) {
    case 4:
      return "-8";
    case 8:
      return "-128";
    case 16:
      return "-32768";
    case 32:
      return "-2147483648";
    default:
      return "-9223372036854775808";
  }
}

// ---- examples of SONNX Div
// -----------------------------------------------------------------------------------------------

TEST(DivExamples, SonnxDiv_Real) {
  EVIDENCE("DIV-REAL-RESULT");
  EXPECT_EQ(div(DType::real, "[6,9,35]", "[3,3,5]"), R"(["2","3","7"])");
  EXPECT_EQ(div(DType::real, "[[3,4],[16,0],[25,24]]", "[[3,2],[4,1],[5,4]]"), R"([["1","2"],["4","0"],["5","6"]])");
}

TEST(DivExamples, SonnxDiv_Float) {
  EVIDENCE("DIV-FLOAT-RESULT", "DIV-FLOAT-ZERO");
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    EXPECT_EQ(div(type, "[[3,4],[16,1],[25,24]]", "[[3,2],[4,0],[5,4]]"), R"([[1,2],[4,"inf"],[5,6]])");
    EXPECT_EQ(div(type, "[[3,4],[16,0],[25,24]]", "[[3,2],[4,0],[5,4]]"), R"([[1,2],[4,"nan"],[5,6]])");
  }
}

TEST(DivExamples, SonnxDiv_Int) {
  EVIDENCE("DIV-INT-FLOOR");
  for (DType type : integer_types) {
    if (info(type).bits == 4) continue;  // 35 and 10 are no 4-bit numbers
    EXPECT_EQ(div(type, "[6,9,35]", "[3,3,5]"), "[2,3,7]");
    EXPECT_EQ(div(type, "[[10,10],[21,1],[30,9]]", "[[3,2],[4,1],[5,4]]"), "[[3,5],[5,1],[6,2]]");
  }
}

// ---- shapes, types, versions
// ---------------------------------------------------------------------------------------------

TEST(Div, UnlikeShapes_RefusedUnderSonnx_BroadcastUnderOnnx) {
  EVIDENCE("DIV-ALL-SHAPE", "ELT-ALL-BROADCAST");
  EXPECT_EQ(div(DType::f32, "[1,2]", "[[1],[2]]"), "DIV-ALL-SHAPE");
  EXPECT_EQ(div(DType::f32, "[1,2]", "[[1],[2]]", onnx), "[[1,2],[0.5,1]]");
  EXPECT_EQ(run_op({"Div", DType::f32, "[[8,4],[2,1]]", "[2,4]", onnx, 6, {{"broadcast", 1}, {"axis", 0}}}).text,
            "[[4,2],[0.5,0.25]]");
}

TEST(Div, EveryTypeIsAcceptedOrRefusedAsTheTableSays) {
  EVIDENCE("DIV-ALL-TYPES", "DIV-ALL-VERSIONS");
  std::vector<TypeRow> rows{
      {"sonnx", 14, " float16 bfloat16 float double int4 uint4 real" + all_ints},
      {"sonnx", 20, " float16 bfloat16 float double int4 uint4 real" + all_ints},
      {"sonnx-2026-08", 14, " float16 float double real" + all_ints},
  };
  rows.insert(rows.end(), onnx_elementwise.begin(), onnx_elementwise.end());
  expect_types("Div", "DIV-ALL-TYPES", "[1]", rows);
}

// ---- integers
// ------------------------------------------------------------------------------------------------------------

TEST(Div, Integers_RoundDownUnderSonnxAndTowardsZeroUnderTheOthers) {
  EVIDENCE("DIV-INT-FLOOR", "DIV-INT-TRUNCATE");
  for (DType type : signed_types) {
    EXPECT_EQ(div(type, "[-7,7,-7,7,-6]", "[2,-2,-2,2,3]"), "[-4,-4,3,3,-2]");
    EXPECT_EQ(div(type, "[-7,7,-7,7,-6]", "[2,-2,-2,2,3]", &truncating), "[-3,-3,3,3,-2]");
  }
  EXPECT_EQ(div(DType::i32, "[-7,7,-7]", "[2,-2,-2]", onnx), "[-3,-3,3]");
  EXPECT_EQ(div(DType::i32, "[-7,7,-7]", "[2,-2,-2]", find_profile("sonnx-2026-08")), "[-3,-3,3]");
}

TEST(Div, Integers_WhereFloorAndTruncationDifferIsCounted) {
  EVIDENCE("DIV-INT-NOTICE");
  const OpResult result = run_op({"Div", DType::i32, "[6,-7,7,-7]", "[2,2,-2,-2]"});
  EXPECT_EQ(result.events.of[6].count, 2u);
  EXPECT_EQ(result.events.of[6].first, 1u);
  EXPECT_EQ(run_op({"Div", DType::i32, "[-7]", "[2]", onnx}).events.of[6].count, 0u);
  const Operator& op = *find_operator("", "Div");
  ASSERT_EQ(op.notices.size(), 1u);
  EXPECT_EQ(op.notices[0].event, 1u << 6);
}

TEST(Div, Integers_MinByMinusOne_WrapsToMinAndIsAnEvent) {
  EVIDENCE("DIV-INT-OVERFLOW");
  for (const Profile* profile : {sonnx, &truncating})
    for (DType type : signed_types) {
      const std::string min = smallest(type);
      const OpResult result = run_op({"Div", type, "[1," + min + "]", "[-1,-1]", profile});
      EXPECT_EQ(result.text, "[-1," + min + "]");
      EXPECT_EQ(result.events.of[5].count, 1u);
      EXPECT_EQ(result.events.of[5].first, 1u);
    }
}

// Zeros and MIN / -1 at every position of a long tensor: the process lives, nothing is written, the index is right.
TEST(Div, Integers_AZeroAtAnyPositionIsNamedAndNothingIsWritten) {
  EVIDENCE("DIV-INT-ZERO", "DIV-INT-OVERFLOW");
  constexpr std::uint64_t length = 70;
  for (DType type : integer_types)
    for (std::uint64_t at = 0; at < length; ++at) {
      const std::uint64_t dims[] = {length};
      Tensor a(type, *Shape::of(dims)), b = a, c = a;
      const auto fill = [](Tensor& t, unsigned char byte) { std::fill_n(t.data(), t.bytes(), std::byte{byte}); };
      fill(a, 0x88), fill(b, 0xFF), fill(c, 0xA5);  // negative / -1 in signed types, MIN / -1 in int4
      const std::uint64_t bits = info(type).bits, first = at * bits / 8;
      if (bits == 4)
        b.data()[first] &= at % 2 == 0 ? std::byte{0xF0} : std::byte{0x0F};
      else
        std::fill_n(b.data() + first, bits / 8, std::byte{0});
      Node node;
      node.operation = "Div";
      const Argument arguments[] = {{type, a.shape()}, {type, b.shape()}};
      const auto resolution = resolve(*sonnx, newest_opset, node, arguments);
      ASSERT_TRUE(resolution);
      const TensorView inputs[] = {std::as_const(a).view(), std::as_const(b).view()};
      const MutableTensorView outputs[] = {c.view()};
      const Status status = execute(resolution->call, inputs, outputs, {}, reference_kernel);
      ASSERT_EQ(status.code, Code::condition);
      ASSERT_STREQ(status.rule, "DIV-INT-ZERO");
      ASSERT_EQ(status.index, at);
      ASSERT_EQ(status.count, 1u);
      for (std::size_t i = 0; i < c.bytes(); ++i) ASSERT_EQ(c.data()[i], std::byte{0xA5});
      b = a;
      fill(b, 0xFF);
      const TensorView whole[] = {std::as_const(a).view(), std::as_const(b).view()};
      ASSERT_TRUE(execute(resolution->call, whole, outputs, {}, reference_kernel).ok());
    }
}

TEST(Div, Integers_ZerosAreCountedOverTheResultWhenBIsBroadcast) {
  EVIDENCE("DIV-INT-ZERO");
  Node node;
  node.operation = "Div";
  const OpResult result = run_op({"Div", DType::i32, "[[1,2],[3,4],[5,6]]", "[1,0]", onnx});
  EXPECT_EQ(result.code, Code::condition);
  EXPECT_EQ(result.rule, "DIV-INT-ZERO");
  EXPECT_EQ(result.status.index, 1u);
  EXPECT_EQ(result.status.count, 3u);
  EXPECT_EQ(div(DType::i32, "[]", "0", onnx), "[]") << "no element, no division";
}

// ---- floats and reals
// ----------------------------------------------------------------------------------------------------

TEST(Div, Floats_SpecialValuesAndSignsInEveryType) {
  EVIDENCE("DIV-FLOAT-SPECIAL", "NUM-FLOAT-SIGN", "NUM-FLOAT-NAN");
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    EXPECT_EQ(div(type, R"([0,"inf","nan",1,"-inf"])", R"([0,"inf",1,"nan","inf"])"),
              R"(["nan","nan","nan","nan","nan"])");
    EXPECT_EQ(div(type, R"([1,-1,1,-1])", R"([0,0,-0.0,-0.0])"), R"(["inf","-inf","-inf","inf"])");
    EXPECT_EQ(div(type, R"([0,0,-0.0,-0.0])", R"([2,-2,2,-2])"), "[0,-0,-0,0]");
    EXPECT_EQ(div(type, R"([3,-3,"inf","-inf"])", R"(["inf","inf",0,2])"), R"([0,-0,"inf","-inf"])");
  }
}

TEST(Div, Floats_DivisionByZeroIsAnEvent) {
  EVIDENCE("DIV-FLOAT-ZERO", "NUM-ALL-EVENTS");
  const OpResult result = run_op({"Div", DType::f32, R"([1,0,1,"inf",1])", "[1,0,0,0,3]"});
  EXPECT_EQ(result.events.of[0].count, 1u);  // 0/0 is invalid
  EXPECT_EQ(result.events.of[0].first, 1u);
  EXPECT_EQ(result.events.of[1].count, 1u);  // 1/0; inf/0 is exact
  EXPECT_EQ(result.events.of[1].first, 2u);
  EXPECT_EQ(result.events.of[4].count, 1u);  // 1/3
}

TEST(Div, Floats_AZeroInBBreaksAPreconditionOfSonnxOnlyAndChangesNoResult) {
  EVIDENCE("DIV-FLOAT-ZERO", "GEN-ALL-PRECONDITION");
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64}) {
    const OpResult result = run_op({"Div", type, R"([1,0,"nan",5])", R"([2,0,-0.0,"inf"])"});
    EXPECT_EQ(result.text, R"([0.5,"nan","nan",0])");
    ASSERT_EQ(result.breaches.size(), 1u);
    EXPECT_EQ(result.breaches[0].first, "DIV-FLOAT-ZERO");
    EXPECT_EQ(result.breaches[0].second.count, 2u) << "both zeros";
    EXPECT_EQ(result.breaches[0].second.first, 1u);
    EXPECT_TRUE(run_op({"Div", type, "[0,1]", R"([1,"0x1p-14"])"}).breaches.empty());
    EXPECT_TRUE(run_op({"Div", type, "[1]", "[0]", onnx}).breaches.empty());
  }
  EXPECT_TRUE(run_op({"Div", DType::f32, "[1]", "[0]", find_profile("sonnx-2026-08")}).breaches.empty());
}

// Blocks of the scan are 4096 elements long; zeros before, at and behind their borders.
TEST(Div, Floats_ZerosAreFoundAtAnyPlaceOfALongOperand) {
  EVIDENCE("DIV-FLOAT-ZERO");
  for (DType type : {DType::f16, DType::bf16, DType::f32, DType::f64})
    for (const std::uint64_t at : {0u, 1u, 4095u, 4096u, 4097u, 8191u, 9999u}) {
      const std::uint64_t dims[] = {10000};
      Tensor b(type, *Shape::of(dims));
      std::fill_n(b.data(), b.bytes(), std::byte{0x11});
      const std::uint64_t size = info(type).bits / 8;
      for (const std::uint64_t zero : {at, std::uint64_t{9999}})
        std::fill_n(b.data() + zero * size, size, std::byte{0});
      const Events::Tally tally = scan_stored(Precondition::Demand::nonzero, std::as_const(b).view());
      EXPECT_EQ(tally.first, at);
      EXPECT_EQ(tally.count, at == 9999 ? 1u : 2u);
    }
}

TEST(Div, Floats_AreRoundedOnce) {
  EVIDENCE("DIV-FLOAT-RESULT");
  EXPECT_EQ(run_op({"Div", DType::f16, "[1,2,65504,1]", R"([3,3,"0x1p-1","0x1p15"])", sonnx, 14, {}, true}).text,
            R"(["0x3555","0x3955","0x7C00","0x0200"])");
  EXPECT_EQ(run_op({"Div", DType::f32, "[1]", "[3]", sonnx, 14, {}, true}).text, R"(["0x3EAAAAAB"])");
  EXPECT_EQ(run_op({"Div", DType::f64, "[1]", "[3]", sonnx, 14, {}, true}).text, R"(["0x3FD5555555555555"])");
}

TEST(Div, Reals_AreExactAndByZeroAreRefused) {
  EVIDENCE("DIV-REAL-RESULT", "DIV-REAL-ZERO", "NUM-REAL-EXACT");
  EXPECT_EQ(div(DType::real, R"([1,"0.3"])", R"([3,"0.1"])"), R"(["1/3","3"])");
  const OpResult result = run_op({"Div", DType::real, "[1,2,3]", "[1,0,0]"});
  EXPECT_EQ(result.code, Code::condition);
  EXPECT_EQ(result.rule, "DIV-REAL-ZERO");
  EXPECT_EQ(result.status.index, 1u);
  EXPECT_EQ(result.status.count, 2u);
}

}  // namespace
}  // namespace etalon::tests
