// SPDX-License-Identifier: Apache-2.0
// Floor 9. See summary.hpp: what a reader wants to know first ("ACC-ALL-INFORMATIVE").
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/accuracy/run.hpp"
#include "report/accuracy/summary.hpp"
#include "text/scaled.hpp"

namespace etalon::impl {
namespace {

constexpr auto absolutely = static_cast<unsigned>(Measure::absolute);
constexpr auto relatively = static_cast<unsigned>(Measure::relative);

std::string place_in(const Analysis& analysis, const OutputSummary& s, std::uint64_t element) {
  return index_string(analysis.values[s.value].low->shape(), element);
}

// The output with the largest measured error, where every output was measured.
const OutputSummary* measured_one(const Analysis& analysis, const std::vector<OutputSummary>& outputs) {
  const auto size = [](const OutputSummary& s) { return (*s.measured)[absolutely].size; };
  const OutputSummary* worst = nullptr;
  for (const OutputSummary& s : outputs) {
    if (analysis.values[s.value].bound.empty() || s.node == no_node) continue;  // nothing is computed
    if (!s.measured || !std::isfinite(size(s))) return nullptr;
    if (worst == nullptr || size(s) > size(*worst)) worst = &s;
  }
  return worst;
}

std::string measured_words(const Analysis& analysis, const OutputSummary& s) {
  const OutputSummary::Largest& largest = (*s.measured)[absolutely];
  if (largest.size == 0) return "Error 0 (measured exactly)";
  return fmt::format("Error at most {} (measured: output {} at {})", bound_text(largest.size),
                     value_title(analysis, s.value), place_in(analysis, s, largest.element));
}

// Of a search over the ranges.
std::string reached_words(const Analysis& analysis) {
  const Reached& reached = *analysis.reached;
  if (reached.below == 0) return "No error reached";
  return fmt::format("Error of {} reached (certified: output {} at {})", end_text(reached.below, End::low, 3),
                     value_title(analysis, reached.output),
                     index_string(analysis.values[reached.output].low->shape(), reached.element));
}

std::string search_sentence(const Analysis& analysis, double bound) {
  const Reached& reached = *analysis.reached;
  std::string out = fmt::format(" {} inputs of the ranges were tried, with seed {}", reached.tried, reached.seed);
  if (reached.without_error > 0) out += fmt::format("; {} of them have no finite error", reached.without_error);
  if (reached.below == 0) return out + ".";
  return out + ". The worst error over the ranges is at least what was reached" +
         (bound < infinite_bound
              ? fmt::format(", and at most the bound, {} times as much.", bound_text(quotient_up(bound, reached.below)))
              : ".");
}

// "at most 1e-07 times the real value, at [0]; at most 0.5 ulp, at [0]."
std::string relative_words(const Analysis& analysis, const OutputSummary& s,
                           const std::array<OutputSummary::Largest, 3>& largest, const std::string& relative) {
  const auto& [absolute, by_value, ulp] = largest;
  if (!std::isfinite(by_value.size))
    return fmt::format("not bounded relative to the real value, which may be zero at {}.",
                       place_in(analysis, s, by_value.element));
  return fmt::format("at most {} times the real value, at {}; at most {} ulp, at {}.", relative,
                     place_in(analysis, s, by_value.element), bound_text(ulp.size), place_in(analysis, s, ulp.element));
}

// "the largest computed value of this output, 10", or that at points of the ranges: not above it as it is printed.
struct SeenText {
  std::string what, number;
};
SeenText seen_text(const Analysis& analysis, double seen) {
  const std::string number = end_text(seen, End::low, 6);
  return {analysis.points || analysis.points_seen == 0
              ? "the largest computed value of this output"
              : fmt::format("the largest value of this output at {} {} of the ranges", analysis.points_seen,
                            analysis.points_seen == 1 ? "point" : "points"),
          (number == end_text(seen, End::high, 6) ? "" : "about ") + number};
}

// The bound against the largest value, as they are printed: the ratio times the value is not below the bound.
std::string ratio_sentence(const Analysis& analysis, double bound, double seen) {
  const auto exactly = [](const std::string& printed) { return value_of(*take_apart(printed)); };
  const Number ratio = Rational::div(exactly(bound_text(bound)), exactly(end_text(seen, End::low, 6)));
  const auto [what, number] = seen_text(analysis, seen);
  return fmt::format(" The bound is {} times {}, {}.", end_text(ratio, End::high, 3), what, number);
}

// Which values an output follows from.
std::vector<bool> leading_to(const Graph& graph, std::uint32_t output) {
  std::vector<bool> leads(graph.values.size());
  leads[output] = true;
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node)
    if (std::ranges::any_of(node->outputs, [&](std::uint32_t value) { return leads[value]; }))
      for (const std::uint32_t value : node->inputs) leads[value] = true;
  return leads;
}

// Why the bounds of a node say nothing, when those of its operands do.
std::string reason_of_size(const Analysis& analysis, std::uint32_t result) {
  const NodeSummary s = summary_of(analysis, result);
  if (s.unbounded > 0) return s.reason;
  const double seen = seen_of(analysis, s.value);
  return fmt::format("{} {}, and the largest number that it computes{} is {}",
                     s.introduced >= seen ? "its range is so wide that its roundings can lose"
                                          : "the errors of its operands can move its result by",
                     bound_text(s.introduced >= seen ? s.introduced : s.propagated),
                     analysis.points ? "" : " at points of the ranges", end_text(seen, End::low, 6));
}

// The first result on the way to an output for which this holds of its value; null where there is none.
template <class Holds>
const NodeErrors* first_on_the_way(const Analysis& analysis, const OutputSummary& output, Holds holds) {
  const Graph& graph = *analysis.model->graph;
  const std::vector<bool> leads = leading_to(graph, output.value);
  for (const NodeErrors& result : analysis.results)
    if (const std::uint32_t value = graph.nodes[result.node].outputs[result.output]; leads[value] && holds(value))
      return &result;
  return nullptr;
}

// Where nothing is known over ranges.
std::string what_to_ask(const Analysis& analysis) {
  return fmt::format(
      "What can be asked instead: the certified error of one run (--input), whether a data set is decided as without "
      "rounding (--inputs), smaller ranges, such as those around one input (--range NAME=@FILE+-E){}.",
      analysis.reached ? "" : ", or the largest error that a search reaches (--search N)");
}

// "No useful bound", and why not: the headline of bounds that are not informative.
Headline without_use(const Analysis& analysis, const OutputSummary& worst, const OutputSummary* measured) {
  Headline headline;
  headline.informative = false;
  headline.reason = "none was given for the input";
  const auto index_of = [&](const NodeErrors* result) {
    return static_cast<std::uint32_t>(result - analysis.results.data());
  };
  const auto says_nothing = [&](std::uint32_t value) { return !is_informative(analysis, value); };
  const NodeErrors* first = first_on_the_way(analysis, worst, says_nothing);
  if (first != nullptr) {
    headline.from = first->node;
    headline.reason = reason_of_size(analysis, index_of(first));
  }
  headline.main =
      fmt::format("{} for output {}{}: {}",
                  measured != nullptr ? measured_words(analysis, *measured) + "; no useful bound"
                  : analysis.reached  ? reached_words(analysis) + "; no useful bound"
                                      : "No useful error bound",
                  value_title(analysis, worst.value),
                  headline.from ? " from " + node_title(analysis, *headline.from) + " on" : "", headline.reason);
  const auto [size, element] = worst.largest[absolutely];
  if (size < infinite_bound) {
    const auto [what, number] = seen_text(analysis, seen_of(analysis, worst.value));
    headline.detail = fmt::format("The largest bound, {} at {}, holds but is not informative: {} is {}.",
                                  bound_text(size), place_in(analysis, worst, element), what, number);
  } else {
    const auto is_unbounded = [](double bound) { return !(bound < infinite_bound); };
    const std::vector<double>& bounds = analysis.values[worst.value].bound;
    headline.detail =
        fmt::format("{} of {} elements of the output have no finite bound, the first at {}",
                    std::ranges::count_if(bounds, is_unbounded), bounds.size(), place_in(analysis, worst, element));
    const NodeErrors* infinite = first_on_the_way(analysis, worst, [&](std::uint32_t value) {
      return std::ranges::any_of(analysis.values[value].bound, is_unbounded);
    });
    if (infinite != first)
      headline.detail += fmt::format("; there is no finite bound from {} on: {}", node_title(analysis, infinite->node),
                                     summary_of(analysis, index_of(infinite)).reason);
    headline.detail += '.';
  }
  if (analysis.reached) headline.detail += search_sentence(analysis, size);
  if (!analysis.points) headline.hint = what_to_ask(analysis);
  return headline;
}

}  // namespace

double seen_of(const Analysis& analysis, std::uint32_t value) {
  if (analysis.points_seen > 0) return analysis.seen[value];
  const ValueErrors& known = analysis.values[value];
  double largest = 0;
  for (const Ends& x : ends_between(known.low->view(), known.high->view()))
    for (const double end : {x.low, x.high})
      if (std::isfinite(end)) largest = std::max(largest, std::abs(end));
  return largest;
}

bool is_informative(const Analysis& analysis, std::uint32_t value) {
  const double seen = seen_of(analysis, value);
  return std::ranges::all_of(analysis.values[value].bound, [&](double bound) {
    return bound == 0 || (bound < infinite_bound && (seen == 0 || bound < seen));
  });
}

Headline headline_of(const Analysis& analysis) {
  if (!analysis.has_bounds()) return headline_of_run(analysis);
  const std::vector<OutputSummary> outputs = outputs_of(analysis);
  if (outputs.empty()) return {"The model has no output", {}, true};
  const OutputSummary& worst =
      *std::ranges::max_element(outputs, {}, [](const OutputSummary& s) { return s.largest[absolutely].size; });
  const auto [bound, element] = worst.largest[absolutely];
  if (bound == 0) return {"Every output is exact", {}, true};
  const OutputSummary* measured = measured_one(analysis, outputs);
  if (!is_informative(analysis, worst.value)) return without_use(analysis, worst, measured);
  const double seen = seen_of(analysis, worst.value);
  std::string detail = relative_words(
      analysis, worst, worst.largest,
      largest_error_text(analysis.values[worst.value], worst.largest[relatively].element, Measure::relative));
  const char* scope = analysis.any_order ? " in any admissible order" : "";
  std::string main = "Error at most";
  if (measured != nullptr) {
    main = measured_words(analysis, *measured) + "; bound";
    detail = fmt::format(
        "Measured: {} Bound: {}",
        relative_words(analysis, *measured, *measured->measured, bound_text((*measured->measured)[relatively].size)),
        detail);
  }
  detail[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(detail[0])));
  if (analysis.reached) main = reached_words(analysis) + "; bound";
  if (seen > 0) detail += ratio_sentence(analysis, bound, seen);
  if (analysis.reached) detail += search_sentence(analysis, bound);
  return {fmt::format("{} {}{}: output {} at {}", main, bound_text(bound), scope, value_title(analysis, worst.value),
                      place_in(analysis, worst, element)),
          std::move(detail), quotient_up(bound, seen) <= 0.01};
}

}  // namespace etalon::impl
