// SPDX-License-Identifier: Apache-2.0
// Random calls of every operator that the oracle draws, through the shipped path (resolve, execute, both kernels), bits
// and events: calls [--calls N] [--only NAME] [--first I]. N calls of each operator, from number I on; shapes of ranks
// 0 to 8, empty ones among them. A type that a version does not have must be refused; an operator that only moves
// elements is then run with it all the same, so that elements of every width are judged. Where indices are taken, the
// call is made once more with one of them out of range.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "ops/reference.hpp"
#include "simd/fast.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/drawn_call.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;
using etalon::tests::type_of;

namespace {

struct Tally {
  std::uint64_t run = 0, refused = 0, exchanged = 0, empty = 0, elements = 0, conditions = 0;
  std::set<std::string> types;
  std::set<std::size_t> ranks;
  std::map<Accumulation, std::uint64_t> policies;  // of floating-point numbers, where the operator accumulates
};

std::mutex mutex;  // of what follows
std::map<std::string, Tally> tallies;
std::set<std::string> rules;  // of shapes and moves, where calls were run; of types, where calls were refused
std::uint64_t faults = 0;

// The events that Etalon should count.
Events expected_events(const oracle::Call& drawn) {
  Events events;
  for (std::size_t k = 0; k < drawn.events.size(); ++k)
    for (std::uint64_t i = 0; i < drawn.events[k].size(); ++i) events.note(drawn.events[k][i], i);
  return events;
}

std::string upper_case(std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char letter) { return std::toupper(letter); });
  return text;
}

// One call, from its drawing to the verdict.
class Trial {
 public:
  Trial(const oracle::Drawing& drawing, std::uint64_t number)
      : drawing_(drawing), number_(number), call_(draw(drawing, number)) {}

  void judge() {
    if (call_.row == nullptr) return fault(fmt::format("operator set {} has no row", call_.drawn.opset));
    auto resolution = call_.resolved();
    if (call_.unavailable != nullptr) {
      if (resolution) return fault("a type is accepted that the version does not have");
      if (std::strcmp(resolution.finding().status.rule, call_.unavailable->rule) != 0)
        return fault(
            fmt::format("refused by {}, not by {}", resolution.finding().status.rule, call_.unavailable->rule));
      note_refusal();
      if (!call_.op->moves()) return;
      resolution = call_.resolved(DType::f32);  // which every version of every such operator has
    }
    if (!resolution)
      return fault(fmt::format("refused by {}: {}", resolution.finding().status.rule, resolution.finding().value));
    Call& call = resolution->call;
    if (call_.unavailable != nullptr) exchange_type(call);
    if (!call_.has_right_results(call)) return fault("results of another number, type or shape");
    compute(call, reference_kernel, nullptr, "reference kernel");
    compute(call, fast_kernel, nullptr, "fast kernel");
    Events events;
    compute(call, reference_kernel, &events, "reference kernel that counts events");
    compare_events(events);
    if (call.op->condition.allowed != nullptr) break_condition(call);
    note_run();
  }

 private:
  static oracle::Call draw(const oracle::Drawing& drawing, std::uint64_t number) {
    oracle::Random random(number);
    return drawing.draw(random);
  }

  void fault(const std::string& what) const {
    const std::lock_guard lock(mutex);
    if (faults++ < 20)
      fmt::print("{} (--only {} --first {}): {}\n", call_.drawn.operation, drawing_.name, number_, what);
  }

  // Gives the call the type that it was drawn with, past the rule.
  void exchange_type(Call& call) const {
    const auto exchange = [&](std::span<const Formal> formals, std::vector<std::optional<Argument>>& arguments) {
      for (std::size_t k = 0; k < arguments.size(); ++k)
        if (arguments[k] && call_.is_unavailable(*formal_at(formals, k)))
          arguments[k]->type = type_of(call_.drawn.outputs[0].type);
    };
    exchange(call_.row->inputs, call.inputs);
    exchange(call_.row->outputs, call.outputs);
  }

  void compute(const Call& call, KernelTable kernels, Events* events, const char* name) const {
    std::vector<Tensor> results;
    if (const Status status = call_.compute(call, kernels, events, results); !status.ok())
      return fault(fmt::format("{}: {}", name, status.rule));
    if (const auto wrong = call_.difference(results))
      fault(fmt::format("{}: element {} of result {} is {:x}, not {:x}", name, wrong->element, wrong->output,
                        wrong->got, wrong->right));
  }

  void compare_events(const Events& events) const {
    const Events expected = expected_events(call_.drawn);
    for (unsigned kind = 0; kind < EVENT_KINDS; ++kind) {
      const Events::Tally &got = events.of[kind], &right = expected.of[kind];
      if (got.count != right.count || got.first != right.first)
        return fault(fmt::format("{} is counted {} times from element {} on, not {} times from {} on",
                                 event_names[kind], got.count, got.first, right.count, right.first));
    }
  }

  // The indices that an operand may have, from the first to behind the last.
  static std::pair<std::int64_t, std::int64_t> indices_of(const Call& call) {
    const Shape& shape = call.inputs[0]->shape;
    if (const auto* axis = call.named<std::int64_t>("axis")) {
      const auto size = static_cast<std::int64_t>(shape[static_cast<unsigned>(*axis < 0 ? *axis + shape.rank : *axis)]);
      return {-size, size};
    }
    const auto* layout = call.named<std::int64_t>("layout");  // lengths of sequences
    return {0, static_cast<std::int64_t>(shape[layout != nullptr && *layout == 1 ? 1 : 0]) + 1};
  }

  // With one index out of range there is an error condition that names its place, and nothing is written.
  void break_condition(const Call& call) const {
    const unsigned operand = call.op->condition.operand;
    if (!call.has_input(operand) || formal_at(call.row->inputs, operand)->use == Formal::Use::data) return;
    const std::uint64_t indices = call.inputs[operand]->shape.count;
    if (indices == 0 || call.outputs[0]->shape.count == 0) return;
    oracle::Random random(number_);
    const std::uint64_t place = random.below(indices);
    const auto [first, end] = indices_of(call);
    oracle::Call broken = call_.drawn;
    std::uint64_t& pattern = broken.inputs[operand]->patterns[static_cast<std::size_t>(place)];
    const auto beyond = static_cast<std::int64_t>(random.below(3));
    pattern = static_cast<std::uint64_t>(random.coin() ? end + beyond : first - 1 - beyond);
    if (call.inputs[operand]->type == DType::i32) pattern &= 0xFFFFFFFF;
    const etalon::tests::DrawnCall given(std::move(broken));
    for (const KernelTable kernels : {KernelTable{reference_kernel}, KernelTable{fast_kernel}}) {
      std::vector<Tensor> results;
      const Status status = given.compute(call, kernels, nullptr, results);
      if (status.code != Code::condition || status.index != place || status.count != 1)
        return fault(fmt::format("index {} is out of range, and that is not reported", place));
      for (const Tensor& result : results)
        if (!std::all_of(result.data(), result.data() + result.bytes(),
                         [](std::byte byte) { return byte == etalon::tests::DrawnCall::untouched; }))
          return fault("a result is written in spite of an error condition");
      note_condition(status.rule);
    }
  }

  void note_condition(const char* rule) const {
    const std::lock_guard lock(mutex);
    ++tallies[drawing_.name].conditions;
    rules.insert(rule);
  }

  void note_refusal() const {
    const std::lock_guard lock(mutex);
    ++tallies[drawing_.name].refused;
    rules.insert(call_.unavailable->rule);
  }

  void note_run() const {
    const std::lock_guard lock(mutex);
    Tally& tally = tallies[drawing_.name];
    ++tally.run;
    tally.exchanged += call_.unavailable != nullptr;
    tally.empty += call_.drawn.outputs[0].patterns.empty();
    if (call_.op->wide_rule != nullptr && is_floating(type_of(call_.drawn.outputs[0].type)))
      ++tally.policies[static_cast<Accumulation>(call_.drawn.accumulation)];
    const auto add = [&](const oracle::Tensor& tensor) {
      tally.types.insert(info(type_of(tensor.type)).name);
      tally.ranks.insert(tensor.shape.size());
    };
    if (!call_.drawn.inputs.empty()) add(*call_.drawn.inputs[0]);
    for (const oracle::Tensor& output : call_.drawn.outputs) {
      add(output);
      tally.elements += output.patterns.size();
    }
    rules.insert(call_.row->shape_rule);
    if (call_.op->moves()) rules.insert(fmt::format("{}-ALL-MOVE", upper_case(call_.op->name)));
  }

  const oracle::Drawing& drawing_;
  std::uint64_t number_;
  etalon::tests::DrawnCall call_;
};

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t calls = 20000;
  std::optional<std::uint64_t> given;
  std::string only;
  if (!etalon::tests::read_options(argc, argv, {{"--calls", &calls}, {"--first", &given}, {"--only", &only}}))
    return fmt::print("usage: calls [--calls N] [--only NAME] [--first I]\n"), 2;
  const std::uint64_t first = given.value_or(etalon::tests::turn() * calls);
  fmt::print("turn {}: calls {} to {} of each operator\n", etalon::tests::turn(), first, first + calls);
  const std::string test = "Calls.EveryOperatorAgreesWithTheOracle";
  etalon::tests::remove_evidence(test);
  std::uint64_t run = 0;
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    if (!only.empty() && only != drawing.name) continue;
    oracle::Random random(0);
    if (find_operator("", drawing.draw(random).operation) == nullptr) {
      fmt::print("{}: Etalon does not have this operator\n", drawing.name);
      continue;
    }
    on_all_cores(calls, [&](std::uint64_t i) { Trial(drawing, first + i).judge(); });
    const Tally& tally = tallies[drawing.name];
    fmt::print("{}: {} calls of {} types and {} ranks, {} with an empty result, {} elements", drawing.name, tally.run,
               tally.types.size(), tally.ranks.size(), tally.empty, tally.elements);
    if (tally.refused > 0) fmt::print("; {} refused for their type", tally.refused);
    if (tally.exchanged > 0) fmt::print(", {} of them run all the same", tally.exchanged);
    constexpr const char* policies[] = {"sequential", "fused", "wide", "exact"};
    for (const auto& [policy, count] : tally.policies)
      fmt::print("; {} {}", count, policies[static_cast<unsigned>(policy)]);
    if (tally.conditions > 0) fmt::print("; {} times an error condition, with an index out of range", tally.conditions);
    fmt::print("\n");
    std::fflush(stdout);
    run += tally.run;
  }
  fmt::print("{} calls run, {} faults\n", run, faults);
  etalon::tests::write_evidence(test, rules, faults == 0);
  return faults == 0 && run > 0 ? 0 : 1;
}
