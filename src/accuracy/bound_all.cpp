// SPDX-License-Identifier: Apache-2.0
// Floor 7. See analysis.hpp: the bounds of every value, node by node.
#include <algorithm>

#include "accuracy/affine/node_forms.hpp"
#include "accuracy/nearby.hpp"
#include "accuracy/norms.hpp"
#include "run/interpret.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

// One tensor, not others between two.
bool is_one(const ValueErrors& value) {
  const Tensor &low = *value.low, &high = *value.high;
  return std::ranges::equal(std::span(low.data(), low.bytes()), std::span(high.data(), high.bytes()));
}

constexpr MutableTensorView no_output{DType{}, {}, nullptr, 0};

// How a node is bounded.
struct Bounding {
  bool points;              // its operands are known
  AdmittedErrors admitted;  // null: as the reference computes it
  NormsOfValues* norms;     // null: they are not used
};

// The bounds of one node, from what is known of its operands: null where they are omitted. Where the operands are
// known, it is the running bound of this very computation; otherwise a bound that holds over their ranges. `outputs` of
// a floating-point call whose reference is known have its values. Returns whether the operands lead to one result only.
bool bound_node(const Node& of, const Call& call, std::span<const ValueErrors* const> inputs, const Bounding& how,
                std::span<ValueErrors> outputs, std::span<NodeErrors> nodes, NodeForms& forms) {
  std::vector<TensorView> known;
  std::vector<RangeView> ranges;
  std::vector<RealOperand> reals;
  for (const ValueErrors* input : inputs) {
    const RangeView range =
        input == nullptr ? RangeView{no_tensor, no_tensor} : RangeView{input->low->view(), input->high->view()};
    known.push_back(range.low);
    ranges.push_back(range);
    if (input == nullptr) {
      reals.emplace_back();
      continue;
    }
    // Errors that are not there, as of weights, are not read element by element; nor are floats that are known.
    RealOperand& real = reals.emplace_back();
    real.plain = range.low.data;
    if (!std::ranges::all_of(input->bound, [](double e) { return e == 0; })) real.errors = input->bound;
    if (range.low.type == DType::f32 && is_one(*input))
      real.elsewhere.numbers = static_cast<const float*>(range.low.data);
    else
      real.ends = ends_between(range.low, range.high);
  }
  std::optional<NonZeros> nonzeros;
  if (reals.size() > 1 && reals[1].elsewhere.numbers != nullptr && reals[1].errors.empty()) {
    nonzeros = NonZeros::of_second_factor(call, reals[1].elsewhere.numbers);
    if (nonzeros && are_numbers(reals[0], call.inputs[0]->shape.count)) reals[1].elsewhere.nonzeros = &*nonzeros;
  }
  std::vector<MutableTensorView> lows;
  std::vector<MutableRangeView> both;
  for (ValueErrors& output : outputs) {
    lows.push_back(output.low ? output.low->view() : no_output);
    both.push_back({lows.back(), output.high ? output.high->view() : no_output});
  }
  Bounds bounds;
  Risks risks;
  const bool has_reference = how.points && is_floating(call);
  if (has_reference && how.admitted != nullptr)
    for (const ValueErrors& output : outputs)
      bounds.emplace_back(output.low ? static_cast<std::size_t>(output.low->shape().count) : 0, infinite_bound);
  else if (has_reference)
    introduced(call, known, lows, bounds);  // what went wrong can be seen in the values
  else
    ranged(call, ranges, both, bounds, risks);
  Risks crossed;  // what a propagated error risks; all but jumps and domains has its cause at another node
  std::vector<OverReals> real = over_reals(call, reals, &crossed);
  if (forms.run != nullptr && lower_by_forms(call, reals, forms, real)) crossed = {};
  if (how.norms != nullptr) how.norms->lower(of, call, reals, real);
  for (const Risk risk : {Risk::unsettled, Risk::undefined})
    if (const Events::Tally& tally = crossed.of[static_cast<unsigned>(risk)]; tally.count > 0)
      risks.of[static_cast<unsigned>(risk)] = tally;
  const OperatorBound& own = bound_of(*call.op);
  std::size_t at = 0;
  bool is_unique = true;
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    ValueErrors& output = outputs[k];
    if (!output.low) continue;
    NodeErrors& node = nodes[at++];
    const bool floating = info(output.low->type()).kind == Kind::floating;
    node.introduced = std::move(bounds[k]);
    if (forms.run != nullptr) round_once(call, k, forms.results[k], node.introduced);
    node.propagated = std::move(real[k].propagated);
    node.risks = risks;
    const bool once = floating && own.rounds_once(call);
    output.bound.resize(node.introduced.size());
    output.rounded_once.resize(node.introduced.size());
    std::vector<double> beyond;
    for (std::size_t i = 0; i < node.introduced.size(); ++i) {
      double apart = 0;
      if (how.admitted != nullptr) {
        const Admitted any = how.admitted(call, output.low->type(), real[k], i, node.introduced[i]);
        node.introduced[i] = any.introduced;
        apart = std::max(any.apart, own.terms != nullptr ? apart_in_sign(*output.low, *output.high, i) : 0);
        is_unique = is_unique && apart == 0;
      }
      output.bound[i] = sum_up(node.introduced[i], node.propagated[i]);
      // The reference is one of them: two are at most twice the bound apart.
      if (how.admitted != nullptr) beyond.push_back(has_reference ? std::max(2 * output.bound[i], apart) : apart);
      output.rounded_once[i] = once && apart == 0 && node.propagated[i] == 0 && node.introduced[i] < infinite_bound;
      if (floating)
        node.a_priori =
            std::max(node.a_priori, how.admitted != nullptr ? node.introduced[i]
                                                            : own.a_priori(call, real[k].sizes[i], real[k].size[i]));
    }
    widen(*output.low, *output.high, beyond);
  }
  return is_unique;
}

// Nothing is known of the results.
void unbind(std::span<ValueErrors> outputs, std::span<NodeErrors> nodes) {
  std::size_t at = 0;
  for (ValueErrors& output : outputs) {
    if (!output.low) continue;
    const auto count = static_cast<std::size_t>(output.low->shape().count);
    output.bound.assign(count, infinite_bound);
    nodes[at].introduced = nodes[at].propagated = output.bound;
    ++at;
    widen(*output.low, *output.high, output.bound);
  }
}

}  // namespace

std::optional<Finding> bound_all(Analysis& analysis, const Trail& reference, const BoundSettings& settings,
                                 const Limits& limits, const Progress& on_node_done) {
  const CheckedModel& model = *analysis.model;
  std::optional<Finding> problem;
  const AdmittedErrors admitted = settings.admitted;
  // Beside one run most Relus are decided, and forms are closer.
  const bool is_of_run = admitted != nullptr && !reference.empty();
  std::optional<NormsOfValues> norms;
  if (settings.forms != nullptr && settings.forms->products != 0 && !is_of_run) {
    norms.emplace(analysis.values.size());
    for (std::uint32_t v = 0; v < analysis.values.size(); ++v)
      if (analysis.values[v].low) norms->give(v, analysis.values[v].bound);
  }
  const Bounding how{!reference.empty(), admitted, norms ? &*norms : nullptr};
  FormsOfValues forms(analysis, settings.forms,
                      admitted == nullptr ? AffineRun::Of::reference : AffineRun::Of::any_evaluation);
  const auto bound = [&](std::uint32_t n, std::span<const ValueErrors* const> operands,
                         std::vector<ValueErrors>& results) -> Status {
    const Call& call = model.calls[n];
    const auto of_reference = [&](std::size_t k) { return reference[model.graph->nodes[n].outputs[k]]; };
    bool is_known = true;
    for (std::size_t k = 0; k < operands.size(); ++k) {
      if (operands[k] == nullptr || !decides(call, k) ||
          impl::is_known(*operands[k]->low, *operands[k]->high, operands[k]->bound))
        continue;
      is_known = false;
      if (admitted == nullptr || !how.points) return problem = unknown_index(model, n, k), problem->status;
    }
    const std::size_t first = analysis.results.size();
    for (std::size_t k = 0; k < results.size(); ++k) {
      const std::optional<Argument>& result = call.outputs[k];
      if (!result) continue;
      const auto fits = checked_shape({result->shape.dims.data(), result->shape.rank}, result->type, limits);
      if (!fits) return problem = fits.finding(), problem->status;
      if (admitted != nullptr && how.points) {
        results[k].low = results[k].high = of_reference(k);
      } else {
        results[k].low.emplace(result->type, result->shape);
        results[k].high.emplace(result->type, result->shape);
      }
      analysis.results.emplace_back().node = n;
      analysis.results.back().output = static_cast<std::uint32_t>(k);
    }
    const std::span<NodeErrors> own = std::span(analysis.results).subspan(first);
    bool is_same = how.points && std::ranges::all_of(operands, [](const ValueErrors* x) { return !x || is_one(*x); });
    NodeForms of_node = forms.begin(n);
    if (is_known)
      is_same = bound_node(model.graph->nodes[n], call, operands, how, results, own, of_node) && is_same;
    else
      is_same = false, unbind(results, own), of_node.run = nullptr;
    for (std::size_t k = 0; is_same && k < results.size(); ++k)
      if (call.outputs[k]) results[k].low = results[k].high = of_reference(k);  // which may have wrapped
    forms.end(n, of_node, own, results);
    for (std::size_t k = 0; norms && k < own.size(); ++k)
      norms->end(model.graph->nodes[n].outputs[own[k].output], own[k].introduced, results[own[k].output].bound);
    if (on_node_done) on_node_done(operations_of(call));
    return {};
  };
  interpret(model, analysis.values, Keep::all, bound);
  return problem;
}

void unbind_what_is_not_a_number(ValueErrors& given) {
  const TensorView low = std::as_const(*given.low).view(), high = std::as_const(*given.high).view();
  for (std::size_t i = 0; i < given.bound.size(); ++i)
    if (!is_finite(low, i) || !is_finite(high, i)) given.bound[i] = infinite_bound;
}

ValueErrors known_value(const Tensor& tensor) {
  ValueErrors known{tensor, tensor, {}};
  if (are_finite(tensor.view())) return known;
  known.bound.resize(static_cast<std::size_t>(tensor.shape().count));
  unbind_what_is_not_a_number(known);
  return known;
}

}  // namespace etalon::impl
