// SPDX-License-Identifier: Apache-2.0
// Floor 9. See figures.hpp.
#include "report/page/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/page/plots.hpp"

namespace etalon::impl {
namespace {

HeatMap heat_map(const Shape& shape, const std::vector<double>& values) {
  const std::uint64_t columns = shape.rank == 0 ? 1 : shape[shape.rank - 1];
  return {columns == 0 ? 0 : shape.count / columns, columns, values,
          shape.rank == 0 ? "one element" : fmt::format("index of axis {}", shape.rank - 1),
          shape.rank < 2    ? ""
          : shape.rank == 2 ? "index of axis 0"
                            : "other axes, flattened"};
}

}  // namespace

const std::string_view figure_style =
    R"(.is-good { --tone: var(--good) } .is-note { --tone: var(--note) } .is-warn { --tone: var(--warn) } .is-bad { --tone: var(--bad) }
.plots { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-end } figure { margin: 0; max-width: 30rem } figcaption { color: var(--faint); font-size: .9rem }
svg { max-width: 100%; height: auto; display: block } svg text { fill: var(--ink); font: 13px system-ui, sans-serif }
.frame { fill: none; stroke: var(--line) } .grid { stroke: var(--line); stroke-width: .7 } .limit { stroke: var(--bad); stroke-width: 1.5 } .none { stroke: var(--bad); fill: none }
circle { fill: var(--note); fill-opacity: .45 } .bar { fill: var(--note) } .heat { fill: var(--note) }
.n { font-variant-numeric: tabular-nums; overflow-wrap: normal; white-space: nowrap } th { overflow-wrap: normal } .risk { color: var(--warn) } td code, p, li { overflow-wrap: anywhere }
@media (max-width: 50rem) { td[data-h]::before { content: attr(data-h) ": "; color: var(--faint) } td.n br { display: none } }
)";

std::string figure(const std::string& svg, const std::string& caption) {
  return fmt::format("<figure>{}<figcaption>{}</figcaption></figure>\n", svg, caption);
}

std::string heat_html(const Shape& shape, const std::vector<double>& values, const std::string& what) {
  std::string caption = what + ", darker where larger (logarithmic scale).";
  if (std::ranges::count(values, 0.0) > 0) caption += " Blank: 0.";
  if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); })) caption += " Crossed out: no number.";
  const HeatMap map = heat_map(shape, values);
  if (map.rows > most_cells || map.columns > most_cells) caption += " A cell shows the largest of several elements.";
  return figure(heat_svg(map), caption);
}

std::string number_cell(const char* header, const std::string& content) {
  return fmt::format("<td class=\"n\" data-h=\"{}\">{}</td>", header, content);
}

}  // namespace etalon::impl
