// SPDX-License-Identifier: Apache-2.0
// The operators of the family map: versions, attributes, shapes and operands, as tables. Results on all patterns of
// small types, random calls and special values have programs and tests of their own (`unary`, `calls`,
// special_values_test).
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"
#include "tests/support/patterns.hpp"

namespace etalon::tests {
namespace {

const Profile* const onnx = find_profile("onnx");
constexpr const char* sonnx_profiles[] = {"sonnx", "sonnx-2026-08", "sonnx-2026-10"};

// ---- versions -------------------------------------------------------------------------------------------------------

// An operator on [4], with the one before its first version and the first one without consumed_inputs.
struct Versioned {
  const char* operation;
  const char* tag;
  int first;      // version of the profile onnx
  int sonnx;      // first version of the SONNX profiles; 0: none
  bool consumes;  // version 1 has consumed_inputs
  const char* result;
  std::vector<Attribute> attributes = {};
  bool in_october = false;  // of the SONNX profiles only sonnx-2026-10 has it
};
const std::vector<Attribute> half{{"alpha", 0.5f}};
const Versioned versioned[] = {
    {"Neg", "NEG-ALL-VERSIONS", 1, 6, true, "[-4]"},
    {"Abs", "ABS-ALL-VERSIONS", 1, 6, true, "[4]"},
    {"Sqrt", "SQRT-ALL-VERSIONS", 1, 6, true, "[2]"},
    {"Exp", "EXP-ALL-VERSIONS", 1, 6, true, "[54.59815]"},
    {"Log", "LOG-ALL-VERSIONS", 1, 6, true, "[1.3862944]"},
    {"Sigmoid", "SIGMOID-ALL-VERSIONS", 1, 6, true, "[0.98201376]"},
    {"Tanh", "TANH-ALL-VERSIONS", 1, 6, true, "[0.9993293]"},
    {"Erf", "ERF-ALL-VERSIONS", 9, 0, false, "[1]"},
    {"Sin", "SIN-ALL-VERSIONS", 7, 7, false, "[-0.7568025]", {}, true},
    {"Cos", "COS-ALL-VERSIONS", 7, 0, false, "[-0.6536436]"},
    {"Acos", "ACOS-ALL-VERSIONS", 7, 7, false, R"(["nan"])", {}, true},
    {"Floor", "FLOOR-ALL-VERSIONS", 1, 0, true, "[4]"},
    {"Ceil", "CEIL-ALL-VERSIONS", 1, 0, true, "[4]"},
    {"Round", "ROUND-ALL-VERSIONS", 11, 0, false, "[4]"},
    {"Reciprocal", "RECIPROCAL-ALL-VERSIONS", 1, 0, true, "[0.25]"},
    {"Min", "MIN-ALL-VERSIONS", 1, 0, true, "[4]"},
    {"Sum", "SUM-ALL-VERSIONS", 1, 0, true, "[4]"},
    {"Mean", "MEAN-ALL-VERSIONS", 1, 0, true, "[4]"},
    {"LeakyRelu", "LEAKYRELU-ALL-VERSIONS", 1, 6, true, "[4]", half},
    {"HardSigmoid", "HARDSIGMOID-ALL-VERSIONS", 1, 0, true, "[1]", half},
    {"ThresholdedRelu", "THRESHOLDEDRELU-ALL-VERSIONS", 10, 0, false, "[4]", half},
};

std::vector<Attribute> consuming(std::vector<Attribute> attributes) {
  attributes.push_back({"consumed_inputs", std::vector<std::int64_t>{0}});
  return attributes;
}

TEST(Maps, EveryProfileHasTheVersionsOfThePage) {
  for (const Versioned& v : versioned) {
    cite({v.tag, "GEN-ALL-VERSION"});
    const Literal four{DType::f32, "[4]"};
    for (const int opset : {v.first, newest_opset})
      EXPECT_EQ(applied(v.operation, {four}, {onnx, opset, v.attributes}), v.result) << v.operation << " " << opset;
    if (v.first > 1) {
      EXPECT_EQ(applied(v.operation, {four}, {onnx, v.first - 1, v.attributes}), "GEN-ALL-VERSION") << v.operation;
    }
    for (const char* profile : sonnx_profiles) {
      const Profile* rules = find_profile(profile);
      const bool has_it = v.sonnx > 0 && (!v.in_october || profile == std::string_view("sonnx-2026-10"));
      const std::string newest = applied(v.operation, {four}, {rules, newest_opset, v.attributes});
      EXPECT_EQ(newest, has_it ? v.result : "GEN-ALL-VERSION") << v.operation << " " << profile;
      if (!has_it) continue;
      EXPECT_EQ(applied(v.operation, {four}, {rules, v.sonnx, v.attributes}), v.result) << v.operation;
      EXPECT_EQ(applied(v.operation, {four}, {rules, v.sonnx - 1, v.attributes}), "GEN-ALL-VERSION") << v.operation;
    }
  }
}

TEST(Maps, OnlyVersionOneHasConsumedInputs) {
  EVIDENCE("ELT-ALL-AXIS-CONSUMED", "GEN-ALL-ATTRIBUTES");
  for (const Versioned& v : versioned) {
    const Literal four{DType::f32, "[4]"};
    if (v.consumes) {
      EXPECT_EQ(applied(v.operation, {four}, {onnx, 1, consuming(v.attributes)}), v.result) << v.operation;
    }
    EXPECT_EQ(applied(v.operation, {four}, {onnx, 13, consuming(v.attributes)}), "GEN-ALL-ATTRIBUTES") << v.operation;
  }
}

// ---- results by hand ------------------------------------------------------------------------------------------------

struct ByHand {
  std::vector<std::string_view> tags;
  const char* operation;
  std::vector<Literal> operands;
  const char* result;  // or the rule that refuses the call
  Setting in = {};
};

std::string applied_to(const ByHand& c) {
  switch (c.operands.size()) {
    case 0:
      return applied(c.operation, {}, c.in);
    case 1:
      return applied(c.operation, {c.operands[0]}, c.in);
    case 2:
      return applied(c.operation, {c.operands[0], c.operands[1]}, c.in);
    default:
      return applied(c.operation, {c.operands[0], c.operands[1], c.operands[2]}, c.in);
  }
}

Setting with(std::vector<Attribute> attributes, const Profile* profile = onnx, int opset = newest_opset) {
  return {profile, opset, std::move(attributes)};
}

const ByHand by_hand[] = {
    {{"NEG-ALL-RESULT"}, "Neg", {{DType::i64, "[-9223372036854775807,5]"}}, "[9223372036854775807,-5]"},
    {{"NEG-ALL-TYPES"}, "Neg", {{DType::i8, "[1]"}}, "NEG-ALL-TYPES", with({}, find_profile("sonnx"))},
    {{"NEG-ALL-SHAPE"}, "Neg", {{DType::f32, "2.5"}}, "-2.5"},
    {{"ABS-ALL-RESULT"}, "Abs", {{DType::i64, "[-9223372036854775807,5]"}}, "[9223372036854775807,5]"},
    {{"ABS-ALL-RESULT"}, "Abs", {{DType::u64, "[18446744073709551615]"}}, "[18446744073709551615]"},
    {{"SQRT-FLOAT-RESULT"}, "Sqrt", {{DType::f64, "[2]"}}, "[1.4142135623730951]"},
    {{"SQRT-REAL-SQUARE"},
     "Sqrt",
     {{DType::real, R"(["1/4",2])"}},
     R"(["0.5","[1.4142135623730950488, 1.4142135623730950489]"])",
     with({}, find_profile("sonnx"))},
    {{"SQRT-REAL-SQUARE"}, "Sqrt", {{DType::real, "[-4]"}}, "SQRT-REAL-SQUARE", with({}, find_profile("sonnx"))},
    {{"EXP-REAL-RESULT", "NUM-REAL-IRRATIONAL"},
     "Exp",
     {{DType::real, R"([0,1])"}},
     R"(["1","[2.7182818284590452353, 2.7182818284590452354]"])",
     with({}, find_profile("sonnx-2026-10"))},
    {{"LOG-REAL-RESULT", "NUM-REAL-IRRATIONAL"},
     "Log",
     {{DType::real, R"([1,2])"}},
     R"(["0","[0.69314718055994530941, 0.69314718055994530942]"])",
     with({}, find_profile("sonnx-2026-10"))},
    {{"SIGMOID-REAL-RESULT", "NUM-REAL-IRRATIONAL"},
     "Sigmoid",
     {{DType::real, R"([0,1])"}},
     R"(["0.5","[0.73105857863000487925, 0.73105857863000487926]"])",
     with({}, find_profile("sonnx-2026-10"))},
    {{"TANH-REAL-RESULT", "NUM-REAL-IRRATIONAL"},
     "Tanh",
     {{DType::real, R"([0,-1])"}},
     R"(["0","[-0.76159415595576488812, -0.76159415595576488811]"])",
     with({}, find_profile("sonnx-2026-10"))},
    {{"SIN-REAL-RESULT", "NUM-REAL-IRRATIONAL"},
     "Sin",
     {{DType::real, R"([0,1])"}},
     R"(["0","[0.84147098480789650665, 0.84147098480789650666]"])",
     with({}, find_profile("sonnx-2026-10"))},
    {{"ACOS-REAL-RESULT", "NUM-REAL-IRRATIONAL"},
     "Acos",
     {{DType::real, R"(["1","0.5"])"}},
     R"(["0","[1.0471975511965977461, 1.0471975511965977462]"])",
     with({}, find_profile("sonnx-2026-10"))},
    {{"LOG-REAL-DOMAIN"}, "Log", {{DType::real, "[1,0]"}}, "LOG-REAL-DOMAIN", with({}, find_profile("sonnx"))},
    {{"ACOS-REAL-DOMAIN"},
     "Acos",
     {{DType::real, R"(["-1","-1.5"])"}},
     "ACOS-REAL-DOMAIN",
     with({}, find_profile("sonnx-2026-10"))},
    {{"EXP-ALL-SHAPE"}, "Exp", {{DType::f32, "0"}}, "1"},
    {{"EXP-ALL-TYPES"}, "Exp", {{DType::i32, "[0]"}}, "EXP-ALL-TYPES"},
    {{"LOG-ALL-SHAPE"}, "Log", {{DType::f32, "1"}}, "0"},
    {{"LOG-ALL-TYPES"}, "Log", {{DType::i32, "[1]"}}, "LOG-ALL-TYPES"},
    {{"SIGMOID-ALL-SHAPE"}, "Sigmoid", {{DType::f32, "0"}}, "0.5"},
    {{"SIGMOID-ALL-TYPES"}, "Sigmoid", {{DType::i32, "[0]"}}, "SIGMOID-ALL-TYPES"},
    {{"TANH-ALL-SHAPE"}, "Tanh", {{DType::f32, "0"}}, "0"},
    {{"TANH-ALL-TYPES"}, "Tanh", {{DType::i32, "[0]"}}, "TANH-ALL-TYPES"},
    {{"ERF-ALL-SHAPE"}, "Erf", {{DType::f32, "0"}}, "0"},
    {{"ERF-ALL-TYPES"}, "Erf", {{DType::i32, "[0]"}}, "ERF-ALL-TYPES"},
    {{"SIN-ALL-SHAPE"}, "Sin", {{DType::f32, "0"}}, "0"},
    {{"SIN-ALL-TYPES"}, "Sin", {{DType::i32, "[0]"}}, "SIN-ALL-TYPES"},
    {{"COS-ALL-SHAPE"}, "Cos", {{DType::f32, "0"}}, "1"},
    {{"COS-ALL-TYPES"}, "Cos", {{DType::i32, "[0]"}}, "COS-ALL-TYPES"},
    {{"ACOS-ALL-SHAPE"}, "Acos", {{DType::f32, "1"}}, "0"},
    {{"ACOS-ALL-TYPES"}, "Acos", {{DType::i32, "[1]"}}, "ACOS-ALL-TYPES"},
    {{"ROUND-ALL-RESULT"},
     "Round",
     {{DType::f64, "[4503599627370495.5,-4503599627370496.5]"}},
     "[4503599627370496,-4503599627370496]"},
    {{"RECIPROCAL-FLOAT-RESULT"}, "Reciprocal", {{DType::f64, "[3]"}}, "[0.3333333333333333]"},
    {{"MIN-ALL-RESULT"}, "Min", {{DType::u64, "[1,9]"}, {DType::u64, "[9223372036854775808,3]"}}, "[1,3]"},
    {{"MIN-ALL-OPERANDS"}, "Min", {{DType::i32, "[1,5]"}, {DType::i32, "[3,2]"}, {DType::i32, "[2,4]"}}, "[1,2]"},
    {{"MIN-ALL-OPERANDS"}, "Min", {{DType::i32, "[1,5]"}}, "[1,5]"},
    {{"MIN-ALL-OPERANDS"}, "Min", {}, "GEN-ALL-ARITY"},
    {{"MIN-ALL-SHAPE"}, "Min", {{DType::f32, "[1,3]"}, {DType::f32, "2"}}, "MIN-ALL-SHAPE", with({}, onnx, 7)},
    {{"SUM-ALL-OPERANDS"}, "Sum", {}, "GEN-ALL-ARITY"},
    {{"SUM-FLOAT-RESULT"}, "Sum", {{DType::f32, "[1e8]"}, {DType::f32, "[1]"}, {DType::f32, "[-1e8]"}}, "[0]"},
    {{"SUM-FLOAT-RESULT"}, "Sum", {{DType::f32, "[1e8]"}, {DType::f32, "[-1e8]"}, {DType::f32, "[1]"}}, "[1]"},
    {{"SUM-ALL-SHAPE"}, "Sum", {{DType::f32, "[1,3]"}, {DType::f32, "2"}}, "SUM-ALL-SHAPE", with({}, onnx, 7)},
    {{"MEAN-ALL-OPERANDS"}, "Mean", {}, "GEN-ALL-ARITY"},
    {{"MEAN-FLOAT-RESULT"}, "Mean", {{DType::f16, "[60000]"}, {DType::f16, "[60000]"}}, R"(["inf"])"},
    {{"MEAN-FLOAT-RESULT"}, "Mean", {{DType::f32, "[1]"}, {DType::f32, "[1]"}, {DType::f32, "[0]"}}, "[0.6666667]"},
    {{"MEAN-ALL-SHAPE"}, "Mean", {{DType::f32, "[1,3]"}, {DType::f32, "2"}}, "MEAN-ALL-SHAPE", with({}, onnx, 7)},
    {{"LEAKYRELU-ALL-ALPHA"}, "LeakyRelu", {{DType::f32, "[-1]"}}, "[-0.01]"},
    {{"LEAKYRELU-ALL-ALPHA"},
     "LeakyRelu",
     {{DType::f32, "[-1]"}},
     "GEN-ALL-ATTRIBUTES",
     with({}, find_profile("sonnx"))},
    {{"LEAKYRELU-REAL-RESULT"},
     "LeakyRelu",
     {{DType::real, R"(["1/3","-1/3"])"}},
     R"(["1/3","-1/6"])",
     with(half, find_profile("sonnx"))},
    {{"LEAKYRELU-REAL-ALPHA"},
     "LeakyRelu",
     {{DType::real, "[-1]"}},
     "LEAKYRELU-REAL-ALPHA",
     with({{"alpha", NAN}}, find_profile("sonnx"))},
    // 0.1 is 1638/2^14 in float16, and 3 times that a tie; 3 times the float 0.1 would round up
    {{"LEAKYRELU-FLOAT-RESULT", "ELT-ALL-ATTRIBUTE"},
     "LeakyRelu",
     {{DType::f16, R"(["0xC200"])"}},
     R"(["0xB4CC"])",
     {onnx, newest_opset, {{"alpha", 0.1f}}, true}},
    {{"PRELU-ALL-RESULT"}, "PRelu", {{DType::u32, "[4294967295]"}, {DType::u32, "[7]"}}, "[4294967295]"},
    {{"PRELU-ALL-RESULT"}, "PRelu", {{DType::i64, "[-5,5]"}, {DType::i64, "[3]"}}, "[-15,5]"},
    {{"PRELU-ALL-SHAPE"}, "PRelu", {{DType::f32, "[[-1,-2],[-3,4]]"}, {DType::f32, "[2,3]"}}, "[[-2,-6],[-6,4]]"},
    {{"PRELU-ALL-SHAPE"}, "PRelu", {{DType::f32, "[-1,-2]"}, {DType::f32, "[[2,3]]"}}, "PRELU-ALL-SHAPE"},
    {{"PRELU-ALL-SHAPE"}, "PRelu", {{DType::f32, "[-1]"}, {DType::f32, "[2,3]"}}, "PRELU-ALL-SHAPE"},
    {{"PRELU-ALL-CHANNELS"},
     "PRelu",
     {{DType::f32, "[[[-1,-2],[-3,4]]]"}, {DType::f32, "[2,3]"}},
     "[[[-2,-4],[-9,4]]]",
     with({}, onnx, 6)},
    {{"PRELU-ALL-CHANNELS"},
     "PRelu",
     {{DType::f32, "[[-1,-2],[-3,4]]"}, {DType::f32, "[[2]]"}},
     "[[-2,-4],[-6,4]]",
     with({}, onnx, 6)},
    {{"PRELU-ALL-CHANNELS"}, "PRelu", {{DType::f32, "-2"}, {DType::f32, "[3]"}}, "-6", with({}, onnx, 1)},
    {{"PRELU-ALL-CHANNELS"},
     "PRelu",
     {{DType::f32, "[-1,-2]"}, {DType::f32, "[2,3]"}},
     "PRELU-ALL-CHANNELS",
     with({}, onnx, 6)},
    {{"PRELU-ALL-CHANNELS"},
     "PRelu",
     {{DType::f32, "[-1]"}, {DType::f32, "[[[2]]]"}},
     "PRELU-ALL-CHANNELS",
     with({}, onnx, 6)},
    {{"PRELU-ALL-VERSIONS"},
     "PRelu",
     {{DType::f32, "[-4]"}, {DType::f32, "[0.25]"}},
     "GEN-ALL-VERSION",
     with({}, find_profile("sonnx"))},
    {{"PRELU-ALL-VERSIONS"},
     "PRelu",
     {{DType::f32, "[-4]"}, {DType::f32, "[0.25]"}},
     "[-1]",
     with(consuming({}), onnx, 1)},
    {{"HARDSIGMOID-ALL-ATTRIBUTES"},
     "HardSigmoid",
     {{DType::f32, "[-1,0,1,2]"}},
     "[0,0.25,0.75,1]",
     with({{"alpha", 0.5f}, {"beta", 0.25f}})},
    {{"HARDSIGMOID-FLOAT-RESULT"}, "HardSigmoid", {{DType::f64, "[0,100,-100]"}}, "[0.5,1,0]"},
    {{"THRESHOLDEDRELU-ALL-ALPHA"}, "ThresholdedRelu", {{DType::f32, "[1,1.5]"}}, "[0,1.5]"},
    {{"THRESHOLDEDRELU-ALL-RESULT"},
     "ThresholdedRelu",
     {{DType::f64, "[-2,-1,-0.5,3]"}},
     "[0,0,-0.5,3]",
     with({{"alpha", -1.0f}})},
};

TEST(Maps, ResultsAndRefusalsThatWereWorkedOutByHand) {
  for (const ByHand& c : by_hand) {
    for (const std::string_view tag : c.tags) cite({tag});
    EXPECT_EQ(applied_to(c), c.result) << c.operation << " " << (c.operands.empty() ? "" : c.operands[0].text);
  }
}

TEST(Maps, ThePreconditionOfAbsIsANoticeUnderSonnxAndNothingUnderOnnx) {
  EVIDENCE("ABS-INT-MINIMUM", "GEN-ALL-PRECONDITION");
  const OpResult sonnx = run_op({"Abs", DType::i16, {"[1,-32768,-32768]"}});
  EXPECT_EQ(sonnx.text, "[1,-32768,-32768]");
  ASSERT_EQ(sonnx.breaches.size(), 1u);
  EXPECT_EQ(sonnx.breaches[0].first, "ABS-INT-MINIMUM");
  EXPECT_EQ(sonnx.breaches[0].second.count, 2u);
  EXPECT_EQ(sonnx.breaches[0].second.first, 1u);
  EXPECT_TRUE(run_op({"Abs", DType::i16, {"[-32768]"}, onnx}).breaches.empty());
  EXPECT_TRUE(run_op({"Abs", DType::u16, {"[32768]"}}).breaches.empty());
}

}  // namespace
}  // namespace etalon::tests
