// SPDX-License-Identifier: Apache-2.0
// Floor 9. See accuracy_report.hpp: what all three forms tell.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/quote.hpp"
#include "report/accuracy_report.hpp"
#include "report/findings.hpp"
#include "tensor/pattern.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

void raise(double& most, double x) {
  if (std::isfinite(x)) most = std::max(most, x);
}
void raise(Error& most, const Error& x) {
  raise(most.absolute, x.absolute);
  raise(most.relative, x.relative);
  raise(most.ulp, x.ulp);
  most.tight = most.tight && x.tight;
}

std::string reason_of(const Analysis& analysis, std::uint32_t node, std::uint64_t i) {
  const NodeErrors& errors = analysis.nodes[node];
  const ValueErrors& value = analysis.values[analysis.model->graph->nodes[node].outputs[0]];
  if (errors.introduced[i] < infinite_bound)
    return errors.propagated[i] < infinite_bound
               ? "the bound itself overflows"
               : "an operand has no finite error bound, or a divisor's error reaches to zero";
  if (is_integer(value.low->type()) || !analysis.points)
    for (unsigned risk = 0; risk < std::size(risk_names); ++risk)
      if (errors.risks.of[risk].count > 0 && errors.risks.of[risk].first <= i) return risk_names[risk];
  const double computed = ends_of(value.low->view(), i).low;
  if (std::isnan(computed)) return "the result is NaN";
  if (std::isinf(computed)) return "the result is infinite: overflow, division by zero or an infinite operand";
  return "an operand is infinite, or the bound itself overflows";
}

}  // namespace

NodeSummary summary_of(const Analysis& analysis, std::uint32_t node) {
  NodeSummary s;
  s.node = node;
  s.value = analysis.model->graph->nodes[node].outputs[0];
  const NodeErrors& errors = analysis.nodes[node];
  const ValueErrors& value = analysis.values[s.value];
  const TensorView low = value.low->view(), high = value.high->view();
  s.a_priori = errors.a_priori;
  s.low = infinite_bound;
  s.high = -infinite_bound;
  std::vector<double> ratios;
  double worst = -1;
  for (std::uint64_t i = 0; i < low.shape.count; ++i) {
    s.low = std::fmin(s.low, ends_of(low, i).low);
    s.high = std::fmax(s.high, ends_of(high, i).high);
    s.introduced = std::max(s.introduced, errors.introduced[i]);
    s.propagated = std::max(s.propagated, errors.propagated[i]);
    s.total = std::max(s.total, value.bound[i]);
    raise(s.finite_total, value.bound[i]);
    if (!(value.bound[i] < infinite_bound) && s.unbounded++ == 0) {
      s.first_unbounded = i;
      s.reason = reason_of(analysis, node, i);
    }
    double size = value.bound[i];
    if (analysis.shadowed) {
      const Error &own = errors.measured[i], &whole = analysis.errors[s.value][i];
      raise(s.measured_introduced, own);
      raise(s.measured_total, whole);
      if (own.absolute > 0 && std::isfinite(own.absolute) && errors.introduced[i] < infinite_bound)
        ratios.push_back(errors.introduced[i] / own.absolute);
      size = whole.ulp;
    }
    if (std::isfinite(size) && size > worst) {
      worst = size;
      s.worst = i;
    }
  }
  if (low.shape.count == 0) s.low = s.high = 0;
  if (!ratios.empty()) {
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::nth_element(ratios.begin(), middle, ratios.end());
    s.median_ratio = *middle;
  }
  return s;
}

std::vector<std::string> hypotheses_of(const AccuracyReport& report) {
  const Analysis& analysis = *report.analysis;
  std::vector<std::string> all = report.suppositions;
  all.push_back("constants of the model are exact");
  all.push_back(fmt::format(
      "float results are rounded to nearest, ties to even, subnormals kept; sums of products are {}, k ascending",
      accumulation_names[static_cast<unsigned>(analysis.model->profile.choices.accumulation)]));
  all.push_back(
      "where an element overflows, is NaN or meets an infinity, its bound is infinite; so is what follows from it");
  if (!analysis.points) {
    all.push_back("ranges take operands as independent of each other: they hold, but may be wider than what can occur");
  } else if (!analysis.shadowed) {
    all.push_back("real values were not computed: the model has too many operations; bounds stand alone");
  } else if (analysis.shadow.precision > 0) {
    all.push_back(fmt::format("real values are rationals, and balls of {} bits where those grew too large",
                              analysis.shadow.precision));
  } else {
    all.push_back("real values are exact rationals");
  }
  all.push_back(
      "an integer quotient is measured against the real quotient; other integer results against the integers");
  return all;
}

std::string bits_at(const TensorView& tensor, std::uint64_t i) {
  return fmt::format("0x{:0{}X}", pattern_at(tensor, i), (info(tensor.type).bits + 3) / 4);
}

std::string value_at(const TensorView& tensor, std::uint64_t i) {
  Tensor one(tensor.type, {});
  set_pattern(one.view(), 0, pattern_at(tensor, i));
  return print_tensor(std::as_const(one).view());
}

std::vector<OperandPair> operands_of(const Analysis& analysis, std::uint32_t node, std::uint64_t i, std::size_t most) {
  const Call& call = analysis.model->calls[node];
  const OperatorBound& bound = bound_of(call.op->id);
  const std::vector<std::uint32_t>& inputs = analysis.model->graph->nodes[node].inputs;
  const TensorView a = analysis.values[inputs[0]].low->view(), b = analysis.values[inputs[1]].low->view();
  std::vector<std::pair<double, std::uint64_t>> sizes;
  for (std::uint64_t k = 0; k < bound.pairs(call); ++k) {
    const auto [x, y] = bound.pair(call, i, k);
    sizes.emplace_back(-std::abs(ends_of(a, x).high * ends_of(b, y).high), k);
  }
  std::ranges::sort(sizes);
  std::vector<OperandPair> pairs;
  for (const auto& [size, k] : std::span(sizes).first(std::min(most, sizes.size()))) {
    const auto [x, y] = bound.pair(call, i, k);
    pairs.push_back({k, bits_at(a, x), value_at(a, x), bits_at(b, y), value_at(b, y)});
  }
  return pairs;
}

std::string number(double x) { return fmt::format("{:.3g}", x); }

std::string node_title(const Analysis& analysis, std::uint32_t node) {
  return node_text(*analysis.model->graph, node, [](std::string_view name) { return quoted(name, 60); });
}

}  // namespace etalon::impl
