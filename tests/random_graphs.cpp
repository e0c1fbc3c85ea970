// SPDX-License-Identifier: Apache-2.0
// Error bounds over random graphs of 3 to 10 nodes of all operators: random_graphs [--outputs N] [--first I]. Until N
// elements of outputs have a finite bound, graphs from number I on are analysed: on known inputs, on inputs with
// tolerances, and over ranges, of which points are then drawn. For every element of every value that has a bound, the
// true error (true_values.hpp) must not be beyond it; nor may the error that a node introduces, or the measured one.
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include "accuracy/analysis.hpp"
#include "tests/drawn_graphs.hpp"
#include "tests/evidence_file.hpp"
#include "tests/options.hpp"
#include "tests/true_values.hpp"

using namespace etalon::impl;
using namespace etalon::tests;

namespace {

enum class Knowledge { values, tolerances, ranges };

struct Tally {
  std::uint64_t graphs = 0, not_analysed = 0, outputs = 0, elements = 0, unbounded = 0, unknown = 0;
  std::map<std::string, std::uint64_t> nodes;  // by operator: elements with a finite bound
  std::map<std::string, std::uint64_t> types;
};

std::mutex mutex;  // of what follows
Tally total;
std::uint64_t faults = 0;

// Whether a number that is printed as a double was not rounded below it.
bool is_at_most(const mpq_class& number, double bound) {
  return !(bound < infinite_bound) || number <= mpq_class(bound);
}

mpq_class distance(const mpq_class& a, const mpq_class& b) { return abs(a - b); }

class Trial {
 public:
  explicit Trial(std::uint64_t number) : number_(number), drawn_(number), random_(~number) {}

  void judge() {
    ++tally_.graphs;
    const Verdict verdict = check(drawn_.graph, drawn_.profile);
    if (!verdict.model && std::strcmp(reason_of(verdict.findings)->status.rule, "DIV-INT-ZERO") == 0) {
      ++tally_.not_analysed;  // a division by a constant zero
    } else if (!verdict.model) {
      fault(fmt::format("refused: {}", reason_of(verdict.findings)->message));
    } else if (verdict.model->calls.size() >= DrawnGraph::fewest_nodes) {
      model_ = verdict.model;
      analyse_and_sample();
    }
    const std::lock_guard lock(mutex);
    for (auto member :
         {&Tally::graphs, &Tally::not_analysed, &Tally::outputs, &Tally::elements, &Tally::unbounded, &Tally::unknown})
      total.*member += tally_.*member;
    for (const auto& [name, count] : tally_.nodes) total.nodes[name] += count;
    for (const auto& [name, count] : tally_.types) total.types[name] += count;
  }

 private:
  void fault(const std::string& what) const {
    const std::lock_guard lock(mutex);
    if (faults++ < 20) fmt::print("graph {} (--first {} --outputs 1): {}\n", number_, number_, what);
  }

  void analyse_and_sample() {
    const std::uint64_t kind = random_.below(4);
    knowledge_ = kind < 2 ? Knowledge::values : kind == 2 ? Knowledge::tolerances : Knowledge::ranges;
    std::vector<InputKnowledge> known(model_->graph->values.size());
    for (const DrawnGraph::Input& input : drawn_.inputs) {
      InputKnowledge& one = known[input.value];
      one.low = one.high = input.tensor;
      if (!input.is_data || knowledge_ == Knowledge::values) continue;
      if (info(input.tensor.type()).kind == Kind::floating) one.tolerance = draw_tolerance(input.tensor);
      if (knowledge_ == Knowledge::ranges) one.high = raised(input.tensor);
    }
    tolerances_.resize(known.size());
    for (std::size_t v = 0; v < known.size(); ++v) tolerances_[v] = known[v].tolerance;
    auto analysis = analyse(model_, std::move(known), {});
    if (!analysis) {
      ++tally_.not_analysed;
      const Code code = analysis.finding().status.code;
      if (code != Code::condition && std::strcmp(analysis.finding().status.rule, "ACC-ALL-INDEX") != 0)
        fault(fmt::format("not analysed: {}", analysis.finding().message));
      return;
    }
    analysis_ = std::move(*analysis);
    for (int sample = 0; sample < (knowledge_ == Knowledge::values ? 1 : 2); ++sample) judge_sample();
  }

  // 2^-30 to 2^-4 of each number, and sometimes nothing.
  std::vector<double> draw_tolerance(const Tensor& tensor) {
    std::vector<double> tolerance;
    const int exponent = random_.between(-30, -4);
    for (std::uint64_t i = 0; i < tensor.shape().count; ++i) {
      const double size = std::abs(ends_of(tensor.view(), i).low);
      tolerance.push_back(std::isfinite(size) && random_.below(8) != 0 ? std::ldexp(size, exponent) : 0);
    }
    return tolerance;
  }

  // The other end of a range: numbers that are not below those of the tensor.
  Tensor raised(const Tensor& low) {
    Tensor high = low;
    const DTypeInfo& type = info(low.type());
    for (std::uint64_t i = 0; i < low.shape().count; ++i) {
      const std::uint64_t pattern = pattern_at(low.view(), i);
      if (type.kind == Kind::boolean) set_pattern(high.view(), i, pattern | random_.below(2));
      const std::uint64_t sign = std::uint64_t{1} << (type.bits - 1), steps = random_.below(1u << random_.below(9));
      if (type.kind != Kind::floating || !is_finite(low.view(), i)) continue;
      // Away from zero where it is positive, towards zero where it is negative; infinity is not reached.
      const std::uint64_t magnitude = pattern & (sign - 1);
      const std::uint64_t largest = oracle::infinity(oracle_type(low.type()).format()) - 1;
      set_pattern(high.view(), i,
                  (pattern & sign) != 0 ? sign | (magnitude - std::min(magnitude, steps))
                                        : std::min(magnitude + steps, largest));
    }
    return high;
  }

  // A point of the ranges, and a real number that is within the tolerance of it.
  void draw_point(Trail& given, std::vector<TrueValues>& truths) {
    for (const DrawnGraph::Input& input : drawn_.inputs) {
      const ValueErrors& known = analysis_.values[input.value];
      Tensor point = *known.low;
      for (std::uint64_t i = 0; i < point.shape().count; ++i) {
        const std::uint64_t low = pattern_at(known.low->view(), i), high = pattern_at(known.high->view(), i);
        // Both ends have the same sign, so that the patterns between them are the numbers between them.
        const std::uint64_t first = std::min(low, high), span = std::max(low, high) - first;
        set_pattern(point.view(), i,
                    random_.below(4) == 0 ? (random_.coin() ? low : high) : first + random_.below(span + 1));
      }
      truths[input.value] = true_values(std::as_const(point).view());
      const std::vector<double>& tolerance = tolerances_[input.value];
      for (std::size_t i = 0; i < tolerance.size(); ++i) {
        mpq_class move = mpq_class(tolerance[i]) * mpq_class(random_.between(-8, 8), 8);
        move.canonicalize();
        TrueValue& truth = truths[input.value][i];
        if (truth.is_number()) truth = TrueValue(truth.number + move);
      }
      given[input.value] = std::move(point);
    }
    for (const Initializer& initializer : model_->graph->initializers)
      truths[initializer.value] = true_values(std::as_const(*analysis_.values[initializer.value].low).view());
  }

  void judge_sample() {
    const Graph& graph = *model_->graph;
    std::vector<TrueValues> truths(graph.values.size());
    Trail given(graph.values.size());
    draw_point(given, truths);
    const auto trail = trail_of(*model_, std::move(given), {});
    if (!trail) {  // a division by zero, say
      ++tally_.not_analysed;
      return;
    }
    auto result = analysis_.results.begin();
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const std::vector<TrueValues> whole = results_of(n, *trail, truths, nullptr);
      std::vector<TrueValues> stored(graph.values.size());
      const std::vector<TrueValues> alone = results_of(n, *trail, truths, &stored);
      for (; result != analysis_.results.end() && result->node == n; ++result) {
        const std::uint32_t output = graph.nodes[n].outputs[result->output];
        judge_value(n, *result, (*trail)[output]->view(), whole[result->output], alone[result->output]);
        truths[output] = whole[result->output];
      }
    }
  }

  // The real results of a node: of the true operands, or of those that were computed.
  std::vector<TrueValues> results_of(std::size_t n, const Trail& trail, const std::vector<TrueValues>& truths,
                                     std::vector<TrueValues>* stored) const {
    const Call& call = model_->calls[n];
    const Node& node = model_->graph->nodes[n];
    TrueCall t{call, {}, {}};
    for (std::size_t k = 0; k < call.inputs.size(); ++k) {
      t.inputs.push_back(nullptr);
      t.computed.push_back(nullptr);
      if (!call.inputs[k]) continue;
      const std::uint32_t value = node.inputs[k];
      if (stored != nullptr) (*stored)[value] = true_values(trail[value]->view());
      t.inputs.back() = stored != nullptr ? &(*stored)[value] : &truths[value];
      t.computed.back() = &*trail[value];
    }
    if (auto results = true_results(t)) return *std::move(results);
    std::vector<TrueValues> results;
    for (std::size_t k = 0; k < call.outputs.size(); ++k) {
      results.emplace_back();
      if (!call.outputs[k]) continue;
      results.back() = true_values(trail[node.outputs[k]]->view());  // a result that follows from the call is exact
      if (call.op->write == nullptr)
        for (TrueValue& one : results.back()) one.state = TrueValue::State::unknown;
    }
    return results;
  }

  void judge_value(std::size_t n, const NodeErrors& node, const TensorView& computed, const TrueValues& whole,
                   const TrueValues& alone) {
    const Graph& graph = *model_->graph;
    const std::uint32_t output = graph.nodes[n].outputs[node.output];
    const ValueErrors& known = analysis_.values[output];
    const bool is_output = std::ranges::find(graph.outputs, output) != graph.outputs.end();
    const oracle::Type type = oracle_type(computed.type);
    for (std::uint64_t i = 0; i < computed.shape.count; ++i) {
      const auto at = [&](const std::string& what) {
        fault(fmt::format("node {} ({}, {}), element {}: {}", n, graph.nodes[n].operation, info(computed.type).name, i,
                          what));
      };
      const TrueValue got = true_value(type, pattern_at(computed, i));
      if (knowledge_ == Knowledge::ranges && !is_in_range(type, computed, known, i)) at("outside its range");
      if (!(known.bound[i] < infinite_bound)) {
        ++tally_.unbounded;
        continue;
      }
      if (whole[i].state == TrueValue::State::unknown) {
        ++tally_.unknown;
        continue;
      }
      if (!got.is_number() || !whole[i].is_number()) {
        at(fmt::format("the bound {:g} where there is no number", known.bound[i]));
        continue;
      }
      const mpq_class error = distance(got.number, whole[i].number);
      if (!is_at_most(error, known.bound[i]))
        at(fmt::format("the error {:g} is beyond its bound {:g}", error.get_d(), known.bound[i]));
      if (alone[i].is_number()) {
        const mpq_class own = distance(got.number, alone[i].number);
        if (!is_at_most(own, node.introduced[i]))
          at(fmt::format("the introduced error {:g} is beyond its bound {:g}", own.get_d(), node.introduced[i]));
        if (type.kind == oracle::Kind::floating && !is_at_most(own, node.a_priori))
          at(fmt::format("the introduced error {:g} is beyond {:g}, which is known beforehand", own.get_d(),
                         node.a_priori));
      }
      if (knowledge_ == Knowledge::values && analysis_.shadowed &&
          !is_at_most(error, analysis_.errors[output][i].absolute))
        at(fmt::format("the error {:g} is beyond the measured one {:g}", error.get_d(),
                       analysis_.errors[output][i].absolute));
      ++tally_.elements;
      tally_.outputs += is_output;
      ++tally_.nodes[graph.nodes[n].operation];
      ++tally_.types[info(computed.type).name];
    }
  }

  static bool is_in_range(oracle::Type type, const TensorView& computed, const ValueErrors& known, std::uint64_t i) {
    const TrueValue got = true_value(type, pattern_at(computed, i));
    const TrueValue low = true_value(type, pattern_at(known.low->view(), i)),
                    high = true_value(type, pattern_at(known.high->view(), i));
    if (!got.is_number()) return !(known.bound[i] < infinite_bound);
    return (!low.is_number() || low.number <= got.number) && (!high.is_number() || got.number <= high.number);
  }

  std::uint64_t number_;
  DrawnGraph drawn_;
  oracle::Random random_;
  Knowledge knowledge_ = Knowledge::values;
  std::shared_ptr<const CheckedModel> model_;
  std::vector<std::vector<double>> tolerances_;  // by value
  Analysis analysis_;
  Tally tally_;
};

}  // namespace

int main(int argc, char** argv) {
  std::uint64_t outputs = 100'000;
  std::optional<std::uint64_t> given;
  if (!etalon::tests::read_options(argc, argv, {{"--outputs", &outputs}, {"--first", &given}}))
    return fmt::print("usage: random_graphs [--outputs N] [--first I]\n"), 2;
  const ProgramEvidence evidence("RandomGraphs.NoErrorIsBeyondItsBound",
                                 {"ACC-ALL-SHADOW", "ACC-ALL-PROPAGATED", "ACC-ALL-RANGE"});
  const std::uint64_t first = given.value_or(etalon::tests::turn() * outputs);
  fmt::print("turn {}: graphs from {} on\n", etalon::tests::turn(), first);
  std::atomic<std::uint64_t> next = first;
  const auto enough = [&] {
    const std::lock_guard lock(mutex);
    return total.outputs >= outputs;
  };
  {
    std::vector<std::jthread> workers;
    for (unsigned w = 0; w < std::max(std::thread::hardware_concurrency(), 1u); ++w)
      workers.emplace_back([&] {
        while (!enough()) Trial(next++).judge();
      });
  }
  for (const auto* by : {&total.nodes, &total.types}) {
    fmt::print("elements by {}:", by == &total.nodes ? "operator" : "type");
    for (const auto& [name, count] : *by) fmt::print(" {} {}", name, count);
    fmt::print("\n");
  }
  fmt::print(
      "{} graphs ({} could not be computed): {} elements of values with a finite bound, {} of them of outputs; {} "
      "without a bound, {} whose true value is too long\n",
      total.graphs, total.not_analysed, total.elements, total.outputs, total.unbounded, total.unknown);
  bool all = true;
  for (const oracle::Drawing& drawing : oracle::drawings()) {
    oracle::Random random(0);
    const std::string name = drawing.draw(random).operation;
    if (find_operator("", name) == nullptr || total.nodes[name] > 0) continue;
    fmt::print("{}: not in any graph, or never with a bound\n", name);
    all = all && outputs < 100'000;  // that few may lack one
  }
  fmt::print("{} faults\n", faults);
  return evidence.verdict(faults == 0 && all);
}
