// SPDX-License-Identifier: Apache-2.0
// Bindings: what a caller adds to a graph that leaves it open, and what contradicts it.
#include "check/bind.hpp"

#include <gmock/gmock.h>

#include <array>

#include "check/check.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

using testing::ElementsAre, testing::HasSubstr;

Dimension rows() { return {{}, "N"}; }

Shape shape(std::initializer_list<std::uint64_t> dims) { return *Shape::of(std::vector<std::uint64_t>(dims)); }

Value value(std::string name, OpenShape open, DType type = DType::f32) {
  Value made;
  made.name = std::move(name);
  made.type = type;
  if (!open.empty()) made.open.push_back(std::move(open));
  return made;
}

// C[N,2] = A[N,2] * B, where B says nothing of its shape.
Graph open_graph() {
  Graph graph;
  graph.ir_version = 8;
  graph.opset = 14;
  graph.values = {value("A", {rows(), {2}}), value("B", {}), value("C", {rows(), {2}})};
  graph.nodes.resize(1);
  graph.nodes[0].operation = "Mul";
  graph.nodes[0].inputs = {0, 1};
  graph.nodes[0].outputs = {2};
  graph.inputs = {0, 1};
  graph.outputs = {2};
  return graph;
}

std::vector<std::string> tags_of(const Verdict& verdict) {
  std::vector<std::string> tags;
  for (const Finding& finding : verdict.findings) tags.emplace_back(finding.status.rule);
  return tags;
}

// "": all is bound; else the message of the usage error.
std::string bound(Graph& graph, const Bindings& bindings) {
  const std::optional<Finding> problem = bind(graph, bindings, {});
  EXPECT_TRUE(!problem || problem->status.code == Code::usage) << problem->message;
  return problem ? std::string(problem->status.rule) + ": " + problem->message : "";
}

constexpr std::array<std::byte, 16> zeros{};
Constant floats(Shape is) {
  return {DType::f32, is, Constant::Encoding::little_endian, std::span(zeros).first(4 * is.count)};
}

TEST(Bind, WithoutBindingsAnOpenGraphIsNotJudgedAndTheHintNamesTheOption) {
  EVIDENCE("GEN-ALL-SHAPES", "BIND-ALL-DIM", "BIND-ALL-SHAPE");
  const Verdict verdict = check(open_graph(), *find_profile("onnx"));
  EXPECT_EQ(verdict.code(), Code::not_judged);
  ASSERT_EQ(verdict.findings.size(), 2u);
  EXPECT_THAT(verdict.findings[0].hint, HasSubstr("--dim N=SIZE"));
  EXPECT_THAT(verdict.findings[1].hint, HasSubstr("--shape B=SIZES"));
}

TEST(Bind, ASizeReplacesTheSymbolInEveryDeclaration) {
  EVIDENCE("BIND-ALL-DIM");
  Graph graph = open_graph();
  ASSERT_EQ(bound(graph, {{{"N", 3}}, {}, {}}), "");
  for (const std::uint32_t i : {0u, 2u}) {
    ASSERT_TRUE(graph.values[i].shape);
    EXPECT_EQ(to_string(*graph.values[i].shape), "[3,2]");
    EXPECT_TRUE(graph.values[i].open.empty());
  }
}

TEST(Bind, AShapeIsTakenWholeByAnInputThatDeclaresNone) {
  EVIDENCE("BIND-ALL-SHAPE");
  Graph graph = open_graph();
  ASSERT_EQ(bound(graph, {{{"N", 3}}, {{"B", shape({3, 2})}}, {}}), "");
  const Verdict verdict = check(std::move(graph), *find_profile("onnx"));
  ASSERT_TRUE(verdict.model);
  EXPECT_THAT(tags_of(verdict), ElementsAre());
}

TEST(Bind, AShapeGivesTheSizesOfItsSymbols) {
  EVIDENCE("BIND-ALL-SHAPE");
  Graph graph = open_graph();
  ASSERT_EQ(bound(graph, {{}, {{"A", shape({3, 2})}, {"B", shape({2})}}, {}}), "");
  EXPECT_EQ(to_string(*graph.values[2].shape), "[3,2]");
}

TEST(Bind, AResultThatIsDeclaredWithABoundSymbolIsCheckedAgainstWhatIsComputed) {
  EVIDENCE("BIND-ALL-DIM", "GEN-ALL-SHAPES");
  Graph graph = open_graph();
  graph.values[2].open = {{{2}, rows()}};  // transposed
  ASSERT_EQ(bound(graph, {{{"N", 3}}, {{"B", shape({1})}}, {}}), "");
  const Verdict verdict = check(std::move(graph), *find_profile("onnx"));
  ASSERT_THAT(tags_of(verdict), ElementsAre("GEN-ALL-SHAPES"));
  EXPECT_THAT(verdict.findings[0].message, HasSubstr("is declared with shape [2,3] but has shape [3,2]"));
}

TEST(Bind, TheNumbersOfADeclarationThatStaysOpenAreCheckedToo) {
  EVIDENCE("GEN-ALL-SHAPES");
  Graph graph = open_graph();
  graph.values[2].open = {{{{}, "M"}, {5}}};
  ASSERT_EQ(bound(graph, {{{"N", 3}}, {{"B", shape({1})}}, {}}), "");
  const Verdict verdict = check(std::move(graph), *find_profile("onnx"));
  ASSERT_THAT(tags_of(verdict), ElementsAre("GEN-ALL-SHAPES"));
  EXPECT_THAT(verdict.findings[0].message, HasSubstr("is declared with shape [\"M\",5] but has shape [3,2]"));
}

TEST(Bind, TwoDeclarationsThatDifferOnceTheyAreBoundAreReported) {
  EVIDENCE("BIND-ALL-DIM", "GEN-GRAPH-DECLARED");
  Graph graph = open_graph();
  graph.values[2].open.push_back({{{}, "M"}, {2}});
  graph.declared = {2};
  ASSERT_EQ(bound(graph, {{{"N", 3}, {"M", 4}}, {{"B", shape({1})}}, {}}), "");
  EXPECT_THAT(tags_of(check(std::move(graph), *find_profile("onnx"))), ElementsAre("GEN-GRAPH-DECLARED"));
}

TEST(Bind, AValueMakesAnInputAConstant) {
  EVIDENCE("BIND-ALL-VALUE");
  Graph graph = open_graph();
  ASSERT_EQ(bound(graph, {{{"N", 3}}, {}, {{"B", floats(shape({2}))}}}), "");
  EXPECT_THAT(graph.inputs, ElementsAre(0));
  ASSERT_EQ(graph.initializers.size(), 1u);
  EXPECT_EQ(graph.initializers[0].value, 1u);
  EXPECT_TRUE(check(std::move(graph), *find_profile("onnx")).model);
}

TEST(Bind, AValueReplacesADefaultValue) {
  EVIDENCE("BIND-ALL-VALUE");
  Graph graph = open_graph();
  graph.initializers = {{1, floats(shape({1}))}};
  graph.values[1].shape = shape({1});
  ASSERT_EQ(bound(graph, {{}, {}, {{"B", floats(shape({1}))}}}), "");
  EXPECT_EQ(graph.initializers.size(), 1u);
  EXPECT_THAT(graph.bound, ElementsAre(1));
}

TEST(Bind, AnOldModelNeedNotListTheValueAmongItsInputs) {
  EVIDENCE("BIND-ALL-VALUE");
  Graph graph = open_graph();
  graph.ir_version = 3;  // in which every initializer of the file is an input
  ASSERT_EQ(bound(graph, {{{"N", 3}}, {}, {{"B", floats(shape({2}))}}}), "");
  EXPECT_THAT(tags_of(check(std::move(graph), *find_profile("onnx"))), ElementsAre());
}

TEST(Bind, WhatContradictsTheFileOrAnotherBindingIsAUsageError) {
  EVIDENCE("BIND-ALL-DIM", "BIND-ALL-SHAPE", "BIND-ALL-VALUE");
  const auto refused = [](const Bindings& bindings) {
    Graph graph = open_graph();
    return bound(graph, bindings);
  };
  EXPECT_THAT(refused({{{"M", 3}}, {}, {}}),
              HasSubstr("BIND-ALL-DIM: no declaration of the model has dimension \"M\""));
  EXPECT_THAT(refused({{{"N", 3}, {"N", 3}}, {}, {}}), HasSubstr("BIND-ALL-DIM: dimension \"N\" is bound twice"));
  EXPECT_THAT(refused({{}, {{"C", shape({1})}}, {}}), HasSubstr("BIND-ALL-SHAPE: the model has no input \"C\""));
  EXPECT_THAT(refused({{}, {{"A", shape({3})}}, {}}),
              HasSubstr("declared with shape [\"N\",2], and is bound to shape [3]"));
  EXPECT_THAT(refused({{}, {{"A", shape({3, 4})}}, {}}), HasSubstr("bound to shape [3,4]")) << "a number differs";
  EXPECT_THAT(refused({{{"N", 4}}, {{"A", shape({3, 2})}}, {}}),
              HasSubstr("dimension \"N\" is 4 by its binding and 3 by input \"A\""));
  EXPECT_THAT(refused({{}, {{"B", shape({1})}}, {{"B", floats(shape({1}))}}}),
              HasSubstr("BIND-ALL-VALUE: input \"B\" is bound twice"));
  Constant integers = floats(shape({2}));
  integers.type = DType::i32;
  EXPECT_THAT(refused({{}, {}, {{"B", integers}}}), HasSubstr("declared float, and is bound to a value of type int32"));
}

TEST(Bind, OneNameIsOneSizeWithinAShape) {
  EVIDENCE("BIND-ALL-SHAPE");
  Graph graph = open_graph();
  graph.values[0].open = {{rows(), rows()}};
  EXPECT_THAT(bound(graph, {{}, {{"A", shape({3, 2})}}, {}}),
              HasSubstr("dimension \"N\" is 3 by input \"A\" and 2 by"));
}

TEST(Bind, ASizeBeyondTheLimitsIsRefused) {
  EVIDENCE("FILE-ALL-LIMITS");
  Graph graph = open_graph();
  const auto problem = bind(graph, {{{"N", std::uint64_t{1} << 62}}, {}, {}}, {});
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->status.code, Code::limit);
}

TEST(Bind, OnlyAProfileThatLetsAFileLeaveThingsOpenHasBindings) {
  EVIDENCE("BIND-ALL-PROFILE");
  for (const Profile& profile : profiles())
    EXPECT_EQ(allows_bindings(profile), (profile.sources[0] == Source::onnx)) << profile.id;
}

}  // namespace
}  // namespace etalon::impl
