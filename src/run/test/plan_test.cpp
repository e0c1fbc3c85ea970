// SPDX-License-Identifier: Apache-2.0
// Plans of graphs made in memory: where values lie, what is decoded, what is written when, and that threads agree.
#include "run/plan.hpp"

#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "ops/reference.hpp"
#include "run/digest.hpp"
#include "tensor/pattern.hpp"
#include "tests/support/evidence.hpp"

namespace etalon::impl {
namespace {

Shape shape(std::vector<std::uint64_t> dims) { return *Shape::of(dims); }

// A graph said in few words: values are made as they are named.
class Maker {
 public:
  Maker(DType type, std::vector<std::uint64_t> dims) : type_(type), shape_(shape(std::move(dims))) {
    graph.ir_version = 8;
    graph.opset = 14;
  }
  std::uint32_t value(const std::string& name) {
    for (std::uint32_t i = 0; i < graph.values.size(); ++i)
      if (graph.values[i].name == name) return i;
    graph.values.push_back({name, type_, shape_});
    return static_cast<std::uint32_t>(graph.values.size() - 1);
  }
  Maker& input(const std::string& name) {
    graph.inputs.push_back(value(name));
    return *this;
  }
  Maker& output(const std::string& name) {
    graph.outputs.push_back(value(name));
    return *this;
  }
  Maker& node(const char* op, const std::string& a, const std::string& b, const std::string& c) {
    graph.nodes.push_back({"", "", op, {value(a), value(b)}, {value(c)}, {}});
    return *this;
  }
  Maker& constant(const std::string& name, Constant::Encoding encoding, std::span<const std::byte> bytes) {
    graph.initializers.push_back({value(name), {type_, shape_, encoding, bytes}});
    return *this;
  }
  Plan plan() const {
    const Verdict verdict = check(graph, *find_profile("onnx"));
    EXPECT_TRUE(verdict.model) << (verdict.findings.empty() ? "" : verdict.findings[0].message);
    Result<Plan> made = Plan::make(verdict.model, reference_kernel, {});
    EXPECT_TRUE(made) << made.finding().message;
    return std::move(*made);
  }

  Graph graph;

 private:
  DType type_;
  Shape shape_;
};

struct alignas(64) Cell {
  std::byte bytes[64];
};

// Runs on int32 tensors and gives the outputs; a status that is not ok leaves them as they were: all 7.
struct Ran {
  Status status;
  std::vector<std::vector<std::int32_t>> outputs;
};
Ran run(const Plan& plan, const std::vector<std::vector<std::int32_t>>& inputs, std::span<Events> events = {}) {
  Ran ran;
  EventList list(events);
  std::vector<TensorView> in;
  std::vector<MutableTensorView> out;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    in.push_back({DType::i32, plan.inputs()[i].argument.shape, inputs[i].data(), inputs[i].size() * 4});
  for (const Port& port : plan.outputs())
    ran.outputs.emplace_back(static_cast<std::size_t>(port.argument.shape.count), 7);
  for (std::size_t k = 0; k < ran.outputs.size(); ++k)
    out.push_back({DType::i32, plan.outputs()[k].argument.shape, ran.outputs[k].data(), ran.outputs[k].size() * 4});
  std::vector<Cell> arena(static_cast<std::size_t>(plan.arena_bytes() / 64));
  ran.status =
      plan.run(ViewBuffers(in, out), std::as_writable_bytes(std::span(arena)), events.empty() ? nullptr : &list);
  return ran;
}

using Outputs = std::vector<std::vector<std::int32_t>>;

TEST(Plan, AChainIsComputedInOrderAndItsResultLandsWhereTheCallerWantsIt) {
  EVIDENCE("RUN-ALL-ORDER");
  const Plan plan = Maker(DType::i32, {2})
                        .input("A")
                        .input("B")
                        .node("Mul", "A", "B", "T")
                        .node("Add", "T", "A", "C")
                        .output("C")
                        .plan();
  EXPECT_EQ(plan.arena_bytes(), 64u);
  EXPECT_EQ(plan.operations(), 4u);
  const Ran ran = run(plan, {{2, 3}, {10, -10}});
  EXPECT_TRUE(ran.status.ok());
  EXPECT_EQ(ran.outputs, (Outputs{{22, -27}}));
}

TEST(Plan, TheArenaOfALongChainOfSumsIsThatOfOneValue) {
  EVIDENCE("RUN-ALL-ARENA");
  Maker maker(DType::i32, {1000});
  maker.input("0");
  for (int n = 0; n < 100; ++n) maker.node("Add", std::to_string(n), "0", std::to_string(n + 1));
  const Plan plan = maker.output("100").plan();
  EXPECT_EQ(plan.arena_bytes(), 4032u) << "4000 bytes, filled up to 64";
  EXPECT_EQ(plan.live_bytes(), 4032u);
  EXPECT_EQ(run(plan, {std::vector<std::int32_t>(1000, 3)}).outputs[0], std::vector<std::int32_t>(1000, 303));
}

TEST(Plan, AResultTakesThePlaceOfNoOperandThatIsNeededLater) {
  EVIDENCE("RUN-ALL-ARENA");
  const Plan plan = Maker(DType::i32, {2})
                        .input("A")
                        .node("Add", "A", "A", "T")
                        .node("Mul", "T", "T", "U")
                        .node("Sub", "U", "T", "V")
                        .node("Sub", "V", "A", "W")
                        .output("W")
                        .plan();
  EXPECT_EQ(plan.arena_bytes(), 2 * 64u) << "U beside T; V in place of one of them";
  EXPECT_EQ(run(plan, {{3, -5}}).outputs, (Outputs{{27, 115}}));
}

// A kernel over many operands takes the first two, and then what there is and the next one.
TEST(Plan, AResultTakesThePlaceOfNoOperandThatIsTakenAgain) {
  EVIDENCE("RUN-ALL-ARENA");
  Maker maker(DType::f32, {2});
  maker.input("A").node("Add", "A", "A", "T");
  Graph& graph = maker.graph;
  const std::uint32_t t = maker.value("T"), a = maker.value("A");
  graph.nodes.push_back({"", "", "Sum", {t, a, t}, {maker.value("U")}, {}});
  graph.nodes.push_back({"", "", "Add", {maker.value("U"), a}, {maker.value("V")}, {}});
  maker.output("V");
  const Verdict verdict = check(graph, *find_profile("onnx"));
  ASSERT_TRUE(verdict.model) << verdict.findings[0].message;
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, {});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->arena_bytes(), 2 * 64u);
}

// The sum of the input with itself, then `moves` times operators that keep all elements in their order, then the sum of
// that with itself.
Graph graph_with_moves(int moves, DType type = DType::i32) {
  static constexpr std::int64_t square[] = {25, 40}, line[] = {1000}, front[] = {0}, once[] = {1, 1};
  Maker maker(type, {1000});
  maker.input("in").node("Add", "in", "in", "sum");
  Graph& graph = maker.graph;
  const auto list = [&](const char* name, std::span<const std::int64_t> elements) {
    graph.values.push_back({name, DType::i64, shape({elements.size()})});
    const auto value = static_cast<std::uint32_t>(graph.values.size() - 1);
    graph.initializers.push_back(
        {value, {DType::i64, shape({elements.size()}), Constant::Encoding::little_endian, std::as_bytes(elements)}});
    return value;
  };
  const std::uint32_t to_square = list("square", square), to_line = list("line", line), in_front = list("front", front),
                      one_copy = list("once", once);
  std::uint32_t last = maker.value("sum");
  const auto move = [&](const char* op, std::optional<std::uint32_t> how, std::vector<std::uint64_t> dims) {
    graph.values.push_back({"move" + std::to_string(graph.values.size()), type, shape(std::move(dims))});
    const auto result = static_cast<std::uint32_t>(graph.values.size() - 1);
    graph.nodes.push_back({"", "", op, {last}, {result}, {}});
    if (how) graph.nodes.back().inputs.push_back(*how);
    last = result;
  };
  for (int n = 0; n < moves; ++n) {
    move("Reshape", to_square, {25, 40});
    move("Tile", one_copy, {25, 40});
    move("Unsqueeze", in_front, {1, 25, 40});
    move("Flatten", std::nullopt, {1, 1000});
    move("Transpose", std::nullopt, {1000, 1});
    move("Squeeze", std::nullopt, {1000});
    move("Identity", std::nullopt, {1000});
    if (type == DType::f32) move("Dropout", std::nullopt, {1000});
    move("Reshape", to_line, {1000});
  }
  graph.nodes.push_back({"", "", "Add", {last, last}, {maker.value("out")}, {}});
  maker.output("out");
  return graph;
}

TEST(Plan, AChainOfIdentityMovesTakesNoArenaBeyondItsData) {
  EVIDENCE("RUN-ALL-ARENA");
  for (const int moves : {0, 1, 30}) {
    const Verdict verdict = check(graph_with_moves(moves), *find_profile("onnx"));
    ASSERT_TRUE(verdict.model) << verdict.findings[0].message;
    const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, {});
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->arena_bytes(), 4032u) << moves << ": the first sum alone, 4000 bytes, filled up to 64";
    EXPECT_EQ(run(*plan, {std::vector<std::int32_t>(1000, 3)}).outputs[0], std::vector<std::int32_t>(1000, 12));
  }
}

TEST(Plan, ADropoutWithoutAMaskTakesNoArena) {
  EVIDENCE("RUN-ALL-ARENA");
  const Verdict verdict = check(graph_with_moves(3, DType::f32), *find_profile("onnx"));
  ASSERT_TRUE(verdict.model) << verdict.findings[0].message;
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, {});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->arena_bytes(), 4032u);
}

// The mask is an output of the graph; the data are not, and are not moved.
TEST(Plan, AMaskIsWrittenAlsoWhereTheDataStayWhereTheyAre) {
  EVIDENCE("RUN-ALL-ARENA");
  Maker maker(DType::f32, {4});
  maker.input("in").node("Add", "in", "in", "sum");
  Graph& graph = maker.graph;
  graph.values.push_back({"mask", DType::boolean, shape({4})});
  const auto mask = static_cast<std::uint32_t>(graph.values.size() - 1);
  graph.nodes.push_back({"", "", "Dropout", {maker.value("sum")}, {maker.value("kept"), mask}, {}});
  graph.nodes.push_back({"", "", "Add", {maker.value("kept"), maker.value("in")}, {maker.value("out")}, {}});
  maker.output("out");
  graph.outputs.push_back(mask);
  const Verdict verdict = check(graph, *find_profile("onnx"));
  ASSERT_TRUE(verdict.model) << verdict.findings[0].message;
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, {});
  ASSERT_TRUE(plan);
  const std::vector<float> in{1, 2, 3, 4};
  std::vector<float> out(4);
  std::vector<std::uint8_t> truths(4, 7);
  const TensorView inputs[] = {{DType::f32, shape({4}), in.data(), 16}};
  const MutableTensorView outputs[] = {{DType::f32, shape({4}), out.data(), 16},
                                       {DType::boolean, shape({4}), truths.data(), 4}};
  alignas(Arena::alignment) std::byte arena[1024];
  ASSERT_LE(plan->arena_bytes(), sizeof arena);
  ASSERT_TRUE(plan->run(ViewBuffers(inputs, outputs), arena, nullptr, nullptr).ok());
  EXPECT_EQ(out, (std::vector<float>{3, 6, 9, 12}));
  EXPECT_EQ(truths, std::vector<std::uint8_t>(4, 1));
}

TEST(Plan, TooManyInputsAndOutputsAreRefusedBeforeTheyAreComparedInPairs) {
  EVIDENCE("FILE-ALL-LIMITS");
  Maker maker(DType::i32, {1});
  maker.input("A").input("B").node("Add", "A", "B", "C").output("C");
  Limits limits;
  limits.ports = 3;
  const Verdict verdict = check(maker.graph, *find_profile("onnx"));
  EXPECT_TRUE(Plan::make(verdict.model, reference_kernel, limits));
  limits.ports = 2;
  const Result<Plan> refused = Plan::make(verdict.model, reference_kernel, limits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.finding().status.code, Code::limit);
}

// Random graphs with fan-out: if two values that live at once shared a byte, a result would be wrong.
TEST(Plan, RandomGraphsGiveWhatTheOperatorsGiveOneByOne) {
  EVIDENCE("RUN-ALL-ARENA", "RUN-ALL-ORDER");
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    Maker maker(DType::i32, {1 + random() % 40});
    const std::size_t count = 1 + random() % 60;
    maker.input("0").input("1");
    const auto length = static_cast<std::size_t>(maker.graph.values[0].shape->count);
    std::vector<std::vector<std::uint32_t>> wanted(2, std::vector<std::uint32_t>(length));
    for (auto& column : wanted)
      for (auto& element : column) element = static_cast<std::uint32_t>(random());
    const std::vector<std::vector<std::int32_t>> inputs{{wanted[0].begin(), wanted[0].end()},
                                                        {wanted[1].begin(), wanted[1].end()}};
    for (std::size_t n = 0; n < count; ++n) {
      const std::size_t a = random() % (n + 2), b = random() % (n + 2);
      const bool product = random() % 2 == 0;
      maker.node(product ? "Mul" : "Add", std::to_string(a), std::to_string(b), std::to_string(n + 2));
      std::vector<std::uint32_t> result(length);
      for (std::size_t i = 0; i < length; ++i)
        result[i] = product ? wanted[a][i] * wanted[b][i] : wanted[a][i] + wanted[b][i];
      wanted.push_back(result);
    }
    std::vector<std::size_t> outputs;
    for (std::size_t v = 0; v < count + 2; ++v)
      if (v == count + 1 || random() % 4 == 0) {
        outputs.push_back(v);
        maker.output(std::to_string(v));
      }
    const Ran ran = run(maker.plan(), inputs);
    ASSERT_TRUE(ran.status.ok());
    for (std::size_t k = 0; k < outputs.size(); ++k)
      for (std::size_t i = 0; i < length; ++i)
        ASSERT_EQ(static_cast<std::uint32_t>(ran.outputs[k][i]), wanted[outputs[k]][i]) << round << " " << outputs[k];
  }
}

TEST(Plan, AFailingDivisionLateInTheGraphLeavesAllOutputsUnwritten) {
  EVIDENCE("RUN-ALL-NOTHING", "DIV-INT-ZERO");
  const Plan plan = Maker(DType::i32, {2})
                        .input("A")
                        .input("B")
                        .node("Mul", "A", "A", "early")
                        .node("Add", "early", "B", "T")
                        .node("Div", "T", "B", "Q")
                        .node("Add", "Q", "A", "late")
                        .output("early")
                        .output("Q")
                        .output("late")
                        .output("A")
                        .plan();
  EXPECT_EQ(plan.staged_bytes(), 8u) << "only what is computed before the division waits";
  const Ran failed = run(plan, {{1, 2}, {1, 0}});
  EXPECT_EQ(failed.status.code, Code::condition);
  EXPECT_STREQ(failed.status.rule, "DIV-INT-ZERO");
  EXPECT_EQ(failed.status.node, 2u);
  EXPECT_EQ(failed.status.index, 1u);
  for (const auto& output : failed.outputs) EXPECT_EQ(output, (std::vector<std::int32_t>{7, 7}));
  const Ran ran = run(plan, {{4, 6}, {2, 3}});
  EXPECT_EQ(ran.outputs, (Outputs{{16, 36}, {9, 13}, {13, 19}, {4, 6}}));
}

TEST(Plan, OnlyConstantsThatCannotStayAreDecodedAndTheBytesAreCounted) {
  EVIDENCE("RUN-ALL-CONSTANTS");
  alignas(8) const unsigned char raw[] = {1, 0, 0, 0, 2, 0, 0, 0, 9, 9, 9, 9}, words[] = {5, 6};
  const auto plan_of = [](Constant::Encoding encoding, const unsigned char* at, std::size_t length) {
    return Maker(DType::i32, {2})
        .input("A")
        .constant("K", encoding, std::as_bytes(std::span(at, length)))
        .node("Mul", "A", "K", "C")
        .output("C")
        .plan();
  };
  using Encoding = Constant::Encoding;
  const Plan aligned = plan_of(Encoding::little_endian, raw, 8),
             unaligned = plan_of(Encoding::little_endian, raw + 1, 8), varints = plan_of(Encoding::varints, words, 2);
  EXPECT_EQ(aligned.decoded_bytes(), std::endian::native == std::endian::little ? 0u : 8u);
  EXPECT_EQ(unaligned.decoded_bytes(), 8u);
  EXPECT_EQ(varints.decoded_bytes(), 8u);
  EXPECT_EQ(run(aligned, {{3, 3}}).outputs, (Outputs{{3, 6}}));
  EXPECT_EQ(run(unaligned, {{1, 1}}).outputs, (Outputs{{0x02000000, 0x09000000}}));
  EXPECT_EQ(run(varints, {{3, 3}}).outputs, (Outputs{{15, 18}}));
}

// K, of two elements, joined to itself as often as `times` says, by one node after the other; the sum of A and the
// last.
Graph joined_constants(std::span<const std::int32_t> k, int times) {
  Maker maker(DType::i32, {2});
  maker.constant("K", Constant::Encoding::little_endian, std::as_bytes(k));
  Graph& graph = maker.graph;
  std::uint32_t last = maker.value("K");
  std::uint64_t length = 2;
  const auto add = [&](const std::string& name) {
    graph.values.push_back({name, DType::i32, shape({length})});
    return static_cast<std::uint32_t>(graph.values.size() - 1);
  };
  for (int i = 0; i < times; ++i) {
    length *= 2;
    const std::uint32_t twice = add("T" + std::to_string(i));
    graph.nodes.push_back({"", "", "Concat", {last, last}, {twice}, {{"axis", std::int64_t{0}}}});
    last = twice;
  }
  graph.inputs.push_back(add("A"));
  graph.nodes.push_back({"", "", "Add", {graph.inputs[0], last}, {add("C")}, {}});
  graph.outputs = {static_cast<std::uint32_t>(graph.values.size() - 1), last};
  return graph;
}

TEST(Plan, WhatNodesMoveOfConstantsIsMadeOnceAndOnlyWhatIsNeededIsKept) {
  EVIDENCE("RUN-ALL-CONSTANTS");
  alignas(8) const std::int32_t k[] = {1, 2};
  const Verdict verdict = check(joined_constants(k, 3), *find_profile("onnx"));
  ASSERT_TRUE(verdict.model) << verdict.findings[0].message;
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, {});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->arena_bytes(), 0u);
  const bool stays = std::endian::native == std::endian::little;
  EXPECT_EQ(plan->decoded_bytes(), stays ? 64u : 72u) << "the last of three, and K where its bytes are turned";
  std::vector<Events> events(4);
  for (const auto& counted : {std::span<Events>(), std::span(events)}) {
    const Ran ran = run(*plan, {std::vector<std::int32_t>(16, 10)}, counted);
    EXPECT_TRUE(ran.status.ok());
    EXPECT_EQ(ran.outputs, (Outputs{{11, 12, 11, 12, 11, 12, 11, 12, 11, 12, 11, 12, 11, 12, 11, 12},
                                    {1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2}}));
  }
}

TEST(Plan, WhatNodesMoveOfConstantsIsLeftToTheRunsWhereMemoryIsShort) {
  EVIDENCE("RUN-ALL-CONSTANTS");
  alignas(8) const std::int32_t k[] = {1, 2};
  const Verdict verdict = check(joined_constants(k, 1), *find_profile("onnx"));
  ASSERT_TRUE(verdict.model) << verdict.findings[0].message;
  Limits limits;
  limits.arena_bytes = 15;
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, limits);
  ASSERT_TRUE(plan) << "both results lie in the caller's buffers";
  EXPECT_LE(plan->decoded_bytes(), 8u);
  EXPECT_EQ(run(*plan, {{10, 10, 10, 10}}).outputs, (Outputs{{11, 12, 11, 12}, {1, 2, 1, 2}}));
}

TEST(Plan, AConstantThatIsMadeLargerLiesInTheArena) {
  EVIDENCE("RUN-ALL-CONSTANTS");
  alignas(8) const std::int32_t k[] = {1, 2};
  alignas(8) const std::int64_t times[] = {5000};
  Maker maker(DType::i32, {2});
  maker.constant("K", Constant::Encoding::little_endian, std::as_bytes(std::span(k)));
  Graph& graph = maker.graph;
  graph.values.push_back({"times", DType::i64, shape({1})});
  graph.initializers.push_back(
      {1, {DType::i64, shape({1}), Constant::Encoding::little_endian, std::as_bytes(std::span(times))}});
  for (const char* name : {"T", "A", "C"}) graph.values.push_back({name, DType::i32, shape({10000})});
  graph.inputs = {3};
  graph.outputs = {4};
  graph.nodes = {{"", "", "Tile", {0, 1}, {2}, {}}, {"", "", "Add", {2, 3}, {4}, {}}};
  const Plan plan = maker.plan();
  EXPECT_EQ(plan.arena_bytes(), 40000u);
  EXPECT_LE(plan.decoded_bytes(), 16u);
}

TEST(Plan, EventsAreCountedByNodeAndChangeNoResult) {
  EVIDENCE("RUN-ALL-EVENTS");
  const Plan plan = Maker(DType::i32, {2})
                        .input("A")
                        .input("B")
                        .node("Mul", "A", "B", "T")
                        .node("Mul", "T", "B", "C")
                        .output("C")
                        .plan();
  std::vector<Events> events(2);
  const Ran counted = run(plan, {{1 << 20, 5}, {1 << 8, 1}}, events), plain = run(plan, {{1 << 20, 5}, {1 << 8, 1}});
  EXPECT_EQ(counted.outputs, plain.outputs);
  EXPECT_EQ(events[0].of[5].count, 0u);
  EXPECT_EQ(events[1].of[5].count, 1u) << "integer overflow in the second node";
}

TEST(Plan, ANodeWhoseEventsNobodyWantsTakesTheKernelThatDoesNotCount) {
  EVIDENCE("RUN-ALL-EVENTS");
  struct Second final : EventSink {
    bool wants(std::size_t node) const override { return node == 1; }
    void take(std::size_t node, const Events& events) override {
      taken.push_back(node);
      overflows = events.of[5].count;
    }
    std::vector<std::size_t> taken;
    std::uint64_t overflows = 0;
  } sink;
  const Plan plan =
      Maker(DType::i32, {1}).input("A").node("Mul", "A", "A", "T").node("Mul", "T", "T", "C").output("C").plan();
  const std::int32_t a = 1 << 10;
  std::int32_t c = 7;
  const TensorView in{DType::i32, shape({1}), &a, 4};
  const MutableTensorView out{DType::i32, shape({1}), &c, 4};
  Cell arena[1];
  EXPECT_TRUE(plan.run(ViewBuffers({&in, 1}, {&out, 1}), std::as_writable_bytes(std::span(arena)), &sink).ok());
  EXPECT_EQ(sink.taken, (std::vector<std::size_t>{1}));
  EXPECT_EQ(sink.overflows, 1u);
  EXPECT_EQ(c, 0);
}

TEST(Plan, WrongBuffersAreRefused) {
  EVIDENCE("API-ALL-BUFFERS", "API-ALL-OVERLAP");
  const Plan plan =
      Maker(DType::i32, {16}).input("A").node("Mul", "A", "A", "T").node("Add", "T", "T", "C").output("C").plan();
  std::vector<Cell> memory(4);
  std::byte* base = memory[0].bytes;
  const Shape s = shape({16});
  const auto status = [&](TensorView in, MutableTensorView out, std::span<std::byte> arena) {
    return plan.run(ViewBuffers({&in, 1}, {&out, 1}), arena, nullptr);
  };
  const TensorView in{DType::i32, s, base, 64};
  const MutableTensorView out{DType::i32, s, base + 64, 64};
  EXPECT_TRUE(status(in, out, {base + 128, 64}).ok());
  EXPECT_STREQ(status(in, out, {base + 128, 63}).rule, "API-ALL-BUFFERS");
  EXPECT_STREQ(status(in, out, {base + 132, 64}).rule, "API-ALL-BUFFERS");
  EXPECT_STREQ(status(in, out, {base + 64, 64}).rule, "API-ALL-OVERLAP");
  EXPECT_STREQ(status(in, out, {base, 64}).rule, "API-ALL-OVERLAP");
  EXPECT_STREQ(status(in, {DType::i32, s, base + 32, 64}, {base + 128, 64}).rule, "API-ALL-OVERLAP");
  EXPECT_STREQ(status({DType::u32, s, base, 64}, out, {base + 128, 64}).rule, "API-ALL-BUFFERS");
  EXPECT_STREQ(status(in, {DType::i32, s, nullptr, 64}, {base + 128, 64}).rule, "API-ALL-BUFFERS");
  EXPECT_STREQ(plan.run(ViewBuffers({}, {&out, 1}), {base + 128, 64}, nullptr).rule, "API-ALL-BUFFERS");
}

TEST(Plan, EightThreadsThatShareOnePlanAgreeBitForBit) {
  EVIDENCE("RUN-ALL-THREADS");
  Maker maker(DType::f32, {64, 64});
  maker.input("A").input("B");
  maker.node("MatMul", "A", "B", "P").node("Div", "P", "B", "Q").node("MatMul", "Q", "P", "R").output("R").output("P");
  const Plan plan = maker.plan();
  std::vector<float> a(4096), b(4096);
  std::mt19937 random(2);
  for (float& x : a) x = std::uniform_real_distribution<float>(-1, 1)(random);
  for (float& x : b) x = std::uniform_real_distribution<float>(-1, 1)(random);
  std::vector<std::string> digests(8);
  std::vector<std::thread> threads;
  for (std::string& digest : digests)
    threads.emplace_back([&] {
      std::vector<float> r(4096), p(4096);
      std::vector<Cell> arena(static_cast<std::size_t>(plan.arena_bytes() / 64));
      const TensorView in[] = {{DType::f32, shape({64, 64}), a.data(), 16384},
                               {DType::f32, shape({64, 64}), b.data(), 16384}};
      const MutableTensorView out[] = {{DType::f32, shape({64, 64}), r.data(), 16384},
                                       {DType::f32, shape({64, 64}), p.data(), 16384}};
      for (int again = 0; again < 3; ++again) {
        const Status status = plan.run(ViewBuffers(in, out), std::as_writable_bytes(std::span(arena)), nullptr);
        TensorDigest hash;
        hash.add("R", {out[0].type, out[0].shape, r.data(), 16384});
        hash.add("P", {out[1].type, out[1].shape, p.data(), 16384});
        digest += status.ok() ? to_hex(hash.finish()) : "failed";
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::string& digest : digests) EXPECT_EQ(digest, digests[0]);
  EXPECT_EQ(digests[0].size(), 3 * 64u);
}

TEST(Plan, MoreMemoryThanTheLimitIsRefusedBeforeAnyIsTaken) {
  EVIDENCE("FILE-ALL-LIMITS");
  Maker maker(DType::f32, {1000});
  maker.input("0");
  for (int n = 0; n < 10; ++n) maker.node("Add", std::to_string(n), "0", std::to_string(n + 1));
  const Verdict verdict = check(maker.output("10").graph, *find_profile("onnx"));
  ASSERT_TRUE(verdict.model);
  Limits limits;
  limits.arena_bytes = 4032;
  EXPECT_TRUE(Plan::make(verdict.model, reference_kernel, limits));
  limits.arena_bytes = 4032 - 1;
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, limits);
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.finding().status.code, Code::limit);
}

// Random takes and gives: how much was needed at once, and whether blocks that were needed at once touch.
struct DrawnArena {
  DrawnArena(unsigned seed, int steps) {
    std::mt19937 random(seed);
    std::vector<std::size_t> alive;
    std::uint64_t live_bytes = 0;
    const auto cells = [](std::uint64_t size) { return (size + 63) / 64 * 64; };
    for (int step = 0; step < steps; ++step) {
      if (alive.empty() || random() % 2 == 0) {
        const std::uint64_t drawn = random() % 1000;
        const std::size_t block = *arena.take(drawn);
        EXPECT_EQ(block, bytes.size());
        for (const std::size_t other : alive) together.emplace_back(block, other);
        alive.push_back(block);
        bytes.push_back(drawn);
        most = std::max(most, live_bytes += cells(drawn));
      } else {
        const auto which = alive.begin() + static_cast<std::ptrdiff_t>(random() % alive.size());
        arena.give(*which);
        live_bytes -= cells(bytes[*which]);
        alive.erase(which);
      }
    }
    before = arena.bytes();
    arena.settle();
  }
  bool touch(std::size_t a, std::size_t b) const {
    return arena.offset(a) < arena.offset(b) + bytes[b] && arena.offset(b) < arena.offset(a) + bytes[a];
  }

  Arena arena;
  std::vector<std::uint64_t> bytes;
  std::vector<std::pair<std::size_t, std::size_t>> together;
  std::uint64_t most = 0, before = 0;
};

TEST(Arena, BlocksThatAreNeededAtOnceNeverTouchAndFreedOnesAreTakenAgain) {
  EVIDENCE("RUN-ALL-ARENA");
  for (const int steps : {1, 10, 300, 2000, 20000}) {  // the last: too many blocks for the better order
    const DrawnArena drawn(static_cast<unsigned>(steps), steps);
    for (const auto& [a, b] : drawn.together)
      ASSERT_FALSE(drawn.bytes[a] > 0 && drawn.bytes[b] > 0 && drawn.touch(a, b)) << steps;
    for (std::size_t block = 0; block < drawn.bytes.size(); ++block) {
      ASSERT_EQ(drawn.arena.offset(block) % Arena::alignment, 0u);
      ASSERT_LE(drawn.arena.offset(block) + drawn.bytes[block], drawn.arena.bytes());
    }
    EXPECT_EQ(drawn.arena.most(), drawn.most);
    EXPECT_GE(drawn.arena.bytes(), drawn.most);
    EXPECT_LE(drawn.arena.bytes(), drawn.before);
    EXPECT_LE(drawn.before, 2 * drawn.most) << "holes stay few";
  }
}

// A block of 128 bytes leaves a hole where one of 192 is wanted: 512 bytes in the order of the steps, 384 otherwise.
TEST(Arena, FewBlocksAreLaidOutWithoutTheHolesOfTheirOrder) {
  EVIDENCE("RUN-ALL-ARENA");
  Arena arena;
  const std::size_t small = *arena.take(128), kept = *arena.take(192);
  arena.give(small);
  const std::size_t large = *arena.take(192);
  EXPECT_EQ(arena.bytes(), 512u);
  arena.settle();
  EXPECT_EQ(arena.bytes(), 384u);
  EXPECT_EQ(arena.most(), 384u);
  EXPECT_NE(arena.offset(kept), arena.offset(large));
}

TEST(Arena, ABlockBehindTheEndOfAllAddressesIsRefused) {
  EVIDENCE("RUN-ALL-ARENA");
  Arena arena;
  EXPECT_FALSE(arena.take(UINT64_MAX));
  EXPECT_TRUE(arena.take(UINT64_MAX / 2));
  EXPECT_FALSE(arena.take(64));
}

}  // namespace
}  // namespace etalon::impl
