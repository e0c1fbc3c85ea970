// SPDX-License-Identifier: Apache-2.0
// Bounds of every admissible evaluation over random graphs: any_order [--outputs N] [--first I]. Until N elements of
// outputs have a finite bound, graphs from number I on are analysed, at known inputs and over ranges. Then nodes are
// computed one after the other, each element of a result by a policy, in a drawn order of its sum (legal_sums.hpp), or
// as the farthest number that conforms; no element may be farther from the true value (true_values.hpp) than its bound.
#include <fmt/format.h>

#include <atomic>
#include <mutex>

#include "conform/judge/sets.hpp"
#include "conform/judge/whole.hpp"
#include "tests/support/cores.hpp"
#include "tests/support/drawn_graphs.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/legal_sums.hpp"
#include "tests/support/model_judge.hpp"
#include "tests/support/options.hpp"

using namespace etalon::impl;
using namespace etalon::tests;

namespace {

struct Tally : ModelJudge::Tally {
  std::uint64_t graphs = 0, faults = 0, ordered = 0, farthest = 0;  // elements that were computed in such a way
};

std::mutex mutex;  // of what follows
Tally total;
bool is_control = false;

// As if only the order of the reference were admissible: the control.
Admitted only_the_reference(const Call&, DType, const OverReals&, std::size_t, double own) { return {own, 0}; }

class Trial {
 public:
  explicit Trial(std::uint64_t number, AdmittedErrors admitted)
      : number_(number), admitted_(admitted), drawn_(number), random_(~number) {}

  void judge() {
    ++tally_.graphs;
    const Verdict verdict = check(drawn_.graph, drawn_.profile);
    if (verdict.model && verdict.model->calls.size() >= DrawnGraph::fewest_nodes) {
      model_ = verdict.model;
      analyse_and_sample();
    }
    const std::lock_guard lock(mutex);
    total.graphs += tally_.graphs;
    total.faults += tally_.faults;
    total.ordered += tally_.ordered;
    total.farthest += tally_.farthest;
    total.add(tally_);
  }

 private:
  void fault(const std::string& what) {
    const std::lock_guard lock(mutex);
    if (++tally_.faults <= 3 && total.faults < 20 && !is_control)
      fmt::print("graph {} (--first {} --outputs 1): {}\n", number_, number_, what);
  }

  void analyse_and_sample() {
    std::vector<InputKnowledge> known(model_->graph->values.size());
    const bool has_ranges = random_.coin();
    for (const DrawnGraph::Input& input : drawn_.inputs) {
      known[input.value].low = known[input.value].high = input.tensor;
      if (has_ranges && input.is_data) widen(known[input.value]);
    }
    const std::vector<InputKnowledge> ranges = known;
    const auto analysis = analyse(model_, std::move(known), {}, {}, {.looked = 0, .admitted = admitted_});
    if (!analysis) return;
    ModelJudge judge(*model_, *analysis, false, [&](const auto& what) { fault(what); });
    for (int sample = 0; sample < 3; ++sample) {
      Trail values(model_->graph->values.size());
      std::vector<TrueValues> truths(values.size());
      for (const DrawnGraph::Input& input : drawn_.inputs) {
        values[input.value] = point(ranges[input.value]);
        truths[input.value] = true_values(std::as_const(*values[input.value]).view());
      }
      if (compute_somehow(values)) judge.judge_values(values, std::move(truths));
    }
    tally_.add(judge.tally);
  }

  // Each number may be some steps farther from zero.
  void widen(InputKnowledge& input) {
    const DTypeInfo& type = info(input.low->type());
    if (type.kind != Kind::floating) return;
    const std::uint64_t sign = std::uint64_t{1} << (type.bits - 1);
    for (std::uint64_t i = 0; i < input.low->shape().count; ++i) {
      const std::uint64_t pattern = pattern_at(std::as_const(*input.low).view(), i), steps = random_.below(64);
      const std::uint64_t largest = oracle::infinity(oracle_type(input.low->type()).format()) - 1;
      if (!is_finite(std::as_const(*input.low).view(), i)) continue;
      const std::uint64_t farther = (pattern & sign) | std::min((pattern & ~sign) + steps, largest);
      set_pattern((pattern & sign) != 0 ? input.low->view() : input.high->view(), i, farther);
    }
  }
  Tensor point(const InputKnowledge& input) {
    Tensor point = *input.low;
    for (std::uint64_t i = 0; i < point.shape().count; ++i) {
      const std::uint64_t low = pattern_at(input.low->view(), i), high = pattern_at(input.high->view(), i);
      const std::uint64_t first = std::min(low, high), last = std::max(low, high);  // both have the same sign
      set_pattern(point.view(), i,
                  random_.coin() ? (random_.coin() ? low : high) : first + random_.below(last - first + 1));
    }
    return point;
  }

  bool compute_somehow(Trail& values) {
    add_constants(*model_->graph, values);
    for (std::size_t n = 0; n < model_->calls.size(); ++n) {
      const Call& call = model_->calls[n];
      const Node& node = model_->graph->nodes[n];
      std::vector<TensorView> inputs;
      std::vector<const Tensor*> tensors;
      for (std::size_t k = 0; k < call.inputs.size(); ++k) {
        tensors.push_back(call.inputs[k] ? &*values[node.inputs[k]] : nullptr);
        inputs.push_back(tensors.back() != nullptr ? tensors.back()->view() : no_tensor);
      }
      std::vector<std::vector<Tensor>> by_policy;
      for (unsigned p = 0; p < std::size(accumulation_names); ++p) {
        if (!has_policy(call, static_cast<Accumulation>(p))) continue;
        Computed computed = compute(under(call, static_cast<Accumulation>(p)), inputs);
        if (!computed.status.ok()) return false;
        by_policy.push_back(std::move(computed.outputs));
      }
      if (by_policy.empty()) return false;
      std::vector<Tensor> results = by_policy[random_.below(by_policy.size())];
      vary(call, inputs, tensors, by_policy, results);
      for (std::size_t k = 0; k < results.size(); ++k)
        if (call.outputs[k]) values[node.outputs[k]] = std::move(results[k]);
    }
    return true;
  }

  void vary(const Call& call, std::span<const TensorView> inputs, const std::vector<const Tensor*>& tensors,
            const std::vector<std::vector<Tensor>>& by_policy, std::vector<Tensor>& results) {
    const std::uint64_t way = random_.below(3);
    if (way == 0 || has_one_value(call)) return;
    const bool has_factors = std::string_view(call.op->name) == "Gemm" &&
                             (*call.named<float>("alpha") != 1 || *call.named<float>("beta") != 1);
    if (const auto sums = way == 1 && !has_factors ? sums_of(call, tensors, std::nullopt) : std::nullopt) {
      const oracle::Format f = oracle_type(results[0].type()).format();
      for (std::size_t i = 0; i < sums->size(); ++i, ++tally_.ordered) {
        const mpq_class sum = DrawnEvaluation(random_, f).result((*sums)[i]);
        if (abs(sum) <= largest_of(f)) set_pattern(results[0].view(), i, etalon::tests::pattern_of(f, sum));
      }
      return;
    }
    // Sets of functions of doubles are wider than what they allow, because they are computed in doubles.
    if (is_open_function(call) && results[0].type() == DType::f64) return;
    const AllowedSets sets = sets_of(call, inputs, 1, {}, by_policy[0]);
    for (std::size_t k = 0; k < results.size() && k < sets.outputs.size(); ++k) {
      if (info(results[k].type()).bits == 4) continue;  // elements of which are written in ascending order
      for (std::size_t i = 0; i < sets.outputs[k].low.size(); ++i) {
        const Sets& set = sets.outputs[k];
        const double x = random_.coin() ? set.low[i] : set.high[i];
        if (!(set.low[i] <= set.high[i]) || !std::isfinite(x) || set.beyond[i] != 0) continue;
        if (is_floating(results[k].type())) {
          const DTypeInfo& type = info(results[k].type());
          unsigned ignored = 0;
          set_pattern(results[k].view(), i,
                      binary_convert(FORMAT_DOUBLE, binary_format_of(type.bits, type.fraction), f64_bits(x), &ignored));
        } else {
          set_pattern(results[k].view(), i, static_cast<std::uint64_t>(static_cast<std::int64_t>(x)));
        }
        ++tally_.farthest;
      }
    }
  }

  std::uint64_t number_;
  AdmittedErrors admitted_;
  DrawnGraph drawn_;
  oracle::Random random_;
  std::shared_ptr<const CheckedModel> model_;
  Tally tally_;
};

void run(std::uint64_t first, std::uint64_t outputs, AdmittedErrors admitted) {
  total = {};
  std::atomic<std::uint64_t> next = first;
  on_all_cores(std::max(std::thread::hardware_concurrency(), 1u), [&](std::uint64_t) {
    while (true) {
      {
        const std::lock_guard lock(mutex);
        if (total.outputs >= outputs) return;
      }
      Trial(next++, admitted).judge();
    }
  });
}

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t outputs = 100'000;
  std::optional<std::uint64_t> given;
  if (!read_options(argc, argv, {{"--outputs", &outputs}, {"--first", &given}}))
    return fmt::print("usage: any_order [--outputs N] [--first I]\n"), 2;
  const ProgramEvidence evidence("AnyOrder.NoAdmissibleResultIsBeyondItsBound", {"ACC-ALL-ORDER", "CON-ALL-WHOLE"});
  const std::uint64_t first = given.value_or(turn() * outputs);
  fmt::print("turn {}: graphs from {} on\n", turn(), first);
  std::fflush(stdout);
  run(first, outputs, admitted_near);
  const Tally all = total;
  fmt::print("elements by operator:");
  for (const auto& [name, count] : all.nodes) fmt::print(" {} {}", name, count);
  fmt::print(
      "\n{} graphs: {} elements of values with a finite bound, {} of them of outputs; {} without a bound, {} whose "
      "true "
      "value is too long; {} sums in a drawn order, {} farthest results\n{} faults\n",
      all.graphs, all.elements, all.outputs, all.unbounded, all.unknown, all.ordered, all.farthest, all.faults);
  is_control = true;
  run(first, std::max<std::uint64_t>(outputs / 10, 1), only_the_reference);
  fmt::print("control: {} faults with the bounds of the reference's order\n", total.faults);
  return evidence.verdict(all.faults == 0 && all.ordered > 0 && all.farthest > 0 &&
                          (outputs < 1000 || total.faults > 0));
}
