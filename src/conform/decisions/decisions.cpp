// SPDX-License-Identifier: Apache-2.0
// Floor 8. See decisions.hpp.
#include "conform/decisions/decisions.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>

#include "accuracy/interval.hpp"
#include "base/quote.hpp"
#include "conform/judge/judge.hpp"
#include "conform/judge/whole.hpp"
#include "run/tasks.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {
namespace {

// Scores of one row in one of their forms, and how they are decided about.
struct Rows {
  std::uint64_t count = 0, length = 0;

  explicit Rows(const Shape& shape) : length(shape.rank == 0 ? 1 : shape[shape.rank - 1]) {
    count = length == 0 ? 0 : shape.count / length;
  }
};

double low_of(const WordBall& x) { return between(enclosure_of(x)).low; }
bool is_number(const WordBall& x) { return x.state == WordBall::State::number; }

// The element of a row that is certainly the largest, and by how much at least.
void decide_largest(std::span<const WordBall> scores, RowDecision& row) {
  if (!std::ranges::all_of(scores, is_number)) return;
  std::size_t best = 0;
  const WordBalls balls{WordBall::most_words};
  const auto is_less = [&](std::size_t i, std::size_t k) {
    const EnclosedTruth less = balls.less(scores[i], scores[k]);
    const bool* known = std::get_if<bool>(&less);
    return known != nullptr && *known;
  };
  for (std::size_t i = 1; i < scores.size(); ++i)
    if (is_less(best, i)) best = i;
  row.margin = HUGE_VAL;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (i == best) continue;
    if (!is_less(i, best)) return void(row.margin = 0);
    row.margin = std::min(row.margin, low_of(balls.sub(scores[best], scores[i], nullptr)));
  }
  row.real = best;
}

void decide_side(const WordBall& score, const Number& threshold, RowDecision& row) {
  const Enclosed algebra{{.bits = 1024}};  // more than the words of a ball have
  const Enclosure real = enclosure_of(score), side = threshold;
  const EnclosedTruth above = algebra.less(side, real);
  const bool* known = std::get_if<bool>(&above);
  if (known == nullptr) return;
  row.real = *known ? 1 : 0;
  row.margin = std::max(0.0, between(*known ? algebra.sub(real, side, nullptr) : algebra.sub(side, real, nullptr)).low);
}

// What a run took.
std::optional<std::uint64_t> side_of(double score, const Number& threshold) {
  if (std::isnan(score)) return std::nullopt;
  if (std::isinf(score)) return score > 0 ? 1 : 0;
  return Rational::less(threshold, Rational::number(score)) ? 1 : 0;
}

// The same of a row: of several largest scores the first.
std::optional<std::uint64_t> largest_of(const TensorView& scores, std::uint64_t first, std::uint64_t length) {
  std::uint64_t best = 0;
  for (std::uint64_t i = 0; i < length; ++i) {
    const double score = ends_of(scores, first + i).low;
    if (std::isnan(score)) return std::nullopt;
    if (score > ends_of(scores, first + best).low) best = i;
  }
  return best;
}

// By the errors of scores, of which so many can be off for one decision; none: they are exact. Whether all decisions
// that are known hold.
bool judge_any_order(std::vector<RowDecision>& rows, std::span<const double> errors, std::uint64_t length,
                     unsigned scores) {
  bool all = true;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    RowDecision& row = rows[r];
    row.any_order_error = 0;
    for (std::uint64_t i = 0; i < length && !errors.empty(); ++i)
      row.any_order_error = std::max(row.any_order_error, errors[r * length + i]);
    row.holds_in_any_order = row.real && product_up(scores, row.any_order_error) < row.margin;
    all = all && (!row.real || row.holds_in_any_order);
  }
  return all;
}

bool has_policy(const CheckedModel& model, Accumulation policy) {
  return std::ranges::all_of(model.calls, [&](const Call& call) { return impl::has_policy(call, policy); });
}

// Of an output of this shape there must be a decision, and for each of them another one that could have been taken.
std::optional<Finding> undecided(const std::string& output, const Shape& shape, bool has_threshold) {
  if (shape.count == 0)
    return error(Code::usage, "DEC-ALL-SAME", "output " + output + " has no element: nothing is decided",
                 "name an output with scores");
  if (has_threshold || Rows(shape).length >= 2) return std::nullopt;
  return error(
      Code::usage, "DEC-ALL-SAME",
      "the rows of output " + output + ", " + to_string(shape) + ", have one score: none is larger than another",
      "give a threshold for each score (--threshold T), or name an output with several scores (--decides NAME)");
}

}  // namespace

Result<Threshold> threshold_of(std::string_view text, Limits limits) {
  limits.real_exponent = 4096;  // far beyond every score, and cheap to compare with
  const auto refused = [&](Code code, const std::string& message) {
    return error(code, "DEC-ALL-SAME", "threshold " + quoted(text, 60) + " " + message,
                 "give a number such as 0.5, 1e-3 or 1/3");
  };
  if (text.size() > limits.literal_characters)
    return refused(Code::limit, "has more than " + std::to_string(limits.literal_characters) + " characters");
  const std::optional<Scaled> literal = take_apart(text);
  if (!literal) return refused(Code::usage, "is not a number");
  Result<Number> number = real_of(*literal, limits);
  if (!number) {
    const Finding& finding = number.finding();
    return refused(finding.status.code == Code::limit ? Code::limit : Code::usage, finding.message);
  }
  return Threshold{std::string(text), *std::move(number)};
}

Result<DecisionSettings> decided_by(const Graph& graph, const std::string& output, DecisionSettings settings) {
  const auto refused = [](const std::string& message, const char* hint) {
    return error(Code::usage, "DEC-ALL-SAME", message, hint);
  };
  if (output.empty() && graph.outputs.size() != 1)
    return refused("the model has several outputs", "name the one that decides");
  const auto found = std::ranges::find_if(
      graph.outputs, [&](std::uint32_t one) { return output.empty() || graph.values[one].name == output; });
  if (found == graph.outputs.end())
    return refused("no output " + quoted(output, 60), "give the name of an output of the model");
  settings.output = *found;
  const Value& decides = graph.values[*found];
  if (!is_floating(*decides.type))
    return refused("output " + quoted(decides.name, 60) + " is not floating-point: nothing is rounded",
                   "give the scores that it is taken from");
  if (auto problem = undecided(quoted(decides.name, 60), *decides.shape, settings.threshold.has_value()))
    return *std::move(problem);
  return settings;
}

bool RowDecision::is_same() const {
  bool same = real && std::ranges::count(ran, true) > 0;
  for (std::size_t p = 0; p < policy_count; ++p) same = same && (!ran[p] || taken[p] == real);
  return same;
}

bool RowDecision::is_otherwise() const {
  return real && std::ranges::any_of(taken, [&](const auto& one) { return one && one != real; });
}

Result<std::vector<RowDecision>> decide(const CheckedModel& model, const Trail& inputs,
                                        const DecisionSettings& settings, const Limits& limits) {
  const Result<CertifiedRun> run =
      certify(model, inputs, limits, {.kernels = settings.kernels, .with_decisions = false});
  if (!run) return run.finding();
  const RealBalls& real = run->real[settings.output];
  const Shape& shape = run->outputs[settings.output]->shape();
  const Rows grid = settings.threshold ? Rows(Shape{}) : Rows(shape);
  const std::uint64_t length = settings.threshold ? 1 : grid.length,
                      count = settings.threshold ? shape.count : grid.count;
  std::vector<RowDecision> rows(static_cast<std::size_t>(count));
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const std::span<const WordBall> scores = std::span(real).subspan(r * length, length);
    settings.threshold ? decide_side(scores[0], settings.threshold->number, rows[r]) : decide_largest(scores, rows[r]);
  }
  for (std::size_t p = 0; p < policy_count; ++p) {
    const auto policy = static_cast<Accumulation>(p);
    if (!has_policy(model, policy)) continue;
    const Result<Trail> trail = trail_of(model, inputs, limits, {settings.kernels, policy});
    if (!trail) return trail.finding();
    const TensorView computed = std::as_const(*(*trail)[settings.output]).view();
    for (std::size_t r = 0; r < rows.size(); ++r) {
      RowDecision& row = rows[r];
      row.ran[p] = true;
      row.taken[p] = settings.threshold ? side_of(ends_of(computed, r).low, settings.threshold->number)
                                        : largest_of(computed, r * length, length);
      for (std::uint64_t i = 0; i < length; ++i)
        row.error = std::max(row.error, error_of(computed, r * length + i, real[r * length + i]).absolute);
    }
    if (!settings.any_order || policy != model.profile.choices.accumulation) continue;
    for (const Forms forms : {Forms::left_out, Forms::used}) {  // most margins are larger than the errors without them
      const WholeErrors errors = whole_errors(model, *trail, admitted_near, forms);
      if (judge_any_order(rows, errors[settings.output], length, settings.threshold ? 1 : 2)) break;
    }
  }
  return rows;
}

Result<std::vector<std::vector<RowDecision>>> decide_all(const CheckedModel& model, const InputBatch& inputs,
                                                         const DecisionSettings& settings, const Limits& limits,
                                                         Team* team, const std::function<void()>& on_input_done) {
  std::vector<std::vector<RowDecision>> rows(static_cast<std::size_t>(inputs.count()));
  std::mutex mutex;
  std::optional<Finding> problem;
  std::size_t problem_at = rows.size();
  run_tasks(team, rows.size(), [&](std::size_t i) {
    {
      const std::lock_guard lock(mutex);
      if (problem_at < i) return;
    }
    Result<std::vector<RowDecision>> one = decide(model, inputs.at(*model.graph, i), settings, limits);
    const std::lock_guard lock(mutex);
    if (on_input_done) on_input_done();
    if (one)
      rows[i] = *std::move(one);
    else if (i < problem_at)
      problem_at = i, problem = one.finding();
  });
  if (problem) return *std::move(problem);
  return rows;
}

}  // namespace etalon::impl
