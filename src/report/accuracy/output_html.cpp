// SPDX-License-Identifier: Apache-2.0
// Floor 9. See html.hpp: one output of the model.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/accuracy/html.hpp"
#include "report/page/escape.hpp"
#include "report/page/figures.hpp"
#include "report/page/plots.hpp"
#include "text/literal.hpp"

namespace etalon::impl {
namespace {

// So much is shown that a page stays below a megabyte.
constexpr std::size_t points_shown = 1500, operands_shown = 8;

// The power of two not below x; exact, where a logarithm would be rounded.
int power_above(double x) {
  const int p = std::ilogb(x);
  return x > std::ldexp(1.0, p) ? p + 1 : p;
}

// Bars: no error at all, then by powers of two.
std::vector<PlotBar> histogram(const std::vector<double>& ulps) {
  int lowest = 100, highest = -100;
  std::vector<int> places;
  std::uint64_t none = 0;
  for (const double u : ulps)
    if (u == 0) {
      ++none;
    } else if (std::isfinite(u)) {
      places.push_back(std::max(power_above(u), -6));
      lowest = std::min(lowest, places.back()), highest = std::max(highest, places.back());
    }
  std::vector<PlotBar> bars{{"0", none}};
  for (int p = lowest; p <= highest; ++p)
    bars.push_back({p < 0   ? fmt::format("≤1/{}", 1L << -p)
                    : p < 7 ? fmt::format("≤{}", 1L << p)
                            : fmt::format("≤2{}", raised(static_cast<unsigned>(p))),
                    static_cast<std::uint64_t>(std::ranges::count(places, p))});
  return bars;
}

// "0x34CC = 0.2998", and both ends where the element is only known to lie between them.
std::string element_html(const ValueErrors& value, std::uint64_t i) {
  const TensorView low = value.low->view(), high = value.high->view();
  const auto one = [](const TensorView& tensor, std::uint64_t at, End end) {
    return fmt::format("<span class=\"n\"><code>{}</code> {}</span>", bits_at(tensor, at), end_at(tensor, at, end));
  };
  if (is_one_value(value, i, i))
    return fmt::format("<span class=\"n\"><code>{}</code> {}</span>", bits_at(low, i), html_text(value_at(low, i)));
  return fmt::format("{} … {}", one(low, i, End::low), one(high, i, End::high));
}

std::string name_html(const Analysis& analysis, std::uint32_t value) {
  return html_text(analysis.model->graph->values[value].name.substr(0, 200));
}

std::string operands_html(const Analysis& analysis, std::uint32_t result, std::uint64_t i) {
  const std::uint64_t terms = terms_of(analysis.model->calls[analysis.results[result].node]);
  const std::vector<OperandRow> shown = operands_of(analysis, result, i, operands_shown);
  if (shown.empty()) return {};
  const bool numbered = terms > 1;  // an operator on single elements has no k
  std::string head = numbered ? "<th>k</th>" : "", rows;
  for (const OperandElement& operand : shown[0].operands)
    head += fmt::format("<th><bdi>\"{}\"</bdi></th>", name_html(analysis, operand.value));
  for (const OperandRow& row : shown) {
    rows += "<tr>";
    if (numbered) rows += number_cell("k", fmt::format("{}", row.k));
    for (const OperandElement& operand : row.operands) {
      const ValueErrors& value = analysis.values[operand.value];
      rows += fmt::format("<td data-h=\"{}\">{} <small>at {}</small></td>", name_html(analysis, operand.value),
                          element_html(value, operand.element), index_string(value.low->shape(), operand.element));
    }
    rows += "</tr>\n";
  }
  return fmt::format(
      "<table><thead><tr>{}</tr></thead><tbody>\n{}</tbody></table>\n{}", head, rows,
      terms > shown.size() ? fmt::format("<p>The {} largest of {} products.</p>\n", shown.size(), terms) : "");
}

std::string worst_html(const Analysis& analysis, const NodeSummary& s) {
  const ValueErrors& value = analysis.values[s.value];
  const Shape& shape = value.low->shape();
  std::string out = fmt::format("<h3>{}: {}</h3>\n<p>computed {}", shape.count == 1 ? "Its element" : "Worst element",
                                index_string(shape, s.worst), element_html(value, s.worst));
  if (analysis.shadowed) {
    const Enclosure& real = analysis.shadow.values[s.value][s.worst];
    const Error& error = analysis.errors[s.value][s.worst];
    if (!std::holds_alternative<NoValue>(real))
      out += fmt::format("; real value <span class=\"n\">{}</span> … <span class=\"n\">{}</span>",
                         end_text(between(real).low, End::low, 17), end_text(between(real).high, End::high, 17));
    out += fmt::format("; error at most <span class=\"n\">{}</span> (<span class=\"n\">{} ulp</span>)",
                       bound_text(error.absolute), bound_text(error.ulp));
  }
  out +=
      fmt::format("; bound <span class=\"n\">{}</span>. It was computed from:</p>\n", bound_text(value.bound[s.worst]));
  return out + operands_html(analysis, s.result, s.worst);
}

std::string scatter_html(const Analysis& analysis, std::uint32_t value) {
  const ValueErrors& known = analysis.values[value];
  std::vector<PlotPoint> points;
  std::uint64_t exact = 0, beyond = 0, without = 0;
  for (std::uint64_t i = 0; i < known.bound.size(); ++i) {
    const Error& error = analysis.errors[value][i];
    if (error.absolute == 0)
      ++exact;
    else if (known.bound[i] < infinite_bound)
      points.push_back({known.bound[i], error.absolute});
    else
      ++without;
    if (error.absolute > known.bound[i]) ++beyond;
  }
  const std::size_t all = points.size(), every = (all + points_shown - 1) / points_shown;
  if (every > 1) {
    std::vector<PlotPoint> some;
    for (std::size_t i = 0; i < all; i += every) some.push_back(points[i]);
    points = std::move(some);
  }
  const std::string caption = fmt::format(
      "Measured error against its bound: {} elements{}, {} more are exact, {} have no finite bound. {} lie above the "
      "line, where the bound would be broken.",
      all, points.size() < all ? fmt::format(" ({} drawn)", points.size()) : "", exact, without, beyond);
  return points.empty() ? fmt::format("<p>{}</p>\n", caption)
                        : figure(scatter_svg(points, "bound", "measured error"), caption);
}

}  // namespace

std::string output_html(const Analysis& analysis, const OutputSummary& output, const NodeSummary& node) {
  const ValueErrors& known = analysis.values[output.value];
  const Shape& shape = known.low->shape();
  std::string out = fmt::format("<h2>Output <bdi>\"{}\"</bdi></h2>\n<p>{} {}, computed by {}.</p>\n",
                                name_html(analysis, output.value), info(known.low->type()).name, to_string(shape),
                                html_text(node_title(analysis, node.node)));
  if (shape.count == 0) return out + "<p>It has no elements.</p>\n";
  if (node.unbounded == shape.count)
    out += fmt::format(
        "<p><strong>No element has a finite error bound</strong>, so there is nothing to draw. The "
        "reason at {}: {}.</p>\n",
        index_string(shape, node.first_unbounded), html_text(node.reason));
  std::vector<double> ulps;
  if (analysis.shadowed)
    for (const Error& error : analysis.errors[output.value]) ulps.push_back(error.ulp);
  const bool measured = std::ranges::any_of(ulps, [](double u) { return std::isfinite(u); });
  const bool drawn = shape.count > 1;  // one element is described in words
  if (drawn && measured) {
    out += "<div class=\"plots\">\n" + scatter_html(analysis, output.value);
    out += figure(bars_svg(histogram(ulps), "error in ulp"), "How many elements have which error, in ulp.");
    out += heat_html(shape, ulps, "Error in ulp") + "</div>\n";
  } else if (drawn && node.unbounded < shape.count) {
    out += heat_html(shape, known.bound, "Error bound");
  }
  if (!measured && node.unbounded == shape.count) return out;
  return out + worst_html(analysis, node);
}

}  // namespace etalon::impl
