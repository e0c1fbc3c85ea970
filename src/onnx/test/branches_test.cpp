// SPDX-License-Identifier: Apache-2.0
// Branches of If as they are read: which value a name means. And what the check makes of them: the nodes of the branch
// that is taken, in place of the If. More models, good and bad, are in tests/models/branches.py.
#include <gtest/gtest.h>

#include "check/check.hpp"
#include "onnx/model.hpp"
#include "tests/replay/proto.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

using proto::number, proto::text, proto::value_info;

constexpr int f32 = 1, boolean = 9;

std::string node(const std::string& operation, const std::vector<std::string>& inputs,
                 const std::vector<std::string>& outputs, const std::string& more = {}) {
  std::string bytes;
  for (const std::string& name : inputs) bytes += text(1, name);
  for (const std::string& name : outputs) bytes += text(2, name);
  return text(1, bytes + text(4, operation) + more);
}
std::string branch(const std::string& name, const std::string& graph) {
  return text(5, text(1, name) + text(6, graph) + number(20, 5));
}
std::string output(const std::string& name) { return text(12, text(1, name)); }
std::string choice(const std::string& then, const std::string& other, const std::string& result = "C",
                   const std::string& name = {}) {
  return node("If", {"c"}, {result}, text(3, name) + branch("then_branch", then) + branch("else_branch", other));
}
// A[2] and a constant condition to C[2].
std::string model(const std::string& nodes, bool truth = true) {
  const std::string graph = nodes + text(2, "g") +
                            text(5, proto::tensor("c", boolean, {}, truth ? "\x01" : std::string(1, '\0'))) +
                            text(11, value_info("A", f32, {2})) + text(12, value_info("C", f32, {2}));
  return number(1, 8) + text(8, text(1, "") + number(2, 14)) + text(7, graph);
}

Result<Graph> read(const std::string& bytes, const Limits& limits = {}) {
  return read_model(std::as_bytes(std::span(bytes)), limits);
}
Verdict verdict_on(const std::string& bytes) { return check(*read(bytes), *find_profile("onnx")); }

// "Mul(A,A)->t gate/then_branch/Mul": the nodes of a graph, one after the other.
std::vector<std::string> nodes_of(const Graph& graph) {
  std::vector<std::string> words;
  for (const Node& one : graph.nodes) {
    std::string line = one.operation + "(";
    for (const std::uint32_t i : one.inputs) line.append(line.back() == '(' ? "" : ",").append(graph.values[i].name);
    line += ")->";
    for (const std::uint32_t i : one.outputs) line += graph.values[i].name;
    words.push_back(line + " " + one.name);
  }
  return words;
}
using Lines = std::vector<std::string>;

const std::string squared = node("Mul", {"A", "A"}, {"t"}) + output("t"),
                  doubled = node("Add", {"A", "A"}, {"t"}) + output("t");

TEST(Branches, ANameThatABranchDoesNotDefineIsThatOfTheEnclosingGraph) {
  EVIDENCE("IF-ALL-NAMES");
  const std::string bytes = model(choice(squared, doubled));
  const auto graph = read(bytes);
  ASSERT_TRUE(graph) << graph.finding().message;
  ASSERT_EQ(graph->branches.size(), 2u);
  const Node &mul = graph->branches[0].nodes[0], &add = graph->branches[1].nodes[0];
  EXPECT_EQ(mul.inputs[0], graph->inputs[0]);
  EXPECT_EQ(add.inputs[1], graph->inputs[0]);
  EXPECT_NE(mul.outputs[0], add.outputs[0]) << "two branches, two values of one name";
  EXPECT_TRUE(graph->values[mul.outputs[0]].in_branch);
  EXPECT_TRUE(graph->branches[0].shadowing.empty());
}

TEST(Branches, ANameThatComesLaterInTheEnclosingGraphIsItsToo) {
  EVIDENCE("IF-ALL-NAMES", "GEN-GRAPH-ORDER");
  const std::string bytes =
      model(choice(node("Mul", {"A", "late"}, {"t"}) + output("t"), doubled) + node("Add", {"A", "A"}, {"late"}));
  const auto graph = read(bytes);
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->branches[0].nodes[0].inputs[1], graph->nodes[1].outputs[0]);
  EXPECT_EQ(verdict_on(bytes).findings.front().status.rule, std::string("GEN-GRAPH-ORDER"));
}

TEST(Branches, AHiddenNameIsSeen) {
  EVIDENCE("IF-ALL-NAMES");
  const std::string bytes = model(choice(node("Mul", {"C", "A"}, {"A"}) + output("A"), doubled));
  const auto graph = read(bytes);
  ASSERT_TRUE(graph);
  const Branch& branch = graph->branches[0];
  EXPECT_EQ(branch.shadowing, branch.nodes[0].outputs);
  EXPECT_NE(branch.nodes[0].outputs[0], graph->inputs[0]);
  EXPECT_EQ(branch.nodes[0].inputs[1], branch.nodes[0].outputs[0]) << "inside the branch the name means its own value";
}

TEST(Branches, TheNodesOfTheBranchReplaceTheIf) {
  EVIDENCE("IF-ALL-TAKEN");
  for (const bool truth : {true, false}) {
    const std::string bytes = model(choice(squared, doubled, "r", "gate") + node("Add", {"r", "A"}, {"C"}), truth);
    const Verdict verdict = verdict_on(bytes);
    ASSERT_TRUE(verdict.model) << verdict.findings.front().message;
    EXPECT_EQ(nodes_of(*verdict.graph),
              truth ? (Lines{"Mul(A,A)->t gate/then_branch/Mul", "Identity(t)->r gate", "Add(r,A)->C "})
                    : (Lines{"Add(A,A)->t gate/else_branch/Add", "Identity(t)->r gate", "Add(r,A)->C "}));
    EXPECT_EQ(verdict.model->calls.size(), 3u);
    EXPECT_EQ(verdict.judged, 3u);
  }
}

TEST(Branches, ABranchInABranchIsTakenToo) {
  EVIDENCE("IF-ALL-TAKEN");
  const std::string inner = choice(squared, doubled, "s") + output("s");
  const Verdict verdict = verdict_on(model(choice(inner, doubled)));
  ASSERT_TRUE(verdict.model) << verdict.findings.front().message;
  EXPECT_EQ(nodes_of(*verdict.graph), (Lines{"Mul(A,A)->t C/then_branch/If/then_branch/Mul",
                                             "Identity(t)->s C/then_branch/If", "Identity(s)->C "}));
}

TEST(Branches, NestedDeeperThanTheLimitAndMoreThanTheLimitAreNotRead) {
  EVIDENCE("IF-ALL-DEPTH", "FILE-ALL-LIMITS");
  const std::string inner = choice(squared, doubled, "s") + output("s"), bytes = model(choice(inner, doubled));
  Limits limits;
  limits.depth = 2;
  limits.branches = 4;
  EXPECT_TRUE(read(bytes, limits));
  limits.depth = 1;
  EXPECT_EQ(read(bytes, limits).finding().status.rule, std::string("FILE-ALL-LIMITS"));
  limits.depth = 2;
  limits.branches = 3;
  EXPECT_EQ(read(bytes, limits).finding().status.rule, std::string("FILE-ALL-LIMITS"));
  limits.branches = 4;
  limits.nodes = 4;  // two of If, three of branches
  EXPECT_EQ(read(bytes, limits).finding().status.rule, std::string("FILE-ALL-LIMITS"));
}

TEST(Branches, ABranchHasAsManyOutputsAsTheNodeAndNoInputs) {
  EVIDENCE("IF-ALL-OUTPUTS");
  const std::string two = squared + output("A"), none = node("Mul", {"A", "A"}, {"t"});
  const std::string with_input = node("Mul", {"A", "x"}, {"t"}) + text(11, value_info("x", f32, {2})) + output("t");
  for (const std::string& wrong : {two, none, with_input, none + output("")})
    for (const bool truth : {true, false}) {
      const Verdict verdict = verdict_on(model(choice(wrong, doubled), truth));
      ASSERT_EQ(verdict.findings.size(), 1u);
      EXPECT_EQ(verdict.findings[0].status.rule, std::string("IF-ALL-OUTPUTS"));
      EXPECT_EQ(verdict.findings[0].status.node, 0u);
    }
}

TEST(Branches, TheConditionHasOneElement) {
  EVIDENCE("IF-ALL-CONDITION");
  for (const std::uint64_t count : {0u, 1u, 2u}) {
    const std::string condition = text(5, proto::tensor("d", boolean, {count}, std::string(count, '\x01')));
    const std::string nodes =
        node("If", {"d"}, {"C"}, branch("then_branch", squared) + branch("else_branch", doubled)) + condition;
    const Verdict verdict = verdict_on(model(nodes));
    EXPECT_EQ(verdict.findings.empty() ? "" : verdict.findings[0].status.rule,
              std::string(count == 1 ? "" : "IF-ALL-CONDITION"));
  }
}

TEST(Branches, WhatABranchThatIsNotTakenDeclaresIsNotJudged) {
  EVIDENCE("IF-ALL-UNTAKEN");
  const std::string strange = node("Frobnicate", {"A"}, {"t"}) + text(13, value_info("t", 99, {2})) + output("t");
  EXPECT_TRUE(verdict_on(model(choice(squared, strange))).model);
  EXPECT_EQ(verdict_on(model(choice(strange, squared))).code(), Code::not_conformant);
}

TEST(Branches, AFindingInABranchHasItsPlaceAndNoFix) {
  EVIDENCE("IF-ALL-TAKEN", "CHECK-ALL-FIX");
  const std::string wrong = node("Mul", {"A", "A"}, {"t"}) + text(13, value_info("t", f32, {3})) + output("t");
  const Verdict verdict = verdict_on(model(choice(wrong, doubled)));
  ASSERT_EQ(verdict.findings.size(), 1u);
  EXPECT_EQ(verdict.findings[0].status.rule, std::string("GEN-ALL-SHAPES"));
  EXPECT_TRUE(verdict.findings[0].offset);
  EXPECT_EQ(verdict.findings[0].fix, "");
}

TEST(Branches, OtherGraphsStayUnread) {
  EVIDENCE("GEN-GRAPH-SUBGRAPH");
  const std::string loop = node("Loop", {"A", "c"}, {"C"}, branch("body", "\xFF\xFF"));
  const auto graph = read(model(loop));
  ASSERT_TRUE(graph) << "a subgraph is not entered, whatever it holds";
  EXPECT_TRUE(graph->branches.empty());
  EXPECT_EQ(verdict_on(model(loop)).findings.front().status.rule, std::string("GEN-GRAPH-SUBGRAPH"));
}

}  // namespace
}  // namespace etalon::impl
