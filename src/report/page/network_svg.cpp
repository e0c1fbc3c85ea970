// SPDX-License-Identifier: Apache-2.0
// Floor 9. See network_svg.hpp.
#include "report/page/network_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/page/escape.hpp"
#include "report/page/findings.hpp"
#include "report/page/network_layout.hpp"

namespace etalon::impl {
namespace {

constexpr const char* tones[] = {"is-plain", "is-good", "is-note", "is-warn", "is-bad"};
constexpr LayoutMeasures measures;
constexpr double marked_height = 50, value_height = 24;
constexpr std::size_t most_letters = 24, wide_letters = 17;  // that a box has room for, squeezed and not

// Cut between characters, not inside of one.
std::string shortened(const std::string& text, std::size_t most = most_letters) {
  if (text.size() <= most) return text;
  std::size_t end = most - 1;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

// What is drawn: the inputs that nodes read, the nodes, the outputs that no node reads, so that an edge leads from an
// item to a later one.
struct Items {
  std::vector<std::uint32_t> inputs, outputs;  // values
  std::vector<DrawnEdge> edges;
  std::vector<double> heights;

  Items(const Graph& graph, const std::optional<MarkedNode>& marked) {
    constexpr std::uint32_t nowhere = UINT32_MAX;
    std::vector<std::uint32_t> made(graph.values.size(), nowhere);  // by which item
    std::vector<char> is_read(graph.values.size(), 0);
    for (const Node& node : graph.nodes)
      for (const std::uint32_t value : node.inputs) is_read[value] = 1;
    std::vector<char> constant(graph.values.size(), 0);
    for (const Initializer& initializer : graph.initializers) constant[initializer.value] = 1;
    for (const std::uint32_t value : graph.inputs)
      if (is_read[value] != 0 && constant[value] == 0 && made[value] == nowhere) {
        made[value] = static_cast<std::uint32_t>(inputs.size());
        inputs.push_back(value);
      }
    heights.assign(inputs.size(), value_height);
    std::set<DrawnEdge> all;  // a node may read a value twice
    for (const Node& node : graph.nodes) {
      const auto item = static_cast<std::uint32_t>(heights.size());
      heights.push_back(marked && marked->node + inputs.size() == item ? marked_height : measures.item_height);
      for (const std::uint32_t value : node.inputs)
        if (made[value] < item) all.emplace(made[value], item);  // what is made later is a fault of the model
      for (const std::uint32_t value : node.outputs)
        if (made[value] == nowhere && !graph.values[value].name.empty()) made[value] = item;
    }
    for (const std::uint32_t value : graph.outputs)
      if (is_read[value] == 0 && made[value] != nowhere) {
        all.emplace(made[value], static_cast<std::uint32_t>(heights.size()));
        outputs.push_back(value);
        heights.push_back(value_height);
      }
    edges.assign(all.begin(), all.end());
  }
};

std::string line(double x, double y, const char* kind, const std::string& words, std::size_t fitting = wide_letters) {
  return fmt::format("<text class=\"{}\" x=\"{:.0f}\" y=\"{:.0f}\" text-anchor=\"middle\"{}>{}</text>", kind, x, y,
                     words.size() > fitting
                         ? fmt::format(" textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\"", measures.item_width - 8)
                         : "",
                     html_text(words));
}

std::string value_box(const Graph& graph, std::uint32_t value, const char* kind, NetworkLayout::Point at) {
  const double wide = measures.item_width - 20;
  return fmt::format(
      "<g class=\"value\"><title>{} {}</title><rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{}\" height=\"{}\" "
      "rx=\"12\"/>{}</g>\n",
      kind, html_text(graph.values[value].name), at.x - wide / 2, at.y - value_height / 2, wide, value_height,
      line(at.x, at.y + 4, "word", shortened(graph.values[value].name, 17), 20));
}

std::string node_box(const Graph& graph, std::uint32_t n, const DrawnNode& node, NetworkLayout::Point at,
                     const std::string* mark) {
  const double tall = mark != nullptr ? marked_height : measures.item_height, top = at.y - tall / 2;
  std::string box = fmt::format(
      "<g class=\"node {}{}\"><title>{}: {}{}{}</title><rect x=\"{:.0f}\" y=\"{:.0f}\" width=\"{}\" height=\"{}\" "
      "rx=\"4\"{}/>",
      tones[static_cast<std::size_t>(node.tone)], mark != nullptr ? " marked" : "", html_text(node_name(graph, n)),
      html_text(node.word), node.detail.empty() ? "" : "; ", html_text(node.detail), at.x - measures.item_width / 2,
      top, measures.item_width, tall,
      node.shade ? fmt::format(" style=\"fill-opacity:{:.2f}\"", 0.04 + 0.5 * *node.shade) : "");
  box += line(at.x, top + 15, "name", shortened(fmt::format("{} {}", n, graph.nodes[n].operation)));
  box += line(at.x, top + 30, "word", shortened(node.word, 30), 26);
  if (mark != nullptr) box += line(at.x, top + 44, "mark", *mark, 30);
  box += "</g>";
  return node.link.empty() ? box + "\n" : fmt::format("<a href=\"#{}\">{}</a>\n", node.link, box);
}

}  // namespace

// A box that is pointed at or has the focus gets a thicker line; on paper everything is shown, scaled to the page.
const std::string_view network_style =
    R"(.network { overflow: auto; max-height: 80rem; border: 1px solid var(--line); padding: .3rem } .network svg { max-width: none; display: block; margin: 0 auto }
.network .is-good { --tone: var(--good) } .network .is-note { --tone: var(--note) } .network .is-warn { --tone: var(--warn) } .network .is-bad { --tone: var(--bad) } .network .is-plain { --tone: var(--faint) }
.network .edge { fill: none; stroke: var(--faint) } .network .arrow { fill: var(--faint) } .network .value rect { fill: var(--soft); stroke: var(--line) }
.node rect { fill: var(--tone); fill-opacity: .12; stroke: var(--tone); stroke-width: 1.2 } .node.is-plain rect { stroke-dasharray: 5 3 } .node.is-bad rect { stroke-width: 3 } .node.marked rect { stroke: var(--ink); stroke-width: 4 }
.network a:hover rect, .network a:focus rect { stroke-width: 3.5 } .network svg .name { font: 600 12px system-ui, sans-serif; fill: var(--ink) } .network svg .word { font: 11px system-ui, sans-serif; fill: var(--ink) } .network svg .mark { font: 700 11px system-ui, sans-serif; fill: var(--ink) }
@media print { .network { overflow: visible; max-height: none; border: 0 } .network svg { max-width: 100%; height: auto } }
)";

std::string network_svg(const Graph& graph, std::span<const DrawnNode> nodes, const std::string& title,
                        const std::optional<MarkedNode>& marked) {
  if (graph.nodes.size() != nodes.size() || nodes.empty()) return {};
  if (nodes.size() > most_drawn)
    return fmt::format("<p>A network of {} nodes is not drawn; {} is the limit.</p>\n", nodes.size(), most_drawn);
  const Items items(graph, marked);
  const NetworkLayout layout = layout_of(items.heights, items.edges, measures);
  std::string boxes;
  std::size_t item = 0;
  for (const std::uint32_t value : items.inputs) boxes += value_box(graph, value, "input", layout.items[item++]);
  for (std::uint32_t n = 0; n < nodes.size(); ++n)
    boxes += node_box(graph, n, nodes[n], layout.items[item++], marked && marked->node == n ? &marked->word : nullptr);
  for (const std::uint32_t value : items.outputs) boxes += value_box(graph, value, "output", layout.items[item++]);
  return fmt::format(
      "<div class=\"network\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\"><svg width=\"{1:.0f}\" "
      "height=\"{2:.0f}\" viewBox=\"0 0 {1:.0f} {2:.0f}\" role=\"group\" aria-label=\"{0}\">\n<path class=\"edge\" "
      "d=\"{3}\"/><path class=\"arrow\" d=\"{4}\"/>\n{5}</svg></div>\n{6}",
      html_text(title), layout.width, layout.height, layout.edges, layout.arrows, boxes,
      layout.omitted == 0 ? "" : fmt::format("<p>{} long edges are not drawn.</p>\n", layout.omitted));
}

}  // namespace etalon::impl
