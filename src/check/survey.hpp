// SPDX-License-Identifier: Apache-2.0
// Floor 5. A graph seen as a whole: which node computes each value, where each value is listed, what to call it.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "base/quote.hpp"
#include "check/fix.hpp"

namespace etalon::impl {

struct Survey {
  explicit Survey(const Graph& whole)
      : graph(whole),
        maker(whole.values.size(), no_node),
        repeated(whole.values.size()),
        listed(whole.values.size()),
        initialized(whole.values.size()) {
    for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
      for (const std::uint32_t i : graph.nodes[n].outputs) {
        if (maker[i] == no_node)
          maker[i] = n;
        else
          repeated[i] = true;
      }
    for (const std::uint32_t i : graph.inputs) listed[i].input = true;
    for (const std::uint32_t i : graph.outputs) listed[i].output = true;
    for (const std::uint32_t i : graph.declared) listed[i].value_info = true;
    for (const Initializer& initializer : graph.initializers) initialized[initializer.value] = true;
    for (const std::uint32_t i : graph.foreign_constants) initialized[i] = true;
  }

  // What a value is to the graph, and its name.
  std::string named(std::uint32_t i) const {
    const char* role = initialized[i]     ? "initializer "
                       : listed[i].input  ? "graph input "
                       : listed[i].output ? "graph output "
                                          : "value ";
    return role + quoted(graph.values[i].name, 60);
  }

  // A finding on a value is placed where the value is declared.
  Finding at_value(Finding finding, std::uint32_t i) const {
    if (graph.values[i].offset > 0) finding.offset = graph.values[i].offset;
    finding.value = graph.values[i].name;
    return finding;
  }

  // Whether a fix can find the node by its first result.
  bool can_find(const Node& node) const {
    return !node.in_branch && !node.outputs.empty() && !repeated[node.outputs[0]];
  }

  // A graph inside a node, which may take values of this one that no list of inputs names.
  bool has_subgraphs() const {
    return std::ranges::any_of(graph.nodes, [](const Node& node) {
      return std::ranges::any_of(node.attributes, [](const Attribute& attribute) {
        const auto* other = std::get_if<OtherAttribute>(&attribute.value);
        return std::holds_alternative<Subgraph>(attribute.value) || (other != nullptr && other->is_graph());
      });
    });
  }

  const Graph& graph;
  std::vector<std::uint32_t> maker;  // the first node that computes each value
  std::vector<bool> repeated;        // computed by more than one output
  std::vector<Listed> listed;
  std::vector<bool> initialized;
};

}  // namespace etalon::impl
