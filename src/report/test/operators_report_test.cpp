// SPDX-License-Identifier: Apache-2.0
// What `etalon operators` prints; the rows themselves are compared with ONNX by tests/check/schemas_test.
#include "report/operators/report.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

const Operator& mul() { return *find_operator("", "Mul"); }

// The row that the source has of one version.
const Row& row_of(Source source, int version) {
  return *std::ranges::find_if(mul().rows,
                               [&](const Row& row) { return row.source == source && row.versions.contains(version); });
}

TEST(OperatorsReport, ARowBelongsToTheProfilesThatTakeTheOperatorFromItsSource) {
  EVIDENCE("CLI-ALL-OPERATORS");
  EXPECT_EQ(profiles_of(mul(), row_of(Source::onnx, 13)), std::vector<std::string>{"onnx"});
  EXPECT_EQ(profiles_of(mul(), row_of(Source::base_documents, 14)), std::vector<std::string>{"sonnx"});
}

TEST(OperatorsReport, ADefaultIsPrintedSoThatItReadsBack) {
  EVIDENCE("CLI-ALL-OPERATORS");
  using Kind = AttributeFormal::Kind;
  EXPECT_EQ(default_json({"axis", Kind::integer, std::int64_t{-1}}), "-1");
  EXPECT_EQ(default_json({"max", Kind::number, 3.40282347e38f}), "3.4028235e+38");
  EXPECT_EQ(default_json({"mode", Kind::text, "constant"}), "\"constant\"");
  EXPECT_EQ(default_json({"to", Kind::integer, Required{}}), "");
}

TEST(OperatorsReport, TheTableHasALineForEachSetOfTypes) {
  EVIDENCE("CLI-ALL-OPERATORS");
  const Operator* const listed[] = {&mul()};
  const std::string table = operators_text(listed);
  EXPECT_NE(table.find("\nMul       6, 7"), std::string::npos) << table;
  EXPECT_NE(table.find("T: float16 float double int32 int64 uint32 uint64\n"), std::string::npos) << table;
}

TEST(OperatorsReport, OneOperatorIsDescribedWithItsAttributesAndTheirDefaults) {
  EVIDENCE("CLI-ALL-OPERATORS");
  const std::string text = operator_text(mul());
  EXPECT_TRUE(text.starts_with("Mul: versions 1, 6, 7, 13, 14 of ai.onnx\n")) << text;
  EXPECT_NE(text.find("\nversion 6 (operator sets 6 to 6), onnx; profile onnx\n"), std::string::npos) << text;
  EXPECT_NE(text.find("\n  attribute  broadcast  int  default 0\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace etalon::impl
