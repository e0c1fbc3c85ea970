// SPDX-License-Identifier: Apache-2.0
// The general rules on graphs made in memory: for each rule a graph that breaks it, and one that does not.
#include "check/check.hpp"

#include <gtest/gtest.h>

#include "tests/evidence.hpp"

namespace etalon::impl {
namespace {

Shape shape(std::vector<std::uint64_t> dims) { return *Shape::of(dims); }

// T = A * B, C = T * A: right in every profile.
Graph good_graph() {
  Graph graph;
  for (const char* name : {"A", "B", "T", "C"}) graph.values.push_back({name, DType::f32, shape({2, 3}), false});
  graph.nodes.push_back({"first", "", "Mul", {0, 1}, {2}, {}});
  graph.nodes.push_back({"second", "", "Mul", {2, 0}, {3}, {}});
  graph.inputs = {0, 1};
  graph.outputs = {3};
  graph.opset = 14;
  return graph;
}

// The tags of the findings, or "" when the model is conformant.
std::string verdict_on(const Graph& graph, const char* profile = "sonnx") {
  const Verdict verdict = check(graph, *find_profile(profile));
  std::string tags;
  for (const Finding& finding : verdict.findings) {
    if (finding.severity != Severity::error) continue;
    (tags += tags.empty() ? "" : " ") += finding.status.rule;
    EXPECT_FALSE(finding.message.empty());
    EXPECT_FALSE(finding.hint.empty());
  }
  EXPECT_EQ(verdict.model.has_value(), tags.empty());
  return tags;
}

TEST(Check, AGoodGraphIsConformantInEveryProfileAndHasACallForEachNode) {
  EVIDENCE("GEN-ALL-SHAPES", "GEN-ALL-TYPES", "GEN-ALL-SPARSE", "GEN-ALL-ONETYPE", "GEN-GRAPH-ORDER",
           "GEN-GRAPH-SINGLE", "GEN-ALL-ARITY", "GEN-ALL-OPERATOR");
  for (const Profile& profile : profiles()) EXPECT_EQ(verdict_on(good_graph(), profile.id), "");
  const Verdict verdict = check(good_graph(), *find_profile("sonnx"));
  ASSERT_TRUE(verdict.model);
  ASSERT_EQ(verdict.model->calls.size(), 2u);
  EXPECT_EQ(verdict.model->calls[1].outputs[0].shape, shape({2, 3}));
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
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-ORDER");
}

TEST(Check, AValueComputedTwiceIsRefused) {
  EVIDENCE("GEN-GRAPH-SINGLE");
  Graph graph = good_graph();
  graph.nodes[1].outputs = {2};
  graph.outputs = {2};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-SINGLE");
  graph = good_graph();
  graph.inputs = {0, 1, 0};
  EXPECT_EQ(verdict_on(graph), "GEN-GRAPH-SINGLE");
}

TEST(Check, WrongNumbersOfInputsOrOutputsAreRefused) {
  EVIDENCE("GEN-ALL-ARITY");
  Graph graph = good_graph();
  graph.nodes[1].inputs = {2};
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-ARITY");
  graph = good_graph();
  graph.values.push_back({"D", DType::f32, shape({2, 3}), false});
  graph.nodes[1].outputs = {3, 4};
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-ARITY");
}

TEST(Check, AnUnknownOperatorOrDomainIsRefusedByName) {
  EVIDENCE("GEN-ALL-OPERATOR");
  Graph graph = good_graph();
  graph.nodes[1].operation = "Frobnicate";
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-OPERATOR");
  graph = good_graph();
  graph.nodes[1].domain = "com.example";
  EXPECT_EQ(verdict_on(graph), "GEN-ALL-OPERATOR");
  graph.nodes[1].domain = "ai.onnx";
  EXPECT_EQ(verdict_on(graph), "");
}

TEST(Check, AnUnknownOperatorSetIsRefused) {
  EVIDENCE("GEN-ALL-VERSION");
  Graph graph = good_graph();
  for (int opset : {0, -1, newest_opset + 1}) {
    graph.opset = opset;
    EXPECT_EQ(verdict_on(graph), "GEN-ALL-VERSION") << opset;
  }
}

}  // namespace
}  // namespace etalon::impl
