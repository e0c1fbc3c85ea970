// SPDX-License-Identifier: Apache-2.0
// Whole models through the public interface, with the public headers only.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <etalon/etalon.hpp>
#include <fstream>

#include "tests/replay/proto.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/folder.hpp"

namespace {

using etalon::Model;
using etalon::Plan;
using etalon::Type;

constexpr int int32 = 6;

// T = A / B, C = T * K, with K = [3, -4]
std::string quotient(const std::string& constant = proto::tensor("K", int32, {2},
                                                                 std::string("\3\0\0\0\xFC\xFF\xFF\xFF", 8))) {
  return proto::model(
      proto::text(1, proto::node("Div", {"A", "B"}, "T")) + proto::text(1, proto::node("Mul", {"T", "K"}, "C")) +
      proto::text(5, constant) + proto::text(11, proto::value_info("A", int32, {2})) +
      proto::text(11, proto::value_info("B", int32, {2})) + proto::text(12, proto::value_info("C", int32, {2})) +
      proto::text(13, proto::value_info("T", int32, {2})));
}

std::span<const std::byte> bytes(const std::string& model) { return std::as_bytes(std::span(model)); }

TEST(ModelInterface, AModelIsCheckedPlannedAndRun) {
  EVIDENCE("RUN-ALL-ORDER", "RUN-ALL-EVENTS", "RUN-ALL-DIGEST");
  const std::string text = quotient();
  const Model model(bytes(text));
  ASSERT_TRUE(model) << model.message();
  const Plan plan(model);
  ASSERT_TRUE(plan) << plan.message();
  EXPECT_EQ(plan.facts().input_count, 2u);
  EXPECT_EQ(plan.facts().node_count, 2u);
  EXPECT_EQ(plan.facts().operations, 4u);
  EXPECT_STREQ(plan.input(1).name, "B");
  EXPECT_EQ(plan.output(0).type.dims[0], 2u);
  const std::int32_t a[] = {7, -7}, b[] = {2, 2};
  std::int32_t c[2] = {};
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  etalon_events events[2];
  const etalon::Input inputs[] = {std::span(a), std::span(b)};
  const etalon::Output outputs[] = {std::span(c)};
  ASSERT_TRUE(plan.run(inputs, outputs, arena.bytes(), events).ok());
  EXPECT_EQ(c[0], 9);
  EXPECT_EQ(c[1], 16) << "the quotient is rounded down";
  EXPECT_EQ(events[0].count[ETALON_EVENT_FLOOR], 1u);
  EXPECT_EQ(events[1].count[ETALON_EVENT_FLOOR], 0u);
  const std::string digest = plan.digest(outputs);
  EXPECT_EQ(digest.size(), 64u);
  c[1] = 17;
  EXPECT_NE(plan.digest(outputs), digest);
}

// An output that is an input: nothing is computed. The digest is that of the definition, by Python's hashlib.
TEST(ModelInterface, ACallersBoolIsTrueWhereItIsNotZeroAndIsWrittenAsZeroOrOne) {
  EVIDENCE("NUM-BOOL-BYTE", "RUN-ALL-DIGEST");
  const std::string text = proto::model(proto::text(11, proto::value_info("A", ETALON_BOOL, {4})) +
                                        proto::text(12, proto::value_info("A", ETALON_BOOL, {4})));
  const Model model(bytes(text));
  ASSERT_TRUE(model) << model.message();
  const Plan plan(model);
  ASSERT_TRUE(plan) << plan.message();
  const unsigned char given[] = {0, 1, 7, 255};
  bool written[4] = {};
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Input inputs[] = {{Type::boolean, given, sizeof given}};
  const etalon::Output outputs[] = {std::span(written)};
  ASSERT_TRUE(plan.run(inputs, outputs, arena.bytes()).ok());
  const unsigned char wanted[] = {0, 1, 1, 1};
  EXPECT_EQ(std::memcmp(written, wanted, sizeof wanted), 0);
  EXPECT_EQ(plan.digest(outputs), "476ca9926d70cb0ed34083ed8fd4a51c66e3788535c22ebd05e4793e076bcf21");
}

TEST(ModelInterface, AFailingNodeIsNamedAndNoOutputIsWritten) {
  EVIDENCE("RUN-ALL-NOTHING");
  const std::string text = quotient();
  const Plan plan{Model(bytes(text))};  // a plan keeps what it needs of its model
  const std::int32_t a[] = {7, -7}, b[] = {2, 0};
  std::int32_t c[2] = {5, 5};
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Input inputs[] = {std::span(a), std::span(b)};
  const etalon::Output outputs[] = {std::span(c)};
  const etalon::Status status = plan.run(inputs, outputs, arena.bytes());
  EXPECT_EQ(status.code, ETALON_CONDITION);
  EXPECT_STREQ(status.rule, "DIV-INT-ZERO");
  EXPECT_EQ(status.node, 0u);
  EXPECT_EQ(status.index, 1u);
  EXPECT_EQ(c[0], 5);
}

TEST(ModelInterface, FindingsSayWhatIsWrong) {
  EVIDENCE("GEN-GRAPH-SINGLE", "API-ALL-REQUEST");
  const std::string text = quotient(proto::tensor("A", int32, {2}, std::string(8, '\1')));
  const Model model(bytes(text));
  EXPECT_FALSE(model);
  EXPECT_EQ(model.status().code, ETALON_NOT_CONFORMANT);
  const std::vector<etalon_finding> findings = model.findings();
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_STREQ(findings[0].rule, "GEN-GRAPH-DEFAULT");
  EXPECT_STREQ(findings[0].value, "A");
  EXPECT_STREQ(findings[1].rule, "GEN-GRAPH-ORDER");
  EXPECT_EQ(findings[1].node, 1u);
  EXPECT_GT(findings[1].offset, 0u);
  const Plan plan(model);
  EXPECT_FALSE(plan);
  EXPECT_EQ(plan.status().code, ETALON_NOT_CONFORMANT);
  EXPECT_STREQ(plan.status().rule, "GEN-GRAPH-DEFAULT");
}

TEST(ModelInterface, WhatIsNotJudgedIsRefusedWithItsOwnCode) {
  EVIDENCE("CHECK-ALL-VERDICT", "GEN-ALL-OPERATOR");
  std::string text = quotient();
  text.replace(text.find("Div"), 3, "Mod");
  const Model model(bytes(text));
  EXPECT_FALSE(model);
  EXPECT_EQ(model.status().code, ETALON_NOT_JUDGED);
  ASSERT_EQ(model.findings().size(), 1u);
  EXPECT_EQ(model.findings()[0].severity, ETALON_UNJUDGED);
  EXPECT_STREQ(model.findings()[0].fix, "");
  EXPECT_EQ(Plan(model).status().code, ETALON_NOT_JUDGED);
}

TEST(ModelInterface, WhatIsNotAModelIsRefused) {
  EVIDENCE("FILE-ONNX-FORM", "API-ALL-REQUEST");
  const Model cut(bytes(quotient().substr(0, 40)));
  EXPECT_EQ(cut.status().code, ETALON_MALFORMED);
  EXPECT_NE(cut.message().find("byte"), std::string::npos);
  const std::string text = quotient();
  EXPECT_EQ(Model(bytes(text), {.profile = "no such profile"}).status().code, ETALON_USAGE);
  EXPECT_EQ(Model(bytes(text), {.accumulate = "fast"}).status().code, ETALON_USAGE);
  etalon_model* model = nullptr;
  etalon_source nothing{};
  nothing.size = sizeof nothing;
  nothing.byte_count = 10;
  EXPECT_EQ(etalon_check(&nothing, &model, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_check(nullptr, &model, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_check(&nothing, nullptr, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_make_plan(nullptr, nullptr, nullptr, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_model_about(nullptr, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_model_finding(nullptr, 0, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_model_node(nullptr, 0, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_model_input(nullptr, 0, nullptr), ETALON_USAGE);
  etalon_release_model(nullptr);
  etalon_release_plan(nullptr);
}

TEST(ModelInterface, DataBesideTheModelAreReadOnlyFromTheFolderThatIsNamed) {
  EVIDENCE("FILE-ONNX-EXTERNAL");
  const etalon::impl::Folder folder;
  folder.file("k.bin", std::string("\3\0\0\0\4\0\0\0", 8));
  const auto entry = [](const char* key, const char* value) {
    return proto::text(13, proto::text(1, key) + proto::text(2, value));
  };
  const std::string text = quotient(proto::number(1, 2) + proto::number(2, int32) + proto::text(8, "K") +
                                    proto::number(14, 1) + entry("location", "k.bin") + entry("length", "8"));
  EXPECT_EQ(Model(bytes(text)).status().code, ETALON_MALFORMED);
  const Model model(bytes(text), {.external_folder = folder.path().c_str()});
  ASSERT_TRUE(model) << model.message();
  EXPECT_EQ(Model(bytes(text), {.external_folder = "/no/such/folder"}).status().code, ETALON_MALFORMED);
}

TEST(ModelInterface, ARefusedRunNamesTheBuffer) {
  EVIDENCE("API-ALL-BUFFERS", "API-ALL-OVERLAP");
  const std::string text = quotient();
  const Plan plan{Model(bytes(text))};
  std::int32_t a[] = {7, -7}, b[] = {2, 1}, c[2] = {};
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const auto refused = [&](std::span<const etalon::Input> in, std::span<const etalon::Output> out,
                           std::span<std::byte> memory) {
    const etalon::Status status = plan.run(in, out, memory);
    EXPECT_EQ(status.code, ETALON_USAGE);
    EXPECT_EQ(status.count, status.part == ETALON_NOTHING ? 0u : 1u);
    return std::pair(static_cast<etalon_part>(status.part), status.index);
  };
  using Named = std::pair<etalon_part, std::uint64_t>;
  const etalon::Input good[] = {std::span(a), std::span(b)}, wrong[] = {std::span(a), {Type::uint32, b, 8}},
                      few[] = {std::span(a)};
  const etalon::Output out[] = {std::span(c)}, odd[] = {{Type::int32, reinterpret_cast<char*>(c) + 1, 8}},
                       same[] = {std::span(a)};
  EXPECT_EQ(refused(wrong, out, arena.bytes()), Named(ETALON_INPUT, 1));
  EXPECT_EQ(refused(good, odd, arena.bytes()), Named(ETALON_OUTPUT, 0));
  EXPECT_EQ(refused(good, same, arena.bytes()), Named(ETALON_OUTPUT, 0))
      << "of two that overlap, the one to be written";
  EXPECT_EQ(refused(good, out, arena.bytes().subspan(1)), Named(ETALON_ARENA, 0));
  EXPECT_EQ(refused(good, {}, arena.bytes()), Named(ETALON_NOTHING, 0)) << "none can be named";
  EXPECT_EQ(refused(few, out, arena.bytes()), Named(ETALON_NOTHING, 0));
}

TEST(ModelInterface, NothingIsWrittenIntoTheModelsOwnBytes) {
  EVIDENCE("API-ALL-OVERLAP");
  const std::string model_text = quotient();
  // copied to where the model's end is aligned as an output must be
  std::vector<std::int32_t> memory((model_text.size() + 3) / 4 + 64);
  std::memcpy(memory.data(), model_text.data(), model_text.size());
  const std::vector<std::int32_t> before = memory;
  const Plan plan{Model(std::as_bytes(std::span(memory)).first(model_text.size()))};
  ASSERT_TRUE(plan) << plan.message();
  const std::int32_t a[] = {7, -7}, b[] = {2, 1};
  std::int32_t c[2] = {};
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Input inputs[] = {std::span(a), std::span(b)};
  const auto into = [&](std::size_t word) {
    const etalon::Output outputs[] = {std::span(memory).subspan(word, 2)};
    return plan.run(inputs, outputs, arena.bytes());
  };
  const std::size_t last_word = (model_text.size() - 1) / 4;
  for (const std::size_t word : {std::size_t{0}, last_word / 2, last_word}) {
    const etalon::Status status = into(word);
    EXPECT_EQ(status.code, ETALON_USAGE) << "word " << word;
    EXPECT_STREQ(status.rule, "API-ALL-OVERLAP");
    EXPECT_EQ(status.part, ETALON_OUTPUT);
    EXPECT_EQ(status.index, 0u);
    EXPECT_EQ(status.count, 1u);
  }
  EXPECT_EQ(memory, before);
  EXPECT_TRUE(into(last_word + 1).ok()) << "what lies behind the model is the caller's";
  EXPECT_EQ(memory[last_word + 1], 9);
  std::copy(before.begin(), before.end(), memory.begin());
  // an arena there would be written to as well
  const etalon::Output outputs[] = {std::span(c)};
  std::byte* aligned = std::as_writable_bytes(std::span(memory)).data();
  while (reinterpret_cast<std::uintptr_t>(aligned) % ETALON_ARENA_ALIGNMENT != 0) ++aligned;
  const etalon::Status status = plan.run(inputs, outputs, {aligned, arena.bytes().size()});
  EXPECT_EQ(status.code, ETALON_USAGE);
  EXPECT_EQ(status.part, ETALON_ARENA);
  EXPECT_EQ(memory, before);
  // inputs are only read, and may lie there
  const etalon::Input within[] = {std::span(memory).first(2), std::span(b)};
  EXPECT_TRUE(plan.run(within, outputs, arena.bytes()).ok());
}

TEST(ModelInterface, WrongBuffersAreRefused) {
  EVIDENCE("API-ALL-BUFFERS", "API-ALL-OVERLAP");
  const std::string text = quotient();
  const Plan plan{Model(bytes(text))};
  std::int32_t a[] = {7, -7}, b[] = {2, 1}, c[2] = {};
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const auto code = [&](std::span<const etalon::Input> in, std::span<const etalon::Output> out,
                        std::span<std::byte> memory,
                        std::span<etalon_events> events = {}) { return plan.run(in, out, memory, events).code; };
  const etalon::Input good[] = {std::span(a), std::span(b)}, wrong[] = {std::span(a), {Type::uint32, b, 8}},
                      few[] = {std::span(a)}, null[] = {{Type::int32, nullptr, 8}, std::span(b)};
  const etalon::Output out[] = {std::span(c)}, short_out[] = {{Type::int32, c, 4}}, same[] = {std::span(a)},
                       odd[] = {{Type::int32, reinterpret_cast<char*>(c) + 1, 8}};
  etalon_events events[1];
  EXPECT_EQ(code(good, out, arena.bytes()), ETALON_OK);
  EXPECT_EQ(code(wrong, out, arena.bytes()), ETALON_USAGE);
  EXPECT_EQ(code(few, out, arena.bytes()), ETALON_USAGE);
  EXPECT_EQ(code(null, out, arena.bytes()), ETALON_USAGE);
  EXPECT_EQ(code(good, short_out, arena.bytes()), ETALON_USAGE);
  EXPECT_EQ(code(good, same, arena.bytes()), ETALON_USAGE);
  EXPECT_EQ(code(good, odd, arena.bytes()), ETALON_USAGE);
  EXPECT_EQ(code(good, out, {}), ETALON_USAGE);
  EXPECT_EQ(code(good, out, arena.bytes().subspan(1)), ETALON_USAGE);
  EXPECT_EQ(code(good, out, arena.bytes(), events), ETALON_USAGE) << "one place for two nodes";
  EXPECT_EQ(etalon_run_plan(nullptr, good, 2, out, 1, nullptr, 0, nullptr, nullptr), ETALON_USAGE);
  EXPECT_EQ(plan.digest(short_out), "");
}

}  // namespace
