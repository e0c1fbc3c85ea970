// SPDX-License-Identifier: Apache-2.0
// See subject.hpp.
#include "subject.hpp"

#include <cstdio>
#include <cstdlib>

#include "ops/reference.hpp"
#include "simd/fast.hpp"

namespace etalon::bench {
namespace {

[[noreturn]] void fail(const std::string& what) {
  std::fprintf(stderr, "bench: %s\n", what.c_str());
  std::exit(1);
}

Shape result_shape(const Operation& operation) {
  if (operation.op == "MatMul") return *Shape::of(std::vector{operation.a[0], operation.b[1]});
  std::vector<std::uint64_t> dims;
  for (unsigned i = 0; i < std::max(operation.a.rank, operation.b.rank); ++i) {
    const auto from_end = [&](const Shape& shape) { return i < shape.rank ? shape[shape.rank - 1 - i] : 1; };
    dims.insert(dims.begin(), std::max(from_end(operation.a), from_end(operation.b)));
  }
  return *Shape::of(dims);
}

std::shared_ptr<const CheckedModel> model(const Operation& operation) {
  Graph graph;
  graph.ir_version = 8;
  graph.opset = 14;
  graph.values = {{"A", operation.type, operation.a},
                  {"B", operation.type, operation.b},
                  {"C", operation.type, result_shape(operation)}};
  graph.nodes = {{"", "", operation.op, {0, 1}, {2}, {}}};
  graph.inputs = {0, 1};
  graph.outputs = {2};
  Profile profile = *find_profile("onnx");
  profile.choices = operation.choices;
  const Verdict verdict = check(graph, profile);
  if (!verdict.model) fail(verdict.findings.empty() ? "the model was refused" : verdict.findings[0].message);
  return verdict.model;
}

}  // namespace

Subject::Subject(const Operation& operation) : team_(operation.team) {
  Result<Plan> plan = Plan::make(model(operation), fast_kernel, {}, team_ == nullptr ? 1 : team_->size());
  if (!plan) fail(plan.finding().message);
  plan_ = std::make_unique<Plan>(std::move(*plan));
  const Call& call = plan_->model().calls[0];
  kernel_ = fast_kernel(call, CountEvents::no);
  fast_ = kernel_.compute != reference_kernel(call, CountEvents::no).compute;
  const auto bytes = [&](const Argument& argument) { return *stored_bytes(argument.type, argument.shape.count); };
  const Data data[] = {operation.data_a, operation.data_b};
  for (unsigned i = 0; i < 2; ++i) {
    const Argument& argument = *call.inputs[i];
    inputs_.push_back(
        {argument.type, argument.shape, operand(i, argument.type, argument.shape, data[i]), bytes(argument)});
  }
  const Argument& c = *call.outputs[0];
  outputs_.push_back({c.type, c.shape, result(bytes(c)), bytes(c)});
  buffers_ = std::make_unique<ViewBuffers>(inputs_, outputs_);
  arena_ = {memory(plan_->arena_bytes(), 0), static_cast<std::size_t>(plan_->arena_bytes())};
}

void Subject::run() const {
  if (!plan_->run(*buffers_, arena_, nullptr, team_).ok()) fail("run() failed");
}

void Subject::kernel() const {
  const void* const in[] = {inputs_[0].data, inputs_[1].data};
  void* const out[] = {outputs_[0].data};
  Work work;
  work.scratch = arena_;
  if (!kernel_.compute(plan_->model().calls[0], {in, 2}, {out, 1}, work).ok()) fail("a kernel failed");
}

}  // namespace etalon::bench
