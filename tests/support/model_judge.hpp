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
    std::uint64_t certified = 0, unsettled = 0;  // elements of outputs of certified runs, with and without a ball
    std::map<std::string, std::uint64_t> nodes, types;  // by operator and by type: elements with a finite bound

    void add(const Tally& other) {
      for (const auto member : {&Tally::outputs, &Tally::elements, &Tally::unbounded, &Tally::unknown,
                                &Tally::certified, &Tally::unsettled})
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
    const auto trail = trail_of(model_, std::move(given), {});
    if (!trail) return false;
    judge_values(*trail, std::move(truths));
    return true;
  }

  // Values that were computed in some way.
  void judge_values(const impl::Trail& trail, std::vector<TrueValues> truths) {
    const impl::Graph& graph = *model_.graph;
    for (const impl::Initializer& initializer : graph.initializers)
      truths[initializer.value] = true_values(std::as_const(*analysis_.values[initializer.value].low).view());
    auto result = analysis_.results.begin();
    for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
      const std::vector<TrueValues> whole = results_of(n, trail, truths, nullptr);
      std::vector<TrueValues> stored(graph.values.size());
      const std::vector<TrueValues> alone = results_of(n, trail, truths, &stored);
      for (; result != analysis_.results.end() && result->node == n; ++result) {
        const std::uint32_t output = graph.nodes[n].outputs[result->output];
        judge_value(n, *result, trail[output]->view(), whole[result->output], alone[result->output]);
        truths[output] = whole[result->output];
      }
    }
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
      // The fraction that Resize puts around integers is cut off in the true value, and is kept over the reals.
      const bool is_cut = graph.nodes[n].operation == "Resize" && type.kind != oracle::Kind::floating;
      if (exact_ && analysis_.run && whole[i].state != TrueValue::State::unknown && !is_cut)
        judge_run(*analysis_.run, output, i, got, whole[i], at);
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

  static mpq_class middle_of(const impl::WordBall& ball) {
    mpz_class words;
    mpz_import(words.get_mpz_t(), ball.used, 1, sizeof ball.word[0], 0, 0, ball.word.data());
    mpq_class middle(ball.negative ? mpz_class(-words) : words);
    const long exponent = ball.exponent - 64 * long{ball.used};
    exponent < 0 ? mpq_div_2exp(middle.get_mpq_t(), middle.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent))
                 : mpq_mul_2exp(middle.get_mpq_t(), middle.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
    return middle;
  }

  // The certified run: its balls contain the true values, which functions know to many digits; its errors are the true
  // ones.
  template <class At>
  void judge_run(const impl::CertifiedRun& run, std::uint32_t output, std::uint64_t i, const TrueValue& got,
                 const TrueValue& truth, const At& at) {
    if (run.errors[output].empty()) return;  // of outputs alone
    const impl::WordBall& ball = run.real[output][i];
    if (ball.state != impl::WordBall::State::number) {
      ++tally.unsettled;
      return;
    }
    if (!truth.is_number()) return at("a ball of what has no real value");
    const mpq_class slack = abs(truth.number) * mpq_class(1e-30) + mpq_class(1e-300);
    if (distance(middle_of(ball), truth.number) > mpq_class(ball.radius) + slack)
      at(fmt::format("the true value is not in the ball of radius {:g}", ball.radius));
    if (!got.is_number()) return;
    const impl::Error& certified = run.errors[output][i];
    if (!std::isfinite(certified.absolute)) return;  // beyond the largest double
    const mpq_class error = distance(got.number, truth.number);
    if (!is_at_most(error, certified.absolute) && error > mpq_class(certified.absolute) + slack)
      at(fmt::format("the error {:g} is beyond the certified one {:g}", error.get_d(), certified.absolute));
    const double ulp =
        impl::ulp_at(model_.graph->values[output].type.value_or(impl::DType::f32), std::abs(truth.number.get_d()));
    if (certified.tight &&
        mpq_class(certified.absolute) > error * mpq_class(1 + 2e-6) + mpq_class(ulp * 0x1p-29) + slack)
      at(fmt::format("the certified error {:g} is said to be tight, and the error is {:g}", certified.absolute,
                     error.get_d()));
    ++tally.certified;
  }

  const impl::CheckedModel& model_;
  const impl::Analysis& analysis_;
  const bool exact_;
  const Fault fault_;
};

}  // namespace etalon::tests
