// SPDX-License-Identifier: Apache-2.0
// Floor 7. See certified.hpp.
#include "accuracy/certified.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/interval.hpp"
#include "ops/reference_table.hpp"
#include "run/interpret.hpp"

namespace etalon::impl {
namespace {

using Decision = WordBalls::Decision;

// A value of the run. Without balls the real one is what was computed.
struct Both {
  std::optional<Tensor> computed;
  RealBalls real;
};

// How a call is computed over the reals.
struct Realm {
  unsigned words;
  Team* team;
  bool with_decisions;
  bool as_computed = false;  // from the operands of the run
};

bool are_numbers(const Both& value, const Realm& realm) {
  if (realm.as_computed || value.real.empty()) return are_finite(view_of(value.computed));
  return std::ranges::all_of(value.real, [](const WordBall& x) { return x.state == WordBall::State::number; });
}

RealBalls exact(const Both& value, Team* team) {
  const TensorView computed = std::as_const(*value.computed).view();
  RealBalls balls(static_cast<std::size_t>(computed.shape.count));
  for_parts(team, computed.shape.count, [&](std::size_t, const Span& span) {
    for (std::uint64_t i = span.first; i < span.last; ++i) balls[i] = ball_of(computed, i);
  });
  return balls;
}

struct RealResults {
  std::vector<RealBalls> values;
  std::vector<Decision> decisions;
};

// One call over the reals. Operands that are indices are taken as they are.
RealResults real_results(const Call& call, std::span<const Both* const> operands, const Realm& realm) {
  std::vector<RealBalls> given(operands.size());
  std::vector<BallOperand> balls(operands.size());
  std::optional<NonZeros> nonzeros;
  std::vector<const void*> in;
  for (std::size_t k = 0; k < operands.size(); ++k) {
    const Both* operand = operands[k];
    if (operand == nullptr) {
      in.push_back(nullptr);
    } else if (formal_at(call.row->inputs, k)->use != Formal::Use::data) {
      in.push_back(operand->computed->data());
    } else {
      in.push_back(&balls[k]);
      const bool is_read_again = k == 0 && is_divisible(call);
      if (!realm.as_computed && !operand->real.empty()) {
        balls[k].balls = operand->real.data();
      } else if (operand->computed->type() == DType::f32 && !is_read_again) {
        balls[k].floats = view_of(operand->computed);
        if (k != 1) continue;
        nonzeros = NonZeros::of_second_factor(call, static_cast<const float*>(balls[k].floats.data));
        if (nonzeros && are_numbers(*operands[0], realm)) balls[k].nonzeros = &*nonzeros;
      } else {
        given[k] = exact(*operand, realm.team);
        balls[k].balls = given[k].data();
      }
    }
  }
  RealResults results;
  results.values.resize(call.outputs.size());
  std::vector<void*> out;
  for (std::size_t k = 0; k < call.outputs.size(); ++k) {
    if (call.outputs[k]) results.values[k].resize(static_cast<std::size_t>(call.outputs[k]->shape.count));
    out.push_back(results.values[k].data());
  }
  const std::size_t parts = is_divisible(call) ? parts_of(realm.team, call.outputs[0]->shape.count) : 0;
  std::vector<std::vector<Decision>> decisions(std::max<std::size_t>(parts, 1));  // in the order of the loop
  run_tasks(realm.team, decisions.size(), [&](std::size_t k) {
    const WordBalls algebra{realm.words, realm.with_decisions ? &decisions[k] : nullptr};
    // No status: over this algebra no operator has an error condition, and indices were good in the run.
    reference_in<Balls>(call)(Balls(algebra, {k, parts}), call, in, out, {});
  });
  for (const auto& part : decisions) results.decisions.insert(results.decisions.end(), part.begin(), part.end());
  return results;
}

DecisionCounts compared(std::span<const Decision> real, std::span<const Decision> computed) {
  DecisionCounts counts{real.size()};
  for (std::size_t i = 0; i < real.size(); ++i)
    if (real[i] == Decision::unsettled || i >= computed.size())
      ++counts.unsettled;
    else if (real[i] != computed[i])
      ++counts.otherwise;
  return counts;
}

class Certifying {
 public:
  Certifying(const CheckedModel& model, const Limits& limits, const CertifySettings& settings, unsigned words)
      : model_(model), settings_(settings), runner_(limits, settings.kernels, settings.team), words_(words) {
    result_.words = words;
    result_.values.resize(model.graph->values.size());
    result_.decisions.resize(model.graph->nodes.size());
  }

  Result<CertifiedRun> operator()(const Trail& inputs) {
    std::vector<Both> values(inputs.size());
    for (std::size_t v = 0; v < inputs.size(); ++v) values[v].computed = inputs[v];
    const Status status = interpret(model_, values, Keep::outputs,
                                    [&](std::uint32_t n, std::span<const Both* const> operands,
                                        std::vector<Both>& results) { return node(n, operands, results); });
    if (!status.ok()) return runner_.finding(status);
    result_.outputs.resize(values.size());
    result_.errors.resize(values.size());
    result_.real.resize(values.size());
    for (const std::uint32_t output : model_.graph->outputs) {
      Both& value = values[output];
      if (!value.computed) continue;
      result_.real[output] = value.real.empty() ? exact(value, settings_.team) : std::move(value.real);
      result_.outputs[output] = std::move(value.computed);
      const TensorView computed = std::as_const(*result_.outputs[output]).view();
      for (std::uint64_t i = 0; i < computed.shape.count; ++i)
        result_.errors[output].push_back(error_of(computed, i, result_.real[output][i]));
    }
    return std::move(result_);
  }

 private:
  Status node(std::uint32_t n, std::span<const Both* const> operands, std::vector<Both>& results) {
    const Call& call = model_.calls[n];
    std::vector<TensorView> inputs;
    for (const Both* operand : operands) inputs.push_back(operand != nullptr ? view_of(operand->computed) : no_tensor);
    std::vector<std::optional<Tensor>> computed(results.size());
    if (Status status = runner_.run(call, inputs, computed); !status.ok()) return status;
    for (std::size_t k = 0; k < results.size(); ++k) results[k].computed = std::move(computed[k]);
    if (n >= settings_.first_real) reals_of_node(n, operands, results);
    if (settings_.on_node_done) settings_.on_node_done(operations_of(call));
    return {};
  }

  void reals_of_node(std::uint32_t n, std::span<const Both* const> operands, std::vector<Both>& results) {
    const Call& call = model_.calls[n];
    const Realm realm{words_, settings_.team, settings_.with_decisions};
    RealResults real = real_results(call, operands, realm);
    if (!real.decisions.empty()) {
      Realm of_run = realm;
      of_run.as_computed = true;
      result_.decisions[n] = compared(real.decisions, real_results(call, operands, of_run).decisions);
    }
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (!results[k].computed) continue;
      results[k].real = std::move(real.values[k]);
      result_.values[model_.graph->nodes[n].outputs[k]] = error_of_value(results[k]);
    }
  }

  ValueError error_of_value(const Both& value) const {
    const TensorView computed = std::as_const(*value.computed).view();
    std::vector<ValueError> parts(parts_of(settings_.team, computed.shape.count));
    for_parts(settings_.team, computed.shape.count, [&](std::size_t part, const Span& span) {
      for (std::uint64_t i = span.first; i < span.last; ++i) parts[part].take(computed, i, value.real[i]);
    });
    ValueError all;
    for (const ValueError& part : parts) all += part;
    return all;
  }

  const CheckedModel& model_;
  const CertifySettings& settings_;
  NodeRunner runner_;
  unsigned words_;
  CertifiedRun result_;
};

WordBall difference_of(const TensorView& computed, std::uint64_t i, const WordBall& real) {
  BallSum sum(WordBall::most_words);
  sum.add(ball_of(computed, i));
  sum.subtract(real);
  return sum.value();
}

// The least magnitude of a number in the ball. Where the middle has bits beyond a double, and the radius is below them,
// that double is below all of the ball, which matters next to a power of two.
double least_of(const WordBall& x) {
  if (x.is_exact()) return size_below(x);
  std::uint64_t beyond = x.word[0] & 0x7FF;
  unsigned k = 0;
  while (beyond == 0 && ++k < x.used) beyond = x.word[k];
  const long unit = x.exponent - 64 * (long{k} + 1);
  if (beyond != 0 && unit >= -1022 && x.radius <= power_of_two(unit)) return size_below(x);
  return std::max(next_down(size_below(x) - x.radius), 0.0);
}

}  // namespace

DecisionCounts& DecisionCounts::operator+=(const DecisionCounts& other) {
  all += other.all;
  otherwise += other.otherwise;
  unsettled += other.unsettled;
  return *this;
}

void ValueError::take(const TensorView& computed, std::uint64_t i, const WordBall& real) {
  const Error error = error_of(computed, i, real);
  ++elements;
  largest.tight = largest.tight && error.tight;
  if (!std::isfinite(error.absolute)) {
    ++without_value;
    return;
  }
  if (error.absolute > largest.absolute) largest.absolute = error.absolute, at = i;
  largest.relative = std::max(largest.relative, error.relative);
  largest.ulp = std::max(largest.ulp, error.ulp);
  radius = std::max(radius, real.radius);
  size = std::max(size, size_above(ball_of(computed, i)));
}

ValueError& ValueError::operator+=(const ValueError& later) {
  if (later.largest.absolute > largest.absolute) largest.absolute = later.largest.absolute, at = later.at;
  largest.tight = largest.tight && later.largest.tight;
  largest.relative = std::max(largest.relative, later.largest.relative);
  largest.ulp = std::max(largest.ulp, later.largest.ulp);
  radius = std::max(radius, later.radius);
  size = std::max(size, later.size);
  elements += later.elements;
  without_value += later.without_value;
  return *this;
}

double ValueError::relative_to_size() const {
  return largest.absolute == 0 ? 0 : largest.absolute / size * (1 + 0x1p-50);
}

DecisionCounts CertifiedRun::all_decisions() const {
  DecisionCounts all;
  for (const DecisionCounts& of_node : decisions) all += of_node;
  return all;
}

bool CertifiedRun::is_tight(const Graph& graph) const {
  return std::ranges::all_of(graph.outputs, [&](std::uint32_t output) {
    return std::ranges::all_of(errors[output], [](const Error& error) { return error.tight; });
  });
}

Error error_of(const TensorView& computed, std::uint64_t i, const WordBall& real) {
  if (real.state != WordBall::State::number) {
    const bool undefined = real.state == WordBall::State::undefined;
    return {HUGE_VAL, HUGE_VAL, HUGE_VAL, undefined};
  }
  if (!is_finite(computed, i)) return {HUGE_VAL, HUGE_VAL, HUGE_VAL, true};
  const WordBall difference = difference_of(computed, i, real);
  // Doubles are too coarse for what is smaller, and sizes of balls end where doubles do.
  constexpr int farthest = 900;
  const auto is_extreme = [](const WordBall& x) { return x.used != 0 && std::abs(x.exponent) > farthest; };
  if (difference.state != WordBall::State::number || is_extreme(difference) || is_extreme(real))
    return error_of(computed, i, enclosure_of(real));
  const auto above = [](const WordBall& x) { return x.is_exact() ? size_above(x) : sum_up(size_above(x), x.radius); };
  const double high = above(difference), low = least_of(difference), of_real = least_of(real);
  const double ulp = ulp_at(computed.type, of_real);
  const bool tight = high - low <= high * 0x1p-20 || high <= ulp * 0x1p-30;
  const auto times = [high](double unit) { return high == 0 ? 0 : quotient_up(high, unit); };
  return {high, times(of_real), times(ulp), tight};
}

double error_below(const TensorView& computed, std::uint64_t i, const WordBall& real) {
  if (real.state != WordBall::State::number || !is_finite(computed, i)) return 0;
  const WordBall difference = difference_of(computed, i, real);
  return difference.state == WordBall::State::number ? least_of(difference) : 0;
}

Result<CertifiedRun> certify(const CheckedModel& model, const Trail& inputs, const Limits& limits,
                             const CertifySettings& settings) {
  Trail given = inputs;
  add_constants(*model.graph, given);
  for (unsigned words = settings.words;; words = std::min(2 * words, settings.most_words)) {
    Result<CertifiedRun> run = Certifying(model, limits, settings, words)(given);
    if (!run || words >= settings.most_words || run->is_tight(*model.graph)) return run;
  }
}

}  // namespace etalon::impl
