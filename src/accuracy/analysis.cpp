// SPDX-License-Identifier: Apache-2.0
// Floor 7. See analysis.hpp.
#include "accuracy/analysis.hpp"

#include <algorithm>
#include <cmath>

#include "accuracy/nearby.hpp"
#include "base/fp_environment.hpp"
#include "run/interpret.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

// ---- what is computed at points ------------------------------------------------------------------------------------

double largest_number(const TensorView& tensor) {
  double largest = 0;
  for (std::uint64_t i = 0; i < tensor.shape.count; ++i)
    if (const double size = std::abs(ends_of(tensor, i).low); std::isfinite(size)) largest = std::max(largest, size);
  return largest;
}

// A point of a range: the middle, or one that follows from the number of the point alone. Of types other than
// floating-point ones it is an end.
Tensor point_of(const ValueErrors& range, unsigned number) {
  Tensor point = number % 2 == 0 ? *range.low : *range.high;
  const DTypeInfo& type = info(point.type());
  if (type.kind != Kind::floating) return point;
  const TensorView lows = range.low->view(), highs = range.high->view();
  for (std::uint64_t i = 0; i < point.shape().count; ++i) {
    const double low = ends_of(lows, i).low, high = ends_of(highs, i).low;
    if (!(low < high) || !std::isfinite(high - low)) continue;
    const std::uint64_t drawn = (i + 1) * 0x9E3779B97F4A7C15u ^ number * 0xBF58476D1CE4E5B9u;
    const double share = number == 0 ? 0.5 : static_cast<double>(drawn * 0x94D049BB133111EBu >> 11) * 0x1p-53;
    unsigned ignored = 0;
    set_pattern(point.view(), i,
                binary_convert(FORMAT_DOUBLE, binary_format_of(type.bits, type.fraction),
                               f64_bits(std::clamp(low + share * (high - low), low, high)), &ignored));
  }
  return point;
}

// A point where the model has no result, because it divides by zero say, shows nothing.
void look(Analysis& analysis, std::uint64_t effort, const Limits& limits) {
  const Graph& graph = *analysis.model->graph;
  analysis.seen.resize(graph.values.size());
  const auto note = [&](const Trail& trail) {
    ++analysis.points_seen;
    for (std::size_t v = 0; v < trail.size(); ++v)
      if (trail[v]) analysis.seen[v] = std::max(analysis.seen[v], largest_number(trail[v]->view()));
  };
  const std::uint64_t operations = std::max<std::uint64_t>(operations_of(*analysis.model), 1);
  const std::uint64_t points = std::clamp<std::uint64_t>(effort / operations, 1, points_of_ranges);
  for (unsigned k = 1; k <= points; ++k) {  // the middle comes last: that of [-1,1] is zero
    Trail given(graph.values.size());
    for (const std::uint32_t input : graph.inputs)
      if (analysis.values[input].low) given[input] = point_of(analysis.values[input], k % points_of_ranges);
    if (const auto trail = trail_of(*analysis.model, std::move(given), limits)) note(*trail);
  }
}

// A large error that an input of the ranges has.
void reach(Analysis& analysis, const Effort& effort, const Limits& limits, const Progress& on_node_done) {
  Trail low(analysis.values.size()), high(low);
  for (const std::uint32_t input : free_inputs(*analysis.model->graph)) {
    low[input] = analysis.values[input].low;
    high[input] = analysis.values[input].high;
  }
  analysis.reached = search(*analysis.model, low, high, limits,
                            {effort.searched, effort.seed, effort.kernels, effort.team, on_node_done});
}

std::vector<Error> errors_of(const TensorView& computed, const Reals& real) {
  std::vector<Error> errors(real.size());
  for (std::size_t i = 0; i < real.size(); ++i) errors[i] = error_of(computed, i, real[i]);
  return errors;
}

// A node's real results from its computed operands.
std::vector<Reals> alone(const Call& call, const Node& node, const Trail& trail) {
  std::vector<Reals> reals;
  std::vector<const void*> plain;
  for (const std::uint32_t value : node.inputs) {
    reals.push_back(trail[value] ? reals_of(trail[value]->view()) : Reals());
    plain.push_back(trail[value] ? trail[value]->data() : nullptr);
  }
  std::vector<const Reals*> operands;
  for (const Reals& real : reals) operands.push_back(&real);
  return real_results(call, operands, plain);
}

// Errors of the whole model by its shadow, and what each node introduces.
void measure(Analysis& analysis, const Trail& trail, const Progress& on_node_done) {
  const Graph& graph = *analysis.model->graph;
  analysis.errors.resize(graph.values.size());
  using Errors = std::vector<Error>;
  // Whether the computed value is known to be the real one. Values that no node computes are.
  const auto is_exact = [](const Errors* errors) {
    return errors == nullptr || std::ranges::all_of(*errors, [](const Error& error) { return error.absolute == 0; });
  };
  auto result = analysis.results.begin();
  const auto compare = [&](std::uint32_t n, std::span<const Errors* const> operands, std::vector<Errors>& results) {
    const Node& node = graph.nodes[n];
    const bool exact = std::ranges::all_of(operands, is_exact);
    const std::vector<Reals> real = exact ? std::vector<Reals>() : alone(analysis.model->calls[n], node, trail);
    for (; result != analysis.results.end() && result->node == n; ++result) {
      const std::uint32_t output = node.outputs[result->output];
      const TensorView computed = trail[output]->view();
      Errors& own = results[result->output];
      own = errors_of(computed, analysis.shadow.values[output]);
      result->measured = exact ? own : errors_of(computed, real[result->output]);
    }
    if (on_node_done) on_node_done(operations_of(analysis.model->calls[n]));
    return Status{};
  };
  interpret(*analysis.model, analysis.errors, Keep::all, compare);
}

// Known inputs as they are, without a tolerance.
bool is_exact_run(const Analysis& analysis) {
  return analysis.points && std::ranges::all_of(analysis.model->graph->inputs, [&](std::uint32_t input) {
           return std::ranges::all_of(analysis.values[input].bound, [](double bound) { return bound == 0; });
         });
}

// What is known of outputs by a certified run alone.
void take_outputs(Analysis& analysis) {
  analysis.points_seen = 1;
  analysis.seen.resize(analysis.values.size());
  analysis.errors.resize(analysis.values.size());
  for (const std::uint32_t output : analysis.model->graph->outputs) {
    if (!analysis.run->outputs[output]) continue;
    ValueErrors& known = analysis.values[output];
    known.low = known.high = analysis.run->outputs[output];
    analysis.seen[output] = largest_number(std::as_const(*known.low).view());
    analysis.errors[output] = analysis.run->errors[output];
    known.bound.clear();
    for (const Error& error : analysis.errors[output]) known.bound.push_back(error.absolute);
  }
}

}  // namespace

bool is_certified(const CheckedModel& model, const Effort& effort) {
  const auto fits = [](const Shape& shape) { return shape.count <= most_analysed; };
  return operations_of(model) <= effort.certified && std::ranges::all_of(model.calls, [&](const Call& call) {
           return std::ranges::all_of(
               call.outputs, [&](const std::optional<Argument>& output) { return !output || fits(output->shape); });
         });
}

std::optional<Finding> too_large(const CheckedModel& model) {
  std::uint64_t sum = 0;
  const auto add = [&](const Shape& shape) {
    sum = std::min(sum, most_analysed) + std::min(shape.count, most_analysed);
  };
  for (const Call& call : model.calls)
    for (const std::optional<Argument>& output : call.outputs)
      if (output) add(output->shape);
  for (const std::uint32_t value : model.graph->inputs) add(*model.graph->values[value].shape);
  for (const Initializer& initializer : model.graph->initializers) add(initializer.constant.shape);
  if (sum <= most_analysed) return std::nullopt;
  return limit_finding("the model has more than " + std::to_string(most_analysed) + " elements in all its values");
}

Result<Analysis> analyse(const std::shared_ptr<const CheckedModel>& model, std::vector<InputKnowledge> inputs,
                         const Limits& limits, const Progress& on_node_done, const Effort& effort) {
  const FpGuard guard;
  const Graph& graph = *model->graph;
  Analysis analysis;
  analysis.model = model;
  analysis.values.resize(graph.values.size());
  for (std::size_t v = 0; v < inputs.size(); ++v) {
    if (!inputs[v].low) continue;
    ValueErrors& known = analysis.values[v];
    known.bound = std::move(inputs[v].tolerance);
    known.bound.resize(static_cast<std::size_t>(inputs[v].low->shape().count));
    analysis.points = analysis.points && std::ranges::equal(std::span(inputs[v].low->data(), inputs[v].low->bytes()),
                                                            std::span(inputs[v].high->data(), inputs[v].high->bytes()));
    known.low = std::move(inputs[v].low);
    known.high = std::move(inputs[v].high);
  }
  for (const auto& [value, constant] : graph.initializers) {
    Tensor tensor(constant.type, constant.shape);
    decode(constant, tensor.view());
    analysis.values[value] = {tensor, tensor, std::vector<double>(static_cast<std::size_t>(constant.shape.count))};
  }
  const bool is_run = analysis.points;
  analysis.any_order = effort.admitted != nullptr;
  analysis.points = is_run && !analysis.any_order;  // otherwise values are between others
  if (is_exact_run(analysis) && is_certified(*model, effort)) {
    Trail given(graph.values.size());
    for (const std::uint32_t input : graph.inputs) given[input] = analysis.values[input].low;
    const CertifySettings settings{.kernels = effort.kernels, .team = effort.team, .on_node_done = on_node_done};
    Result<CertifiedRun> run = certify(*model, given, limits, settings);
    if (!run) return run.finding();
    analysis.run = *std::move(run);
    if (effort.groups != 0) {
      auto parts = contributions(*model, given, *analysis.run, effort.groups, limits, settings);
      if (!parts) return parts.finding();
      analysis.contributions = *std::move(parts);
    }
    if (operations_of(*model) > effort.shadowed) return take_outputs(analysis), analysis;
  }
  if (auto problem = too_large(*model)) return *std::move(problem);
  for (ValueErrors& given : analysis.values)
    if (given.low) unbind_what_is_not_a_number(given);
  Trail trail;
  if (is_run) {
    trail.resize(graph.values.size());
    for (std::size_t v = 0; v < trail.size(); ++v) trail[v] = analysis.values[v].low;
    auto computed = trail_of(*model, std::move(trail), limits);
    if (!computed) return computed.finding();
    trail = std::move(*computed);
  }
  const BoundSettings settings{effort.admitted, is_exact_run(analysis) ? nullptr : &effort.forms};
  if (auto problem = bound_all(analysis, trail, settings, limits, on_node_done)) return *std::move(problem);
  if (!analysis.points) {
    look(analysis, effort.looked, limits);
    if (effort.searched != 0) reach(analysis, effort, limits, on_node_done);
    return analysis;
  }
  analysis.points_seen = 1;
  for (const std::optional<Tensor>& value : trail)
    analysis.seen.push_back(value ? largest_number(std::as_const(*value).view()) : 0);
  if (operations_of(*model) > effort.shadowed) return analysis;
  analysis.shadow = shadow_of(*model, trail, on_node_done);
  analysis.shadowed = true;
  measure(analysis, trail, on_node_done);
  return analysis;
}

}  // namespace etalon::impl
