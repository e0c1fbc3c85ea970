// SPDX-License-Identifier: Apache-2.0
// Random calls of every operator that the oracle draws, through the shipped path (resolve, execute, both kernels), bits
// and events: calls [--calls N] [--only NAME] [--first I]. N calls of each operator, from number I on; shapes of ranks
// 0 to 8, empty ones among them. A type that a version does not have must be refused; an operator that only moves
// elements is then run with it all the same, so that elements of every width are judged.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "check/resolve.hpp"
#include "ops/reference.hpp"
#include "oracle/call.hpp"
#include "run/execute.hpp"
#include "simd/fast.hpp"
#include "tensor/pattern.hpp"
#include "tests/cores.hpp"
#include "tests/evidence_file.hpp"

using namespace etalon::impl;

namespace {

struct Tally {
  std::uint64_t run = 0, refused = 0, exchanged = 0, empty = 0, elements = 0;
  std::set<std::string> types;
  std::set<std::size_t> ranks;
};

std::mutex mutex;  // of what follows
std::map<std::string, Tally> tallies;
std::set<std::string> rules;  // of shapes and moves, where calls were run; of types, where calls were refused
std::uint64_t faults = 0;

DType type_of(oracle::Type type) {
  for (const oracle::NamedType& named : oracle::storable_types)
    if (named.type == type) return find_dtype(named.name)->id;
  std::abort();
}

Tensor tensor_of(const oracle::Tensor& drawn) {
  Tensor tensor(type_of(drawn.type), *Shape::of(drawn.shape));
  for (std::uint64_t i = 0; i < drawn.patterns.size(); ++i) set_pattern(tensor.view(), i, drawn.patterns[i]);
  return tensor;
}

// Attributes as a model gives them, and the bytes that a tensor among them refers to.
class Attributes {
 public:
  explicit Attributes(const oracle::Call& call) {
    for (const oracle::Attribute& attribute : call.attributes)
      given.push_back({attribute.name, std::visit([&](const auto& value) { return of(value); }, attribute.value)});
  }

  std::vector<Attribute> given;

 private:
  static AttributeValue of(const auto& value) { return value; }
  static AttributeValue of(oracle::Float value) { return std::bit_cast<float>(value.pattern); }
  static AttributeValue of(const std::vector<oracle::Float>& values) {
    std::vector<float> numbers;
    for (const oracle::Float value : values) numbers.push_back(std::bit_cast<float>(value.pattern));
    return numbers;
  }
  AttributeValue of(const oracle::Tensor& value) {
    const Tensor tensor = tensor_of(value);
    give_little_endian(tensor.view(), [&](auto part) { bytes_.insert(bytes_.end(), part.begin(), part.end()); });
    return Constant{tensor.type(), tensor.shape(), Constant::Encoding::little_endian, bytes_};
  }

  std::vector<std::byte> bytes_;  // of the one tensor that there may be
};

// The events that Etalon should count. The oracle has one name for overflow, of floating-point numbers and of integers.
Events expected_events(const oracle::Call& drawn) {
  Events events;
  for (std::size_t k = 0; k < drawn.events.size(); ++k)
    for (std::uint64_t i = 0; i < drawn.events[k].size(); ++i) {
      unsigned raised = drawn.events[k][i];
      if (drawn.outputs[k].type.kind == oracle::Kind::integer && (raised & oracle::overflow) != 0)
        raised = (raised & ~unsigned{oracle::overflow}) | EVENT_WRAP;
      events.note(raised, i);
    }
  return events;
}

// The rule that must refuse the call, where the row does not have one of its types.
const TypeRule* broken_type_rule(const Row& row, const oracle::Call& drawn) {
  const auto broken = [&](std::span<const Formal> formals, std::size_t k, oracle::Type type) -> const TypeRule* {
    const TypeRule& rule = row.rule_of(*formal_at(formals, k));
    return rule.types.contains(type_of(type)) ? nullptr : &rule;
  };
  for (std::size_t k = 0; k < drawn.inputs.size(); ++k)
    if (drawn.inputs[k])
      if (const TypeRule* rule = broken(row.inputs, k, drawn.inputs[k]->type)) return rule;
  for (std::size_t k = 0; k < drawn.outputs.size(); ++k)
    if (const TypeRule* rule = broken(row.outputs, k, drawn.outputs[k].type)) return rule;
  return nullptr;
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char letter) { return std::toupper(letter); });
  return text;
}

// One call, from its drawing to the verdict.
class Trial {
 public:
  Trial(const oracle::Drawing& drawing, const Operator& op, std::uint64_t number)
      : drawing_(drawing), op_(op), number_(number), drawn_(draw(drawing, number)), attributes_(drawn_) {
    profile_.choices.accumulation = static_cast<Accumulation>(drawn_.accumulation);
    row_ = row_for(profile_, drawn_.opset, op);
    for (const auto& input : drawn_.inputs)
      inputs_.push_back(input ? std::make_shared<const Tensor>(tensor_of(*input)) : nullptr);
  }

  void judge() {
    if (row_ == nullptr) return fault(fmt::format("operator set {} has no row", drawn_.opset));
    unavailable_ = broken_type_rule(*row_, drawn_);
    auto resolution = resolved(std::nullopt);
    if (unavailable_ != nullptr) {
      if (resolution) return fault("a type is accepted that the version does not have");
      if (std::strcmp(resolution.finding().status.rule, unavailable_->rule) != 0)
        return fault(fmt::format("refused by {}, not by {}", resolution.finding().status.rule, unavailable_->rule));
      note_refusal();
      if (op_.run == nullptr) return;
      resolution = resolved(DType::f32);  // which every version of every such operator has
    }
    if (!resolution)
      return fault(fmt::format("refused by {}: {}", resolution.finding().status.rule, resolution.finding().value));
    Call& call = resolution->call;
    if (unavailable_ != nullptr) exchange_type(call);
    if (!has_right_results(call)) return fault("results of another number, type or shape");
    compute(call, reference_kernel, nullptr, "reference kernel");
    compute(call, fast_kernel, nullptr, "fast kernel");
    Events events;
    compute(call, reference_kernel, &events, "reference kernel that counts events");
    compare_events(events);
    note_run();
  }

 private:
  static oracle::Call draw(const oracle::Drawing& drawing, std::uint64_t number) {
    oracle::Random random(number);
    return drawing.draw(random);
  }

  void fault(const std::string& what) const {
    const std::lock_guard lock(mutex);
    if (faults++ < 20) fmt::print("{} (--only {} --first {}): {}\n", op_.name, drawing_.name, number_, what);
  }

  // With the operands as they are, or with another type for the variable whose type the version does not have.
  Result<Resolution> resolved(std::optional<DType> instead) const {
    Node node;
    node.operation = drawn_.operation;
    node.attributes = attributes_.given;
    std::vector<Given> given;
    for (std::size_t k = 0; k < inputs_.size(); ++k) {
      if (inputs_[k] == nullptr) {
        given.emplace_back(std::nullopt);
        continue;
      }
      const Formal& formal = *formal_at(row_->inputs, k);
      const DType type = instead && is_unavailable(formal) ? *instead : inputs_[k]->type();
      given.emplace_back(Argument{type, inputs_[k]->shape()}, formal.use == Formal::Use::shape ? inputs_[k] : nullptr);
    }
    return resolve(profile_, drawn_.opset, node, given, drawn_.outputs.size());
  }

  bool is_unavailable(const Formal& formal) const {
    return std::string_view(formal.variable) == unavailable_->variable;
  }

  // Gives the call the type that it was drawn with, past the rule.
  void exchange_type(Call& call) const {
    const auto exchange = [&](std::span<const Formal> formals, std::vector<std::optional<Argument>>& arguments) {
      for (std::size_t k = 0; k < arguments.size(); ++k)
        if (arguments[k] && is_unavailable(*formal_at(formals, k)))
          arguments[k]->type = type_of(drawn_.outputs[0].type);
    };
    exchange(row_->inputs, call.inputs);
    exchange(row_->outputs, call.outputs);
  }

  bool has_right_results(const Call& call) const {
    return std::ranges::equal(call.outputs, drawn_.outputs, [](const auto& output, const oracle::Tensor& right) {
      return output && output->type == type_of(right.type) && output->shape == *Shape::of(right.shape);
    });
  }

  void compute(const Call& call, KernelTable kernels, Events* events, const char* name) const {
    std::vector<TensorView> inputs;
    std::vector<Tensor> results;
    std::vector<MutableTensorView> outputs;
    for (const auto& input : inputs_) inputs.push_back(input ? input->view() : TensorView{});
    for (const auto& output : call.outputs) results.emplace_back(output->type, output->shape);
    for (Tensor& result : results) outputs.push_back(result.view());
    const Kernel kernel = kernels(call, events != nullptr);
    std::size_t room = kernel.scratch_for(call, 1) + Work::scratch_alignment;
    std::vector<std::byte> memory(room);
    void* scratch = memory.data();
    std::align(Work::scratch_alignment, room - Work::scratch_alignment, scratch, room);
    const Work work{.events = events, .scratch = {static_cast<std::byte*>(scratch), room}};
    const Status status = execute(call, inputs, outputs, work, kernel);
    if (!status.ok()) return fault(fmt::format("{}: {}", name, status.rule));
    for (std::size_t k = 0; k < results.size(); ++k)
      for (std::uint64_t i = 0; i < drawn_.outputs[k].patterns.size(); ++i)
        if (const std::uint64_t got = pattern_at(std::as_const(results[k]).view(), i),
            right = drawn_.outputs[k].patterns[i];
            got != right)
          return fault(fmt::format("{}: element {} of result {} is {:x}, not {:x}", name, i, k, got, right));
  }

  void compare_events(const Events& events) const {
    const Events expected = expected_events(drawn_);
    for (unsigned kind = 0; kind < EVENT_KINDS; ++kind) {
      const Events::Tally &got = events.of[kind], &right = expected.of[kind];
      if (got.count != right.count || got.first != right.first)
        return fault(fmt::format("{} is counted {} times from element {} on, not {} times from {} on",
                                 event_names[kind], got.count, got.first, right.count, right.first));
    }
  }

  void note_refusal() const {
    const std::lock_guard lock(mutex);
    ++tallies[drawing_.name].refused;
    rules.insert(unavailable_->rule);
  }

  void note_run() const {
    const std::lock_guard lock(mutex);
    Tally& tally = tallies[drawing_.name];
    ++tally.run;
    tally.exchanged += unavailable_ != nullptr;
    tally.empty += drawn_.outputs[0].patterns.empty();
    const auto add = [&](const oracle::Tensor& tensor) {
      tally.types.insert(info(type_of(tensor.type)).name);
      tally.ranks.insert(tensor.shape.size());
    };
    if (!drawn_.inputs.empty()) add(*drawn_.inputs[0]);
    for (const oracle::Tensor& output : drawn_.outputs) {
      add(output);
      tally.elements += output.patterns.size();
    }
    rules.insert(row_->shape_rule);
    if (op_.run != nullptr) rules.insert(fmt::format("{}-ALL-MOVE", upper_case(op_.name)));
  }

  const oracle::Drawing& drawing_;
  const Operator& op_;
  std::uint64_t number_;
  oracle::Call drawn_;
  Attributes attributes_;
  Profile profile_ = *find_profile("onnx");
  const Row* row_ = nullptr;
  const TypeRule* unavailable_ = nullptr;              // the rule that refuses the type
  std::vector<std::shared_ptr<const Tensor>> inputs_;  // null: omitted
};

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t calls = 20000, first = 0;
  std::string only;
  for (int i = 1; i < argc; i += 2) {
    const bool has_value = i + 1 < argc;
    if (has_value && std::strcmp(argv[i], "--calls") == 0)
      calls = std::strtoull(argv[i + 1], nullptr, 10);
    else if (has_value && std::strcmp(argv[i], "--first") == 0)
      first = std::strtoull(argv[i + 1], nullptr, 10);
    else if (has_value && std::strcmp(argv[i], "--only") == 0)
      only = argv[i + 1];
    else
      return fmt::print("usage: calls [--calls N] [--only NAME] [--first I]\n"), 2;
  }
  const std::string test = "Calls.EveryOperatorAgreesWithTheOracle";
  etalon::tests::remove_evidence(test);
  std::uint64_t run = 0;
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    if (!only.empty() && only != drawing.name) continue;
    oracle::Random random(0);
    const Operator* op = find_operator("", drawing.draw(random).operation);
    if (op == nullptr) {
      fmt::print("{}: Etalon does not have this operator\n", drawing.name);
      continue;
    }
    on_all_cores(calls, [&](std::uint64_t i) { Trial(drawing, *op, first + i).judge(); });
    const Tally& tally = tallies[drawing.name];
    fmt::print("{}: {} calls of {} types and {} ranks, {} with an empty result, {} elements", drawing.name, tally.run,
               tally.types.size(), tally.ranks.size(), tally.empty, tally.elements);
    if (tally.refused > 0) fmt::print("; {} refused for their type", tally.refused);
    if (tally.exchanged > 0) fmt::print(", {} of them run all the same", tally.exchanged);
    fmt::print("\n");
    std::fflush(stdout);
    run += tally.run;
  }
  fmt::print("{} calls run, {} faults\n", run, faults);
  etalon::tests::write_evidence(test, rules, faults == 0);
  return faults == 0 && run > 0 ? 0 : 1;
}
