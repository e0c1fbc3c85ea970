// SPDX-License-Identifier: Apache-2.0
// The general rules on graphs made in memory: for each rule a graph that breaks it, and one that does not.
#include "check/check.hpp"

#include <gtest/gtest.h>

#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

Shape shape(std::vector<std::uint64_t> dims) { return *Shape::of(dims); }

// T = A * B, C = T * A: right in every profile.
Graph good_graph() {
  Graph graph;
  for (const char* name : {"A", "B", "T", "C"}) graph.values.push_back({name, DType::f32, shape({2, 3})});
  graph.nodes.push_back({"first", "", "Mul", {0, 1}, {2}, {}});
  graph.nodes.push_back({"second", "", "Mul", {2, 0}, {3}, {}});
  graph.inputs = {0, 1};
  graph.outputs = {3};
  graph.ir_version = 8;
  graph.opset = 14;
  return graph;
}

// The tags of what is wrong or not judged, or "" when the model is conformant.
std::string verdict_on(const Graph& graph, const char* profile = "sonnx") {
  const Verdict verdict = check(graph, *find_profile(profile));
  std::string tags;
  for (const Finding& finding : verdict.findings) {
    if (finding.severity == Severity::notice) continue;
    (tags += tags.empty() ? "" : " ") += finding.status.rule;
    EXPECT_FALSE(finding.message.empty());
    EXPECT_FALSE(finding.hint.empty());
  }
  EXPECT_EQ(verdict.model != nullptr, tags.empty());
  return tags;
}

TEST(Check, AGoodGraphIsConformantInEveryProfileAndHasACallForEachNode) {
  // Evidence of no rule: it would pass if none were checked. Each rule has a graph of its own below that breaks it.
  for (const Profile& profile : profiles()) EXPECT_EQ(verdict_on(good_graph(), profile.id), "");
  const Verdict verdict = check(good_graph(), *find_profile("sonnx"));
  ASSERT_TRUE(verdict.model);
  ASSERT_EQ(verdict.model->calls.size(), 2u);
  EXPECT_EQ(verdict.model->calls[1].outputs[0]->shape, shape({2, 3}));
}

TEST(Check, AValueWithoutShapeOrTypeIsRefusedWhereTheyMustBeExplicit) {
  EVIDENCE("GEN-ALL-SHAPES", "GEN-ALL-TYPES");
  Graph graph = good_graph();
  graph.values[2].shape.reset();
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-SHAPES");
  EXPECT_EQ(verdict_on(graph, "onnx"), "") << "ONNX infers it";
  graph = good_graph();
  graph.values[2].type.reset();
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-TYPES");
  graph = good_graph();
  graph.values[0].shape.reset();
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-SHAPES") << "and nothing that follows from it";
  EXPECT_EQ(verdict_on(graph, "onnx"), "GEN-ALL-SHAPES") << "nobody can infer a graph input";
}

TEST(Check, ADeclaredShapeThatIsNotTheComputedOneIsRefused) {
  EVIDENCE("GEN-ALL-SHAPES");
  Graph graph = good_graph();
  graph.values[3].shape = shape({3, 2});
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-SHAPES");
}

TEST(Check, ASparseTensorIsRefused) {
  EVIDENCE("GEN-ALL-SPARSE");
  Graph graph = good_graph();
  graph.values[1].sparse = true;
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-SPARSE");
  for (const std::size_t result : {2u, 3u}) {  // of a node, within the graph and as its output
    graph = good_graph();
    graph.values[result].sparse = true;
    EXPECT_EQ(verdict_on(graph), "GEN-ALL-SPARSE") << "and not that it is computed twice";
  }
  graph = good_graph();
  graph.nodes[1].outputs = {2};
  graph.outputs = {2};
  graph.values[2].sparse = true;
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-SPARSE GEN-GRAPH-SINGLE") << "a sparse result that is computed twice";
}

TEST(Check, OperandsAndResultOfUnlikeTypesAreRefused) {
  EVIDENCE("GEN-ALL-ONETYPE");
  Graph graph = good_graph();
  graph.values[1].type = DType::f64;
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-ONETYPE");
  graph = good_graph();
  graph.values[3].type = DType::f64;
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-ONETYPE");
}

TEST(Check, NodesOutOfOrderAndOutputsThatNobodyComputesAreRefused) {
  EVIDENCE("GEN-GRAPH-ORDER");
  Graph graph = good_graph();
  std::swap(graph.nodes[0], graph.nodes[1]);
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-ORDER");
  graph = good_graph();
  graph.nodes.pop_back();
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-ORDER GEN-GRAPH-DEAD") << "what the first node computes is not used either";
}

TEST(Check, AValueComputedTwiceIsRefused) {
  EVIDENCE("GEN-GRAPH-SINGLE");
  Graph graph = good_graph();
  graph.nodes[1].outputs = {2};
  graph.outputs = {2};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-SINGLE");
  graph = good_graph();
  graph.nodes[0].outputs = {0};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-SINGLE GEN-GRAPH-ORDER") << "an input computed";
}

TEST(Check, ANameDeclaredTwiceOrInTwoWaysIsRefused) {
  EVIDENCE("GEN-GRAPH-DECLARED");
  Graph graph = good_graph();
  graph.declared = {2, 3};
  EXPECT_EQ(verdict_on(graph), "") << "an output may be in value_info too";
  for (auto* list : {&graph.inputs, &graph.outputs, &graph.declared}) {
    list->push_back(list->front());
    EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-DECLARED");
    EXPECT_EQ(verdict_on(graph, "onnx"), "GEN-GRAPH-DECLARED");
    list->pop_back();
  }
  graph.values[3].contradicted = true;
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-DECLARED");
}

TEST(Check, AnEmptyNameIsRefusedWhereverAValueIsNamed) {
  EVIDENCE("GEN-GRAPH-NAME");
  for (auto list : {&Graph::inputs, &Graph::outputs, &Graph::declared}) {
    Graph graph = good_graph();
    graph.values.push_back({});
    (graph.*list).push_back(4);
    EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-NAME");
  }
  Graph graph = good_graph();
  graph.values.push_back({});
  graph.initializers = {{4, {DType::f32, shape({}), Constant::Encoding::little_endian, {}}}};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-NAME");
  graph = good_graph();
  graph.values[3].name.clear();
  graph.outputs = {2};
  EXPECT_EQ(verdict_on(graph, "onnx"), "GEN-GRAPH-NAME");
}

TEST(Check, TwoNodesOfOneNameAreRefusedUnderTheSafetyProfiles) {
  EVIDENCE("GEN-GRAPH-NODENAME");
  Graph graph = good_graph();
  graph.nodes[1].name = "first";
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-NODENAME");
  EXPECT_EQ(verdict_on(graph, "onnx"), "");
  graph.nodes[0].name = graph.nodes[1].name = "";
  EXPECT_EQ(verdict_on(graph), "");
}

TEST(Check, AModelWithoutIrVersionIsRefused) {
  EVIDENCE("GEN-ALL-IR");
  Graph graph = good_graph();
  graph.ir_version = 0;
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-IR");
}

TEST(Check, AResultAboveTheLimitsIsRefused) {
  EVIDENCE("FILE-ALL-LIMITS");
  Graph graph = good_graph();
  Limits limits;
  limits.elements = 6;
  EXPECT_TRUE(check(graph, *find_profile("sonnx"), limits).model);
  limits.elements = 5;
  const Verdict verdict = check(graph, *find_profile("sonnx"), limits);
  EXPECT_EQ(verdict.code(), Code::limit);
  EXPECT_STREQ(verdict.findings[0].status.rule, "FILE-ALL-LIMITS");
}

TEST(Check, ANameForADimensionIsNotExplicitWhateverElseIsDeclared) {
  EVIDENCE("GEN-ALL-SHAPES");
  Graph graph = good_graph();
  graph.values[0].open = {{{{}, "N"}, {3}}};  // as an input; value_info gives the numbers
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-SHAPES");
  EXPECT_EQ(verdict_on(graph, "onnx"), "");
}

TEST(Check, AWrongNodeDoesNotHideTheNext) {
  EVIDENCE("GEN-ALL-OPERATOR");
  Graph graph = good_graph();
  graph.nodes[0].operation = graph.nodes[1].operation = "Hardmax";
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-OPERATOR GEN-ALL-OPERATOR");
}

TEST(Check, MoreFindingsThanAreListedAreCountedAndStillFail) {
  EVIDENCE("FILE-ALL-LIMITS");
  Graph graph = good_graph();
  graph.nodes.resize(max_findings + 10, graph.nodes[0]);
  const Verdict verdict = check(graph, *find_profile("onnx"));
  EXPECT_FALSE(verdict.model);
  EXPECT_EQ(verdict.findings.size(), max_findings + 1);
  EXPECT_NE(verdict.findings.back().message.find("more findings are not listed"), std::string::npos);
  EXPECT_EQ(verdict.code(), Code::not_conformant);
}

TEST(Check, WrongNumbersOfInputsOrOutputsAreRefused) {
  EVIDENCE("GEN-ALL-ARITY");
  Graph graph = good_graph();
  graph.nodes[1].inputs = {2};
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-ARITY");
  graph = good_graph();
  graph.values.push_back({"D", DType::f32, shape({2, 3})});
  graph.nodes[1].outputs = {3, 4};
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-ARITY");
}

TEST(Check, AnUnknownOperatorOrDomainIsRefusedByName) {
  EVIDENCE("GEN-ALL-OPERATOR", "GEN-ALL-DOMAIN");
  Graph graph = good_graph();
  graph.nodes[1].operation = "Frobnicate";
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-OPERATOR");
  graph = good_graph();
  graph.nodes[1].domain = "com.example";
  graph.imports = {{"com.example", 1}};
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-DOMAIN");
  graph.nodes[1].domain = "ai.onnx";
  EXPECT_EQ(verdict_on(graph), "");
}

TEST(Check, FunctionsAndSubgraphsAreRefusedByName) {
  EVIDENCE("GEN-GRAPH-FUNCTION", "GEN-GRAPH-SUBGRAPH");
  Graph graph = good_graph();
  graph.functions = {{"Gelu", 0}};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-FUNCTION");
  graph = good_graph();
  graph.nodes[0].operation = "If";
  graph.nodes[0].attributes = {{"then_branch", OtherAttribute{5}}};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-SUBGRAPH");
}

TEST(Check, UnknownFieldsAreNotedAndChangeNoVerdict) {
  EVIDENCE("FILE-ONNX-UNKNOWN");
  Graph graph = good_graph();
  graph.unknown_fields = 2;
  const Verdict verdict = check(graph, *find_profile("sonnx"));
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_STREQ(verdict.findings[0].status.rule, "FILE-ONNX-UNKNOWN");
  EXPECT_TRUE(verdict.model);
}

TEST(Check, AnOmittedInputIsRefused) {
  EVIDENCE("GEN-GRAPH-OMITTED");
  Graph graph = good_graph();
  graph.values.push_back({"", {}, {}});
  graph.nodes[1].inputs = {2, 4};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-OMITTED");
}

TEST(Check, ANodeThatNoOutputNeedsIsRefusedWhereNodesMustLive) {
  EVIDENCE("GEN-GRAPH-DEAD");
  Graph graph = good_graph();
  graph.values.push_back({"D", DType::f32, shape({2, 3})});
  graph.nodes.push_back({"third", "", "Mul", {2, 0}, {4}, {}});
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-DEAD");
  EXPECT_EQ(verdict_on(graph, "onnx"), "");
}

TEST(Check, AConstantIsKnownAndAnInputWithAValueOfItsOwnIsADefault) {
  EVIDENCE("GEN-GRAPH-DEFAULT", "GEN-GRAPH-SINGLE", "GEN-ALL-SHAPES");
  const Constant constant{DType::f32, shape({2, 3}), Constant::Encoding::little_endian, {}};
  Graph graph = good_graph();
  graph.initializers = {{1, constant}};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-DEFAULT");
  EXPECT_EQ(verdict_on(graph, "onnx"), "");
  graph.inputs = {0};
  EXPECT_EQ(verdict_on(graph), "");
  graph.initializers = {{1, constant}, {1, constant}};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-SINGLE");
  graph.inputs = {0, 1};
  EXPECT_EQ(verdict_on(graph, "onnx"), "GEN-GRAPH-SINGLE") << "an input with two values of its own";
  graph.inputs = {0};
  graph.initializers = {{1, {DType::f32, shape({3, 2}), Constant::Encoding::little_endian, {}}}};
  EXPECT_EQ(verdict_on(graph, "onnx"), "GEN-ALL-SHAPES ELT-ALL-BROADCAST");
}

TEST(Check, AnUnknownOperatorSetIsRefused) {
  EVIDENCE("GEN-ALL-VERSION");
  Graph graph = good_graph();
  for (const std::int64_t opset : {std::int64_t{0}, std::int64_t{-3}, std::int64_t{newest_opset} + 1}) {
    graph.opset = opset;
    EXPECT_EQ(verdict_on(graph), "GEN-ALL-VERSION") << opset;
    EXPECT_NE(check(graph, *find_profile("sonnx")).findings[0].message.find(std::to_string(opset)), std::string::npos);
  }
  graph.opset.reset();
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-VERSION");
}

}  // namespace
}  // namespace etalon::impl
