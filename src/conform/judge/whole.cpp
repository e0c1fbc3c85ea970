// SPDX-License-Identifier: Apache-2.0
// Floor 8. See whole.hpp.
#include "conform/judge/whole.hpp"

#include <algorithm>

#include "accuracy/bounds.hpp"
#include "accuracy/interval.hpp"
#include "conform/judge/allowed_value.hpp"
#include "conform/judge/sets.hpp"
#include "run/interpret.hpp"

namespace etalon::impl {
namespace {

bool is_exact(const std::vector<double>& bounds) {
  return std::ranges::all_of(bounds, [](double e) { return e == 0; });
}

// What any admissible evaluation of the call introduces in an element, whose real value is at most `size`, and whose
// terms have magnitudes that sum up to `sizes`; functions are within `ulps`.
double introduced_by_any(const Call& call, DType type, double sizes, double size, double ulps) {
  const OperatorBound& bound = bound_of(*call.op);
  // The integer beside a tie, and that of a zero point which follows from the operands ("QUANTISE-ALL-ADMISSIBLE").
  if (info(type).kind != Kind::floating && bound.quantises) return 2;
  if (info(type).kind != Kind::floating || !is_floating(call)) return 0;
  const FormatFacts facts = facts_of(type);
  const double known = bound.a_priori(under(call, Accumulation::sequential), sizes, size);
  if (bound.multiplied_out != 0) return product_up(bound.multiplied_out * facts.u, sizes);
  if (bound.rounds_once(under(call, Accumulation::sequential)))
    return known * (bound.leaves_accuracy_open ? 2 * ulps : 1);
  if (!(known < infinite_bound) || bound.assumes_exact_coordinates) return infinite_bound;
  const std::uint64_t n = terms_of(call) + 2;  // a bias, and what is done to the sum
  const double growth = growth_of(facts.u, n + 1);
  const double bounded =
      sum_up(product_up(growth, sizes), product_up(2 * static_cast<double>(n) * facts.eta, 1 + growth));
  return sum_up(sizes, bounded) <= facts.largest ? bounded : infinite_bound;
}

double limit_of(DType type) { return static_cast<double>(most_ulps(type)); }

WholeBounds::OfValues bounds_with(const CheckedModel& model, const Trail& reference, double (*ulps)(DType)) {
  const Graph& graph = *model.graph;
  WholeBounds::OfValues bounds(graph.values.size());
  using Errors = std::vector<double>;
  const auto compute = [&](std::uint32_t n, std::span<const Errors* const> of_inputs, std::vector<Errors>& results) {
    const Call& call = model.calls[n];
    std::vector<RealOperand> operands;
    bool is_known = true;
    for (std::size_t k = 0; k < of_inputs.size(); ++k) {
      RealOperand operand;
      if (of_inputs[k] != nullptr) {
        const Errors& errors = *of_inputs[k];
        const TensorView view = reference[graph.nodes[n].inputs[k]]->view();
        operand.ends = ends_between(view, view);
        for (std::size_t i = 0; i < errors.size(); ++i)
          operand.ends[i] = {next_down(operand.ends[i].low - errors[i]), next_up(operand.ends[i].high + errors[i])};
        operand.errors = errors;
        operand.plain = view.data;
        const bool is_data = formal_at(call.row->inputs, k)->use == Formal::Use::data;
        is_known = is_known && (is_data || is_exact(errors));
      }
      operands.push_back(std::move(operand));
    }
    const std::vector<OverReals> reals = over_reals(call, operands);
    for (std::size_t k = 0; k < results.size(); ++k) {
      if (!call.outputs[k]) continue;
      Errors& own = results[k];
      own.resize(reals[k].propagated.size());
      for (std::size_t i = 0; i < own.size(); ++i)
        own[i] = is_known
                     ? sum_up(reals[k].propagated[i], introduced_by_any(call, call.outputs[k]->type, reals[k].sizes[i],
                                                                        reals[k].size[i], ulps(call.outputs[k]->type)))
                     : infinite_bound;
      if (is_exact(own)) own.clear();
    }
    return Status{};
  };
  interpret(model, bounds, Keep::all, compute);
  return bounds;
}

}  // namespace

WholeBounds whole_bounds(const CheckedModel& model, const Trail& reference) {
  WholeBounds bounds{bounds_with(model, reference, [](DType) { return 1.0; }), {}};
  const bool has_functions = std::ranges::any_of(model.calls, is_open_function);
  bounds.far = has_functions ? bounds_with(model, reference, limit_of) : bounds.near;
  return bounds;
}

}  // namespace etalon::impl
