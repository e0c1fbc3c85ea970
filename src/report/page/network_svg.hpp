// SPDX-License-Identifier: Apache-2.0
// Floor 9. A drawing of a network as inline SVG: a box for each node with its number and operator, and what is to be
// said of it in a colour and in words. It scrolls inside its own box, also by keyboard.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "graph/graph.hpp"

namespace etalon::impl {

struct DrawnNode {
  enum class Tone : std::uint8_t { plain, good, note, warn, bad } tone = Tone::plain;  // plain is dashed, bad is thick
  std::string word;                  // the second line: colour is never the only sign
  std::string detail = {};           // with the node's name, where it is pointed at
  std::string link = {};             // the id of an element of the page
  std::optional<double> shade = {};  // from 0 to 1: how dark it is
};

struct MarkedNode {
  std::uint32_t node;
  std::string word;  // "first difference"
};

inline constexpr std::size_t most_drawn = 1500;  // nodes; of a larger network nothing is drawn

// The nodes of the graph itself, in its order, with the inputs that they read and the outputs that nothing reads. HTML;
// the page needs network_style.
std::string network_svg(const Graph& graph, std::span<const DrawnNode> nodes, const std::string& title,
                        const std::optional<MarkedNode>& marked = {});

extern const std::string_view network_style;

}  // namespace etalon::impl
