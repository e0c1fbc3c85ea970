// SPDX-License-Identifier: Apache-2.0
// A model of twelve nodes with ranges and tolerances, sampled: ranges [--samples N]. Every computed element must lie in
// its computed range, and no farther from the real one than its bound, for each sample; the real values are exact.
#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <thread>

#include "accuracy/analysis.hpp"
#include "oracle/random.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/graphs.hpp"

using namespace etalon::tests;

namespace {

constexpr double tolerance = 0x1p-10;
constexpr struct {
  const char* name;
  float low, high;
} inputs[] = {{"X", -1, 1}, {"Y", 1, 2}, {"W", -0.5f, 0.75f}, {"D", -8, -4}};

std::shared_ptr<const CheckedModel> twelve_nodes(DType type, Accumulation policy) {
  GraphMaker maker(type);
  for (const auto& input : inputs) maker.input(input.name, {2, 2});
  return maker.node("MatMul", "X", "W", "T1", {2, 2})
      .node("Add", "T1", "W", "T2", {2, 2})
      .node("Mul", "T2", "T2", "T3", {2, 2})
      .node("Add", "T3", "Y", "T4", {2, 2})
      .node("Div", "T2", "Y", "T5", {2, 2})
      .node("MatMul", "T5", "T4", "T6", {2, 2})
      .node("Mul", "T6", "X", "T7", {2, 2})
      .node("Add", "T7", "T1", "T8", {2, 2})
      .node("Div", "T8", "D", "T9", {2, 2})
      .node("Mul", "T9", "Y", "T10", {2, 2})
      .node("MatMul", "T10", "X", "T11", {2, 2})
      .node("Add", "T11", "T5", "T12", {2, 2})
      .output("T12")
      .model(policy);
}

Tensor filled(DType type, float x) {
  Tensor tensor(type, shape_of({2, 2}));
  for (std::uint64_t i = 0; i < 4; ++i) std::memcpy(tensor.data() + 4 * i, &x, 4);
  return tensor;
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t samples = 100'000;
  if (argc == 3 && std::strcmp(argv[1], "--samples") == 0)
    samples = std::strtoull(argv[2], nullptr, 10);
  else if (argc != 1)
    return fmt::print("usage: ranges [--samples N]\n"), 2;
  const ProgramEvidence evidence("Ranges.EverySampleIsInsideRangesAndBounds", {"ACC-ALL-RANGE", "ACC-ALL-PROPAGATED"});
  using enum Accumulation;
  constexpr Accumulation policies[] = {sequential, fused, wide, exact};
  std::vector<std::shared_ptr<const CheckedModel>> models;
  std::vector<Analysis> analyses;
  for (const Accumulation policy : policies) {
    models.push_back(twelve_nodes(DType::f32, policy));
    std::vector<InputKnowledge> known(models.back()->graph->values.size());
    for (std::size_t i = 0; i < std::size(inputs); ++i) {
      const Tensor low = filled(DType::f32, inputs[i].low), high = filled(DType::f32, inputs[i].high);
      known[i] = {low, high, std::vector<double>(static_cast<std::size_t>(low.shape().count), tolerance)};
    }
    auto analysis = analyse(models.back(), std::move(known), {});
    if (!analysis) return evidence.verdict(false);
    analyses.push_back(std::move(*analysis));
  }
  std::atomic<std::uint64_t> next = 0, outside = 0, beyond = 0, elements = 0;
  std::vector<std::atomic<double>> nearest(12);
  const auto judge = [&](std::uint64_t sample) {
    oracle::Random random(sample);
    const CheckedModel& model = *models[sample % 4];
    const Analysis& analysis = analyses[sample % 4];
    const Graph& graph = *model.graph;
    Trail given(graph.values.size());
    std::vector<Reals> reals(graph.values.size());
    for (std::size_t v = 0; v < std::size(inputs); ++v) {
      given[v] = filled(DType::f32, 0);
      for (std::uint64_t i = 0; i < 4; ++i) {
        const double share = random.below(8) == 0 ? static_cast<double>(random.below(2))  // an end
                                                  : std::ldexp(static_cast<double>(random.bits() >> 11), -53);
        const float x = static_cast<float>(inputs[v].low + share * (inputs[v].high - inputs[v].low));
        std::memcpy(given[v]->data() + 4 * i, &x, 4);
      }
      reals[v] = reals_of(std::as_const(*given[v]).view());
      for (Enclosure& real : reals[v]) {  // the real input is somewhere within the tolerance
        Number moved;
        mpq_set_d(moved.get(), tolerance * (std::ldexp(static_cast<double>(random.bits() >> 11), -52) - 1));
        if (random.below(8) == 0) mpq_set_d(moved.get(), random.coin() ? tolerance : -tolerance);
        real = Enclosed{}.add(real, moved, nullptr);
      }
    }
    const auto trail = trail_of(model, std::move(given), {});
    if (!trail) std::abort();
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const std::uint32_t output = graph.nodes[n].outputs[0];
      const Reals* operands[] = {&reals[graph.nodes[n].inputs[0]], &reals[graph.nodes[n].inputs[1]]};
      const void* const plain[2] = {};  // no operand is an index
      reals[output] = real_results(model.calls[n], operands, plain)[0];
      const TensorView computed = (*trail)[output]->view();
      const ValueErrors& known = analysis.values[output];
      for (std::uint64_t i = 0; i < 4; ++i) {
        ++elements;
        const double x = ends_of(computed, i).low;
        if (!(x >= ends_of(known.low->view(), i).low && x <= ends_of(known.high->view(), i).high)) ++outside;
        const double error = distance(number_of(computed, i), reals[output][i]).high;
        if (!(error <= known.bound[i])) ++beyond;
        double seen = nearest[n];
        while (error / known.bound[i] > seen && !nearest[n].compare_exchange_weak(seen, error / known.bound[i])) {
        }
      }
    }
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned w = 0; w < std::max(std::thread::hardware_concurrency(), 1u); ++w)
      workers.emplace_back([&] {
        for (std::uint64_t i = next++; i < samples; i = next++) judge(i);
      });
  }
  fmt::print("{} samples of a model of 12 nodes, {} elements: {} outside their range, {} beyond their error bound\n",
             samples, elements, outside, beyond);
  fmt::print("largest error / bound by node:");
  for (const auto& share : nearest) fmt::print(" {:.2f}", share);
  const bool good = outside == 0 && beyond == 0 && elements == samples * 48;
  fmt::print("\n{} passed, {} failed\n", good ? 1 : 0, good ? 0 : 1);
  return evidence.verdict(good);
}
