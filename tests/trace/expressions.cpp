// SPDX-License-Identifier: Apache-2.0
// What a trace says that a call computes is what it computes: expressions [--calls N] [--only NAME] [--first I]. N
// calls of each operator that the oracle draws are traced; the recorded expressions, evaluated on the drawn operands,
// must have the oracle's bits.
#include <fmt/format.h>

#include <mutex>
#include <set>

#include "tests/support/cores.hpp"
#include "tests/support/drawn_call.hpp"
#include "tests/support/evaluated.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;

namespace {

struct Tally {
  std::uint64_t calls = 0, opaque = 0, elements = 0, steps = 0;
};

std::mutex mutex;  // of what follows
Tally total;
std::uint64_t faults = 0;

void judge(const oracle::Drawing& drawing, std::uint64_t number, bool by_lemmas) {
  oracle::Random random(number);
  const etalon::tests::DrawnCall drawn(drawing.draw(random));
  if (drawn.row == nullptr || drawn.unavailable != nullptr) return;
  const auto resolution = drawn.resolved();
  if (!resolution) return;  // tests/ops/calls.cpp says whether it should be
  const Call& call = resolution->call;
  std::vector<std::optional<Tensor>> tensors;
  for (const auto& input : drawn.drawn.inputs)
    tensors.push_back(input ? std::optional(etalon::tests::tensor_of(*input)) : std::nullopt);
  // Data are variables; what says which elements are meant is known.
  std::vector<TracedOperand> stored, operands;
  for (std::size_t k = 0; k < tensors.size(); ++k) {
    stored.push_back({nullptr, view_of(tensors[k])});
    const bool is_data = formal_at(call.row->inputs, k)->use == Formal::Use::data;
    operands.push_back(is_data ? TracedOperand{nullptr, no_tensor, static_cast<std::uint32_t>(k)} : stored.back());
  }
  std::vector<const TracedOperand*> given;
  for (std::size_t k = 0; k < tensors.size(); ++k) given.push_back(tensors[k] ? &operands[k] : nullptr);
  std::vector<Joiner::Joined> steps;
  Joiner joiner({}, &steps);
  joiner.apply(by_lemmas ? Joiner::Use::lemmas : Joiner::Use::nothing);
  const std::vector<TermList> results = traced(joiner, call, given, 0);
  etalon::tests::Evaluation evaluation(stored);
  evaluation.evaluate(steps);
  Tally tally{1, is_followed(call, given) ? 0u : 1u, 0, steps.size()};
  std::string fault;
  for (std::size_t k = 0; k < results.size() && tally.opaque == 0; ++k)
    for (std::size_t i = 0; i < results[k].size(); ++i, ++tally.elements) {
      const std::uint64_t got = evaluation.pattern(results[k][i]), right = drawn.drawn.outputs[k].patterns[i];
      if (fault.empty() && is_floating(call.outputs[k]->type) && gives_quiet_results(*call.op) &&
          !results[k][i].is_quiet)
        fault = "a result is not known to be quiet";
      if (got != right && fault.empty())
        fault = fmt::format("element {} of result {} is {:x}, not {:x}", i, k, got, right);
    }
  const std::lock_guard lock(mutex);
  total.calls += tally.calls;
  total.opaque += tally.opaque;
  total.elements += tally.elements;
  total.steps += tally.steps;
  if (!fault.empty() && faults++ < 20)
    fmt::print("{} (--only {} --first {}): {}\n", drawn.drawn.operation, drawing.name, number, fault);
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t calls = 1000;
  std::optional<std::uint64_t> given;
  std::string only;
  if (!etalon::tests::read_options(argc, argv, {{"--calls", &calls}, {"--first", &given}, {"--only", &only}}))
    return fmt::print("usage: expressions [--calls N] [--only NAME] [--first I]\n"), 2;
  const std::uint64_t first = given.value_or(etalon::tests::turn() * calls);
  fmt::print("turn {}: calls {} to {} of each operator\n", etalon::tests::turn(), first, first + calls);
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    if (!only.empty() && only != drawing.name) continue;
    on_all_cores(2 * calls, [&](std::uint64_t i) { judge(drawing, first + i / 2, i % 2 != 0); });
  }
  fmt::print("{} calls traced, {} of them not followed, {} steps, {} elements evaluated, {} faults\n", total.calls,
             total.opaque, total.steps, total.elements, faults);
  etalon::tests::write_evidence("Trace.ExpressionsAreWhatCallsCompute", std::set<std::string>{"EQUIV-ALL-TRACE"},
                                faults == 0);
  return faults == 0 && total.elements > 0 ? 0 : 1;
}
