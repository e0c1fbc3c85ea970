// SPDX-License-Identifier: Apache-2.0
// Floor 9. See summary.hpp.
#include "report/accuracy/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quote.hpp"
#include "report/page/findings.hpp"
#include "scalar/integer.h"
#include "tensor/pattern.hpp"
#include "text/literal.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {
namespace {

void raise(double& most, double x) {
  if (std::isfinite(x)) most = std::max(most, x);
}
// Infinite where one of them is: an element without a real value is not to be overlooked.
void raise(Error& most, const Error& x) {
  most.absolute = std::max(most.absolute, x.absolute);
  most.relative = std::max(most.relative, x.relative);
  most.ulp = std::max(most.ulp, x.ulp);
  most.tight = most.tight && x.tight;
}

std::string reason_of(const Analysis& analysis, std::uint32_t result, std::uint64_t i) {
  const NodeErrors& errors = analysis.results[result];
  const ValueErrors& value = analysis.values[analysis.model->graph->nodes[errors.node].outputs[errors.output]];
  if (errors.introduced[i] < infinite_bound) {
    if (errors.propagated[i] < infinite_bound) return "the bound itself overflows";
    for (const Risk risk : {Risk::unsettled, Risk::undefined})
      if (const Events::Tally& tally = errors.risks.of[static_cast<unsigned>(risk)];
          tally.count > 0 && tally.first <= i)
        return risk_names[static_cast<unsigned>(risk)];
    return "an operand has no finite error bound";
  }
  if (!is_floating(value.low->type()) || !analysis.points)
    for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
      if (errors.risks.of[risk].count > 0 && errors.risks.of[risk].first <= i) return risk_names[risk];
  if (analysis.any_order)
    return "what any admissible order gives has no bound here: after a composition such as Softmax, or an overflow";
  const double computed = ends_of(value.low->view(), i).low;
  if (std::isnan(computed)) return "the result is NaN";
  if (std::isinf(computed)) return "the result is infinite: overflow, division by zero or an infinite operand";
  return "an operand is infinite, or the bound itself overflows";
}

// Integers of 64 bits are compared as such: two of them may lie between the same doubles. A NaN is below nothing.
bool below(const TensorView& tensor, std::uint64_t i, std::uint64_t j) {
  const DTypeInfo& type = info(tensor.type);
  const std::uint64_t a = pattern_at(tensor, i), b = pattern_at(tensor, j);
  if (type.kind == Kind::unsigned_) return a < b;
  if (type.kind == Kind::signed_) return int_wrap(a, type.bits) < int_wrap(b, type.bits);
  return ends_of(tensor, i).low < ends_of(tensor, j).low;
}

bool is_nan(const TensorView& tensor, std::uint64_t i) { return std::isnan(ends_of(tensor, i).low); }

// Its number in Analysis::results, or their count where no node computes it.
std::uint32_t result_of(const Analysis& analysis, std::uint32_t value) {
  const auto is_it = [&](const NodeErrors& result) {
    return analysis.model->graph->nodes[result.node].outputs[result.output] == value;
  };
  return static_cast<std::uint32_t>(std::ranges::find_if(analysis.results, is_it) - analysis.results.begin());
}

// The median over the elements; none where no bound is above zero. An error of zero is less than any other, so that the
// factor is infinite.
std::optional<double> median_factor(const NodeErrors& errors) {
  std::vector<double> factors;
  for (std::size_t i = 0; i < errors.measured.size(); ++i)
    if (errors.introduced[i] > 0 && errors.introduced[i] < infinite_bound)
      factors.push_back(errors.measured[i].absolute == 0 ? infinite_bound
                                                         : errors.introduced[i] / errors.measured[i].absolute);
  if (factors.empty()) return std::nullopt;
  const auto middle = factors.begin() + static_cast<std::ptrdiff_t>(factors.size() / 2);
  std::ranges::nth_element(factors, middle);
  return *middle;
}

}  // namespace

NodeSummary summary_of(const Analysis& analysis, std::uint32_t result) {
  const NodeErrors& errors = analysis.results[result];
  NodeSummary s;
  s.result = result;
  s.node = errors.node;
  s.value = analysis.model->graph->nodes[errors.node].outputs[errors.output];
  const ValueErrors& value = analysis.values[s.value];
  const TensorView low = value.low->view(), high = value.high->view();
  s.a_priori = errors.a_priori;
  double worst = -1;
  for (std::uint64_t i = 0; i < low.shape.count; ++i) {
    if (below(low, i, s.lowest) || is_nan(low, s.lowest)) s.lowest = i;
    if (below(high, s.highest, i) || is_nan(high, s.highest)) s.highest = i;
    s.introduced = std::max(s.introduced, errors.introduced[i]);
    s.propagated = std::max(s.propagated, errors.propagated[i]);
    s.total = std::max(s.total, value.bound[i]);
    raise(s.finite_total, value.bound[i]);
    if (!(value.bound[i] < infinite_bound) && s.unbounded++ == 0) {
      s.first_unbounded = i;
      s.reason = reason_of(analysis, result, i);
    }
    double size = value.bound[i];
    if (analysis.shadowed) raise(s.measured_introduced, errors.measured[i]);
    if (analysis.shadowed) {
      raise(s.measured_total, analysis.errors[s.value][i]);
      size = analysis.errors[s.value][i].ulp;
    }
    if (std::isfinite(size) && size > worst) {
      worst = size;
      s.worst = i;
    }
  }
  s.median_factor = median_factor(errors);
  return s;
}

std::vector<NodeSummary> summaries_of(const Analysis& analysis) {
  std::vector<NodeSummary> summaries;
  for (std::uint32_t r = 0; r < analysis.results.size(); ++r) summaries.push_back(summary_of(analysis, r));
  return summaries;
}

std::vector<OutputSummary> outputs_of(const Analysis& analysis) {
  const Graph& graph = *analysis.model->graph;
  std::vector<OutputSummary> outputs;
  for (const std::uint32_t value : graph.outputs) {
    OutputSummary s;
    s.value = value;
    s.result = result_of(analysis, value);
    if (s.result < analysis.results.size()) s.node = analysis.results[s.result].node;
    const ValueErrors& known = analysis.values[value];
    const TensorView low = known.low->view();
    for (std::uint64_t i = 0; i < low.shape.count; ++i)
      for (const Measure measure : {Measure::absolute, Measure::relative, Measure::ulp})
        if (const double size = largest_error(known, i, measure); size > s.largest[static_cast<unsigned>(measure)].size)
          s.largest[static_cast<unsigned>(measure)] = {size, i};
    if (is_measured(analysis, value) && low.shape.count > 0) {
      const std::vector<Error>& errors = analysis.errors[value];
      s.measured = std::array<OutputSummary::Largest, 3>{};
      for (const auto& [measure, of] : {std::pair{Measure::absolute, &Error::absolute},
                                        {Measure::relative, &Error::relative},
                                        {Measure::ulp, &Error::ulp}}) {
        const auto most = std::ranges::max_element(errors, {}, of);
        (*s.measured)[static_cast<unsigned>(measure)] = {(*most).*of,
                                                         static_cast<std::uint64_t>(most - errors.begin())};
      }
    }
    outputs.push_back(s);
  }
  return outputs;
}

std::vector<Contribution> contributions_of(const std::vector<NodeSummary>& summaries) {
  std::vector<Contribution> contributions;
  double largest = 0, sum = 0;
  for (const NodeSummary& s : summaries) raise(largest, s.introduced);
  for (const NodeSummary& s : summaries)
    if (s.introduced < infinite_bound) {
      const double part = largest > 0 ? s.introduced / largest : 0;  // the sum itself may overflow
      contributions.push_back({s.node, s.introduced, part});
      sum += part;
    }
  for (Contribution& c : contributions)
    if (sum > 0) c.share /= sum;
  std::ranges::sort(contributions, [](const Contribution& a, const Contribution& b) {
    return a.introduced > b.introduced || (a.introduced == b.introduced && a.node < b.node);
  });
  return contributions;
}

std::string share_text(const Contribution& contribution) {
  if (contribution.introduced == 0) return "0 %";
  return contribution.share < 0.01 ? "< 1 %" : fmt::format("{:.0f} %", 100 * contribution.share);
}

std::string without_share(const Analysis& analysis, const std::vector<NodeSummary>& summaries) {
  const auto unbounded = [](const NodeSummary& s) { return !(s.introduced < infinite_bound); };
  const auto first = std::ranges::find_if(summaries, unbounded);
  if (first == summaries.end()) return {};
  const auto count = static_cast<std::size_t>(std::ranges::count_if(summaries, unbounded));
  return fmt::format("{} no finite bound of the error that {}; the first is {}.",
                     count == 1 ? "1 node has" : fmt::format("{} nodes have", count),
                     count == 1 ? "it introduces" : "they introduce", node_title(analysis, first->node));
}

std::vector<OperandRow> operands_of(const Analysis& analysis, std::uint32_t result, std::uint64_t i, std::size_t most) {
  const auto [node, output] = std::pair(analysis.results[result].node, analysis.results[result].output);
  const Call& call = analysis.model->calls[node];
  const std::vector<std::uint32_t>& inputs = analysis.model->graph->nodes[node].inputs;
  std::vector<const void*> indices;
  for (std::size_t k = 0; k < call.inputs.size(); ++k)
    indices.push_back(call.inputs[k] ? analysis.values[inputs[k]].low->data() : nullptr);
  // The size of a term: the product of what its operands can be at most.
  std::vector<std::pair<double, std::uint64_t>> sizes;
  for (std::uint64_t k = 0; k < terms_of(call); ++k) {
    const std::vector<Ingredient> parts = ingredients_of(call, indices, output, i, k);
    double size = parts.empty() ? 0 : 1;
    for (const Ingredient& part : parts) {
      const ValueErrors& value = analysis.values[inputs[part.input]];
      size *= std::max(std::abs(ends_of(value.low->view(), part.element).low),
                       std::abs(ends_of(value.high->view(), part.element).high));
    }
    sizes.emplace_back(std::isnan(size) ? -infinite_bound : -size, k);
  }
  std::ranges::sort(sizes);
  std::vector<OperandRow> rows;
  for (const auto& [size, k] : std::span(sizes).first(std::min(most, sizes.size()))) {
    OperandRow row{k, {}};
    for (const Ingredient& part : ingredients_of(call, indices, output, i, k))
      row.operands.push_back({inputs[part.input], part.element});
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string bound_text(double x) { return end_text(x, End::high, 3); }

std::string end_at(const TensorView& tensor, std::uint64_t i, End end) {
  if (!is_floating(tensor.type)) return value_at(tensor, i);
  return end_text(end == End::low ? ends_of(tensor, i).low : ends_of(tensor, i).high, end, 6);
}

bool is_one_value(const ValueErrors& value, std::uint64_t low, std::uint64_t high) {
  return pattern_at(value.low->view(), low) == pattern_at(value.high->view(), high);
}

bool is_rounded(const Analysis& analysis, const NodeSummary& s) {
  return info(analysis.values[s.value].low->type()).kind == Kind::floating;
}

ComputedText computed_text(const Analysis& analysis, const NodeSummary& s) {
  const ValueErrors& value = analysis.values[s.value];
  if (value.low->shape().count == 0) return {"no elements", ""};
  if (is_one_value(value, s.lowest, s.highest)) return {value_at(value.low->view(), s.lowest), ""};
  return {end_at(value.low->view(), s.lowest, End::low), end_at(value.high->view(), s.highest, End::high)};
}

std::string node_title(const Analysis& analysis, std::uint32_t node) {
  return node_text(*analysis.model->graph, node, [](std::string_view name) { return quoted(name, 60); });
}

std::string result_title(const Analysis& analysis, const NodeSummary& s) {
  if (analysis.results[s.result].output == 0) return node_title(analysis, s.node);
  return fmt::format("{}: {}", node_title(analysis, s.node), value_title(analysis, s.value));
}

std::string value_title(const Analysis& analysis, std::uint32_t value) {
  return quoted(analysis.model->graph->values[value].name, 60);
}

}  // namespace etalon::impl
