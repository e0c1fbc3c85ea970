// SPDX-License-Identifier: Apache-2.0
// Fast kernels and teams through the public interface, with the public headers only.
#include <etalon/fast.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstring>
#include <etalon/fast.hpp>
#include <random>
#include <thread>

#include "tests/interface/lenet.hpp"
#include "tests/replay/proto.hpp"
#include "tests/support/evidence.hpp"

namespace {

using etalon::Model;
using etalon::Plan;
using etalon::Team;

constexpr int float32 = 1;

// Z = A B * S / B + A B
std::string chain() {
  std::string graph;
  for (const auto& [op, a, b, y] :
       {std::array{"MatMul", "A", "B", "P"}, {"Mul", "P", "B", "Q"}, {"Div", "Q", "B", "Y"}, {"Add", "Y", "P", "Z"}})
    graph += proto::text(1, proto::node(op, {a, b}, y)) + proto::text(13, proto::value_info(y, float32, {20, 20}));
  for (const char* name : {"A", "B"}) graph += proto::text(11, proto::value_info(name, float32, {20, 20}));
  return proto::model(graph + proto::text(12, proto::value_info("Z", float32, {20, 20})));
}

std::span<const std::byte> bytes(const std::string& model) { return std::as_bytes(std::span(model)); }

// A caller's own team: threads made for each run.
struct Own {
  etalon_team team{this, 3, [](void* own, std::size_t tasks, void (*task)(void*, std::size_t), void* argument) {
                     ++static_cast<Own*>(own)->runs;
                     std::vector<std::thread> threads;
                     for (std::size_t i = 0; i < tasks; ++i) threads.emplace_back(task, argument, i);
                     for (std::thread& thread : threads) thread.join();
                   }};
  int runs = 0;
};

std::string digest(const Plan& plan, const etalon_team* team) {
  static const auto operands = [] {
    std::mt19937 random(9);
    std::array<std::vector<float>, 2> both{std::vector<float>(400), std::vector<float>(400)};
    for (auto& operand : both)
      for (float& x : operand) x = std::uniform_real_distribution<float>(-2, 2)(random);
    return both;
  }();
  std::vector<float> z(400);
  etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
  const etalon::Input in[] = {std::span(operands[0]), std::span(operands[1])};
  const etalon::Output out[] = {std::span(z)};
  const etalon::Status status = plan.run(in, out, arena.bytes(), {}, team);
  return status.ok() ? plan.digest(out) : std::string("code ") + std::to_string(status.code);
}

TEST(FastInterface, KernelsAndTeamsChangeNoBit) {
  EVIDENCE("RUN-ALL-KERNELS", "RUN-ALL-TEAM");
  const std::string text = chain();
  for (const char* policy : {"sequential", "fused", "wide", "exact"}) {
    const Model model(bytes(text), {.accumulate = policy});
    ASSERT_TRUE(model) << model.message();
    const std::string wanted = digest(Plan(model), nullptr);
    EXPECT_EQ(wanted.size(), 64u);
    Own own;
    for (const std::uint32_t tasks : {0u, 1u, 2u, 7u, 1024u}) {
      const Plan plan(model, {etalon_fast_kernels(), tasks}), plain(model, {nullptr, tasks});
      ASSERT_TRUE(plan) << plan.message();
      EXPECT_EQ(digest(plan, nullptr), wanted) << policy;
      EXPECT_EQ(digest(plan, &own.team), wanted) << policy;
      EXPECT_EQ(digest(plain, &own.team), wanted) << policy;
      for (const std::uint32_t threads : {1u, 2u, 5u}) {
        const Team team(threads);
        ASSERT_TRUE(team) << team.message();
        EXPECT_EQ(digest(plan, team.get()), wanted) << policy << " " << tasks << " tasks, " << threads << " threads";
      }
    }
  }
}

// R = Reshape(A), C = Concat(A, A), W = Where(A, A, A): what is moved as a whole, in parts and by choice.
std::string moves() {
  constexpr int truth = ETALON_BOOL, int64 = ETALON_INT64;
  const std::string axis = proto::text(5, proto::text(1, "axis") + proto::number(3, 0) + proto::number(20, 2));
  return proto::model(
      proto::text(1, proto::node("Reshape", {"A", "S"}, "R")) +
      proto::text(1, proto::node("Concat", {"A", "A"}, "C") + axis) +
      proto::text(1, proto::node("Where", {"A", "A", "A"}, "W")) +
      proto::text(5, proto::tensor("S", int64, {2}, std::string("\x10\0\0\0\0\0\0\0\x10\0\0\0\0\0\0\0", 16))) +
      proto::text(11, proto::value_info("A", truth, {256})) + proto::text(12, proto::value_info("R", truth, {16, 16})) +
      proto::text(12, proto::value_info("C", truth, {512})) + proto::text(12, proto::value_info("W", truth, {256})));
}

TEST(FastInterface, MovedBoolsAreZeroOrOneWhateverBytesTheCallerGave) {
  EVIDENCE("NUM-BOOL-BYTE");
  const std::string text = moves();
  const Model model(bytes(text), {.profile = "onnx"});
  ASSERT_TRUE(model) << model.message();
  std::vector<unsigned char> given(256), wanted(256, 1);
  for (std::size_t i = 0; i < given.size(); ++i) given[i] = static_cast<unsigned char>(i);
  wanted[0] = 0;
  std::vector<unsigned char> twice = wanted;
  twice.insert(twice.end(), wanted.begin(), wanted.end());
  for (const etalon_kernels* kernels : {static_cast<const etalon_kernels*>(nullptr), etalon_fast_kernels()}) {
    const Plan plan(model, {kernels, 1});
    ASSERT_TRUE(plan) << plan.message();
    std::vector<unsigned char> r(256, 9), c(512, 9), w(256, 9);
    etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
    const etalon::Input in[] = {{etalon::Type::boolean, given.data(), given.size()}};
    const etalon::Output out[] = {{etalon::Type::boolean, r.data(), r.size()},
                                  {etalon::Type::boolean, c.data(), c.size()},
                                  {etalon::Type::boolean, w.data(), w.size()}};
    ASSERT_TRUE(plan.run(in, out, arena.bytes()).ok());
    EXPECT_EQ(r, wanted);
    EXPECT_EQ(c, twice);
    EXPECT_EQ(w, wanted);
  }
}

TEST(FastInterface, TheInstructionSetHasAName) {
  EVIDENCE("RUN-ALL-KERNELS");
  EXPECT_GT(std::strlen(etalon_fast_instructions()), 0u);
}

TEST(FastInterface, KernelsOfAnotherBuildAreRefused) {
  EVIDENCE("API-ALL-KERNELS");
  const std::string text = chain();
  const Model model(bytes(text));
  alignas(8) std::array<char, 256> older{"etalon kernels 0.0.9"};
  const Plan plan(model, {reinterpret_cast<const etalon_kernels*>(older.data()), 1});
  EXPECT_FALSE(plan);
  EXPECT_EQ(plan.status().code, ETALON_USAGE);
  EXPECT_STREQ(plan.status().rule, "API-ALL-KERNELS");
  EXPECT_NE(plan.message().find("another build"), std::string::npos) << plan.message();
  // The right version with another layout: as of a compiler that lays out differently.
  std::memcpy(older.data(), etalon_fast_kernels(), 32);
  EXPECT_EQ(Plan(model, {reinterpret_cast<const etalon_kernels*>(older.data()), 1}).status().code, ETALON_USAGE);
}

TEST(FastInterface, WrongRequestsAreRefused) {
  EVIDENCE("API-ALL-REQUEST");
  const std::string text = chain();
  const Model model(bytes(text));
  const Plan many(model, {nullptr, ETALON_MAX_TASKS + 1});
  EXPECT_EQ(many.status().code, ETALON_USAGE);
  EXPECT_NE(many.message().find("1024"), std::string::npos) << many.message();
  etalon_plan* plan = nullptr;
  EXPECT_EQ(etalon_make_plan(nullptr, nullptr, &plan, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_make_plan(model.get(), nullptr, nullptr, nullptr), ETALON_USAGE);
  EXPECT_EQ(etalon_make_plan(model.get(), nullptr, &plan, nullptr), ETALON_OK) << "no options: all zero";
  etalon_release_plan(plan);

  const Plan good(model);
  Own own;
  EXPECT_EQ(digest(good, &own.team).size(), 64u);
  own.team.size = 0;
  EXPECT_EQ(digest(good, &own.team), "code 2");
  own.team = {nullptr, 1, nullptr};
  EXPECT_EQ(digest(good, &own.team), "code 2");
  EXPECT_EQ(etalon_run_plan(nullptr, nullptr, 0, nullptr, 0, nullptr, 0, nullptr, nullptr), ETALON_USAGE);

  EXPECT_EQ(etalon_make_team(1, nullptr, nullptr), ETALON_USAGE);
  etalon_team* team = &own.team;
  EXPECT_EQ(etalon_make_team(1025, &team, nullptr), ETALON_LIMIT);
  EXPECT_EQ(team, nullptr);
  const Team refused(1025);
  EXPECT_FALSE(refused);
  EXPECT_EQ(refused.size(), 0u);
  EXPECT_NE(refused.message().find("too many threads: at most 1024"), std::string::npos) << refused.message();
  etalon_release_team(nullptr);
}

// Each with its own image, outputs and arena.
TEST(FastInterface, EightThreadsThatRunOnePlanOfANetworkGetWhatEachGetsAlone) {
  EVIDENCE("RUN-ALL-THREADS", "RUN-ALL-KERNELS");
  constexpr unsigned count = 8;
  const std::string text = LeNet().model();
  for (const char* policy : {"sequential", "fused"}) {
    const Model model(bytes(text), {.profile = "onnx", .accumulate = policy});
    ASSERT_TRUE(model) << model.message();
    const Plan reference(model), fast(model, {etalon_fast_kernels(), 2});
    ASSERT_TRUE(reference && fast) << reference.message() << fast.message();
    const auto run = [](const Plan& plan, unsigned image, const etalon_team* team) {
      const std::vector<float> x = LeNet::image(image);
      std::vector<float> y(LeNet::outputs);
      etalon::Arena arena(static_cast<std::size_t>(plan.facts().arena_bytes));
      const etalon::Input in[] = {std::span(x)};
      const etalon::Output out[] = {std::span(y)};
      return plan.run(in, out, arena.bytes(), {}, team).ok() ? plan.digest(out) : std::string("failed");
    };
    std::array<std::string, count> alone, together;
    for (unsigned i = 0; i < count; ++i) alone[i] = run(reference, i, nullptr);
    EXPECT_NE(alone[0], alone[1]);
    std::atomic<unsigned> waiting = count;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < count; ++i)
      threads.emplace_back([&, i] {
        const Team own(i % 2 + 1);
        for (--waiting; waiting > 0;) std::this_thread::yield();  // all begin at once
        for (int again = 0; again < 5; ++again) {
          const std::string digest = run(fast, i, own.get());
          if (again == 0 || digest != alone[i]) together[i] = digest;
        }
      });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(together, alone) << policy;
  }
}

}  // namespace
