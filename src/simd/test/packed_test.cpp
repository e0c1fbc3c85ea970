// SPDX-License-Identifier: Apache-2.0
// What kernels make of constants when a plan is made: it changes no bit, its bytes are stated, threads share it.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "ops/reference.hpp"
#include "run/plan.hpp"
#include "simd/fast.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/scratch.hpp"

namespace etalon::impl {
namespace {

using Floats = std::vector<float>;

// Three convolutions (of a window, of one place, depthwise), Gemm by a transposed matrix and MatMul, each with weights.
class Network {
 public:
  Network() {
    graph_.ir_version = 8;
    graph_.opset = 14;
    graph_.inputs = {value("X", {2, 20, 9, 9})};
    node("Conv", {"X", weights("W3", {40, 20, 3, 3}), weights("B3", {40})}, {"C3", {2, 40, 9, 9}},
         {{"pads", std::vector<std::int64_t>{1, 1, 1, 1}}});
    node("Conv", {"C3", weights("W1", {33, 40, 1, 1}), weights("B1", {33})}, {"C1", {2, 33, 9, 9}});
    node("Conv", {"C1", weights("WD", {33, 1, 3, 3})}, {"CD", {2, 33, 4, 4}},
         {{"group", std::int64_t{33}}, {"strides", std::vector<std::int64_t>{2, 2}}});
    node("Flatten", {"CD"}, {"F", {2, 528}});
    node("Gemm", {"F", weights("WG", {50, 528}), weights("BG", {50})}, {"G", {2, 50}}, {{"transB", std::int64_t{1}}});
    node("MatMul", {"G", weights("WM", {50, 70})}, {"Y", {2, 70}});
    graph_.outputs = {value("Y", {2, 70})};
  }

  std::shared_ptr<const CheckedModel> model(bool constants) const {
    Graph graph = graph_;
    for (const auto& [index, numbers] : weights_)
      if (constants)
        graph.initializers.push_back({index,
                                      {DType::f32, *graph.values[index].shape, Constant::Encoding::little_endian,
                                       std::as_bytes(std::span(numbers))}});
      else
        graph.inputs.push_back(index);
    const Verdict verdict = check(graph, *find_profile("onnx"));
    EXPECT_TRUE(verdict.model) << (verdict.findings.empty() ? "" : verdict.findings[0].message);
    return verdict.model;
  }

  // The operands of the plan are those that it wants.
  Floats run(const Plan& plan, Team* team = nullptr) const {
    const Floats x = drawn(2 * 20 * 9 * 9);
    std::vector<TensorView> in;
    for (const Port& port : plan.inputs()) {
      const Floats* numbers = &x;
      for (const auto& [index, own] : weights_)
        if (graph_.values[index].name == port.name) numbers = &own;
      in.push_back({DType::f32, port.argument.shape, numbers->data(), numbers->size() * sizeof(float)});
    }
    Floats y(140);
    const MutableTensorView out[] = {{DType::f32, plan.outputs()[0].argument.shape, y.data(), 560}};
    tests::Scratch arena(plan.arena_bytes());
    EXPECT_TRUE(plan.run(ViewBuffers(in, out), arena.span(), nullptr, team).ok());
    return y;
  }

 private:
  struct Result {
    std::string name;
    std::vector<std::uint64_t> dims;
  };

  static Floats drawn(std::size_t count) {
    std::mt19937 random(static_cast<unsigned>(count));
    Floats numbers(count);
    for (float& x : numbers) x = std::uniform_real_distribution<float>(-1, 1)(random);
    return numbers;
  }
  std::uint32_t value(const std::string& name, const std::vector<std::uint64_t>& dims) {
    for (std::uint32_t i = 0; i < graph_.values.size(); ++i)
      if (graph_.values[i].name == name) return i;
    graph_.values.push_back({name, DType::f32, *Shape::of(dims)});
    return static_cast<std::uint32_t>(graph_.values.size() - 1);
  }
  std::string weights(const std::string& name, const std::vector<std::uint64_t>& dims) {
    const std::uint32_t index = value(name, dims);
    weights_.emplace_back(index, drawn(static_cast<std::size_t>(Shape::of(dims)->count)));
    return name;
  }
  void node(const char* op, const std::vector<std::string>& inputs, const Result& result,
            std::vector<Attribute> attributes = {}) {
    Node node{"", "", op, {}, {value(result.name, result.dims)}, std::move(attributes)};
    for (const std::string& name : inputs) node.inputs.push_back(value(name, {}));
    graph_.nodes.push_back(std::move(node));
  }

  Graph graph_;
  std::vector<std::pair<std::uint32_t, Floats>> weights_;
};

Plan made(const std::shared_ptr<const CheckedModel>& model, KernelTable kernels, unsigned tasks = 1) {
  Result<Plan> plan = Plan::make(model, kernels, {}, tasks);
  EXPECT_TRUE(plan) << plan.finding().message;
  return std::move(*plan);
}

TEST(Packed, ConstantWeightsGiveTheBitsOfWeightsThatAreInputs) {
  EVIDENCE("NUM-ALL-KERNELS");
  const Network network;
  const Floats wanted = network.run(made(network.model(false), reference_kernel));
  const Plan packed = made(network.model(true), fast_kernel), plain = made(network.model(false), fast_kernel);
  EXPECT_EQ(plain.packed_bytes(), 0u);
  EXPECT_EQ(network.run(packed), wanted);
  EXPECT_EQ(network.run(plain), wanted);
}

TEST(Packed, MoreThanTheLimitIsRefusedAndWhatIsTakenIsStated) {
  EVIDENCE("FILE-ALL-LIMITS", "RUN-ALL-CONSTANTS");
  const Network network;
  const auto model = network.model(true);
  const Plan plan = made(model, fast_kernel);
  if (plan.packed_bytes() == 0) GTEST_SKIP() << "no kernel packs anything here";
  EXPECT_EQ(plan.packed_bytes() % scratch_alignment, 0u);
  EXPECT_GE(plan.packed_bytes(), 4u * 50 * 528) << "the weights of Gemm";
  EXPECT_EQ(made(model, reference_kernel).packed_bytes(), 0u);
  Limits limits;
  limits.arena_bytes = std::max(plan.packed_bytes(), plan.arena_bytes());
  EXPECT_TRUE(Plan::make(model, fast_kernel, limits));
  --limits.arena_bytes;
  const etalon::impl::Result<Plan> refused = Plan::make(model, fast_kernel, limits);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.finding().status.code, Code::limit);
}

TEST(Packed, EightThreadsThatShareOnePlanAgreeBitForBit) {
  EVIDENCE("RUN-ALL-THREADS");
  const Network network;
  const Plan plan = made(network.model(true), fast_kernel);
  const Floats wanted = network.run(plan);
  std::vector<Floats> results(8);
  std::vector<std::thread> threads;
  for (Floats& result : results) threads.emplace_back([&] { result = network.run(plan); });
  for (std::thread& thread : threads) thread.join();
  for (const Floats& result : results) EXPECT_EQ(result, wanted);
}

}  // namespace
}  // namespace etalon::impl
