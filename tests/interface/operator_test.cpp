// SPDX-License-Identifier: Apache-2.0
// Operators of every shape through the public interface: omitted, known and many operands, several results, attributes
// of every kind, notices, and structs of other releases.
#include <gtest/gtest.h>

#include <cstring>
#include <etalon/etalon.hpp>
#include <vector>

#include "tests/support/evidence.hpp"

namespace {

using etalon::Attribute;
using etalon::Call;
using etalon::Operand;
using etalon::Type;

TEST(OperatorInterface, AnOmittedOperandHasAnEmptyPlace) {
  EVIDENCE("API-ALL-OPERANDS");
  const Call call("Clip", {{Type::float32, {3}}, {}, {Type::float32, {}}}, {.profile = "onnx"});
  ASSERT_TRUE(call) << call.message();
  EXPECT_EQ(call.facts().input_count, 3u);
  EXPECT_STREQ(call.input(1).name, "min");
  EXPECT_EQ(call.input(1).type.type, ETALON_NO_TYPE);
  const float x[] = {-5, 1, 5}, most[] = {2};
  float y[3] = {};
  ASSERT_TRUE(call.run({std::span(x), {}, std::span(most)}, {std::span(y)}).ok());
  EXPECT_EQ(std::vector<float>(y, y + 3), (std::vector<float>{-5, 1, 2}));
  const etalon::Status given = call.run({std::span(x), std::span(most), std::span(most)}, {std::span(y)});
  EXPECT_EQ(given.code, ETALON_USAGE);
  EXPECT_EQ(given.part, ETALON_INPUT);
  EXPECT_EQ(given.index, 1u);
}

TEST(OperatorInterface, AKnownValueShapesTheResultAndBelongsToTheCall) {
  EVIDENCE("API-ALL-OPERANDS");
  std::int64_t shape[] = {3, -1};
  const Call call("Reshape", {{Type::int8, {6}}, {{2}, std::span(shape)}}, {.profile = "onnx"});
  ASSERT_TRUE(call) << call.message();
  shape[0] = 99;  // the call has a copy
  EXPECT_EQ(call.output().type.rank, 2u);
  EXPECT_EQ(call.output().type.dims[0], 3u);
  EXPECT_EQ(call.output().type.dims[1], 2u);
  const std::int8_t x[] = {1, 2, 3, 4, 5, 6};
  std::int8_t y[6] = {};
  ASSERT_TRUE(call.run({std::span(x), {}}, {std::span(y)}).ok());
  EXPECT_EQ(std::memcmp(x, y, sizeof x), 0);
  const etalon::Status again = call.run({std::span(x), std::span(shape)}, {std::span(y)});
  EXPECT_EQ(again.code, ETALON_USAGE) << "a second value could contradict the first";
  EXPECT_EQ(again.index, 1u);

  const Call unknown("Reshape", {{Type::int8, {6}}, {Type::int64, {2}}}, {.profile = "onnx"});
  EXPECT_EQ(unknown.status().code, ETALON_NOT_JUDGED) << unknown.message();
  const Call short_value("Reshape", {{Type::int8, {6}}, {{3}, std::span(shape)}}, {.profile = "onnx"});
  EXPECT_EQ(short_value.status().code, ETALON_USAGE);
  EXPECT_EQ(short_value.status().part, ETALON_INPUT);
  EXPECT_EQ(short_value.status().index, 1u);
}

TEST(OperatorInterface, AKnownValueOfDataIsComputedWith) {
  EVIDENCE("API-ALL-OPERANDS");
  const std::int32_t twice[] = {2, 2}, x[] = {3, 4};
  const Call call("Mul", {{{2}, std::span(twice)}, {Type::int32, {2}}});
  ASSERT_TRUE(call) << call.message();
  std::int32_t y[2] = {};
  ASSERT_TRUE(call.run({{}, std::span(x)}, {std::span(y)}).ok());
  EXPECT_EQ(y[0], 6);
  EXPECT_EQ(y[1], 8);
}

TEST(OperatorInterface, ThereMayBeHundredsOfOperandsAndOfResults) {
  EVIDENCE("API-ALL-OPERANDS");
  constexpr std::size_t many = 300;
  const Call concat("Concat", std::vector<Operand>(many, Operand(Type::uint8, {1})),
                    {.profile = "onnx", .attributes = {{"axis", 0}}});
  ASSERT_TRUE(concat) << concat.message();
  EXPECT_EQ(concat.facts().input_count, many);
  std::vector<std::uint8_t> parts(many), whole(many), back(many);
  std::vector<etalon::Input> inputs;
  for (std::size_t i = 0; i < many; ++i) {
    parts[i] = static_cast<std::uint8_t>(i);
    inputs.emplace_back(std::span(parts).subspan(i, 1));
  }
  const etalon::Output all[] = {std::span(whole)};
  ASSERT_TRUE(concat.run(inputs, all).ok());
  EXPECT_EQ(whole, parts);

  const Call split("Split", {{Type::uint8, {many}}}, {.profile = "onnx", .opset = 17, .outputs = many});
  ASSERT_TRUE(split) << split.message();
  EXPECT_EQ(split.facts().output_count, many);
  std::vector<etalon::Output> outputs;
  for (std::size_t i = 0; i < many; ++i) outputs.emplace_back(std::span(back).subspan(i, 1));
  const etalon::Input one[] = {std::span(whole)};
  ASSERT_TRUE(split.run(one, outputs).ok());
  EXPECT_EQ(back, parts);
}

TEST(OperatorInterface, AttributesOfEveryKindReachTheOperator) {
  EVIDENCE("API-ALL-ATTRIBUTES");
  const auto written = [](const Call& call, std::size_t count) {
    EXPECT_TRUE(call) << call.message();
    std::vector<float> y(count);
    const etalon::Output outputs[] = {std::span(y)};
    EXPECT_TRUE(call.run({}, outputs).ok());
    return y;
  };
  using Floats = std::vector<float>;
  const float two[] = {2.5f, -1.0f};
  const Operand tensor({2}, std::span(two));
  EXPECT_EQ(written(Call("Constant", {}, {.profile = "onnx", .attributes = {{"value", tensor}}}), 2),
            Floats({2.5f, -1}));
  EXPECT_EQ(written(Call("Constant", {}, {.profile = "onnx", .attributes = {{"value_float", 0.5f}}}), 1),
            Floats({0.5f}));
  EXPECT_EQ(
      written(Call("Constant", {}, {.profile = "onnx", .attributes = {{"value_floats", std::span<const float>(two)}}}),
              2),
      Floats({2.5f, -1}));
  const std::int64_t axes[] = {0, 2};
  const Call unsqueeze("Unsqueeze", {{Type::int8, {3}}},
                       {.profile = "onnx", .opset = 11, .attributes = {{"axes", std::span<const std::int64_t>(axes)}}});
  ASSERT_TRUE(unsqueeze) << unsqueeze.message();
  EXPECT_EQ(unsqueeze.output().type.rank, 3u);
  EXPECT_EQ(unsqueeze.output().type.dims[1], 3u);
  const Call cast("Cast", {{Type::int8, {1}}}, {.profile = "onnx", .attributes = {{"to", ETALON_DOUBLE}}});
  ASSERT_TRUE(cast) << cast.message();
  EXPECT_EQ(cast.output().type.type, ETALON_DOUBLE);
  // Texts: one, and a list. No operator here computes with them, so the rule that refuses them names them.
  const Call text("Constant", {}, {.profile = "onnx", .attributes = {{"value_string", "abc"}}});
  EXPECT_NE(text.status().code, ETALON_OK);
  EXPECT_NE(text.status().code, ETALON_USAGE) << text.message();
  const char* const words[] = {"a", "b"};
  const Call texts("Constant", {},
                   {.profile = "onnx", .attributes = {{"value_strings", std::span<const char* const>(words)}}});
  EXPECT_NE(texts.status().code, ETALON_OK);
  EXPECT_NE(texts.status().code, ETALON_USAGE) << texts.message();
}

TEST(OperatorInterface, AnAttributeThatMakesNoSenseIsNamed) {
  EVIDENCE("API-ALL-ATTRIBUTES");
  const auto refused = [](etalon_attribute wrong) {
    const etalon_attribute good{"axis", ETALON_KIND_INT, 0, 0, nullptr, 0};
    const etalon_attribute attributes[] = {good, wrong};
    const etalon_operand operand{{ETALON_INT8, 1, {2}}, nullptr, 0};
    etalon_request request{};
    request.size = sizeof request;
    request.operation = "Concat";
    request.profile = "onnx";
    request.inputs = &operand;
    request.input_count = 1;
    request.attributes = attributes;
    request.attribute_count = 2;
    etalon_problem problem{};
    problem.size = sizeof problem;
    etalon_call* call = nullptr;
    EXPECT_EQ(etalon_prepare(&request, &call, &problem), ETALON_USAGE);
    EXPECT_EQ(call, nullptr);
    return problem.part == ETALON_ATTRIBUTE && problem.index == 1 && problem.count == 1;
  };
  const char* const no_word[] = {nullptr};
  const etalon_operand valueless{{ETALON_INT8, 1, {2}}, nullptr, 0};
  const unsigned char nibbles[] = {0xFF};
  const etalon_operand stray{{ETALON_INT4, 1, {1}}, nibbles, 1};
  EXPECT_TRUE(refused({nullptr, ETALON_KIND_INT, 0, 0, nullptr, 0})) << "no name";
  EXPECT_TRUE(refused({"x", 5, 0, 0, nullptr, 0})) << "a graph";
  EXPECT_TRUE(refused({"x", ETALON_KIND_INTS, 0, 0, nullptr, 1})) << "no list";
  EXPECT_TRUE(refused({"x", ETALON_KIND_STRINGS, 0, 0, no_word, 1}));
  EXPECT_TRUE(refused({"x", ETALON_KIND_TENSOR, 0, 0, &valueless, 1}));
  EXPECT_TRUE(refused({"x", ETALON_KIND_TENSOR, 0, 0, nullptr, 0}));
  EXPECT_TRUE(refused({"x", ETALON_KIND_TENSOR, 0, 0, &stray, 1})) << "half a byte too much";
}

struct Heard {
  std::vector<std::string> rules;
  std::uint64_t first = 0, count = 0;
  void operator()(const etalon_notice& notice) {
    rules.emplace_back(notice.rule);
    first = notice.first;
    count = notice.count;
  }
};

TEST(OperatorInterface, ARunGivesItsNoticesWithoutCountingEvents) {
  EVIDENCE("API-ALL-NOTICES", "DIV-INT-NOTICE");
  const Call call("Div", {{Type::int32, {3}}, {Type::int32, {3}}});
  const std::int32_t a[] = {8, -7, 7}, b[] = {2, 2, -2};
  std::int32_t c[3] = {};
  Heard heard;
  etalon::RunOptions options;
  ASSERT_TRUE(call.run({std::span(a), std::span(b)}, {std::span(c)}, options.tell(heard)).ok());
  EXPECT_EQ(heard.rules, std::vector<std::string>{"DIV-INT-NOTICE"});
  EXPECT_EQ(heard.first, 1u);
  EXPECT_EQ(heard.count, 2u);
}

TEST(OperatorInterface, ABrokenPreconditionIsANoticeOrUnderStrictAnError) {
  EVIDENCE("API-ALL-NOTICES", "GEN-ALL-PRECONDITION");
  const float a[] = {1, 2}, b[] = {1, 0};
  float c[] = {7, 7};
  const std::initializer_list<Operand> operands{{Type::float32, {2}}, {Type::float32, {2}}};
  Heard heard;
  etalon::RunOptions options;
  options.tell(heard);
  const Call lenient("Div", operands), strict("Div", operands, {.strict = true});
  const etalon::Status refused = strict.run({std::span(a), std::span(b)}, {std::span(c)}, options);
  EXPECT_EQ(refused.code, ETALON_CONDITION);
  EXPECT_EQ(refused.part, ETALON_ELEMENT);
  EXPECT_EQ(refused.index, 1u);
  EXPECT_EQ(c[0], 7) << "nothing is written";
  EXPECT_TRUE(heard.rules.empty());
  ASSERT_TRUE(lenient.run({std::span(a), std::span(b)}, {std::span(c)}, options).ok());
  ASSERT_EQ(heard.rules.size(), 1u);
  EXPECT_EQ(heard.rules[0], refused.rule);
  EXPECT_EQ(heard.first, 1u);
}

// ---- structs of other releases ------------------------------------------------------------------------------------

struct LaterRequest {
  etalon_request known;
  std::uint64_t later;
};

etalon_request mul_of(const etalon_operand* operands) {
  etalon_request request{};
  request.size = sizeof request;
  request.operation = "Mul";
  request.inputs = operands;
  request.input_count = 2;
  return request;
}

TEST(OperatorInterface, AStructMayBeShorterOrLongerThanThisReleaseHasIt) {
  EVIDENCE("API-ALL-SIZES");
  const etalon_operand operands[] = {{{ETALON_INT8, 1, {2}}, nullptr, 0}, {{ETALON_INT8, 1, {2}}, nullptr, 0}};
  const auto code = [](const etalon_request& request) {
    etalon_call* call = nullptr;
    const std::int32_t result = etalon_prepare(&request, &call, nullptr);
    EXPECT_EQ(call != nullptr, result == ETALON_OK);
    etalon_release_call(call);
    return result;
  };
  etalon_request request = mul_of(operands);
  EXPECT_EQ(code(request), ETALON_OK);
  request.size = offsetof(etalon_request, attributes);  // an earlier release, whose struct ended here
  request.attribute_count = 77;                         // lies behind it, and is not read
  EXPECT_EQ(code(request), ETALON_OK);
  request.size = 0;
  EXPECT_EQ(code(request), ETALON_USAGE) << "forgotten";
  LaterRequest later{mul_of(operands), 0};
  later.known.size = sizeof later;
  EXPECT_EQ(code(later.known), ETALON_OK) << "asks for nothing that is not known here";
  later.later = 1;
  EXPECT_EQ(code(later.known), ETALON_USAGE) << "asks for what a later release has";
}

TEST(OperatorInterface, AnAnswerIsWrittenAsFarAsTheCallersStructGoes) {
  EVIDENCE("API-ALL-SIZES");
  const Call call("Mul", {{Type::int8, {2}}, {Type::int8, {2}}});
  etalon_call_facts facts;
  std::memset(&facts, 0x55, sizeof facts);
  const auto untouched = facts.notice_count;
  facts.size = offsetof(etalon_call_facts, notice_count);
  ASSERT_EQ(etalon_call_about(call.get(), &facts), ETALON_OK);
  EXPECT_EQ(facts.size, offsetof(etalon_call_facts, notice_count));
  EXPECT_EQ(facts.input_count, 2u);
  EXPECT_EQ(facts.notice_count, untouched);
  facts.size = 0;
  EXPECT_EQ(etalon_call_about(call.get(), &facts), ETALON_USAGE);
  etalon_problem problem{};  // its size is forgotten
  etalon_call* made = nullptr;
  EXPECT_EQ(etalon_prepare(nullptr, &made, &problem), ETALON_USAGE);
  EXPECT_EQ(problem.code, 0) << "nothing is written to what may not be there";
}

TEST(OperatorInterface, TheLibraryNamesTheInterfaceThatItHas) {
  EVIDENCE("API-ALL-SIZES");
  EXPECT_EQ(etalon_abi(), static_cast<std::uint32_t>(ETALON_ABI));
  EXPECT_GT(std::strlen(etalon_version()), 0u);
}

}  // namespace
