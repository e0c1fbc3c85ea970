// SPDX-License-Identifier: Apache-2.0
// Verdicts: what is wrong, what is not judged, how many nodes were judged, and that no finding hides another.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::impl {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Shape shape(std::vector<std::uint64_t> dims) { return *Shape::of(dims); }

// T = first(A, B), C = second(T, A), all float [2,3].
Graph chain(const char* first = "Mul", const char* second = "Mul") {
  Graph graph;
  for (const char* name : {"A", "B", "T", "C"}) graph.values.push_back({name, DType::f32, shape({2, 3})});
  graph.nodes.push_back({"first", "", first, {0, 1}, {2}, {}});
  graph.nodes.push_back({"second", "", second, {2, 0}, {3}, {}});
  graph.inputs = {0, 1};
  graph.outputs = {3};
  graph.ir_version = 8;
  graph.opset = 14;
  return graph;
}

Verdict verdict_on(const Graph& graph, const char* profile = "sonnx") { return check(graph, *find_profile(profile)); }

std::vector<std::string> tags_of(const Verdict& verdict) {
  std::vector<std::string> tags;
  for (const Finding& finding : verdict.findings) tags.emplace_back(finding.status.rule);
  return tags;
}

TEST(Verdict, AnOperatorThatIsNotSpecifiedIsNotJudged) {
  EVIDENCE("CHECK-ALL-VERDICT", "GEN-ALL-OPERATOR");
  const Verdict verdict = verdict_on(chain("Mul", "Hardmax"));
  EXPECT_EQ(verdict.judgement(), Judgement::not_judged);
  EXPECT_EQ(verdict.code(), Code::not_judged);
  EXPECT_EQ(verdict.judged, 1u);
  EXPECT_EQ(verdict.model, nullptr);
  EXPECT_THAT(tags_of(verdict), ElementsAre("GEN-ALL-OPERATOR"));
}

TEST(Verdict, ABrokenRuleIsNotConformantWhateverElseIsNotJudged) {
  EVIDENCE("CHECK-ALL-VERDICT");
  Graph graph = chain("Mul", "Hardmax");
  graph.nodes[0].inputs = {0};
  const Verdict verdict = verdict_on(graph);
  EXPECT_EQ(verdict.judgement(), Judgement::not_conformant);
  EXPECT_EQ(verdict.code(), Code::not_conformant);
  EXPECT_EQ(verdict.judged, 1u) << "the node that breaks a rule is judged";
  EXPECT_THAT(tags_of(verdict), ElementsAre("GEN-ALL-OPERATOR", "GEN-ALL-ARITY"));
}

TEST(Verdict, AResultAboveALimitIsNotJudged) {
  EVIDENCE("CHECK-ALL-VERDICT", "FILE-ALL-LIMITS");
  Limits limits;
  limits.elements = 5;
  const Verdict verdict = check(chain(), *find_profile("sonnx"), limits);
  EXPECT_EQ(verdict.judgement(), Judgement::not_judged);
  EXPECT_EQ(verdict.code(), Code::limit);
}

TEST(Verdict, EachConstructThatIsNotSpecifiedIsNotJudged) {
  EVIDENCE("CHECK-ALL-VERDICT", "GEN-ALL-DOMAIN", "GEN-GRAPH-FUNCTION", "GEN-GRAPH-SUBGRAPH", "GEN-GRAPH-TRAINING",
           "GEN-ALL-VERSION", "GEN-ALL-IR", "GEN-ALL-KIND");
  const auto only = [](Graph graph, const char* tag) {
    const Verdict verdict = verdict_on(graph);
    EXPECT_EQ(verdict.code(), Code::not_judged) << tag;
    EXPECT_THAT(tags_of(verdict), ElementsAre(tag));
  };
  Graph graph = chain();
  graph.nodes[1].domain = "com.example";
  graph.imports = {{"com.example", 1}};
  only(graph, "GEN-ALL-DOMAIN");
  graph = chain();
  graph.nodes[1].overload = "fast";
  only(graph, "GEN-GRAPH-FUNCTION");
  graph = chain();
  graph.functions = {{"Gelu", 7}};
  only(graph, "GEN-GRAPH-FUNCTION");
  graph = chain("Mul", "If");
  graph.nodes[1].attributes = {{"then_branch", OtherAttribute{5}}};
  only(graph, "GEN-GRAPH-SUBGRAPH");
  graph = chain();
  graph.training = 7;
  only(graph, "GEN-GRAPH-TRAINING");
  graph = chain();
  graph.opset = newest_opset + 1;
  only(graph, "GEN-ALL-VERSION");
  graph = chain();
  graph.ir_version = newest_ir + 1;
  only(graph, "GEN-ALL-IR");
  graph = chain();
  graph.values.push_back({"words", {}, {}, Value::Foreign::element, "STRING"});
  graph.foreign_constants = {4};
  only(graph, "GEN-ALL-KIND");
}

TEST(Verdict, AnOperandOfATypeThatTheOperatorDoesNotHaveBreaksItsRule) {
  EVIDENCE("GEN-ALL-KIND", "MUL-ALL-TYPES");
  Graph graph = chain();
  graph.values[1] = {"B", {}, shape({2, 3}), Value::Foreign::element, "STRING"};
  const Verdict verdict = verdict_on(graph, "onnx");
  EXPECT_THAT(tags_of(verdict), ElementsAre("GEN-ALL-KIND", "MUL-ALL-TYPES"));
  EXPECT_EQ(verdict.code(), Code::not_conformant);
  EXPECT_THAT(verdict.findings[1].message, HasSubstr("B is STRING"));
  graph.values[1] = {"B", {}, {}, Value::Foreign::container, "a sequence"};
  EXPECT_THAT(verdict_on(graph, "onnx").findings[0].message, HasSubstr("graph input \"B\" is a sequence"));
}

TEST(Verdict, AnElementTypeThatOnnxDoesNotDefineIsNotConformant) {
  EVIDENCE("GEN-ALL-KIND");
  Graph graph = chain();
  graph.values.push_back({"D", {}, shape({2}), Value::Foreign::undefined, "type 99"});
  graph.inputs.push_back(4);
  EXPECT_EQ(verdict_on(graph).code(), Code::not_conformant);
}

TEST(Verdict, OperatorsThatAreNotSpecifiedComeFirstAndAreNotHidden) {
  EVIDENCE("GEN-ALL-OPERATOR", "CHECK-ALL-VERDICT");
  Graph graph = chain("Mul", "Hardmax");
  for (const std::size_t i : {0u, 1u, 2u, 3u}) graph.values[i].shape.reset();
  const Verdict verdict = verdict_on(graph);
  EXPECT_STREQ(verdict.findings[0].status.rule, "GEN-ALL-OPERATOR");
  EXPECT_EQ(verdict.judged, 0u) << "nothing is known of any operand";
}

TEST(Verdict, ANodeWithUnknownOperandsIsCheckedForAllElse) {
  EVIDENCE("CHECK-ALL-VERDICT", "GEN-ALL-ARITY", "GEN-ALL-ATTRIBUTES", "GEN-ALL-VERSION", "MUL-ALL-TYPES");
  const auto node_findings = [](Graph graph) {
    graph.values[0].shape.reset();
    std::vector<std::string> tags;
    for (const Finding& finding : verdict_on(graph).findings)
      if (finding.status.node == 0) tags.emplace_back(finding.status.rule);
    return tags;
  };
  EXPECT_THAT(node_findings(chain()), ElementsAre());
  Graph graph = chain();
  graph.nodes[0].inputs = {0};
  EXPECT_THAT(node_findings(graph), ElementsAre("GEN-ALL-ARITY"));
  graph = chain();
  graph.nodes[0].attributes = {{"axis", std::int64_t{1}}};
  EXPECT_THAT(node_findings(graph), ElementsAre("GEN-ALL-ATTRIBUTES"));
  graph = chain();
  graph.opset = 13;
  EXPECT_THAT(node_findings(graph), ElementsAre("GEN-ALL-VERSION"));
  graph = chain();
  graph.values[1].type = DType::bf16;
  EXPECT_THAT(node_findings(graph), ElementsAre("MUL-ALL-TYPES"));
}

TEST(Verdict, AllThatIsWrongWithANodeIsReportedAtOnce) {
  EVIDENCE("CHECK-ALL-VERDICT");
  Graph graph = chain();
  graph.nodes[0].attributes = {{"axis", std::int64_t{1}}};
  graph.values[1].shape = shape({3});
  EXPECT_THAT(tags_of(verdict_on(graph)), ElementsAre("GEN-ALL-ATTRIBUTES", "MUL-ALL-SHAPE"));
}

TEST(Verdict, UnlistedFindingsKeepTheirPartInTheVerdict) {
  EVIDENCE("CHECK-ALL-VERDICT", "FILE-ALL-LIMITS");
  Graph graph = chain("Mul", "Hardmax");
  for (std::size_t n = 0; n < max_findings; ++n) graph.nodes.push_back(graph.nodes[1]);
  graph.nodes[0].inputs = {0};
  const Verdict verdict = verdict_on(graph, "onnx");
  EXPECT_EQ(verdict.findings.size(), max_findings + 1);
  EXPECT_EQ(verdict.findings.back().severity, Severity::error);
  EXPECT_EQ(verdict.code(), Code::not_conformant);
}

// ---- versions of the IR

TEST(IrVersions, BeforeVersion3ThereAreNoImportsAndOperatorSet1Holds) {
  EVIDENCE("GEN-ALL-IR", "GEN-ALL-VERSION");
  Graph graph = chain();
  graph.ir_version = 2;
  graph.opset.reset();
  EXPECT_EQ(verdict_on(graph, "onnx").code(), Code::ok);
  EXPECT_THAT(verdict_on(graph).findings[0].message, HasSubstr("operator set 1 means Mul-1"));
  graph.opset = 14;
  graph.imports = {{"", 14}};
  EXPECT_THAT(tags_of(verdict_on(graph, "onnx")), ElementsAre("GEN-ALL-IR"));
}

TEST(IrVersions, UpToVersion3EveryInitializerIsAnInput) {
  EVIDENCE("GEN-GRAPH-INITIALIZER");
  Graph graph = chain();
  graph.inputs = {0};
  graph.initializers = {{1, {DType::f32, shape({2, 3}), Constant::Encoding::little_endian, {}}}};
  graph.ir_version = 3;
  const Verdict verdict = verdict_on(graph, "onnx");
  EXPECT_THAT(tags_of(verdict), ElementsAre("GEN-GRAPH-INITIALIZER"));
  EXPECT_EQ(verdict.findings[0].fix, "model.ir_version = 4");
  graph.ir_version = 4;
  EXPECT_THAT(tags_of(verdict_on(graph, "onnx")), ElementsAre());
  graph.ir_version = 3;
  graph.inputs = {0, 1};
  EXPECT_THAT(tags_of(verdict_on(graph, "onnx")), ElementsAre());
}

// ---- what messages say

std::string message_on(const Graph& graph, const char* profile = "sonnx") {
  const Verdict verdict = verdict_on(graph, profile);
  return verdict.findings.empty() ? "" : verdict.findings[0].message;
}

TEST(Messages, AValueThatIsGivenAndComputedIsNotSaidToBeComputedTwice) {
  EVIDENCE("GEN-GRAPH-SINGLE");
  Graph graph = chain();
  graph.nodes[0].outputs = {0};
  EXPECT_EQ(message_on(graph), "graph input \"A\" is computed by node 0 although it is given");
  graph = chain();
  graph.nodes[1].outputs = {2};
  graph.outputs = {2};
  EXPECT_EQ(message_on(graph), "graph output \"T\" is computed by node 0 and again by node 1");
}

TEST(Messages, OneIsNotWrittenAsSeveral) {
  EVIDENCE("GEN-ALL-ARITY", "FILE-ONNX-UNKNOWN");
  Graph graph = chain();
  graph.nodes[0].inputs = {0};
  EXPECT_EQ(message_on(graph), "Mul needs 2 inputs; the node has 1");
  graph = chain();
  graph.unknown_fields = 1;
  EXPECT_EQ(message_on(graph), "1 field of the file is unknown to this release");
}

TEST(Messages, ANegativeDimensionIsNamedWithItsValue) {
  EVIDENCE("GEN-ALL-SHAPES");
  Graph graph = chain();
  graph.values[0].shape.reset();
  graph.values[0].open = {{{-1}, {3}}};
  graph.values[0].negative = true;
  EXPECT_EQ(message_on(graph, "onnx"),
            "graph input \"A\" is declared with shape [-1,3], and a dimension cannot be negative");
}

TEST(Messages, RealIsNotOfferedForModels) {
  EVIDENCE("MUL-ALL-TYPES");
  Graph graph = chain();
  for (Value& value : graph.values) value.type = DType::bf16;
  EXPECT_THAT(verdict_on(graph).findings[0].hint, testing::Not(HasSubstr("real")));
}

// ---- order

TEST(Order, ACycleIsNamedAndNoOrderIsAdvised) {
  EVIDENCE("GEN-GRAPH-ORDER");
  Graph graph = chain();
  graph.nodes[0].inputs = {0, 3};
  const Verdict verdict = verdict_on(graph, "onnx");
  EXPECT_THAT(tags_of(verdict), ElementsAre("GEN-GRAPH-ORDER"));
  EXPECT_EQ(verdict.findings[0].message,
            "graph output \"C\" is needed to compute itself, in a cycle of 2 nodes: 0 -> 1 -> 0");
  EXPECT_THAT(verdict.findings[0].hint, testing::StartsWith("no order of the nodes"));
  EXPECT_EQ(verdict.findings[0].fix, "");
  graph = chain();
  graph.nodes[0].inputs = {0, 2};
  EXPECT_EQ(message_on(graph), "value \"T\" is needed by node 0, which computes it");
}

TEST(Order, NodesOutOfOrderHaveAFixThatOrdersThem) {
  EVIDENCE("GEN-GRAPH-ORDER", "CHECK-ALL-FIX");
  Graph graph = chain();
  std::swap(graph.nodes[0], graph.nodes[1]);
  const Verdict verdict = verdict_on(graph);
  EXPECT_EQ(verdict.findings[0].fix, "model.graph.node.sort(key=lambda n: [\"T\", \"C\"].index(n.output[0]))");
}

TEST(Order, ACircleOfManyNodesIsFoundWithoutRecursion) {
  EVIDENCE("GEN-GRAPH-ORDER");
  Graph graph = chain();
  graph.nodes.clear();
  constexpr std::uint32_t count = 100'000;
  for (std::uint32_t n = 0; n < count; ++n) {
    graph.values.push_back({"v" + std::to_string(n), {}, {}});
    graph.nodes.push_back({"", "", "Mul", {4 + (n + count - 1) % count, 0}, {4 + n}, {}});
  }
  const Verdict verdict = verdict_on(graph, "onnx");
  EXPECT_THAT(verdict.findings[0].message, HasSubstr("in a cycle of 100000 nodes: 0 -> 1 -> 2"));
}

// x of shape [2,3] and a shape that is an input, or computed from one.
tests::GraphMaker reshape_by(const char* shape) {
  tests::GraphMaker maker(DType::i64);
  maker.input("x", {2, 3}).input("n", {1});
  maker.node("Mul", "n", "n", "nn", {1}).node("Reshape", "x", shape, "y", {6}).output("y").output("nn");
  return maker;
}

TEST(Verdict, AShapeThatDependsOnDataIsNotJudgedAndItsOriginIsNamed) {
  EVIDENCE("GEN-ALL-KNOWN");
  for (const char* shape : {"n", "nn"}) {
    const Verdict verdict = check(reshape_by(shape).graph, *find_profile("onnx"));
    EXPECT_EQ(verdict.code(), Code::not_judged) << shape;
    const Finding* reason = reason_of(verdict.findings);
    ASSERT_NE(reason, nullptr);
    EXPECT_STREQ(reason->status.rule, "GEN-ALL-KNOWN");
    EXPECT_NE(reason->message.find("graph input \"n\""), std::string::npos) << reason->message;
    EXPECT_EQ(reason->value, "n");  // what a program would bind
  }
}

TEST(Verdict, AShapeThatIsComputedFromConstantsIsKnown) {
  EVIDENCE("GEN-ALL-KNOWN");
  const std::int64_t six = 6;
  tests::GraphMaker maker = reshape_by("nn");
  maker.graph.inputs.pop_back();  // n is a constant instead
  maker.graph.initializers.push_back(
      {maker.value("n"),
       {DType::i64, tests::shape_of({1}), Constant::Encoding::little_endian, std::as_bytes(std::span(&six, 1))}});
  maker.graph.values[maker.value("y")].shape.reset();
  const Verdict wrong = check(maker.graph, *find_profile("onnx"));  // 36 elements
  EXPECT_STREQ(reason_of(wrong.findings)->status.rule, "RESHAPE-ALL-SHAPE");
  const std::int64_t minus_one = -1;
  tests::GraphMaker one = reshape_by("n");
  one.graph.inputs.pop_back();
  one.graph.initializers.push_back(
      {one.value("n"),
       {DType::i64, tests::shape_of({1}), Constant::Encoding::little_endian, std::as_bytes(std::span(&minus_one, 1))}});
  EXPECT_EQ(check(one.graph, *find_profile("onnx")).code(), Code::ok);
}

}  // namespace
}  // namespace etalon::impl
