// SPDX-License-Identifier: Apache-2.0
// What a program can ask of a model, what it can add to one, and what a run of it reports.
#include <gtest/gtest.h>

#include <array>
#include <etalon/etalon.hpp>

#include "tests/replay/proto.hpp"
#include "tests/support/evidence.hpp"

namespace {

using etalon::Model;
using etalon::Operand;
using etalon::Plan;
using etalon::Type;

constexpr int int32 = ETALON_INT32, int64 = ETALON_INT64;

std::span<const std::byte> bytes(const std::string& model) { return std::as_bytes(std::span(model)); }

// Q = A / B, T = Q * Q
std::string quotient() {
  return proto::model(
      proto::text(1, proto::node("Div", {"A", "B"}, "Q")) + proto::text(1, proto::node("Mul", {"Q", "Q"}, "T")) +
      proto::text(11, proto::value_info("A", int32, {2})) + proto::text(11, proto::value_info("B", int32, {2})) +
      proto::text(12, proto::value_info("T", int32, {2})) + proto::text(13, proto::value_info("Q", int32, {2})));
}

// A tensor whose dimensions are names or numbers.
std::string open_info(const std::string& name, std::uint64_t type, const std::string& dims) {
  return proto::text(1, name) + proto::text(2, proto::text(1, proto::number(1, type) + proto::text(2, dims)));
}

// R = Reshape(X, S) with X float ["N",3] and S int64 [1] inputs
std::string reshape() {
  const std::string named = proto::text(1, proto::text(2, "N")), three = proto::text(1, proto::number(1, 3));
  return proto::model(proto::text(1, proto::node("Reshape", {"X", "S"}, "R")) +
                      proto::text(11, open_info("X", int32, named + three)) +
                      proto::text(11, proto::value_info("S", int64, {1})) +
                      proto::text(12, open_info("R", int32, proto::text(1, proto::text(2, "M")))));
}

TEST(FactsInterface, AModelSaysWhatItIsAndWhatItTakes) {
  EVIDENCE("API-ALL-FACTS");
  const std::string text = quotient();
  const Model model(bytes(text));
  ASSERT_TRUE(model) << model.message();
  const etalon_model_facts facts = model.facts();
  EXPECT_EQ(facts.code, ETALON_OK);
  EXPECT_EQ(facts.node_count, 2u);
  EXPECT_EQ(facts.judged_count, 2u);
  EXPECT_EQ(facts.input_count, 2u);
  EXPECT_EQ(facts.output_count, 1u);
  EXPECT_GT(facts.opset, 0);
  EXPECT_STREQ(facts.profile, "sonnx");
  EXPECT_STREQ(model.input(1).name, "B");
  EXPECT_EQ(model.input(1).type.type, ETALON_INT32);
  EXPECT_EQ(model.input(1).bytes, 8u);
  EXPECT_STREQ(model.output(0).name, "T");
  EXPECT_STREQ(model.node(0).operation, "Div");
  EXPECT_STREQ(model.node(1).operation, "Mul");
  EXPECT_STREQ(model.node(0).domain, "");
  EXPECT_EQ(model.node(2).operation, nullptr) << "there is none";
  EXPECT_EQ(model.input(2).name, nullptr);
}

TEST(FactsInterface, AnOpenDimensionHasItsNameAndTheVerdictItsCode) {
  EVIDENCE("API-ALL-FACTS");
  const std::string text = reshape();
  const Model model(bytes(text), {.profile = "onnx"});
  EXPECT_FALSE(model);
  EXPECT_EQ(model.facts().code, ETALON_NOT_JUDGED);
  EXPECT_GT(model.facts().finding_count, 0u);
  const etalon_port x = model.input(0);
  EXPECT_EQ(x.has_shape, 1);
  EXPECT_EQ(x.type.rank, 2u);
  EXPECT_EQ(x.type.dims[0], ETALON_OPEN);
  ASSERT_NE(x.symbols[0], nullptr);
  EXPECT_STREQ(x.symbols[0], "N");
  EXPECT_EQ(x.type.dims[1], 3u);
  EXPECT_EQ(x.symbols[1], nullptr);
  EXPECT_EQ(x.bytes, 0u);
}

TEST(FactsInterface, SizesShapesAndValuesSettleWhatTheFileLeavesOpen) {
  EVIDENCE("API-ALL-BINDINGS", "BIND-ALL-DIM", "BIND-ALL-VALUE");
  const std::string text = reshape();
  const std::int64_t flat[] = {-1};
  const Model model(bytes(text),
                    {.profile = "onnx", .sizes = {{"N", 2}}, .bindings = {{"S", Operand({1}, std::span(flat))}}});
  ASSERT_TRUE(model) << model.message();
  EXPECT_EQ(model.input(0).bytes, 24u);
  const Plan plan(model);
  ASSERT_TRUE(plan) << plan.message();
  EXPECT_EQ(plan.facts().input_count, 1u) << "S is no input any more";
  EXPECT_EQ(plan.output(0).type.rank, 1u);
  EXPECT_EQ(plan.output(0).type.dims[0], 6u);
  const std::int32_t x[] = {1, 2, 3, 4, 5, 6};
  std::int32_t r[6] = {};
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Input in[] = {std::span(x)};
  const etalon::Output out[] = {std::span(r)};
  ASSERT_TRUE(plan.run(in, out, arena.bytes()).ok());
  EXPECT_EQ(r[5], 6);

  const Model shaped(
      bytes(text),
      {.profile = "onnx", .bindings = {{"X", Operand(Type::int32, {4, 3})}, {"S", Operand({1}, std::span(flat))}}});
  ASSERT_TRUE(shaped) << shaped.message();
  EXPECT_EQ(shaped.input(0).bytes, 48u);
}

TEST(FactsInterface, ABindingThatIsWrongIsRefusedAndNamed) {
  EVIDENCE("API-ALL-BINDINGS");
  const std::string text = reshape();
  const auto status = [&](const Model::Options& options) { return Model(bytes(text), options).status(); };
  EXPECT_STREQ(status({.sizes = {{"N", 2}}}).rule, "BIND-ALL-PROFILE");
  const etalon::Status unnamed = status({.profile = "onnx", .sizes = {{"N", 2}, {nullptr, 2}}});
  EXPECT_EQ(unnamed.code, ETALON_USAGE);
  EXPECT_EQ(unnamed.part, ETALON_SIZE);
  EXPECT_EQ(unnamed.index, 1u);
  const std::int64_t flat[] = {-1};
  etalon_binding wrong{"S", Operand({1}, std::span(flat))};
  wrong.operand.value_bytes = 7;
  const etalon::Status short_value = status({.profile = "onnx", .bindings = {wrong}});
  EXPECT_EQ(short_value.code, ETALON_USAGE);
  EXPECT_EQ(short_value.part, ETALON_INPUT);
  EXPECT_EQ(status({.profile = "onnx", .bindings = {{"no such input", Operand(Type::int32, {1})}}}).code, ETALON_USAGE);
}

TEST(FactsInterface, ACallersLimitsHold) {
  EVIDENCE("API-ALL-LIMITS", "FILE-ALL-LIMITS");
  const std::string text = quotient();
  etalon_limits limits{};
  limits.size = sizeof limits;
  limits.nodes = 2;
  EXPECT_TRUE(Model(bytes(text), {.limits = &limits}));
  limits.nodes = 1;
  EXPECT_EQ(Model(bytes(text), {.limits = &limits}).status().code, ETALON_LIMIT);
  limits = {};
  limits.size = sizeof limits;
  limits.arena_bytes = 1;
  const Model model(bytes(text), {.limits = &limits});
  ASSERT_TRUE(model) << model.message();
  EXPECT_EQ(Plan(model).status().code, ETALON_LIMIT) << "Q needs more";
  limits.size = 0;
  EXPECT_EQ(Model(bytes(text), {.limits = &limits}).status().code, ETALON_USAGE);
}

TEST(FactsInterface, ARunReportsItsNoticesByNode) {
  EVIDENCE("API-ALL-NOTICES", "DIV-INT-NOTICE");
  const std::string text = quotient();
  const Plan plan{Model(bytes(text))};
  const std::int32_t a[] = {8, -7}, b[] = {2, 2};
  std::int32_t t[2] = {};
  struct Heard {
    int count = 0;
    std::uint32_t node = 99;
    std::uint64_t first = 99;
    std::string rule;
    void operator()(const etalon_notice& notice) {
      ++count;
      node = notice.node;
      first = notice.first;
      rule = notice.rule;
    }
  } heard;
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Input in[] = {std::span(a), std::span(b)};
  const etalon::Output out[] = {std::span(t)};
  etalon::RunOptions options;
  ASSERT_TRUE(plan.run(in, out, arena.bytes(), options.tell(heard)).ok());
  EXPECT_EQ(heard.count, 1);
  EXPECT_EQ(heard.node, 0u);
  EXPECT_EQ(heard.first, 1u);
  EXPECT_EQ(heard.rule, "DIV-INT-NOTICE");
}

// The reshaped value lies where X does, so that no kernel runs.
TEST(FactsInterface, EventsOfANodeThatOnlyRenamesAreZero) {
  EVIDENCE("RUN-ALL-EVENTS");
  const std::string text = reshape();
  const std::int64_t flat[] = {-1};
  const Plan plan{
      Model(bytes(text), {.profile = "onnx", .sizes = {{"N", 1}}, .bindings = {{"S", Operand({1}, std::span(flat))}}})};
  ASSERT_TRUE(plan) << plan.message();
  const std::int32_t x[] = {1, 2, 3};
  std::int32_t r[3] = {};
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Input in[] = {std::span(x)};
  const etalon::Output out[] = {std::span(r)};
  etalon_events events[1];
  for (auto& count : events[0].count) count = 77;
  ASSERT_TRUE(plan.run(in, out, arena.bytes(), events).ok());
  for (const auto& count : events[0].count) EXPECT_EQ(count, 0u);
}

}  // namespace
