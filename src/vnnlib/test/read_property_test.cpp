// SPDX-License-Identifier: Apache-2.0
// Properties read from VNN-LIB 1 and 2, their limits, and their normal form.
#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"
#include "vnnlib/normal_form.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

Property read(const std::string& text) {
  Result<Property> property = read_property(text, "p.vnnlib");
  EXPECT_TRUE(property) << property.finding().message;
  return property ? *std::move(property) : Property{};
}

std::vector<std::string> comparisons_of(const std::string& text) {
  const Property property = read(text);
  std::vector<std::string> all;
  for (const PropertyComparison& one : property.comparisons) all.push_back(property.text_of(one));
  return all;
}

const std::string flat =
    "(declare-const X_0 Real) (declare-const X_1 Real)\n(declare-const Y_0 Real) (declare-const Y_1 Real)\n";
const std::string tensors =
    "(vnnlib-version <2.0>)\n(declare-network f (declare-input X float32 [1,2]) (declare-hidden H float32 [3] \"h\")\n"
    "  (declare-output Y float32 []))\n";

TEST(ReadProperty, VersionOneComparesElementsOfXAndY) {
  EVIDENCE("VNN-ALL-READ");
  const Property property =
      read(flat + "; a comment\n(assert (>= X_1 -0.5)) (assert (or (and (< Y_0 Y_1)) (= Y_1 1e-06)))");
  EXPECT_EQ(property.major, 1u);
  ASSERT_EQ(property.variables.size(), 2u);
  EXPECT_EQ(property.variables[0].name, "X");
  EXPECT_EQ(property.variables[1].shape.count, 2u);
  ASSERT_EQ(property.comparisons.size(), 3u);
  EXPECT_EQ(property.text_of(property.comparisons[0]), "-X_1 <= 0.5");
  EXPECT_EQ(property.text_of(property.comparisons[1]), "Y_0 - Y_1 < 0");
  EXPECT_EQ(property.text_of(property.comparisons[2]), "Y_1 == 0.000001");
  ASSERT_EQ(property.formula.parts.size(), 2u);
  EXPECT_EQ(property.formula.parts[1].kind, Formula::Kind::any);
  EXPECT_EQ(property.formula.parts[1].parts.size(), 2u);
  EXPECT_TRUE(property.is_about_inputs(property.comparisons[0]));
  EXPECT_FALSE(property.is_about_inputs(property.comparisons[1]));
}

TEST(ReadProperty, VersionTwoHasShapesTypesAndHiddenNodes) {
  EVIDENCE("VNN-ALL-READ");
  const Property property = read(tensors + "(assert (<= (+ X[0,1] H[2]) Y))");
  EXPECT_EQ(property.major, 2u);
  ASSERT_EQ(property.variables.size(), 3u);
  EXPECT_EQ(property.variables[0].type, DType::f32);
  EXPECT_EQ(property.variables[1].role, PropertyVariable::Role::hidden);
  EXPECT_EQ(property.variables[1].onnx_name, "h");
  EXPECT_EQ(property.variables[2].shape.rank, 0u);
  EXPECT_EQ(property.elements(), 6u);
  EXPECT_EQ(property.text_of(property.comparisons[0]), "X[0,1] + H[2] - Y <= 0");
  const Property real = read(
      "(vnnlib-version <2.1>)(declare-network f(declare-input A Real [2] initialized)"
      "(declare-output B float16 [2]))(assert(!= B[1] A[0]))");
  EXPECT_EQ(real.variables[0].type, std::nullopt);
  EXPECT_TRUE(real.variables[0].is_initialized);
  EXPECT_EQ(real.variables[1].type, DType::f16);
}

TEST(ReadProperty, SeveralNetworksReferToTheFirst) {
  EVIDENCE("VNN-ALL-READ");
  const std::string networks =
      "(vnnlib-version <2.0>)(declare-network f (declare-input A float32 [2]) (declare-output B float32 [1]))"
      "(declare-network g (equal-to f) (declare-input C float32 [2]) (declare-output D float32 [1]))"
      "(declare-network h (isomorphic-to f) (declare-input E float16 [2]) (declare-output F float16 [1]))";
  const Property property = read(networks + "(assert (> B[0] D[0]))");
  ASSERT_EQ(property.networks.size(), 3u);
  EXPECT_EQ(property.networks[1].kinship, PropertyNetwork::Kinship::equal);
  EXPECT_EQ(property.networks[2].kinship, PropertyNetwork::Kinship::isomorphic);
  EXPECT_EQ(property.variables[3].network, 1u);
  EXPECT_EQ(property.text_of(property.comparisons[0]), "-B[0] + D[0] < 0");
}

TEST(ReadProperty, ArithmeticIsExactAndMultipliedOut) {
  EVIDENCE("VNN-ALL-READ");
  EXPECT_EQ(comparisons_of(flat + "(assert (<= (- 1 2 3 4) (- X_0)))"), std::vector<std::string>{"X_0 <= 8"});
  EXPECT_EQ(comparisons_of(flat + "(assert (<= (* (+ X_0 Y_0) (- X_0 Y_0) 0.1) 0.3))"),
            std::vector<std::string>{"0.1*X_0*X_0 - 0.1*Y_0*Y_0 <= 0.3"});
  EXPECT_EQ(comparisons_of(flat + "(assert (<= (- X_0 X_0) 0))"), std::vector<std::string>{"0 <= 0"});
  EXPECT_EQ(comparisons_of(flat + "(assert (<= X_0 0.1000000000000000055511151231257827))"),
            std::vector<std::string>{"X_0 <= 0.1000000000000000055511151231257827"});
}

// Of a file that is cut off after its declarations every input would be a counterexample.
TEST(ReadProperty, AFileWithoutAnAssertionIsRefusedAtItsEnd) {
  EVIDENCE("VNN-ALL-READ");
  for (const auto& [text, place] : {std::pair(flat, "line 3, column 1: "), std::pair(tensors, "line 4, column 1: ")}) {
    const Result<Property> property = read_property(text, "p.vnnlib");
    ASSERT_FALSE(property) << text;
    EXPECT_EQ(property.finding().status.code, Code::malformed);
    EXPECT_STREQ(property.finding().status.rule, "VNN-ALL-READ");
    EXPECT_NE(property.finding().message.find(place + std::string("the property has no assertion")), std::string::npos)
        << property.finding().message;
  }
}

TEST(ReadProperty, ACommentEndsAtALineFeedOrACarriageReturn) {
  EVIDENCE("VNN-ALL-READ");
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    EXPECT_EQ(comparisons_of(flat + "; out" + end + "(assert (<= X_0 1))"), std::vector<std::string>{"X_0 <= 1"});
    const Result<Property> wrong = read_property(flat + "; out" + end + end + " (assert 1)", "p");
    ASSERT_FALSE(wrong);
    EXPECT_NE(wrong.finding().message.find("line 5, column 10: "), std::string::npos) << wrong.finding().message;
  }
}

// What is wrong, and where.
TEST(ReadProperty, AFaultIsFoundWithItsLineAndColumn) {
  EVIDENCE("VNN-ALL-READ");
  const std::pair<std::string, std::string> faults[] = {
      {"", "line 1, column 1: the file has no property"},
      {flat + "(assert (<= X_0))", "line 3, column 16: a number, a variable or \"(\" is expected, not \")\""},
      {flat + "(assert (<= X_0 1 2))", "line 3, column 19: \")\" is expected, not \"2\""},
      {flat + "(assert (<= X_7 1))", "line 3, column 13: variable \"X_7\" is not declared"},
      {flat + "(assert (~ X_0 1))", "line 3, column 10: \"~\" is neither a comparison nor \"and\" nor \"or\""},
      {flat + "(assert (and))", "line 3, column 9: \"and\" has no part"},
      {flat + "(assert (<= X_0 nan))", "line 3, column 17: variable \"nan\" is not declared"},
      {flat + "(assert (<= X_0 0x1p3))", "line 3, column 17: a number, a variable or \"(\" is expected, not \"0x1p3\""},
      {flat + "(assert (<= X_0 1)", "line 3, column 19: \")\" is expected, not the end of the file"},
      {flat + "(check-sat)", "line 3, column 2: \"check-sat\" is no command of VNN-LIB 1 here"},
      {"(declare-const X_0 Real)(declare-const X_2 Real)", "line 1, column 40: \"X_2\" leaves a gap"},
      {"(declare-const X_0 Real)(declare-const X_0 Real)", "column 40: \"X_0\" is declared twice"},
      {"(declare-const Z_0 Real)", "column 16: \"Z_0\" is neither an input nor an output"},
      {"(declare-const X_0 Int)", "column 20: the type of a variable of VNN-LIB 1 is Real, not \"Int\""},
      {"(declare-const X_0 Real)", "no output Y_0 is declared"},
      {"(vnnlib-version <3.0>)", "column 17: this is VNN-LIB 3"},
      {"(vnnlib-version 2.0)", "column 17: the version is not of the form <2.0>"},
      {"(vnnlib-version <2.0>)", "no network and no variable is declared"},
      {tensors + "(assert (<= X[0] 1))", "line 4, column 13: the index is not one of \"X\", which is [1,2]"},
      {tensors + "(assert (<= X[0,2] 1))", "line 4, column 13: the index is not one of \"X\""},
      {tensors + "(assert (<= f 1))", "line 4, column 13: variable \"f\" is not declared"},
      {tensors + "(declare-network f)", "line 4, column 18: the name \"f\" is declared twice"},
      {tensors + "(declare-const X_0 Real)", "line 4, column 2: \"declare-const\" is no command of VNN-LIB 2 here"},
      {"(vnnlib-version <2.0>)(declare-network f (declare-output Y float32 [1]) (declare-input X float32 [1]))",
       "column 73: the order is inputs, hidden variables, outputs"},
      {"(vnnlib-version <2.0>)(declare-network f (declare-input X float31 [1]))",
       "column 59: element type \"float31\" is not known"},
      {"(vnnlib-version <2.0>)(declare-network f (declare-input X float32 [1]))", "declares no output"},
      {"(vnnlib-version <2.0>)(declare-network f (equal-to g))", "column 52: no network \"g\" is declared before"},
      {"(vnnlib-version <2.0>)(declare-network f (declare-input X float32 [1]) (declare-hidden H float32 [1] h))",
       "in quotes, not \"h\""},
      {"(vnnlib-version <2.0>)(declare-network f (declare-input X float32 [1]) (declare-hidden H float32 [1] \"h))",
       "a text in quotes does not end in its line"},
      {"\x1F\x8B", "the file is compressed"},
  };
  for (const auto& [text, message] : faults) {
    const Result<Property> property = read_property(text, "p.vnnlib");
    ASSERT_FALSE(property) << text;
    EXPECT_EQ(property.finding().status.code, Code::malformed) << text;
    EXPECT_STREQ(property.finding().status.rule, "VNN-ALL-READ");
    EXPECT_NE(property.finding().message.find(message), std::string::npos)
        << text << "\n"
        << property.finding().message << "\nwanted: " << message;
  }
}

std::string nested(unsigned depth) {
  std::string text = flat + "(assert ", end = ")";
  for (unsigned k = 1; k < depth; ++k) text += k + 1 == depth ? "(<= X_0 1" : "(and ", end += ")";
  return text + end;
}

TEST(ReadProperty, WhatIsTooLargeExceedsALimit) {
  EVIDENCE("VNN-ALL-LIMITS");
  EXPECT_TRUE(read_property(flat + "(assert (<= X_0 1e4096))", "p"));
  EXPECT_TRUE(read_property(nested(64), "p"));
  PropertyLimits small;
  small.terms = 1 << 12;
  std::string product = "(* ";
  for (int k = 0; k < 40; ++k) product += "(+ X_0 X_1 Y_0 Y_1 1)";
  for (const std::string& text :
       {flat + "(assert (<= X_0 1e4097))", flat + "(assert (<= X_0 -1e-999999999999999999999))", nested(65),
        nested(100000), flat + "(assert (<= X_0 " + std::string(4097, '1') + "))",
        flat + "(assert (<= 0 " + product + ")))",
        std::string("(vnnlib-version <2.0>)(declare-network f (declare-input X float32 [4294967296,4294967295]))"),
        std::string("(vnnlib-version <2.0>)(declare-network f (declare-input X float32 [1,1,1,1,1,1,1,1,1]))"),
        std::string("(vnnlib-version <2.0>)(declare-network f (declare-input X float32 [99999999999999999999]))")}) {
    const Result<Property> property = read_property(text, "p", small);
    ASSERT_FALSE(property) << text.substr(0, 200);
    EXPECT_EQ(property.finding().status.code, Code::limit) << property.finding().message;
  }
}

// A property numbers its elements, and a claim stores its inputs.
TEST(ReadProperty, AClaimAboutMoreInputsThanAreStoredIsRefused) {
  EVIDENCE("VNN-ALL-LIMITS");
  const auto refusal = [](const std::string& dims, const char* initialized = "") {
    return too_many_inputs(
        read("(vnnlib-version <2.0>)(declare-network f (declare-input A real [2])(declare-input B real " + dims +
             initialized + ")(declare-output Y real [16777216]))(assert (<= Y[0] A[0]))"));
  };
  EXPECT_FALSE(refusal("[16777214]"));
  EXPECT_FALSE(refusal("[16777215]", " initialized"));
  const std::optional<Finding> refused = refusal("[16777215]");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status.code, Code::limit);
  EXPECT_STREQ(refused->status.rule, "VNN-ALL-LIMITS");
}

TEST(NormalForm, ConjunctionsHaveBoxesAndTheRest) {
  EVIDENCE("VNN-ALL-NORMAL");
  const Property property = read(flat +
                                 "(assert (>= X_0 1)) (assert (> X_0 1)) (assert (<= (* 2 X_0) 3)) (assert (<= X_0 7))"
                                 "(assert (or (and (<= Y_0 0) (<= X_1 1)) (>= Y_1 X_1)))"
                                 "(assert (or (< Y_0 1) (= X_1 4) (<= (* Y_0 Y_1) 2)))");
  const auto all = normal_form(property);
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 6u);
  const Conjunction& first = (*all)[0];
  ASSERT_EQ(first.box.size(), 2u);
  EXPECT_EQ(to_string(first.box[0].low->number), "1");
  EXPECT_TRUE(first.box[0].low->is_excluded);
  EXPECT_EQ(to_string(first.box[0].high->number), "1.5");
  EXPECT_FALSE(first.box[0].high->is_excluded);
  EXPECT_EQ(first.box[1].element, 1u);
  EXPECT_FALSE(first.box[1].low);
  EXPECT_EQ(first.rest.size(), 2u);
  EXPECT_TRUE(first.is_linear);
  EXPECT_FALSE(first.is_empty());
  EXPECT_FALSE((*all)[2].is_linear);  // with the product
  EXPECT_TRUE((*all)[1].is_empty());  // X_1 at most 1, and 4
  PropertyLimits few;
  few.number_bits = 1000;  // of all bounds, which every conjunction has for itself
  EXPECT_TRUE(normal_form(property, few));
  const auto heavy =
      normal_form(read(flat + "(assert (<= X_0 1e99))(assert (or (< Y_0 1) (> Y_0 2) (> Y_1 2) (> Y_1 3)))"), few);
  ASSERT_FALSE(heavy);
  EXPECT_EQ(heavy.finding().status.code, Code::limit);
  const Property large = [&] {
    std::string text = flat;
    for (int k = 0; k < 20; ++k) text += "(assert (or (< Y_0 1) (> Y_0 2)))";
    return read(text);
  }();
  const auto refused = normal_form(large);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.finding().status.code, Code::limit);
}

}  // namespace
}  // namespace etalon::tests
