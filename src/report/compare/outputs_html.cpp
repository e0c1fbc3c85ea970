// SPDX-License-Identifier: Apache-2.0
// Floor 9. See html.hpp: the outputs of the model.
#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "report/compare/html.hpp"
#include "report/page/distances.hpp"
#include "report/page/figures.hpp"
#include "report/page/joined.hpp"
#include "report/page/plots.hpp"
#include "tensor/tensor.hpp"
#include "text/decimal.hpp"

namespace etalon::impl {
namespace {

constexpr std::size_t outputs_open = 2, outputs_drawn = 100;  // histograms; the table has all outputs

std::vector<PlotBar> histogram(const ComparedValue& value) {
  std::vector<std::uint64_t> ulps;
  for (const Distance& d : value.distances) ulps.push_back(d.ulp);
  return distance_bars(ulps);
}

// The same for those who do not see it.
std::string histogram_text(const ComparedValue& value) {
  std::string text;
  for (const PlotBar& bar : histogram(value))
    if (bar.count != 0) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", bar.label, bar.count);
  return text.empty() ? "–" : text;
}

std::string row(const CompareReport& report, const ComparedValue& out) {
  const Graph& graph = *report.comparison->model->graph;
  const Tensor& reference = *report.comparison->reference[out.value];
  std::string cells = fmt::format("<tr><td>{}<br><small>{} {}</small></td>", value_html(graph, out.value),
                                  info(reference.type()).name, to_string(reference.shape()));
  cells += number_cell("Elements", std::to_string(out.elements)) +
           number_cell("Other bits", std::to_string(out.differing)) +
           number_cell("At most, ulp", out.differing == 0 ? "–" : ulp_text(out.farthest.ulp)) +
           number_cell("Absolute there", out.differing == 0 ? "–" : fmt::format("{:.3g}", out.farthest.absolute)) +
           number_cell("Relative there", out.differing == 0 ? "–" : fmt::format("{:.3g}", out.farthest.relative));
  if (report.tolerance)
    cells += report.tolerance->holds(out.distances) ? "<td data-h=\"Tolerance\" class=\"good\">kept</td>"
                                                    : "<td data-h=\"Tolerance\" class=\"bad\">exceeded</td>";
  return cells +
         fmt::format("<td data-h=\"Elements by distance in ulp\"><small>{}</small></td></tr>\n", histogram_text(out));
}

std::string histogram_html(const Comparison& comparison, const ComparedValue& out) {
  return figure(
      bars_svg(histogram(out), "distance in ulp"),
      fmt::format("Output {}: how far the {} elements that differ are from the reference; {} have its bits.",
                  value_html(*comparison.model->graph, out.value), out.differing, out.elements - out.differing));
}

std::string plots_html(const Comparison& comparison) {
  std::vector<const ComparedValue*> differing;
  for (const ComparedValue& one : comparison.outputs)
    if (one.differing != 0) differing.push_back(&one);
  if (differing.empty()) return {};
  const ComparedValue& first = *differing[0];
  const TensorView reference = std::as_const(*comparison.reference[first.value]).view();
  std::string out = "<div class=\"plots\">\n";
  for (std::size_t k = 0; k < std::min(differing.size(), outputs_open); ++k)
    out += histogram_html(comparison, *differing[k]);
  out += heat_html(reference.shape, ulps_between(std::as_const(*comparison.candidate[first.value]).view(), reference),
                   fmt::format("Where output {} differs, in ulp", value_html(*comparison.model->graph, first.value)));
  out += "</div>\n";
  if (differing.size() <= outputs_open) return out;
  const std::size_t end = std::min(differing.size(), outputs_drawn);
  out += fmt::format("<details><summary>Histograms of {} more outputs</summary><div class=\"plots\">\n",
                     end - outputs_open);
  for (std::size_t k = outputs_open; k < end; ++k) out += histogram_html(comparison, *differing[k]);
  return out + "</div></details>\n";
}

// The candidate beside the reference, both from the real values.
std::string reals_html(const Comparison& comparison) {
  if (comparison.reals.empty()) return {};
  const auto row = [&](const RealDistances& one) {
    const auto number = [](double x) { return end_text(x, End::high, 3); };
    const auto count = [&](RealDistances::Nearer nearer) { return std::to_string(one.nearer[nearer]); };
    return fmt::format("<tr><td>{}</td>", value_html(*comparison.model->graph, one.value)) +
           number_cell("Candidate", number(one.candidate.absolute)) + number_cell("In ulp", number(one.candidate.ulp)) +
           number_cell("Reference", number(one.reference.absolute)) + number_cell("In ulp", number(one.reference.ulp)) +
           number_cell("Candidate is nearer", count(RealDistances::by_candidate)) +
           number_cell("Reference is nearer", count(RealDistances::by_reference)) +
           number_cell("Neither", count(RealDistances::neither)) +
           number_cell("Not told", count(RealDistances::not_told)) + "</tr>\n";
  };
  return fmt::format(
      "<h2 id=\"reals\">From the real values</h2>\n<p>The largest distance of an element from what exact arithmetic "
      "gives, certified and rounded up, and the number of elements for which the candidate or the reference is "
      "nearer.</p>\n<table><thead><tr><th>Output</th><th>Candidate</th><th>In ulp</th><th>Reference</th><th>In "
      "ulp</th><th>Candidate is nearer</th><th>Reference is nearer</th><th>Neither</th><th>Not "
      "told</th></tr></thead><tbody>\n{}</tbody></table>\n",
      joined(comparison.reals, "", row));
}

}  // namespace

std::vector<double> ulps_between(const TensorView& a, const TensorView& b) {
  std::vector<double> ulps(static_cast<std::size_t>(a.shape.count), 0);
  for (std::uint64_t i = 0; i < a.shape.count; ++i) {
    if (same_bits(a, b, i)) continue;
    const std::uint64_t ulp = distance_between(a, b, i).ulp;
    ulps[static_cast<std::size_t>(i)] = ulp == UINT64_MAX ? std::numeric_limits<double>::infinity()
                                        : ulp == 0        ? 0.5
                                                          : static_cast<double>(ulp);
  }
  return ulps;
}

std::string outputs_html(const CompareReport& report) {
  const Comparison& comparison = *report.comparison;
  return fmt::format(
             "<h2>Outputs</h2>\n<p>Against the reference's own run of the whole model, from the same inputs. These "
             "distances "
             "contain what earlier nodes did; whether a result conforms is judged node by "
             "node.</p>\n{}<table><thead><tr><th>"
             "Output</th><th>Elements</th><th>Other bits</th><th>At most, ulp</th><th>Absolute there</th><th>Relative "
             "there</th>{}<th>Elements by distance in ulp</th></tr></thead><tbody>\n{}</tbody></table>\n",
             plots_html(comparison), report.tolerance ? "<th>Tolerance</th>" : "",
             joined(comparison.outputs, "", [&](const ComparedValue& one) { return row(report, one); })) +
         reals_html(comparison);
}

}  // namespace etalon::impl
