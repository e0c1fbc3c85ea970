// SPDX-License-Identifier: Apache-2.0
// What an analysis says of every value of a model, judged at one point of its inputs: the computed element lies in its
// range, its true error (true_values.hpp) is not beyond its bound, nor is the error that the node introduces.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "accuracy/analysis.hpp"
#include "tests/support/true_values.hpp"

namespace etalon::tests {

// Whether an element lies in the range that is known of it. What is not a number lies in a range of everything only.
inline bool is_in_range(oracle::Type type, std::uint64_t got, std::uint64_t low, std::uint64_t high) {
  if (type.kind != oracle::Kind::floating) {
    const mpq_class x = true_value(type, got).number;
    return true_value(type, low).number <= x && x <= true_value(type, high).number;
  }
  const oracle::Format f = type.format();
  if (oracle::is_nan(f, low) && oracle::is_nan(f, high)) return true;
  if (oracle::is_nan(f, low) || oracle::is_nan(f, high)) return false;
  // The patterns in the order of the numbers, with one place for both zeros.
  const auto place = [f](std::uint64_t x) {
    const auto size = static_cast<std::int64_t>(oracle::magnitude(f, x));
    return oracle::sign(f, x) != 0 ? -size : size;
  };
  const auto infinity = static_cast<std::int64_t>(oracle::infinity(f));
  if (oracle::is_nan(f, got)) return place(low) == -infinity && place(high) == infinity;
  return place(low) <= place(got) && place(got) <= place(high);
}

class ModelJudge {
 public:
  struct Tally {
    std::uint64_t outputs = 0, elements = 0, unbounded = 0, unknown = 0;
    std::map<std::string, std::uint64_t> nodes, types;  // by operator and by type: elements with a finite bound

    void add(const Tally& other) {
      for (const auto member : {&Tally::outputs, &Tally::elements, &Tally::unbounded, &Tally::unknown})
        this->*member += other.*member;
      for (const auto by : {&Tally::nodes, &Tally::types})
        for (const auto& [name, count] : other.*by) (this->*by)[name] += count;
    }
  };
  using Fault = std::function<void(const std::string&)>;

  // `exact`: the inputs have neither ranges nor tolerances, so that errors were measured against the same reals.
  ModelJudge(const impl::CheckedModel& model, const impl::Analysis& analysis, bool exact, Fault fault)
      : model_(model), analysis_(analysis), exact_(exact), fault_(std::move(fault)) {}

  // At these inputs, whose real values are the truths. False where the model cannot be computed there: it divides by
  // zero, say.
  bool judge(impl::Trail given, std::vector<TrueValues> truths) {
    const impl::Graph& graph = *model_.graph;
    const auto trail = trail_of(model_, std::move(given), {});
    if (!trail) return false;
    for (const impl::Initializer& initializer : graph.initializers)
      truths[initializer.value] = true_values(std::as_const(*analysis_.values[initializer.value].low).view());
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
    return true;
  }

  Tally tally;

 private:
  // The real results of a node: of the true operands, or of those that were computed.
  std::vector<TrueValues> results_of(std::size_t n, const impl::Trail& trail, const std::vector<TrueValues>& truths,
                                     std::vector<TrueValues>* stored) const {
    const impl::Call& call = model_.calls[n];
    const impl::Node& node = model_.graph->nodes[n];
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
      if (!call.op->writes())
        for (TrueValue& one : results.back()) one.state = TrueValue::State::unknown;
    }
    return results;
  }

  // Whether a number that is printed as a double was not rounded below it.
  static bool is_at_most(const mpq_class& number, double bound) {
    return !(bound < impl::infinite_bound) || number <= mpq_class(bound);
  }
  static mpq_class distance(const mpq_class& a, const mpq_class& b) { return abs(a - b); }

  void judge_value(std::size_t n, const impl::NodeErrors& node, const impl::TensorView& computed,
                   const TrueValues& whole, const TrueValues& alone) {
    const impl::Graph& graph = *model_.graph;
    const std::uint32_t output = graph.nodes[n].outputs[node.output];
    const impl::ValueErrors& known = analysis_.values[output];
    const bool is_output = std::ranges::find(graph.outputs, output) != graph.outputs.end();
    const oracle::Type type = oracle_type(computed.type);
    for (std::uint64_t i = 0; i < computed.shape.count; ++i) {
      const auto at = [&](const std::string& what) {
        fault_(fmt::format("node {} ({}, {}), element {}: {}", n, graph.nodes[n].operation,
                           impl::info(computed.type).name, i, what));
      };
      const std::uint64_t pattern = pattern_at(computed, i), low = pattern_at(std::as_const(*known.low).view(), i),
                          high = pattern_at(std::as_const(*known.high).view(), i);
      const TrueValue got = true_value(type, pattern);
      if (!is_in_range(type, pattern, low, high))
        at(fmt::format("{:X} outside its range {:X} to {:X}", pattern, low, high));
      if (std::isnan(known.bound[i]) || std::isnan(node.introduced[i]) || std::isnan(node.propagated[i]))
        at("a bound that is not a number");
      if (!(known.bound[i] < impl::infinite_bound)) {
        ++tally.unbounded;
        continue;
      }
      if (whole[i].state == TrueValue::State::unknown) {
        ++tally.unknown;
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
      if (exact_ && analysis_.shadowed && !is_at_most(error, analysis_.errors[output][i].absolute))
        at(fmt::format("the error {:g} is beyond the measured one {:g}", error.get_d(),
                       analysis_.errors[output][i].absolute));
      ++tally.elements;
      tally.outputs += is_output;
      ++tally.nodes[graph.nodes[n].operation];
      ++tally.types[impl::info(computed.type).name];
    }
  }

  const impl::CheckedModel& model_;
  const impl::Analysis& analysis_;
  const bool exact_;
  const Fault fault_;
};

}  // namespace etalon::tests
