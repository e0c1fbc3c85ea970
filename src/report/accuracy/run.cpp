// SPDX-License-Identifier: Apache-2.0
// Floor 9. See run.hpp.
#include "report/accuracy/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/plots.hpp"

namespace etalon::impl {
namespace {

// A result of a node, with its error.
struct RunResult {
  std::uint32_t node, value;
  const ValueError* error;
};

std::vector<RunResult> run_results(const Analysis& analysis) {
  std::vector<RunResult> results;
  const std::vector<Node>& nodes = analysis.model->graph->nodes;
  for (std::uint32_t n = 0; n < nodes.size(); ++n)
    for (std::size_t k = 0; k < nodes[n].outputs.size(); ++k)
      if (analysis.model->calls[n].outputs[k])
        results.push_back({n, nodes[n].outputs[k], &analysis.run->values[nodes[n].outputs[k]]});
  return results;
}

std::string run_title(const Analysis& analysis, const RunResult& result) {
  const std::vector<std::uint32_t>& outputs = analysis.model->graph->nodes[result.node].outputs;
  return outputs.front() == result.value
             ? node_title(analysis, result.node)
             : fmt::format("{}: {}", node_title(analysis, result.node), value_title(analysis, result.value));
}

// Infinite where no element has an error: 0 would say that it is exact.
Error largest_of(const ValueError& error) {
  const bool has_one = error.elements == 0 || error.without_value < error.elements;
  return has_one ? error.largest : Error{infinite_bound, infinite_bound, infinite_bound, false};
}

std::string relative_text(const ValueError& error) {
  const double relative = error.without_value < error.elements ? error.relative_to_size() : infinite_bound;
  return std::isfinite(relative) ? bound_text(relative) : "-";
}

std::string decisions_text(const DecisionCounts& counts) {
  return counts.all == 0 ? "" : fmt::format("{} of {}", counts.otherwise + counts.unsettled, counts.all);
}

std::string remark(const ValueError& error) {
  return error.without_value == 0
             ? ""
             : fmt::format(
                   "no error for {} of {} elements: the real value or the computed one is no number, or "
                   "depends on a decision that could not be told",
                   error.without_value, error.elements);
}

// Why there is no error: where elements without a value begin.
Headline without_error(const Analysis& analysis, const std::string& output) {
  Headline headline;
  headline.informative = false;
  headline.reason = "its elements have no real value, or are no numbers";
  const std::vector<RunResult> results = run_results(analysis);
  const auto first = std::ranges::find_if(results, [](const RunResult& r) { return r.error->without_value != 0; });
  if (first != results.end()) {
    headline.from = first->node;
    headline.reason = remark(*first->error);
  }
  headline.main =
      fmt::format("No certified error for output {}{}: {}", output,
                  headline.from ? " from " + node_title(analysis, *headline.from) + " on" : "", headline.reason);
  return headline;
}

// Doubles: the radius of a contribution is far below what is printed.
double rounded(const WordBall& x) {
  if (x.state != WordBall::State::number) return HUGE_VAL;
  return x.negative ? -size_below(x) : size_below(x);
}
std::string signed_text(const WordBall& x) {
  return x.state == WordBall::State::number ? fmt::format("{:+.3g}", rounded(x)) : "not known";
}

std::string group_title(const Analysis& analysis, const GroupContribution& group) {
  return group.first == group.last
             ? node_title(analysis, group.first)
             : fmt::format("{} … {}", node_title(analysis, group.first), node_title(analysis, group.last));
}

std::string parts_sentence(const Analysis& analysis) {
  const Contributions& all = *analysis.contributions;
  return fmt::format(
      "What nodes contribute to the error {} of output {} at {}: by how much it changes if these nodes, too, are "
      "computed as in the run, and those behind them over the reals. The contributions add up to the error, exactly.",
      signed_text(all.error), value_title(analysis, all.output),
      index_string(analysis.values[all.output].low->shape(), all.element));
}

std::string parts_html(const Analysis& analysis) {
  if (!analysis.contributions) return {};
  std::vector<SignedBar> bars;
  std::string rows;
  for (const GroupContribution& group : analysis.contributions->groups) {
    bars.push_back({std::to_string(group.first), rounded(group.error)});
    rows += fmt::format("<tr><td>{}</td>{}</tr>\n", html_text(group_title(analysis, group)),
                        number_cell("Contribution", signed_text(group.error)));
  }
  return fmt::format(
      "<h2>Where the error comes from</h2>\n<p>{}</p>\n{}<table><thead><tr><th>Nodes</th><th>Contribution</th></tr>"
      "</thead><tbody>\n{}</tbody></table>\n",
      html_text(parts_sentence(analysis)),
      figure(signed_bars_svg(bars, "first node of the group", "contribution to the error"),
             "Contributions of groups of nodes to the error, with their signs."),
      rows);
}

}  // namespace

std::string parts_text(const Analysis& analysis) {
  if (!analysis.contributions) return {};
  std::string out = "\n" + wrapped(parts_sentence(analysis), "");
  for (const GroupContribution& group : analysis.contributions->groups)
    out += fmt::format("  {:>11}  {}\n", signed_text(group.error), group_title(analysis, group));
  return out;
}

std::string decisions_sentence(const CertifiedRun& run) {
  const DecisionCounts counts = run.all_decisions();
  if (counts.all == 0) return "Nothing is decided by a comparison.";
  return fmt::format(
      "{} decisions (comparisons, maxima): {} taken otherwise than over the reals, {} could not be told.", counts.all,
      counts.otherwise, counts.unsettled);
}

Headline headline_of_run(const Analysis& analysis) {
  const CertifiedRun& run = *analysis.run;
  const Graph& graph = *analysis.model->graph;
  std::optional<std::uint32_t> worst;
  std::size_t element = 0;
  double largest = -1;
  for (const std::uint32_t output : graph.outputs)
    for (std::size_t i = 0; i < run.errors[output].size(); ++i)
      if (const double error = run.errors[output][i].absolute; error > largest)
        worst = output, element = i, largest = error;
  if (!worst) return {"No output has an element", {}, true};
  const std::string title = value_title(analysis, *worst);
  if (!std::isfinite(largest)) return without_error(analysis, title);
  if (largest == 0) return {"Every output is exact (certified)", decisions_sentence(run), true};
  const Error& error = run.errors[*worst][element];
  const Shape& shape = analysis.values[*worst].low->shape();
  const double seen = seen_of(analysis, *worst);
  Headline headline;
  headline.main = fmt::format("Error at most {} (certified: output {} at {})", bound_text(largest), title,
                              index_string(shape, element));
  headline.detail = fmt::format(
      "This element is off by {} ulp{}{}. {} ", bound_text(error.ulp),
      std::isfinite(error.relative) ? fmt::format(" and {} times its real value", bound_text(error.relative)) : "",
      seen > 0 ? fmt::format("; the error is {} times the largest computed value of this output, {}",
                             bound_text(quotient_up(largest, seen)), end_text(seen, End::low, 6))
               : "",
      decisions_sentence(run));
  if (!run.is_tight(graph))
    headline.detail += fmt::format("Real values are known to {} only: the error itself may be smaller. ",
                                   bound_text(run.real[*worst][element].radius));
  headline.detail.pop_back();
  headline.small = seen > 0 && quotient_up(largest, seen) <= 0.01;
  return headline;
}

std::string run_text(const Analysis& analysis) {
  const std::vector<RunResult> results = run_results(analysis);
  std::size_t width = 20;
  for (const RunResult& r : results) width = std::max(width, run_title(analysis, r).size());
  const auto row = [&](const std::string& name, const std::string& error, const std::string& ulp,
                       const std::string& relative, const std::string& radius, const std::string& decisions) {
    return fmt::format("{:<{}} {:>10} {:>10} {:>10} {:>10} {}\n", name, width, error, ulp, relative, radius, decisions);
  };
  std::string out = row("node", "error", "ulp", "relative", "radius", "otherwise");
  for (const RunResult& r : results) {
    const DecisionCounts& counts = analysis.run->decisions[r.node];
    out += row(run_title(analysis, r), bound_text(largest_of(*r.error).absolute), bound_text(largest_of(*r.error).ulp),
               relative_text(*r.error), bound_text(r.error->radius), decisions_text(counts));
    if (const std::string words = remark(*r.error); !words.empty()) out += "    " + words + "\n";
  }
  return out;
}

std::string run_html(const Analysis& analysis) {
  std::string rows;
  for (const RunResult& r : run_results(analysis))
    rows += fmt::format("<tr><td>{}{}</td>{}{}{}{}{}</tr>\n", html_text(run_title(analysis, r)),
                        remark(*r.error).empty() ? "" : "<br><span class=\"risk\">⚠ " + remark(*r.error) + "</span>",
                        number_cell("Error ≤", bound_text(largest_of(*r.error).absolute)),
                        number_cell("ulp", bound_text(largest_of(*r.error).ulp)),
                        number_cell("Relative", relative_text(*r.error)),
                        number_cell("Radius", bound_text(r.error->radius)),
                        number_cell("Otherwise", decisions_text(analysis.run->decisions[r.node])));
  return parts_html(analysis) +
         fmt::format(
             "<h2>Nodes of this run</h2>\n<p>{}</p>\n<table><thead><tr><th>Node</th><th>Error&nbsp;≤</th><th>ulp</th>"
             "<th>Relative</th><th>Radius</th><th>Otherwise</th></tr></thead><tbody>\n{}</tbody></table>\n",
             run_terms, rows);
}

void write_run(JsonWriter& json, const Analysis& analysis) {
  const CertifiedRun& run = *analysis.run;
  const auto bound = [](double x) { return JsonText{end_json(x, End::high)}; };
  const auto decisions = [&](const DecisionCounts& counts) {
    json.object("decisions", [&] {
      json.member("all", counts.all).member("otherwise", counts.otherwise).member("unsettled", counts.unsettled);
    });
  };
  json.line().object("run", [&] {
    json.member("bits", 64 * run.words).member("tight", run.is_tight(*analysis.model->graph));
    decisions(run.all_decisions());
    json.array("results", [&] {
      for (const RunResult& r : run_results(analysis))
        json.wrap().object([&] {
          json.member("node", r.node).member("name", analysis.model->graph->nodes[r.node].name);
          json.member("value", analysis.model->graph->values[r.value].name);
          json.member("operator", analysis.model->calls[r.node].op->name);
          json.member("elements", r.error->elements).member("without_value", r.error->without_value);
          json.member("absolute", bound(largest_of(*r.error).absolute))
              .member("relative", bound(largest_of(*r.error).relative));
          json.member("ulp", bound(largest_of(*r.error).ulp)).member("radius", bound(r.error->radius));
          json.member("largest_value", bound(r.error->size));
          decisions(run.decisions[r.node]);
        });
    });
  });
  if (!analysis.contributions) return;
  const Contributions& all = *analysis.contributions;
  const auto ends = [&](const char* name, const WordBall& x) {
    const Enclosure real = enclosure_of(x);
    if (std::holds_alternative<NoValue>(real)) return;
    const Between near = between(real);
    json.member(name, std::array{JsonText{end_json(near.low, End::low)}, JsonText{end_json(near.high, End::high)}});
  };
  json.line().object("error_parts", [&] {
    json.member("output", analysis.model->graph->values[all.output].name);
    json.member("element", JsonText{index_string(analysis.values[all.output].low->shape(), all.element)});
    ends("error", all.error);
    json.array("groups", [&] {
      for (const GroupContribution& group : all.groups)
        json.wrap().object([&] {
          json.member("first_node", group.first).member("last_node", group.last);
          ends("error", group.error);
        });
    });
  });
}

}  // namespace etalon::impl
