// SPDX-License-Identifier: Apache-2.0
// What a constant operand breaks is found before the model runs, wherever the constant is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

using testing::HasSubstr;

// Elements of 4 bytes, of which the last is zero and no other.
class Zeros {
 public:
  Zeros(DType type, std::uint64_t count) : type_(type), shape_(shape_of({count})), bytes_(4 * count, std::byte{0x11}) {
    std::fill_n(bytes_.end() - 4, 4, std::byte{0});
  }
  Constant constant() const { return {type_, shape_, Constant::Encoding::little_endian, bytes_}; }
  DType type() const { return type_; }
  std::uint64_t count() const { return shape_.count; }

 private:
  DType type_;
  Shape shape_;
  std::vector<std::byte> bytes_;
};

// C = A / B, where a node Constant gives B.
GraphMaker quotient(const Zeros& b, const char* divisor = "B") {
  GraphMaker maker(b.type());
  maker.input("A", {b.count()});
  maker.graph.nodes.push_back({"", "", "Constant", {}, {maker.value("B", {b.count()})}, {{"value", b.constant()}}});
  if (divisor != std::string("B"))
    maker.graph.nodes.push_back(
        {"", "", "Add", {maker.value("B"), maker.value("B")}, {maker.value(divisor, {b.count()})}, {}});
  maker.node("Div", "A", divisor, "C", {b.count()}).output("C");
  return maker;
}

Verdict verdict_on(const GraphMaker& maker, const char* profile, bool strict = false) {
  return check(maker.graph, *choose_profile(profile, nullptr, strict));
}

// The only finding is of that severity and rule, and names one zero, in the last element.
void expect_zero(const Verdict& verdict, Severity severity, const std::string& rule, std::uint64_t count) {
  ASSERT_EQ(verdict.findings.size(), 1u);
  const Finding& finding = verdict.findings[0];
  EXPECT_EQ(finding.severity, severity) << finding.message;
  EXPECT_EQ(finding.status.rule, rule);
  EXPECT_EQ(finding.status.index, count - 1);
  EXPECT_EQ(finding.status.count, 1u);
  EXPECT_THAT(finding.message, HasSubstr("1 of " + std::to_string(count) + " elements"));
}

TEST(Constants, AZeroDenominatorOfANodeConstantIsAnErrorHoweverLarge) {
  EVIDENCE("DIV-INT-ZERO", "GEN-ALL-PRECONDITION");
  for (const std::uint64_t count : {1u, 2u, 4096u, 4097u, 100000u})
    for (const char* profile : {"sonnx", "sonnx-2026-08", "sonnx-2026-10", "onnx"}) {
      const Zeros b(DType::i32, count);
      const Verdict verdict = verdict_on(quotient(b), profile);
      EXPECT_EQ(verdict.judgement(), Judgement::not_conformant);
      expect_zero(verdict, Severity::error, "DIV-INT-ZERO", count);
    }
}

TEST(Constants, AZeroDenominatorThatTheCheckComputesIsAnError) {
  EVIDENCE("DIV-INT-ZERO", "GEN-ALL-PRECONDITION", "GEN-ALL-KNOWN");
  const Zeros b(DType::i32, 3);
  expect_zero(verdict_on(quotient(b, "twice B"), "sonnx"), Severity::error, "DIV-INT-ZERO", 3);
}

TEST(Constants, AZeroDenominatorOfFloatsIsANoticeUnlessStrict) {
  EVIDENCE("DIV-FLOAT-ZERO", "GEN-ALL-PRECONDITION");
  const Zeros b(DType::f32, 5);
  const Verdict verdict = verdict_on(quotient(b), "sonnx");
  EXPECT_EQ(verdict.judgement(), Judgement::conformant);
  expect_zero(verdict, Severity::notice, "DIV-FLOAT-ZERO", 5);
  expect_zero(verdict_on(quotient(b), "sonnx", true), Severity::error, "DIV-FLOAT-ZERO", 5);
  EXPECT_TRUE(verdict_on(quotient(b), "onnx").findings.empty()) << "ONNX has no such condition";
}

TEST(Constants, AnInitializerThatACallerMayReplaceIsNoConstant) {
  EVIDENCE("GEN-ALL-PRECONDITION");
  const Zeros b(DType::i32, 3);
  GraphMaker maker(DType::i32);
  maker.input("A", {3}).input("B", {3}).node("Div", "A", "B", "C", {3}).output("C");
  maker.graph.initializers.push_back({maker.value("B"), b.constant()});
  EXPECT_TRUE(verdict_on(maker, "onnx").findings.empty());
  std::erase(maker.graph.inputs, maker.value("B"));
  expect_zero(verdict_on(maker, "onnx"), Severity::error, "DIV-INT-ZERO", 3);
}

}  // namespace
}  // namespace etalon::tests
