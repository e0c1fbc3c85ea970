// SPDX-License-Identifier: Apache-2.0
// The reader: models made by hand field by field, and models that are broken. Those of ONNX are read by tests/testdata.
#include "onnx/model.hpp"

#include <gtest/gtest.h>

#include "check/check.hpp"
#include "tests/replay/proto.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

// ---- messages by hand
// ----------------------------------------------------------------------------------------------------

using proto::number, proto::text, proto::value_info;

std::string tensor(const std::string& name, int type, std::uint64_t count, const std::string& raw) {
  return proto::tensor(name, type, {count}, raw);
}
std::string mul(const std::string& more = {}) {
  return text(1, "A") + text(1, "B") + text(2, "C") + text(3, "first") + text(4, "Mul") + more;
}
std::string model(const std::string& graph, const std::string& more = {}) {
  return number(1, 8) + text(8, text(1, "") + number(2, 14)) + text(7, graph) + more;
}
// A[3] and a constant B[3] of int8 to C[3]
std::string good_graph(const std::string& node = mul()) {
  return text(1, node) + text(2, "g") + text(5, tensor("B", 3, 3, "\x01\x02\x03")) + text(11, value_info("A", 3, {3})) +
         text(12, value_info("C", 3, {3}));
}

Result<Graph> read(const std::string& bytes) { return read_model(std::as_bytes(std::span(bytes)), {}); }

TEST(OnnxModel, EverythingAGraphSaysIsRead) {
  EVIDENCE("FILE-ONNX-FORM");
  const std::string bytes = model(good_graph(mul(text(5, text(1, "axis") + number(3, 1) + number(20, 2)))));
  const auto graph = read(bytes);
  ASSERT_TRUE(graph) << graph.finding().message;
  EXPECT_EQ(graph->opset, 14);
  ASSERT_EQ(graph->nodes.size(), 1u);
  const Node& node = graph->nodes[0];
  EXPECT_EQ(node.operation, "Mul");
  EXPECT_EQ(node.name, "first");
  EXPECT_EQ(std::get<std::int64_t>(node.attributes[0].value), 1);
  EXPECT_EQ(graph->values[node.inputs[0]].name, "A");
  EXPECT_EQ(graph->values[node.inputs[0]].type, DType::i8);
  EXPECT_EQ(to_string(*graph->values[node.outputs[0]].shape), "[3]");
  ASSERT_EQ(graph->initializers.size(), 1u);
  EXPECT_EQ(graph->initializers[0].constant.bytes[2], std::byte{3});
  EXPECT_GT(graph->initializers[0].constant.bytes.data(), reinterpret_cast<const std::byte*>(bytes.data()));
}

TEST(OnnxModel, AGoodModelIsConformant) {
  EVIDENCE("FILE-ONNX-FORM", "GEN-ALL-SHAPES");
  const std::string bytes = model(good_graph());
  const Verdict verdict = check(*read(bytes), *find_profile("sonnx"));
  EXPECT_TRUE(verdict.model);
}

TEST(OnnxModel, SubgraphsFunctionsDomainsAndSparseTensorsAreSeen) {
  EVIDENCE("GEN-GRAPH-SUBGRAPH", "GEN-GRAPH-FUNCTION", "GEN-ALL-DOMAIN", "GEN-ALL-SPARSE");
  const auto branch = read(model(good_graph(mul(text(5, text(1, "then") + text(6, "\xFF\xFF") + number(20, 5))))));
  ASSERT_TRUE(branch) << "a subgraph is not entered, whatever it holds";
  EXPECT_TRUE(std::get<OtherAttribute>(branch->nodes[0].attributes[0].value).is_graph());
  const auto function = read(model(good_graph(), text(25, text(1, "Gelu"))));
  ASSERT_TRUE(function);
  ASSERT_EQ(function->functions.size(), 1u);
  EXPECT_EQ(function->functions[0].name, "Gelu");
  const auto domain = read(model(good_graph(mul(text(7, "com.example")))));
  EXPECT_EQ(domain->nodes[0].domain, "com.example");
  const auto sparse = read(model(good_graph() + text(15, text(1, tensor("S", 3, 1, "\x01")))));
  ASSERT_TRUE(sparse);
  EXPECT_TRUE(sparse->values.back().sparse);
}

TEST(OnnxModel, ANegativeDimensionIsReadAsItIs) {
  EVIDENCE("GEN-ALL-SHAPES");
  const auto graph = read(model(text(11, value_info("A", 3, {~std::uint64_t{0}, 4}))));
  ASSERT_TRUE(graph) << "it is well-formed, and judged by the check";
  const Value& value = graph->values[graph->inputs[0]];
  ASSERT_EQ(value.open.size(), 1u);
  EXPECT_EQ(to_string(value.open[0]), "[-1,4]");
  EXPECT_TRUE(value.negative);
}

TEST(OnnxModel, BoolIsATypeOfInputsAndConstants) {
  EVIDENCE("GEN-ALL-KIND");
  const std::string bytes("\1\0", 2);
  const auto graph = read(model(text(5, tensor("mask", 9, 2, bytes)) + text(11, value_info("D", 9, {2}))));
  ASSERT_TRUE(graph) << graph.finding().message;
  EXPECT_TRUE(graph->foreign_constants.empty());
  ASSERT_EQ(graph->initializers.size(), 1u);
  EXPECT_EQ(graph->initializers[0].constant.type, DType::boolean);
  EXPECT_EQ(graph->values[graph->inputs[0]].type, DType::boolean);
}

TEST(OnnxModel, TypesThatEtalonDoesNotHaveAreNamed) {
  EVIDENCE("GEN-ALL-KIND");
  const std::string sequence = text(1, "S") + text(2, text(4, text(1, text(1, number(1, 1)))));
  const auto graph = read(model(text(5, tensor("wave", 14, 2, "ab")) + text(5, tensor("word", 8, 2, "")) +
                                text(11, value_info("D", 99, {2})) + text(11, sequence)));
  ASSERT_TRUE(graph) << graph.finding().message;
  ASSERT_EQ(graph->foreign_constants.size(), 2u);
  const auto type_of = [&](std::uint32_t i) { return graph->values[i].foreign_type; };
  EXPECT_EQ(type_of(graph->foreign_constants[0]), "COMPLEX64");
  EXPECT_EQ(type_of(graph->foreign_constants[1]), "STRING");
  EXPECT_EQ(type_of(graph->inputs[0]), "type 99");
  EXPECT_EQ(graph->values[graph->inputs[0]].foreign, Value::Foreign::undefined);
  EXPECT_EQ(type_of(graph->inputs[1]), "a sequence");
}

TEST(OnnxModel, VersionsAreReadAsTheyAre) {
  EVIDENCE("GEN-ALL-VERSION", "GEN-ALL-IR");
  const auto opset = [](std::uint64_t version) {
    return read(number(1, 8) + text(8, number(2, version)) + text(7, good_graph()))->opset.value();
  };
  EXPECT_EQ(opset(~std::uint64_t{2}), -3);
  EXPECT_EQ(opset(std::uint64_t{1} << 62), std::int64_t{1} << 62);
  EXPECT_EQ(read(number(1, 2) + text(7, good_graph()))->operator_set(), 1);
  EXPECT_FALSE(read(number(1, 8) + text(7, good_graph()))->operator_set());
}

TEST(OnnxModel, TrainingOverloadsAndAMissingGraphNameAreSeen) {
  EVIDENCE("GEN-GRAPH-TRAINING", "GEN-GRAPH-FUNCTION", "GEN-GRAPH-NAME");
  EXPECT_TRUE(read(model(good_graph(), text(20, text(2, ""))))->training);
  EXPECT_FALSE(read(model(good_graph()))->training);
  EXPECT_EQ(read(model(good_graph(mul(text(8, "fast")))))->nodes[0].overload, "fast");
  EXPECT_FALSE(read(model(good_graph()))->unnamed);
  EXPECT_TRUE(read(model(text(1, mul())))->unnamed);
}

TEST(OnnxModel, UnknownFieldsAreCounted) {
  EVIDENCE("FILE-ONNX-UNKNOWN");
  const auto graph = read(model(good_graph() + text(999, "new"), number(1000, 1)));
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->unknown_fields, 2u);
}

TEST(OnnxModel, AnOpenDimensionLeavesTheShapeUnknown) {
  EVIDENCE("GEN-ALL-SHAPES");
  const std::string open =
      text(1, "A") +
      text(2, text(1, number(1, 3) + text(2, text(1, text(2, "N")) + text(1, "") + text(1, number(1, 4)))));
  const auto graph = read(model(text(1, mul()) + text(11, open)));
  ASSERT_TRUE(graph);
  const Value& value = graph->values[graph->inputs[0]];
  EXPECT_FALSE(value.shape);
  ASSERT_EQ(value.open.size(), 1u);
  EXPECT_EQ(to_string(value.open[0]), "[\"N\",\"?\",4]");
  EXPECT_EQ(value.open[0][0].symbol, "N");
}

TEST(OnnxModel, WhatIsNotOnnxIsRefusedWithTheByte) {
  EVIDENCE("FILE-ONNX-FORM", "FILE-ALL-LIMITS");
  const auto refused = [](const std::string& bytes) {
    const auto graph = read(bytes);
    return graph ? "" : std::string(graph.finding().status.rule);
  };
  EXPECT_EQ(refused(""), "FILE-ONNX-FORM");
  EXPECT_EQ(refused("not a model"), "FILE-ONNX-FORM");
  EXPECT_EQ(refused(model(good_graph()) + text(7, good_graph())), "FILE-ONNX-FORM") << "two graphs";
  EXPECT_EQ(refused(number(7, 1)), "FILE-ONNX-FORM") << "wrong wire type";
  EXPECT_EQ(refused(text(7, good_graph()) + text(8, text(2, "x"))), "FILE-ONNX-FORM") << "a version that is text";
  EXPECT_EQ(refused(model(text(11, text(1, "A") + number(2, 1)))), "FILE-ONNX-FORM") << "a type that is a number";
  EXPECT_EQ(refused(model(text(11, text(1, "A") + text(2, text(1, text(2, text(1, text(1, "3")))))))), "FILE-ONNX-FORM")
      << "a dimension that is text";
  EXPECT_EQ(refused(model(text(1, text(1, "\xC0\x80")))), "FILE-ONNX-FORM") << "overlong UTF-8";
  EXPECT_EQ(refused(model(text(1, text(1, "\xED\xA0\x80")))), "FILE-ONNX-FORM") << "a surrogate";
  EXPECT_EQ(refused(model(text(1, text(1, std::string("a\0b", 3))))), "FILE-ONNX-FORM") << "NUL in a name";
  EXPECT_EQ(refused(model(text(1, text(1, std::string(5000, 'x'))))), "FILE-ALL-LIMITS");
  EXPECT_EQ(refused(model(text(5, tensor("B", 3, 4, "abc")))), "FILE-PROTO-FORM") << "a byte too few";
  EXPECT_EQ(refused(model(text(11, value_info("A", 3, {1u << 31, 1u << 31, 4})))), "FILE-ALL-LIMITS");
  EXPECT_EQ(refused(model(text(11, value_info("A", 3, std::vector<std::uint64_t>(9, 1))))), "FILE-ALL-LIMITS");
}

TEST(OnnxModel, FewBytesDoNotBecomeManyInMemory) {
  EVIDENCE("FILE-ALL-LIMITS");
  Limits limits;
  limits.entries = 10;
  std::string eleven, integers(11, '\x01');
  for (int i = 0; i < 11; ++i) eleven += text(5, "");
  for (const std::string& bytes :
       {model(good_graph(mul(eleven))), model(good_graph(mul(text(5, text(8, integers)))))}) {
    const auto graph = read_model(std::as_bytes(std::span(bytes)), limits);
    ASSERT_FALSE(graph);
    EXPECT_EQ(graph.finding().status.code, Code::limit);
    EXPECT_TRUE(read(bytes));
  }
}

}  // namespace
}  // namespace etalon::impl
