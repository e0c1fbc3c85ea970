// SPDX-License-Identifier: Apache-2.0
// An attribute that a profile does not have: what is said of it, and that a fix removes it only where that changes
// nothing. That fixes keep what a model computes is shown by tests/check/fixes_test, which runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<Finding> findings_on(const char* operation, unsigned operands, std::vector<Attribute> attributes,
                                 const char* profile = "sonnx", std::int64_t opset = 14) {
  GraphMaker maker(DType::f32);
  maker.graph.opset = opset;
  std::vector<std::uint32_t> inputs;
  for (unsigned k = 0; k < operands; ++k) {
    maker.input(std::string(1, static_cast<char>('A' + k)), {4, 4});
    inputs.push_back(maker.graph.inputs.back());
  }
  maker.graph.nodes.push_back({"", "", operation, inputs, {maker.value("Y", {4, 4})}, std::move(attributes)});
  maker.output("Y");
  return check(maker.graph, *find_profile(profile)).findings;
}

TEST(Attributes, OneThatChangesTheResultHasNoFixAndIsOnnxs) {
  EVIDENCE("GEN-ALL-ATTRIBUTES", "CHECK-ALL-FIX");
  const std::vector<Attribute> given = {{"alpha", 0.5f}, {"beta", 2.0f}, {"transB", std::int64_t{1}}};
  for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10"}) {
    const auto findings = findings_on("Gemm", 3, given, profile);
    ASSERT_EQ(findings.size(), given.size());
    for (std::size_t k = 0; k < given.size(); ++k) {
      EXPECT_STREQ(findings[k].status.rule, "GEN-ALL-ATTRIBUTES");
      EXPECT_EQ(findings[k].message, std::string("Gemm-13: profile ") + profile + " does not have attribute \"" +
                                         given[k].name + "\" of ONNX");
      EXPECT_THAT(findings[k].fix, IsEmpty());
      EXPECT_THAT(findings[k].hint, HasSubstr("means something else"));
    }
  }
}

TEST(Attributes, OneWithItsDefaultIsRemovedByAFix) {
  EVIDENCE("GEN-ALL-ATTRIBUTES", "CHECK-ALL-FIX");
  const auto findings = findings_on("Gemm", 3, {{"alpha", 1.0f}, {"transA", std::int64_t{0}}});
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_THAT(findings[0].fix, HasSubstr("node.attribute.remove(a) for a in [*node.attribute] if a.name == \"alpha\""));
  EXPECT_THAT(findings[1].fix, HasSubstr("a.name == \"transA\""));
  EXPECT_THAT(findings[1].hint, HasSubstr("default"));
}

TEST(Attributes, ADefaultIsMeantBitForBitInItsKindAndOnce) {
  EVIDENCE("CHECK-ALL-FIX");
  for (const std::vector<Attribute>& given : {std::vector<Attribute>{{"transA", 0.0f}},
                                              {{"alpha", std::int64_t{1}}},
                                              {{"alpha", 0x1.000002p0f}},
                                              {{"alpha", std::vector<float>{1.0f}}},
                                              {{"alpha", 1.0f}, {"alpha", 0.5f}}}) {
    const auto findings = findings_on("Gemm", 3, given);
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_THAT(findings[0].fix, IsEmpty());
  }
}

TEST(Attributes, OneThatOnlyAnotherVersionHasIsLeftToTheUser) {
  EVIDENCE("GEN-ALL-ATTRIBUTES", "CHECK-ALL-FIX");
  const auto axis = findings_on("Mul", 2, {{"axis", std::int64_t{1}}}, "onnx");
  ASSERT_EQ(axis.size(), 1u);
  EXPECT_EQ(axis[0].message, "Mul-14 does not have attribute \"axis\"");
  EXPECT_THAT(axis[0].hint, HasSubstr("operator set 1 to 6"));
  EXPECT_THAT(axis[0].fix, IsEmpty());
  const auto bounds = findings_on("Clip", 1, {{"min", 0.0f}}, "onnx", 11);  // an input since version 11
  ASSERT_EQ(bounds.size(), 1u);
  EXPECT_THAT(bounds[0].hint, HasSubstr("operator set 1 to 10"));
  EXPECT_THAT(bounds[0].fix, IsEmpty());
  const auto foreign = findings_on("Mul", 2, {{"activation", std::string("Relu")}}, "onnx");
  ASSERT_EQ(foreign.size(), 1u);
  EXPECT_THAT(foreign[0].hint, HasSubstr("no version of Mul has it"));
  EXPECT_THAT(foreign[0].fix, IsEmpty());
}

}  // namespace
}  // namespace etalon::tests
