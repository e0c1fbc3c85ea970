// SPDX-License-Identifier: Apache-2.0
// Error bounds over random graphs of 3 to 10 nodes of all operators: random_graphs [--outputs N] [--first I]. Until N
// elements of outputs have a finite bound, graphs from number I on are analysed: on known inputs, on inputs with
// tolerances, and over ranges, of which points are then drawn. For every element of every value that has a bound, the
// true error (true_values.hpp) must not be beyond it; nor may the error that a node introduces, or the measured one.
// Errors of a certified run are those of the shadow, to a millionth; it is computed in parts, the last one first.
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>

#include "tests/support/backward_team.hpp"
#include "tests/support/drawn_graphs.hpp"
#include "tests/support/evidence_file.hpp"
#include "tests/support/model_judge.hpp"
#include "tests/support/options.hpp"
#include "tests/support/same_errors.hpp"

using namespace etalon::impl;
using namespace etalon::tests;

namespace {

enum class Knowledge { values, tolerances, ranges };

struct Tally : ModelJudge::Tally {
  std::uint64_t graphs = 0, not_analysed = 0, compared = 0;
};

std::mutex mutex;  // of what follows
Tally total;
std::uint64_t faults = 0;

class Trial {
 public:
  explicit Trial(std::uint64_t number) : number_(number), drawn_(number), random_(~number) {}

  void judge() {
    ++tally_.graphs;
    const Verdict verdict = check(drawn_.graph, drawn_.profile);
    if (!verdict.model && is_refused_constant(reason_of(verdict.findings)->status.rule)) {
      ++tally_.not_analysed;
    } else if (!verdict.model) {
      fault(fmt::format("refused: {}", reason_of(verdict.findings)->message));
    } else if (verdict.model->calls.size() >= DrawnGraph::fewest_nodes) {
      model_ = verdict.model;
      analyse_and_sample();
    }
    const std::lock_guard lock(mutex);
    total.graphs += tally_.graphs;
    total.not_analysed += tally_.not_analysed;
    total.compared += tally_.compared;
    total.add(tally_);
  }

 private:
  // A divisor of zero, a scale that is none.
  static bool is_refused_constant(std::string_view rule) {
    constexpr std::string_view rules[] = {"DIV-INT-ZERO", "QUANTISE-ALL-SCALE", "QUANTISE-ALL-WEIGHTSCALE",
                                          "QUANTISE-ALL-RESULTSCALE"};
    return std::ranges::find(rules, rule) != std::end(rules);
  }

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
    BackwardTeam team(2);
    auto analysis = analyse(model_, std::move(known), {}, {}, {.team = &team});
    if (!analysis) {
      ++tally_.not_analysed;
      const Code code = analysis.finding().status.code;
      if (code != Code::condition && std::strcmp(analysis.finding().status.rule, "ACC-ALL-INDEX") != 0)
        fault(fmt::format("not analysed: {}", analysis.finding().message));
      return;
    }
    analysis_ = std::move(*analysis);
    tally_.compared += compare_errors(analysis_, [&](const std::string& what) { fault(what); });
    ModelJudge judge(*model_, analysis_, knowledge_ == Knowledge::values, [&](const auto& what) { fault(what); });
    constexpr int samples[] = {1, 2, 6};  // of known values, with tolerances, over ranges
    for (int sample = 0; sample < samples[static_cast<int>(knowledge_)]; ++sample) {
      std::vector<TrueValues> truths(model_->graph->values.size());
      Trail given(model_->graph->values.size());
      draw_point(given, truths);
      if (!judge.judge(std::move(given), std::move(truths))) ++tally_.not_analysed;
    }
    tally_.add(judge.tally);
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

  // Numbers of a floating-point type in their order, with one place for both zeros.
  static std::int64_t place_of(const DTypeInfo& type, std::uint64_t pattern) {
    const std::uint64_t sign = std::uint64_t{1} << (type.bits - 1);
    const auto magnitude = static_cast<std::int64_t>(pattern & (sign - 1));
    return (pattern & sign) != 0 ? -magnitude : magnitude;
  }
  static std::uint64_t pattern_of(const DTypeInfo& type, std::int64_t place) {
    const std::uint64_t sign = std::uint64_t{1} << (type.bits - 1);
    return place < 0 ? sign | static_cast<std::uint64_t>(-place) : static_cast<std::uint64_t>(place);
  }

  // The other end of a range: numbers that are not below those of the tensor, up to some hundred steps away, or up to
  // the double of a number and across zero, so that comparisons are not decided. Infinity is not reached.
  Tensor raised(const Tensor& low) {
    Tensor high = low;
    const DTypeInfo& type = info(low.type());
    const bool is_wide = random_.coin();
    for (std::uint64_t i = 0; i < low.shape().count; ++i) {
      const std::uint64_t pattern = pattern_at(low.view(), i);
      if (type.kind == Kind::boolean) set_pattern(high.view(), i, pattern | random_.below(2));
      if (type.kind != Kind::floating || !is_finite(low.view(), i)) continue;
      const auto largest = static_cast<std::int64_t>(oracle::infinity(oracle_type(low.type()).format())) - 1;
      const std::int64_t place = place_of(type, pattern);
      std::uint64_t steps =
          random_.below(std::uint64_t{1} << (is_wide ? random_.below(type.fraction + 2) : random_.below(9)));
      if (is_wide && place < 0 && random_.below(3) == 0)
        steps = static_cast<std::uint64_t>(-place) + random_.below(static_cast<std::uint64_t>(-place) + 1);
      set_pattern(high.view(), i, pattern_of(type, std::min(place + static_cast<std::int64_t>(steps), largest)));
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
        const DTypeInfo& type = info(point.type());
        const bool is_end = random_.below(4) == 0 || type.kind != Kind::floating || low == high;
        const std::int64_t first = place_of(type, low), span = place_of(type, high) - first;
        set_pattern(point.view(), i,
                    is_end ? (random_.coin() ? low : high)
                           : pattern_of(type, first + static_cast<std::int64_t>(
                                                          random_.below(static_cast<std::uint64_t>(span) + 1))));
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
  const ProgramEvidence evidence(
      "RandomGraphs.NoErrorIsBeyondItsBound",
      {"ACC-ALL-SHADOW", "ACC-ALL-RUN", "ACC-ALL-PROPAGATED", "ACC-ALL-RANGE", "ACC-ALL-AFFINE"});
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
      "without a bound, {} whose true value is too long; {} elements of certified runs, {} without a ball, {} with the "
      "error of the shadow\n",
      total.graphs, total.not_analysed, total.elements, total.outputs, total.unbounded, total.unknown, total.certified,
      total.unsettled, total.compared);
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
