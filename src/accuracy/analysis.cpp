// SPDX-License-Identifier: Apache-2.0
// Floor 7. See analysis.hpp.
#include "accuracy/analysis.hpp"

#include <algorithm>
#include <cmath>

#include "base/fp_environment.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

// The bounds of one node, from what is known of its operands. Where the operands are known, it is the running bound of
// this very computation; otherwise a bound that holds over their ranges.
void bound_node(const Call& call, std::span<const ValueErrors* const> inputs, bool points, ValueErrors& output,
                NodeErrors& node) {
  const auto count = static_cast<std::size_t>(call.outputs[0].shape.count);
  const bool floating = info(call.inputs[0].type).kind == Kind::floating;
  node.introduced.resize(count);
  output.bound.resize(count);
  std::vector<TensorView> known;
  std::vector<RangeView> ranges;
  std::vector<RealOperand> reals;
  for (const ValueErrors* input : inputs) {
    const RangeView range{input->low->view(), input->high->view()};
    known.push_back(range.low);
    ranges.push_back(range);
    reals.push_back({ends_between(range.low, range.high), input->bound});
  }
  if (points && floating) {
    Risks risks;
    introduced(call, known, output.low->view(), node.introduced, &risks);
    constexpr auto unsettled = static_cast<unsigned>(Risk::unsettled);
    node.risks.of[unsettled] = risks.of[unsettled];  // the others can be seen in the values
  } else {
    ranged(call, ranges, output.low->view(), output.high->view(), node.introduced, node.risks);
  }
  OverReals real = over_reals(call, reals);
  node.propagated = std::move(real.propagated);
  const bool once = floating && bound_of(call.op->id).rounds_once(call);
  output.rounded_once.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    output.bound[i] = sum_up(node.introduced[i], node.propagated[i]);
    output.rounded_once[i] = once && node.propagated[i] == 0 && node.introduced[i] < infinite_bound;
    if (floating)
      node.a_priori = std::max(node.a_priori, bound_of(call.op->id).a_priori(call, real.sizes[i], real.size[i]));
  }
}

// A NaN or an infinity has no real value that it could be near to.
void unbind_what_is_not_a_number(ValueErrors& given) {
  const std::vector<Ends> ends = ends_between(std::as_const(*given.low).view(), std::as_const(*given.high).view());
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (!is_finite(ends[i])) given.bound[i] = infinite_bound;
}

std::vector<Error> errors_of(const TensorView& computed, const Reals& real) {
  std::vector<Error> errors(real.size());
  for (std::size_t i = 0; i < real.size(); ++i) errors[i] = error_of(computed, i, real[i]);
  return errors;
}

// Whether the computed value is the real one, element by element. Values that no node computes are.
bool is_exact(const Analysis& analysis, std::uint32_t value) {
  return std::ranges::all_of(analysis.errors[value], [](const Error& error) { return error.absolute == 0; });
}

void measure(Analysis& analysis, const Trail& trail, const Progress& on_node_done) {
  const Graph& graph = *analysis.model->graph;
  analysis.shadow = shadow_of(*analysis.model, trail, on_node_done);
  analysis.shadowed = true;
  analysis.errors.resize(graph.values.size());
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const std::uint32_t output = graph.nodes[n].outputs[0];
    const TensorView computed = trail[output]->view();
    analysis.errors[output] = errors_of(computed, analysis.shadow.values[output]);
    if (std::ranges::all_of(graph.nodes[n].inputs, [&](std::uint32_t value) { return is_exact(analysis, value); })) {
      analysis.nodes[n].measured = analysis.errors[output];  // on these operands the shadow is the operator alone
    } else {
      std::vector<Reals> reals;
      for (const std::uint32_t value : graph.nodes[n].inputs) reals.push_back(reals_of(trail[value]->view()));
      std::vector<const Reals*> operands;
      for (const Reals& real : reals) operands.push_back(&real);
      analysis.nodes[n].measured = errors_of(computed, real_result(analysis.model->calls[n], operands));
    }
    if (on_node_done) on_node_done(operations_of(analysis.model->calls[n]));
  }
}

}  // namespace

std::optional<Finding> too_large(const CheckedModel& model) {
  std::uint64_t sum = 0;
  const auto add = [&](const Shape& shape) {
    sum = std::min(sum, most_analysed) + std::min(shape.count, most_analysed);
  };
  for (const Call& call : model.calls) add(call.outputs[0].shape);
  for (const std::uint32_t value : model.graph->inputs) add(*model.graph->values[value].shape);
  for (const Initializer& initializer : model.graph->initializers) add(initializer.constant.shape);
  if (sum <= most_analysed) return std::nullopt;
  return limit_finding("the model has more than " + std::to_string(most_analysed) + " elements in all its values");
}

Result<Analysis> analyse(const std::shared_ptr<const CheckedModel>& model, std::vector<InputKnowledge> inputs,
                         const Limits& limits, const Progress& on_node_done) {
  if (auto problem = too_large(*model)) return *std::move(problem);
  const FpGuard guard;
  const Graph& graph = *model->graph;
  Analysis analysis;
  analysis.model = model;
  analysis.values.resize(graph.values.size());
  analysis.nodes.resize(graph.nodes.size());
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
  for (ValueErrors& given : analysis.values)
    if (given.low) unbind_what_is_not_a_number(given);
  Trail trail;
  if (analysis.points) {
    trail.resize(graph.values.size());
    for (std::size_t v = 0; v < trail.size(); ++v) trail[v] = analysis.values[v].low;
    auto computed = trail_of(*model, std::move(trail), limits);
    if (!computed) return computed.finding();
    trail = std::move(*computed);
  }
  for (std::size_t n = 0; n < graph.nodes.size(); ++n) {
    const Call& call = model->calls[n];
    const Argument& result = call.outputs[0];
    const auto fits = checked_shape({result.shape.dims.data(), result.shape.rank}, result.type, limits);
    if (!fits) return fits.finding();
    ValueErrors& output = analysis.values[graph.nodes[n].outputs[0]];
    output.low.emplace(result.type, result.shape);
    output.high.emplace(result.type, result.shape);
    std::vector<const ValueErrors*> operands;
    for (const std::uint32_t value : graph.nodes[n].inputs) operands.push_back(&analysis.values[value]);
    bound_node(call, operands, analysis.points, output, analysis.nodes[n]);
    if (analysis.points) output.low = output.high = trail[graph.nodes[n].outputs[0]];  // an integer may have wrapped
  }
  if (analysis.points && operations_of(*model) <= most_shadowed) measure(analysis, trail, on_node_done);
  return analysis;
}

}  // namespace etalon::impl
