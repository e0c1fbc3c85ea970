// SPDX-License-Identifier: Apache-2.0
// The ready-made team does every task once, and no result depends on how many threads there are.
#include "simd/threads.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <random>
#include <thread>

#include "base/fp_environment.hpp"
#include "run/plan.hpp"
#include "simd/fast.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::impl {
namespace {

Threads threads(unsigned count) {
  Result<Threads> made = Threads::make(count);
  EXPECT_TRUE(made);
  return std::move(*made);
}

TEST(Threads, EveryTaskRunsExactlyOnce) {
  EVIDENCE("RUN-ALL-TEAM");
  for (const unsigned size : {1u, 2u, 3u, 8u}) {
    Threads team = threads(size);
    EXPECT_EQ(team.size(), size);
    for (const std::size_t tasks : {0u, 1u, 2u, 63u, 64u, 1000u}) {
      std::vector<std::atomic<int>> times(tasks + 1);
      team.run(tasks, [](void* all, std::size_t i) { ++(*static_cast<decltype(times)*>(all))[i]; }, &times);
      for (std::size_t i = 0; i < tasks; ++i) EXPECT_EQ(times[i], 1) << i << " of " << tasks << " on " << size;
      EXPECT_EQ(times[tasks], 0);
    }
  }
}

TEST(Threads, CallersAtTheSameTimeTakeTurns) {
  EVIDENCE("RUN-ALL-TEAM");
  Threads team = threads(3);
  std::vector<std::thread> callers;
  std::vector<std::uint64_t> sums(4);
  for (std::uint64_t& sum : sums)
    callers.emplace_back([&team, &sum] {
      for (int again = 0; again < 20; ++again) {
        std::atomic<std::uint64_t> total = 0;
        team.run(100, [](void* t, std::size_t i) { *static_cast<std::atomic<std::uint64_t>*>(t) += i; }, &total);
        sum += total;
      }
    });
  for (std::thread& caller : callers) caller.join();
  for (const std::uint64_t sum : sums) EXPECT_EQ(sum, 20 * 4950u);
}

TEST(Threads, NoneGivenMeansOneAProcessor) {
  EVIDENCE("RUN-ALL-TEAM");
  EXPECT_EQ(threads(0).size(), std::max(1u, std::thread::hardware_concurrency()));
}

TEST(Threads, MoreThanCanBeHadAreRefused) {
  EVIDENCE("FILE-ALL-LIMITS");
  const Result<Threads> many = Threads::make(Threads::most + 1);
  ASSERT_FALSE(many);
  EXPECT_EQ(many.finding().status.code, Code::limit);
#ifndef ETALON_INSTRUMENTED  // a sanitizer takes more address space than it leaves here
  rlimit before{}, tight{};
  getrlimit(RLIMIT_AS, &before);
  tight = {std::uint64_t{1} << 30, before.rlim_max};
  setrlimit(RLIMIT_AS, &tight);
  const Result<Threads> refused = Threads::make(Threads::most);  // whose stacks do not fit
  setrlimit(RLIMIT_AS, &before);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.finding().status.code, Code::limit);
#endif
}

// Multiplies element-wise in as many tasks as it is allowed, each with its own scratch, and reports the number.
struct Cut {
  const float *a, *b;
  float* c;
  std::uint64_t count;
  const Work* work;
};
std::atomic<unsigned> tasks_seen;
constexpr std::uint64_t scratch_bytes = 64;

Status cut_compute(const Call& call, Inputs in, Outputs out, const Work& work) {
  Cut cut{static_cast<const float*>(in[0]), static_cast<const float*>(in[1]), static_cast<float*>(out[0]),
          call.outputs[0]->shape.count, &work};
  tasks_seen = work.tasks;
  const auto task = [](void* context, std::size_t i) {
    const FpGuard guard;
    const Cut& it = *static_cast<Cut*>(context);
    auto* mine = reinterpret_cast<float*>(it.work->scratch.data() + i * scratch_bytes);
    for (std::uint64_t k = it.count * i / it.work->tasks; k < it.count * (i + 1) / it.work->tasks; ++k) {
      mine[k % 16] = it.a[k] * it.b[k];
      it.c[k] = mine[k % 16];
    }
  };
  if (work.team == nullptr)
    task(&cut, 0);
  else
    work.team->run(work.tasks, task, &cut);
  return {};
}
Kernel cut_kernel(const Call&, CountEvents) {
  return {cut_compute, [](const Call&, unsigned tasks) { return tasks * scratch_bytes; }};
}

std::vector<std::byte> bits_of(const Plan& plan, const std::vector<Tensor>& inputs, Team* team) {
  std::vector<TensorView> in;
  for (const Tensor& tensor : inputs) in.push_back(tensor.view());
  Tensor result(plan.outputs()[0].argument.type, plan.outputs()[0].argument.shape);
  const MutableTensorView out[] = {result.view()};
  std::vector<std::byte> memory(static_cast<std::size_t>(plan.arena_bytes()) + 64);
  const auto skip = (0 - reinterpret_cast<std::uintptr_t>(memory.data())) % 64;
  const Status status =
      plan.run(ViewBuffers(in, out), std::span(memory).subspan(skip).first(memory.size() - 64), nullptr, team);
  EXPECT_TRUE(status.ok());
  return {result.data(), result.data() + result.bytes()};
}

TEST(Threads, TheResultOfAModelDoesNotDependOnThem) {
  EVIDENCE("RUN-ALL-TEAM");
  tests::GraphMaker maker(DType::f32);
  maker.input("A", {48, 48}).input("B", {48, 48});
  maker.node("Mul", "A", "B", "T", {48, 48}).node("MatMul", "T", "A", "P", {48, 48});
  maker.node("Div", "P", "B", "Q", {48, 48}).node("Add", "Q", "A", "C", {48, 48}).output("C");
  tests::GraphMaker product(DType::f32);
  product.input("A", {48, 48}).input("B", {48, 48}).node("Mul", "A", "B", "C", {48, 48}).output("C");
  std::mt19937 random(5);
  std::vector<float> a(48 * 48), b(48 * 48);
  for (float& x : a) x = std::uniform_real_distribution<float>(-1, 1)(random);
  for (float& x : b) x = std::uniform_real_distribution<float>(-1e-38f, 1e-38f)(random);  // products are subnormal
  const std::vector<Tensor> inputs{tests::tensor_of(DType::f32, {48, 48}, a),
                                   tests::tensor_of(DType::f32, {48, 48}, b)};
  for (const unsigned tasks : {1u, 2u, 5u, 64u}) {
    const Result<Plan> fast = Plan::make(maker.model(), fast_kernel, {}, tasks),
                       cut = Plan::make(product.model(), cut_kernel, {}, tasks);
    ASSERT_TRUE(fast && cut);
    const auto wanted = bits_of(*fast, inputs, nullptr), wanted_cut = bits_of(*cut, inputs, nullptr);
    EXPECT_EQ(tasks_seen, 1u);
    for (const unsigned size : {1u, 2u, 3u, 8u}) {
      Threads team = threads(size);
      EXPECT_EQ(bits_of(*fast, inputs, &team), wanted) << tasks << " tasks on " << size;
      EXPECT_EQ(bits_of(*cut, inputs, &team), wanted_cut) << tasks << " tasks on " << size;
      EXPECT_EQ(tasks_seen, std::min(tasks, size)) << "no more than can run at once";
    }
  }
}

}  // namespace
}  // namespace etalon::impl
