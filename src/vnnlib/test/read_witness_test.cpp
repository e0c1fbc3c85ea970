// SPDX-License-Identifier: Apache-2.0
// Witnesses in both forms.
#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"
#include "vnnlib/witness.hpp"

namespace etalon::tests {
namespace {

using namespace impl;

Property flat() {
  return *read_property("(declare-const X_0 Real)(declare-const X_1 Real)(declare-const Y_0 Real)(assert (<= Y_0 0))",
                        "p");
}
Property tensors() {
  return *read_property(
      "(vnnlib-version <2.0>)(declare-network f (declare-input A float32 [1,2])(declare-input B real [])"
      "(declare-output Y float32 [1]))(assert (<= Y[0] 0))",
      "p");
}

TEST(ReadWitness, AListHasInputsAndOutputs) {
  EVIDENCE("VNN-ALL-WITNESS");
  const auto witness = read_witness("sat\n( (X_0  0.1)\n(X_1 -2e-3)\n(Y_0 1.5)\n)", "w", flat());
  ASSERT_TRUE(witness) << witness.finding().message;
  ASSERT_EQ(witness->points.size(), 1u);
  EXPECT_EQ(to_string(*witness->points[0].stated[0]), "0.1");
  EXPECT_EQ(to_string(*witness->points[0].stated[1]), "-0.002");
  EXPECT_EQ(to_string(*witness->points[0].stated[2]), "1.5");
  const auto without = read_witness("((X_0 1)(X_1 2))", "w", flat());
  ASSERT_TRUE(without);
  EXPECT_FALSE(without->points[0].stated[2]);
}

TEST(ReadWitness, AListOfSeveralPointsHasThemAll) {
  EVIDENCE("VNN-ALL-WITNESS");
  const auto witness = read_witness("((X_0 1)(X_1 2)(X_2 3)(X_3 4)(Y_0 5)(Y_1 nan))", "w", flat());
  ASSERT_TRUE(witness) << witness.finding().message;
  ASSERT_EQ(witness->points.size(), 2u);
  EXPECT_EQ(to_string(*witness->points[1].stated[0]), "3");
  EXPECT_EQ(to_string(*witness->points[0].stated[2]), "5");
  EXPECT_FALSE(witness->points[1].stated[2]);
}

TEST(ReadWitness, TensorsHaveNamesTypesAndShapes) {
  EVIDENCE("VNN-ALL-WITNESS");
  const auto witness =
      read_witness("sat\nA float32 [1,2]\n0.5\n0.25\nB Real []\n-1\nY real [1]\n0.125\n", "w", tensors());
  ASSERT_TRUE(witness) << witness.finding().message;
  EXPECT_EQ(to_string(*witness->points[0].stated[1]), "0.25");
  EXPECT_EQ(to_string(*witness->points[0].stated[2]), "-1");
  EXPECT_EQ(to_string(*witness->points[0].stated[3]), "0.125");
}

TEST(ReadWitness, ZerosWithAMinusAreRemembered) {
  EVIDENCE("VNN-ALL-WITNESS");
  using Elements = std::vector<std::uint64_t>;
  const auto list = read_witness("((X_0 0)(X_1 -0.0)(X_2 -0)(X_3 -1e-99)(Y_0 -0e5)(Y_1 -inf))", "w", flat());
  ASSERT_TRUE(list) << list.finding().message;
  ASSERT_EQ(list->points.size(), 2u);
  EXPECT_EQ(list->points[0].negative_zeros, (Elements{1, 2}));
  EXPECT_EQ(list->points[1].negative_zeros, (Elements{0}));
  EXPECT_EQ(to_string(*list->points[0].stated[1]), "0");
  const auto given = read_witness("Y real [1]\n-0\nB Real []\n0.0\nA float32 [1,2]\n-0.0\n-1\n", "w", tensors());
  ASSERT_TRUE(given) << given.finding().message;
  EXPECT_EQ(given->points[0].negative_zeros, (Elements{0, 3}));
}

// Code and place of the finding.
void expect_limit(const Result<Witness>& witness, const std::string& place) {
  ASSERT_FALSE(witness);
  EXPECT_EQ(witness.finding().status.code, Code::limit) << witness.finding().message;
  EXPECT_STREQ(witness.finding().status.rule, "VNN-ALL-LIMITS");
  EXPECT_NE(witness.finding().message.find(place), std::string::npos) << witness.finding().message;
}

TEST(ReadWitness, ElementsOfAllPointsAreLimited) {
  EVIDENCE("VNN-ALL-LIMITS");
  PropertyLimits few;
  few.stored_elements = 6;  // two points
  EXPECT_TRUE(read_witness("((X_0 1)(X_1 2)(X_2 3)(X_3 4)(Y_0 5)(Y_1 6))", "w", flat(), few));
  expect_limit(read_witness("((X_0 1)(X_1 2)(X_2 3)(X_3 4)(X_4 5)(X_5 6))", "w", flat(), few), "line 1, column 1: ");
  expect_limit(read_witness("((X_0 1)(X_1 2)(X_2 3)(X_3 4)(X_4 5)(X_5 6)(X_6 7", "w", flat(), few),
               "line 1, column 45: ");
  few.stored_elements = 3;
  expect_limit(read_witness("A float32 [1,2]\n1\n2\nB Real []\n3\n", "w", tensors(), few), "line 1, column 1: ");
  // By the limits of every file: nothing is allocated for what a property of a few words declares.
  const auto large = read_property(
      "(vnnlib-version <2.0>)(declare-network f (declare-input A real [1])(declare-output Y real [1073741824]))"
      "(assert (<= Y[0] 0))",
      "p");
  ASSERT_TRUE(large) << large.finding().message;
  expect_limit(read_witness("((X_0 1))", "w", *large), "line 1, column 1: ");
  expect_limit(read_witness("A real [1]\n1\n", "w", *large), "line 1, column 1: ");
}

TEST(ReadWitness, BitsOfAllNumbersAreLimited) {
  EVIDENCE("VNN-ALL-LIMITS");
  PropertyLimits few;
  few.number_bits = 700;  // 1e99 has 329 bits, and one for its denominator
  EXPECT_TRUE(read_witness("((X_0 1e99)(X_1 1e99))", "w", flat(), few));
  expect_limit(read_witness("((X_0 1e99)(X_1 1e99)(Y_0 1e99))", "w", flat(), few), "line 1, column 27: ");
}

TEST(ReadWitness, WhatIsNoneIsAFindingWithItsPlace) {
  EVIDENCE("VNN-ALL-WITNESS");
  const std::tuple<Property, std::string, std::string> faults[] = {
      {flat(), "", "line 1, column 1: the file has no inputs"},
      {flat(), "unsat", "column 1: the property has no variable \"unsat\""},
      {flat(), "((X_0 1))", "column 1: there are 1 inputs, and the property has 2"},
      {flat(), "((X_0 1)(X_2 1))", "column 10: \"X_2\" is not the next one"},
      {flat(), "((X_0 1)(X_1 inf))", "input X_1 is not given as a number"},
      {flat(), "((X_0 1)(X_1 1)(Y_0 1)(Y_1 1))", "there are 2 outputs, and the property has 1"},
      {flat(), "((X_0 1)(X_1 1)(Z_0 1))", "\"Z_0\" is neither an input"},
      {flat(), "((X_00 1)(X_1 1))", "column 3: \"X_00\" is neither an input"},
      {flat(), "((X_0 1)(X_1 1)(Y_00 1))", "\"Y_00\" is neither an input"},
      {flat(), "((X_18446744073709551616 1)(X_1 1))", "\"X_18446744073709551616\" is neither an input"},
      {flat(), "((X_0 1)(X_18446744073709551617 1))", "\"X_18446744073709551617\" is neither an input"},
      {flat(), "((X_0 1)(X_1 1)(Y_ 1))", "\"Y_\" is neither an input"},
      {flat(), "((X_0 1)(X_1 1)) 2", "column 18: \"2\" follows the list"},
      {flat(), "((X_0 1)(X_1 1e9999))", "is beyond 4096"},
      {tensors(), "((X_0 1))", "a list of X_0, … and Y_0, … is for a property with one input"},
      {tensors(), "A float32 [2]\n1\n2\n", "variable \"A\" is [1,2]"},
      {tensors(), "A float64 [1,2]\n1\n2\n", "\"float64\" is not the element type of \"A\""},
      {tensors(), "A float32 [1,2]\n1\n2\n", "input B is not given as a number"},
      {tensors(), "A float32 [1,2]\n1\n2\nA float32 [1,2]\n", "line 4, column 1: variable \"A\" is given twice"},
  };
  for (const auto& [property, text, message] : faults) {
    const auto witness = read_witness(text, "w", property);
    ASSERT_FALSE(witness) << text;
    EXPECT_NE(witness.finding().message.find(message), std::string::npos)
        << text << "\n"
        << witness.finding().message << "\nwanted: " << message;
  }
}

}  // namespace
}  // namespace etalon::tests
