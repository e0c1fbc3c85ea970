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
