// SPDX-License-Identifier: Apache-2.0
// Operands of a single call: their types where nobody names them, and how the helper of the tests takes them.
#include <gtest/gtest.h>

#include "ops/type_sets.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/op.hpp"

namespace etalon::tests {
namespace {

constexpr Formal formals[] = {{"X"}, {"shape", "tensor(int64)"}, {"index", "Tind"}};
constexpr TypeRule rules[] = {{"T", {DType::f32, DType::i8, DType::real}, ""},
                              {"tensor(int64)", {DType::i64}, ""},
                              {"Tind", {DType::i32, DType::i64}, ""}};
constexpr Row row = {Source::onnx, 1, formals, {}, rules, nullptr, ""};

TEST(Operand, ALiteralIsOfTheTypeGivenWhereTheOperandCanBe) {
  EVIDENCE("CLI-OP-OPERANDS");
  EXPECT_EQ(row.type_at(0, DType::i8), DType::i8);
  EXPECT_EQ(row.type_at(0, DType::real), DType::real);
  EXPECT_EQ(row.type_at(2, DType::i32), DType::i32);
}

TEST(Operand, WhereTheOperandHasOneTypeALiteralIsOfThatOne) {
  EVIDENCE("CLI-OP-OPERANDS");
  EXPECT_EQ(row.type_at(1, DType::f32), DType::i64);
  EXPECT_EQ(row.type_at(1, DType::real), DType::i64);
  EXPECT_EQ(row.type_at(1, std::nullopt), DType::i64);
}

TEST(Operand, WhereTheOperandHasAChoiceNoTypeIsGuessed) {
  EVIDENCE("CLI-OP-OPERANDS");
  EXPECT_EQ(row.type_at(2, DType::f32), DType::f32);
  EXPECT_EQ(row.type_at(2, std::nullopt), std::nullopt);
  EXPECT_EQ(row.type_at(3, DType::f32), DType::f32);
}

TEST(Operand, ATypeBeforeALiteralIsThatOfTheOperand) {
  EVIDENCE("CLI-OP-OPERANDS");
  EXPECT_EQ(run_op({"Mul", DType::i8, {"int32:[100]", "int32:[3]"}}).texts, std::vector<std::string>{"[300]"});
  EXPECT_EQ(run_op({"Mul", DType::i8, {"int32:[100]", "[3]"}}).rule, "GEN-ALL-ONETYPE");
}

TEST(Operand, AnOmittedOperandIsADash) {
  EVIDENCE("CLI-OP-OPERANDS");
  EXPECT_EQ(run_op({"Mul", DType::i8, {"[1]", "-"}}).rule, "GEN-GRAPH-OMITTED");
}

TEST(Operand, HowManyResultsAreWantedIsChecked) {
  EVIDENCE("CLI-OP-RESULTS");
  OpCase two{"Mul", DType::i8, {"[1]", "[1]"}};
  two.results = 2;
  EXPECT_EQ(run_op(two).rule, "GEN-ALL-ARITY");
}

TEST(Operand, OnlyWhatStandsBeforeAColonIsAType) {
  EVIDENCE("CLI-OP-OPERANDS");
  EXPECT_EQ(split_type("int64:[2,3]").type, "int64");
  EXPECT_EQ(split_type("int64:[2,3]").rest, "[2,3]");
  EXPECT_EQ(split_type("[2,3]").type, "");
  EXPECT_EQ(split_type("@C:file.npy").rest, "@C:file.npy");
  EXPECT_EQ(split_type("5").rest, "5");
}

}  // namespace
}  // namespace etalon::tests
