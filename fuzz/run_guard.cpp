// SPDX-License-Identifier: Apache-2.0
// See run_guard.hpp.
#include "fuzz/run_guard.hpp"

#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <vector>

#include "onnx/model.hpp"
#include "ops/reference.hpp"
#include "run/digest.hpp"
#include "run/execute.hpp"
#include "run/plan.hpp"
#include "tensor/pattern.hpp"

namespace etalon::fuzz {
namespace {

using namespace impl;

constexpr std::uint64_t most_operations = 1'000'000, most_bytes = 1 << 20;  // of a run that is worth its time
constexpr std::byte canary{0xA5};

// Aligned memory between two rows of canaries.
class Guarded {
 public:
  Guarded(std::uint64_t bytes, std::byte fill)
      : bytes_(static_cast<std::size_t>(bytes)),
        block_(static_cast<std::byte*>(::operator new(bytes_ + 2 * guard, std::align_val_t{guard}))) {
    std::fill_n(block_.get(), bytes_ + 2 * guard, canary);
    std::fill_n(data(), bytes_, fill);
  }
  std::byte* data() const { return block_.get() + guard; }
  std::span<std::byte> span() const { return {data(), bytes_}; }
  bool untouched_beside() const { return all_canaries(block_.get(), guard) && all_canaries(data() + bytes_, guard); }
  bool untouched() const { return all_canaries(block_.get(), bytes_ + 2 * guard); }

 private:
  static constexpr std::size_t guard = 64;
  static bool all_canaries(const std::byte* from, std::size_t count) {
    return std::all_of(from, from + count, [](std::byte b) { return b == canary; });
  }
  struct Delete {
    void operator()(std::byte* block) const { ::operator delete(block, std::align_val_t{guard}); }
  };
  std::size_t bytes_;
  std::unique_ptr<std::byte, Delete> block_;
};

// Bits without a pattern that an operator could have, but the same each time; every second tensor has no zeros.
std::uint64_t pattern_of(std::uint64_t input, std::uint64_t i, unsigned bits) {
  const std::uint64_t mixed = (input * 1'000'003 + i + 1) * 0x9E3779B97F4A7C15;
  const std::uint64_t word = (mixed ^ mixed >> 29) >> (64 - bits);
  return word == 0 && input % 2 == 1 ? 1 : word;
}

std::vector<Tensor> inputs_of(const Plan& plan) {
  std::vector<Tensor> inputs;
  for (const Port& port : plan.inputs()) {
    Tensor tensor(port.argument.type, port.argument.shape);
    for (std::uint64_t i = 0; i < tensor.shape().count; ++i)
      set_pattern(tensor.view(), i, pattern_of(inputs.size(), i, info(tensor.type()).bits));
    inputs.push_back(std::move(tensor));
  }
  return inputs;
}

// Where a run ends: where it failed, or the digest of what it gave.
struct End {
  Status status;
  Sha256::Digest digest{};

  bool operator==(const End& other) const {
    return status.code == other.status.code && status.node == other.status.node && status.index == other.status.index &&
           status.count == other.status.count && digest == other.digest;
  }
};

const char* run_watched(const Plan& plan, const std::vector<Tensor>& inputs, std::byte fill, std::span<Events> events,
                        End& end) {
  std::vector<TensorView> in;
  std::vector<MutableTensorView> out;
  std::vector<Guarded> memory;
  for (const Tensor& tensor : inputs) in.push_back(tensor.view());
  for (const Port& port : plan.outputs()) {
    const std::uint64_t bytes = *stored_bytes(port.argument.type, port.argument.shape.count);
    memory.emplace_back(bytes, canary);
    out.push_back({port.argument.type, port.argument.shape, memory.back().data(), bytes});
  }
  const Guarded arena(plan.arena_bytes(), fill);
  EventList counted(events);
  end.status = plan.run(ViewBuffers(in, out), arena.span(), events.empty() ? nullptr : &counted);

  const auto beside = [](const Guarded& m) { return m.untouched_beside(); };
  if (!beside(arena) || !std::all_of(memory.begin(), memory.end(), beside)) return "a run writes to what it was given";
  if (end.status.code == Code::condition) {
    if (end.status.node >= plan.model().calls.size() || end.status.count == 0) return "a condition says where";
    const auto untouched = [](const Guarded& m) { return m.untouched(); };
    return std::all_of(memory.begin(), memory.end(), untouched) ? nullptr : "a run that fails writes no output";
  }
  if (!end.status.ok()) return "a run on the right buffers ends in a result or a condition";
  TensorDigest digest;
  for (std::size_t k = 0; k < out.size(); ++k)
    digest.add(plan.outputs()[k].name, {out[k].type, out[k].shape, out[k].data, out[k].bytes});
  end.digest = digest.finish();
  return nullptr;
}

// Each node by itself, each value in memory of its own: what the plan must give, without the plan.
End run_one_by_one(const Plan& plan, const std::vector<Tensor>& inputs) {
  const Graph& graph = *plan.model().graph;
  std::vector<std::optional<Tensor>> values(graph.values.size());
  for (const auto& [value, constant] : graph.initializers) {
    values[value].emplace(constant.type, constant.shape);
    decode(constant, values[value]->view());
  }
  std::size_t next = 0;
  for (std::uint32_t value : graph.inputs)
    if (!values[value]) values[value] = inputs[next++];
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    const Call& call = plan.model().calls[n];
    std::vector<TensorView> in;
    for (std::size_t k = 0; k < call.inputs.size(); ++k)
      in.push_back(call.inputs[k] ? std::as_const(*values[graph.nodes[n].inputs[k]]).view() : TensorView{});
    std::vector<MutableTensorView> out;
    for (std::size_t k = 0; k < call.outputs.size(); ++k) {
      const std::optional<Argument>& result = call.outputs[k];
      out.push_back(result ? values[graph.nodes[n].outputs[k]].emplace(result->type, result->shape).view()
                           : MutableTensorView{});
    }
    if (Status status = execute(call, in, out, {}, reference_kernel); !status.ok()) {
      status.node = n;
      return {status, {}};
    }
  }
  TensorDigest digest;
  for (std::uint32_t value : graph.outputs) digest.add(graph.values[value].name, std::as_const(*values[value]).view());
  return {{}, digest.finish()};
}

bool is_short(const Plan& plan) {
  std::uint64_t bytes = plan.arena_bytes();
  const auto add = [&](const Argument& a) {
    bytes += std::min(stored_bytes(a.type, a.shape.count).value_or(most_bytes + 1), most_bytes + 1);
  };
  for (const Port& port : plan.inputs()) add(port.argument);
  for (const Port& port : plan.outputs()) add(port.argument);
  for (const Call& call : plan.model().calls)
    for (const std::optional<Argument>& output : call.outputs)
      if (output) add(*output);
  return plan.operations() <= most_operations && bytes <= most_bytes;
}

}  // namespace

Journey travel(std::span<const std::byte> bytes, const Profile& profile, const Limits& limits, ExternalData* external) {
  Result<Graph> graph = read_model(bytes, limits, external);
  if (!graph) return {Reached::nothing};
  return travel(std::move(*graph), profile, limits);
}

Journey travel(Graph graph, const Profile& profile, const Limits& limits) {
  const Verdict verdict = check(std::move(graph), profile, limits);
  if (!verdict.model) return {Reached::graph};
  const Result<Plan> plan = Plan::make(verdict.model, reference_kernel, limits);
  if (!plan)
    return {Reached::conformant, plan.finding().status.code == Code::limit ? nullptr : "a plan fails at limits only"};
  if (!is_short(*plan)) return {Reached::plan};

  const std::vector<Tensor> inputs = inputs_of(*plan);
  End first, second;
  const auto at = [&](const char* broken) {
    return Journey{first.status.ok() ? Reached::result : Reached::condition, broken};
  };
  if (const char* broken = run_watched(*plan, inputs, std::byte{0x00}, {}, first)) return at(broken);
  std::vector<Events> events(plan->model().calls.size());
  if (const char* broken = run_watched(*plan, inputs, std::byte{0xFF}, events, second)) return at(broken);
  if (!(first == second)) return at("a second run that counts events ends in the same");
  const std::vector<Tensor> anew = inputs_of(*plan);
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (!std::equal(inputs[i].data(), inputs[i].data() + inputs[i].bytes(), anew[i].data()))
      return at("inputs are not written to");
  return at(first == run_one_by_one(*plan, inputs) ? nullptr : "a plan gives what its nodes give one by one");
}

}  // namespace etalon::fuzz
