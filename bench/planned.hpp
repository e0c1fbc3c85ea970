// SPDX-License-Identifier: Apache-2.0
// Any node as what is measured: a model of it, checked, planned with the fast kernels, its arena allocated once.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "operands.hpp"
#include "ops/reference.hpp"
#include "program.hpp"
#include "run/plan.hpp"
#include "simd/fast.hpp"

namespace etalon::bench {

struct Input {
  Argument argument;
  const void* data;
};

// A model of one node.
struct Made {
  std::string op;
  std::vector<Input> inputs;
  std::vector<Argument> outputs;
  std::vector<Attribute> attributes = {};
  std::size_t known = SIZE_MAX;  // from this input on their values are known
  Accumulation accumulation = Accumulation::sequential;
  Team* team = nullptr;
};

inline std::uint64_t bytes_of(const Argument& argument) { return *stored_bytes(argument.type, argument.shape.count); }

// Where its results go, one behind the other. Asked for before anything is measured, so that the block has grown and
// all are measured on the same one.
inline void* result_of(const Made& made) { return result(bytes_of(made.outputs[0]) * made.outputs.size()); }

// It, checked and planned with the fast kernels.
class Planned {
 public:
  explicit Planned(const Made& made) : team_(made.team) {
    Graph graph;
    graph.ir_version = 8;
    graph.opset = 17;
    Node node{"", "", made.op, {}, {}, made.attributes};
    for (std::size_t x = 0; x < made.inputs.size(); ++x) {
      const auto& [argument, data] = made.inputs[x];
      graph.values.push_back({"I" + std::to_string(x), argument.type, argument.shape});
      node.inputs.push_back(static_cast<std::uint32_t>(x));
      const std::span<const std::byte> bytes(static_cast<const std::byte*>(data), bytes_of(argument));
      if (x >= made.known) {
        graph.initializers.push_back(
            {node.inputs.back(), {argument.type, argument.shape, Constant::Encoding::little_endian, bytes}});
        continue;
      }
      graph.inputs.push_back(node.inputs.back());
      inputs_.push_back({argument.type, argument.shape, data, bytes.size()});
    }
    auto* to = static_cast<std::byte*>(result_of(made));
    for (const Argument& output : made.outputs) {
      graph.values.push_back({"O" + std::to_string(graph.values.size()), output.type, output.shape});
      node.outputs.push_back(static_cast<std::uint32_t>(graph.values.size() - 1));
      graph.outputs.push_back(node.outputs.back());
      outputs_.push_back({output.type, output.shape, to, bytes_of(output)});
      to += bytes_of(output);
    }
    graph.nodes = {node};
    Profile profile = *find_profile("onnx");
    profile.choices.accumulation = made.accumulation;
    const Verdict verdict = check(graph, profile);
    if (!verdict.model) fail(verdict.findings.empty() ? "the model was refused" : verdict.findings[0].message);
    Result<Plan> plan = Plan::make(verdict.model, fast_kernel, {}, team_ == nullptr ? 1 : team_->size());
    if (!plan) fail(plan.finding().message);
    plan_ = std::make_unique<Plan>(std::move(*plan));
    buffers_ = std::make_unique<ViewBuffers>(inputs_, outputs_);
    arena_ = {memory(plan_->arena_bytes(), 0), static_cast<std::size_t>(plan_->arena_bytes())};
  }

  bool is_fast() const {
    const Call& call = plan_->model().calls[0];
    return fast_kernel(call, CountEvents::no).compute != reference_kernel(call, CountEvents::no).compute;
  }
  std::uint64_t operations() const { return plan_->operations(); }
  void run() const {
    if (!plan_->run(*buffers_, arena_, nullptr, team_).ok()) fail("run() failed");
  }

 private:
  [[noreturn]] static void fail(const std::string& what) {
    std::fprintf(stderr, "bench: %s\n", what.c_str());
    std::exit(1);
  }

  std::vector<TensorView> inputs_;
  std::vector<MutableTensorView> outputs_;
  std::unique_ptr<Plan> plan_;
  std::unique_ptr<ViewBuffers> buffers_;
  std::span<std::byte> arena_;
  Team* team_;
};

// Registers a benchmark of the model that make() gives, of which a call does so much work: its operations, unless a
// number is given.
template <class Make>
void add_planned(const std::string& name, Make make, std::optional<std::uint64_t> work = std::nullopt) {
  add(
      name,
      [=](benchmark::State& state) {
        auto planned = std::make_unique<Planned>(make());
        if (!planned->is_fast()) state.SkipWithError("no fast kernel"), planned.reset();
        return planned;
      },
      [=](benchmark::State& state, const Planned& planned) {
        measure(state, work.value_or(planned.operations()), [&] { planned.run(); });
      });
}

}  // namespace etalon::bench
