// SPDX-License-Identifier: Apache-2.0
// The drawing of a network: every node is in it, boxes lie apart, edges lead down, and names cannot change it.
#include "report/page/network_svg.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>

#include "report/page/network_layout.hpp"
#include "tests/support/evidence.hpp"
#include "tests/support/graphs.hpp"

namespace etalon::tests {
namespace {

std::size_t occurrences(std::string_view text, std::string_view piece) {
  std::size_t count = 0;
  for (auto at = text.find(piece); at != text.npos; at = text.find(piece, at + piece.size())) ++count;
  return count;
}

std::vector<DrawnNode> plain(const Graph& graph) { return std::vector<DrawnNode>(graph.nodes.size(), {{}, "word"}); }

Graph chain(std::size_t nodes, const std::string& name = "T") {
  GraphMaker maker(DType::f32);
  maker.input("A", {1});
  std::string last = "A";
  for (std::size_t n = 0; n < nodes; ++n) {
    const std::string next = name + std::to_string(n);
    maker.node("Mul", last, "A", next, {1});
    last = next;
  }
  return maker.output(last).graph;
}

TEST(NetworkSvg, EveryNodeHasItsNumberItsWordAndItsLink) {
  EVIDENCE("CON-ALL-REPORT");
  const Graph graph = chain(3);
  std::vector<DrawnNode> nodes = plain(graph);
  nodes[1] = {DrawnNode::Tone::bad, "✗ violates", "4 elements", "node-1"};
  const std::string svg = network_svg(graph, nodes, "title", MarkedNode{1, "first difference"});
  for (const char* name : {">0 Mul<", ">1 Mul<", ">2 Mul<"}) EXPECT_EQ(occurrences(svg, name), 1u) << name;
  EXPECT_EQ(occurrences(svg, "✗ violates</text>"), 1u);
  EXPECT_EQ(occurrences(svg, "node is-bad marked"), 1u);
  EXPECT_EQ(occurrences(svg, "first difference"), 1u);
  EXPECT_EQ(occurrences(svg, "<a href=\"#node-1\">"), 1u);
  EXPECT_EQ(occurrences(svg, "class=\"value\""), 2u) << "the input and the output";
}

TEST(NetworkSvg, ANameFromTheModelStaysText) {
  EVIDENCE("CON-ALL-REPORT", "CHECK-ALL-ESCAPE");
  Graph graph = chain(2, "</svg><script>alert(1)</script>\x1b[31m");
  graph.nodes[0].operation = "<b>\xE2\x80\xAE" + std::string(60, '\xC3');
  const std::string svg = network_svg(graph, plain(graph), "<i>");
  for (const char* piece : {"<script", "<b>", "<i>", "\x1b", "\xE2\x80\xAE"}) EXPECT_EQ(occurrences(svg, piece), 0u);
  EXPECT_EQ(occurrences(svg, "</svg>"), 1u);
}

TEST(NetworkSvg, AValueThatIsUsedBeforeItIsMadeHasNoEdge) {
  EVIDENCE("CHECK-ALL-REPORT");
  Graph graph = chain(2);
  std::swap(graph.nodes[0].inputs, graph.nodes[1].inputs);  // the first node reads its own result
  EXPECT_EQ(occurrences(network_svg(graph, plain(graph), "t"), "class=\"node"), 2u);
}

TEST(NetworkSvg, ANetworkThatIsTooLargeIsNotDrawnAndThePageSaysSo) {
  EVIDENCE("CON-ALL-REPORT");
  const Graph graph = chain(most_drawn + 1);
  const std::string text = network_svg(graph, plain(graph), "t");
  EXPECT_EQ(occurrences(text, "<svg"), 0u);
  EXPECT_EQ(occurrences(text, "is not drawn"), 1u);
}

TEST(NetworkLayout, BoxesLieApartAndEdgesLeadDownOrToTheNextColumn) {
  EVIDENCE("CON-ALL-REPORT");
  std::mt19937 random(7);
  const LayoutMeasures measures;
  std::size_t graphs = 0, wrapped = 0;
  for (const std::size_t items : {1u, 2u, 30u, 200u, 700u})
    for (const std::size_t reach : {1u, 3u, 40u}) {
      std::set<DrawnEdge> edges;
      for (std::uint32_t to = 1; to < items; ++to)
        for (int k = 0; k < 2; ++k)
          edges.emplace(to - 1 - static_cast<std::uint32_t>(random() % std::min<std::size_t>(reach, to)), to);
      const std::vector<double> heights(items, measures.item_height);
      const NetworkLayout layout = layout_of(heights, {edges.begin(), edges.end()});
      ASSERT_EQ(layout.items.size(), items);
      EXPECT_EQ(layout.omitted, 0u);
      for (std::size_t a = 0; a < items; ++a) {
        EXPECT_GE(layout.items[a].x, measures.item_width / 2);
        EXPECT_LE(layout.items[a].x, layout.width - measures.item_width / 2);
        EXPECT_GE(layout.items[a].y, measures.item_height / 2);
        EXPECT_LE(layout.items[a].y, layout.height - measures.item_height / 2);
        for (std::size_t b = 0; b < a; ++b)
          EXPECT_TRUE(std::abs(layout.items[a].x - layout.items[b].x) > measures.item_width ||
                      std::abs(layout.items[a].y - layout.items[b].y) > measures.item_height)
              << a << " and " << b;
      }
      bool wraps = false;
      for (const auto& [from, to] : edges) {
        const bool down = layout.items[to].y > layout.items[from].y;
        EXPECT_TRUE(down || layout.items[to].x > layout.items[from].x) << from << " to " << to;
        wraps = wraps || !down;
      }
      ++graphs, wrapped += wraps ? 1 : 0;
    }
  EXPECT_EQ(graphs, 15u);
  EXPECT_GT(wrapped, 3u) << "a long chain is wrapped";
}

TEST(NetworkLayout, EdgesBeyondTheLimitAreCountedNotDrawn) {
  EVIDENCE("CON-ALL-REPORT");
  std::vector<DrawnEdge> edges;
  for (std::uint32_t to = 1; to < 100; ++to) edges.emplace_back(to - 1, to);
  edges.emplace_back(0, 99);
  const std::vector<double> heights(100, 36);
  EXPECT_EQ(layout_of(heights, edges, {.most_passing = 50}).omitted, 1u);
  EXPECT_EQ(layout_of(heights, edges).omitted, 0u);
}

}  // namespace
}  // namespace etalon::tests
