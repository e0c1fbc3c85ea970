// SPDX-License-Identifier: Apache-2.0
// Attributes of every kind, as they are in a file: right, contradictory, and broken.
#include "onnx/attribute.hpp"

#include <gmock/gmock.h>

#include <bit>

#include "check/check.hpp"
#include "onnx/model.hpp"
#include "tests/replay/proto.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

using proto::number, proto::text;
using testing::ElementsAre, testing::HasSubstr;

constexpr unsigned float_kind = 1, int_kind = 2, string_kind = 3, tensor_kind = 4, floats_kind = 6, ints_kind = 7,
                   strings_kind = 8, tensors_kind = 9, sparse_kind = 11, type_kind = 13;

std::string word(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  std::string out;
  for (unsigned k = 0; k < 4; ++k) out += static_cast<char>(bits >> 8 * k & 0xFF);
  return out;
}
std::string float_field(unsigned field, float x) { return proto::varint(field << 3 | 5) + word(x); }
std::string kind(std::uint64_t which) { return number(20, which); }

// A model with one Mul-6 node that has one attribute.
std::string model_with(const std::string& attribute, unsigned ir = 8, const std::string& name = "axis") {
  const std::string node = proto::node("Mul", {"A", "A"}, "C") + text(5, text(1, name) + attribute);
  const std::string graph = text(1, node) + text(2, "g") + text(11, proto::value_info("A", 1, {2})) +
                            text(12, proto::value_info("C", 1, {2}));
  return number(1, ir) + (ir < 3 ? std::string() : text(8, text(1, "") + number(2, 6))) + text(7, graph);
}

Result<Graph> read(const std::string& bytes, const Limits& limits = {}) {
  return read_model(std::as_bytes(std::span(bytes)), limits);
}

// The attribute's value; its tensor lies in `bytes`.
AttributeValue value_in(const std::string& bytes) {
  const auto graph = read(bytes);
  if (!graph) ADD_FAILURE() << graph.finding().message;
  return graph ? graph->nodes[0].attributes[0].value : AttributeValue();
}
template <class T> T value_of(const std::string& attribute) { return std::get<T>(value_in(model_with(attribute))); }
std::string words_on(const std::string& attribute) { return value_of<OtherAttribute>(attribute).words; }

TEST(OnnxAttributes, NumbersAndStringsAreRead) {
  EVIDENCE("FILE-ONNX-ATTRIBUTE");
  EXPECT_EQ(value_of<std::int64_t>(number(3, ~std::uint64_t{0}) + kind(int_kind)), -1);
  EXPECT_EQ(value_of<float>(float_field(2, -1.5f) + kind(float_kind)), -1.5f);
  EXPECT_EQ(value_of<std::string>(text(4, "SAME_UPPER") + kind(string_kind)), "SAME_UPPER");
}

TEST(OnnxAttributes, AStringKeepsItsBytesWhateverTheyAre) {
  EVIDENCE("FILE-ONNX-ATTRIBUTE");
  const std::string bytes("\xFF\0\x1B", 3);
  EXPECT_EQ(value_of<std::string>(text(4, bytes) + kind(string_kind)), bytes);
}

TEST(OnnxAttributes, ListsAreReadPackedAndOneByOne) {
  EVIDENCE("FILE-ONNX-ATTRIBUTE");
  using Integers = std::vector<std::int64_t>;
  using Floats = std::vector<float>;
  using Strings = std::vector<std::string>;
  EXPECT_THAT(value_of<Integers>(text(8, "\x01\x96\x01") + kind(ints_kind)), ElementsAre(1, 150));
  EXPECT_THAT(value_of<Integers>(number(8, 1) + number(8, 150) + kind(ints_kind)), ElementsAre(1, 150));
  EXPECT_THAT(value_of<Floats>(text(7, word(0.5f) + word(-2)) + kind(floats_kind)), ElementsAre(0.5f, -2.0f));
  EXPECT_THAT(value_of<Floats>(float_field(7, 0.5f) + float_field(7, -2) + kind(floats_kind)),
              ElementsAre(0.5f, -2.0f));
  EXPECT_THAT(value_of<Strings>(text(9, "a") + text(9, "") + kind(strings_kind)), ElementsAre("a", ""));
}

TEST(OnnxAttributes, AValueThatIsNotWrittenIsZeroOrEmpty) {
  EVIDENCE("FILE-ONNX-ATTRIBUTE");  // as programs on proto3 write it
  EXPECT_EQ(value_of<std::int64_t>(kind(int_kind)), 0);
  EXPECT_EQ(value_of<float>(kind(float_kind)), 0);
  EXPECT_EQ(value_of<std::string>(kind(string_kind)), "");
  EXPECT_THAT(value_of<std::vector<std::int64_t>>(kind(ints_kind)), ElementsAre());
  EXPECT_THAT(value_of<std::vector<std::int64_t>>(text(7, "") + kind(ints_kind)), ElementsAre())
      << "an empty list of floats";
}

TEST(OnnxAttributes, ATensorStaysWhereItLies) {
  EVIDENCE("FILE-ONNX-ATTRIBUTE");
  const std::string bytes = model_with(text(5, proto::tensor("t", 3, {3}, "\x01\x02\x03")) + kind(tensor_kind));
  const auto constant = std::get<Constant>(value_in(bytes));
  EXPECT_EQ(constant.type, DType::i8);
  EXPECT_EQ(to_string(constant.shape), "[3]");
  EXPECT_EQ(constant.bytes[2], std::byte{3});
  EXPECT_GT(constant.bytes.data(), reinterpret_cast<const std::byte*>(bytes.data()));
  EXPECT_LT(constant.bytes.data(), reinterpret_cast<const std::byte*>(bytes.data() + bytes.size()));
}

TEST(OnnxAttributes, WhatNoOperatorHereTakesIsNamed) {
  EVIDENCE("FILE-ONNX-ATTRIBUTE");
  EXPECT_EQ(words_on(text(5, proto::tensor("t", 8, {1}, "")) + kind(tensor_kind)), "a tensor of STRING");
  EXPECT_EQ(words_on(text(22, "") + kind(sparse_kind)), "a sparse tensor");
  EXPECT_EQ(words_on(text(14, "") + kind(type_kind)), "a type");
  EXPECT_EQ(words_on(text(10, "") + text(10, "") + kind(tensors_kind)), "a list of tensors");
  EXPECT_EQ(words_on(text(6, "\xFF") + kind(5)), "a graph") << "it is not entered";
}

TEST(OnnxAttributes, WhatOnnxDoesNotAllowIsPutIntoWords) {
  EVIDENCE("GEN-ALL-ATTRIBUTES");
  EXPECT_EQ(words_on(float_field(2, 1) + kind(int_kind)), "declared as an integer, but given as a float");
  EXPECT_EQ(words_on(number(3, 1) + kind(99)),
            "declared as type 99, which ONNX does not define, but given as an integer");
  EXPECT_EQ(words_on(number(3, 1) + float_field(2, 1) + kind(int_kind)), "an integer and also a float");
  EXPECT_EQ(words_on(kind(tensor_kind)), "declared as a tensor, but without a value");
  EXPECT_EQ(words_on(""), "without a value");
  EXPECT_THAT(words_on(text(21, "alpha") + kind(int_kind)), HasSubstr("a reference to \"alpha\""));
}

TEST(OnnxAttributes, WithoutATypeTheFieldDecides) {
  EVIDENCE("FILE-ONNX-ATTRIBUTE", "GEN-ALL-ATTRIBUTES");
  const auto tags = [](unsigned ir) {
    std::vector<std::string> out;
    for (const Finding& finding :
         check(*read(model_with(number(8, 0) + number(8, 0), ir, "consumed_inputs")), *find_profile("onnx")).findings)
      out.emplace_back(finding.status.rule);
    return out;
  };
  EXPECT_EQ(value_of<std::int64_t>(number(3, 1)), 1);
  EXPECT_THAT(tags(1), ElementsAre()) << "IR version 1 had no type";
  EXPECT_THAT(tags(2), ElementsAre("GEN-ALL-ATTRIBUTES"));
}

TEST(OnnxAttributes, AFaultOfFormIsRefusedWithTheByte) {
  EVIDENCE("FILE-ONNX-FORM", "FILE-PROTO-FORM");
  const auto refused = [](const std::string& attribute) {
    const auto graph = read(model_with(attribute));
    EXPECT_FALSE(graph || !graph.finding().offset);
    return graph ? "" : graph.finding().message;
  };
  EXPECT_THAT(refused(text(8, "\x01\x96") + kind(ints_kind)), HasSubstr("a list of integers is cut off"));
  EXPECT_THAT(refused(text(7, "\x01\x02\x03\x04\x05") + kind(floats_kind)), HasSubstr("a list of floats is cut off"));
  EXPECT_THAT(refused(text(4, "x") + number(2, 1)), HasSubstr("field 2 has the wrong wire type"));
  EXPECT_THAT(refused(text(5, proto::tensor("t", 1, {2}, "seven b")) + kind(tensor_kind)),
              testing::StartsWith("attribute \"axis\", TensorProto, byte"));
  EXPECT_THAT(refused(text(5, proto::tensor("t", 1, {0}, "")) + text(5, "") + kind(tensor_kind)),
              HasSubstr("a second tensor"));
}

TEST(OnnxAttributes, EveryListCountsAgainstTheLimit) {
  EVIDENCE("FILE-ALL-LIMITS");
  Limits limits;
  limits.entries = 10;
  const auto many = [](const std::string& one) {
    std::string out;
    for (int i = 0; i < 11; ++i) out += one;
    return out;
  };
  for (const std::string& list :
       {many(text(9, "")), many(float_field(7, 0)), text(7, many(word(0))), many(number(8, 0))}) {
    const std::string bytes = model_with(list);
    const auto graph = read(bytes, limits);
    ASSERT_FALSE(graph);
    EXPECT_EQ(graph.finding().status.code, Code::limit);
    EXPECT_TRUE(read(bytes));
  }
}

}  // namespace
}  // namespace etalon::impl
