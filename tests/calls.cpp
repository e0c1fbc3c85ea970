// SPDX-License-Identifier: Apache-2.0
// Random calls of every operator that the oracle draws, through the shipped path (resolve, execute, both kernels), bits
// and events: calls [--calls N] [--only NAME] [--first I]. N calls of each operator, from number I on; shapes of ranks
// 0 to 8, empty ones among them. A type that a version does not have must be refused; an operator that only moves
// elements is then run with it all the same, so that elements of every width are judged.
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
#include "tests/cores.hpp"
#include "tests/drawn_call.hpp"
#include "tests/evidence_file.hpp"
#include "tests/options.hpp"

using namespace etalon::impl;
using etalon::tests::type_of;

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
  std::uint64_t calls = 20000, first = 0;
  std::string only;
  if (!etalon::tests::read_options(argc, argv, {{"--calls", &calls}, {"--first", &first}, {"--only", &only}}))
    return fmt::print("usage: calls [--calls N] [--only NAME] [--first I]\n"), 2;
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
    fmt::print("\n");
    std::fflush(stdout);
    run += tally.run;
  }
  fmt::print("{} calls run, {} faults\n", run, faults);
  etalon::tests::write_evidence(test, rules, faults == 0);
  return faults == 0 && run > 0 ? 0 : 1;
}
