// SPDX-License-Identifier: Apache-2.0
// Floor 5. Which nodes need which: an order in which they can be computed, or the cycles because of which there is
// none.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/graph.hpp"

namespace etalon::impl {

class Dependencies {
 public:
  // `makers` has the node that computes each value, or no_node.
  Dependencies(const Graph& graph, std::span<const std::uint32_t> makers);

  // All nodes, each after those whose results it takes, as far as there are no cycles.
  std::span<const std::uint32_t> order() const { return order_; }
  bool has_cycles() const { return cycles_; }

  // Whether each of two nodes needs the other; of one node, given twice, whether it needs itself.
  bool need_each_other(std::uint32_t one, std::uint32_t other) const { return component_[one] == component_[other]; }
  std::uint32_t component_of(std::uint32_t node) const { return component_[node]; }

  // A cycle from `taker`, which takes a result of `maker`: each node's result goes to the next one, the last one's to
  // the first.
  std::vector<std::uint32_t> cycle(std::uint32_t taker, std::uint32_t maker) const;

 private:
  void visit(std::uint32_t root);

  const Graph& graph_;
  const std::span<const std::uint32_t> makers_;
  std::vector<std::uint32_t> component_;  // strongly connected components, numbered from 0
  std::vector<std::uint32_t> order_;
  bool cycles_ = false;

  // Of the walk.
  std::vector<std::uint32_t> reached_, lowest_, pending_;
  std::uint32_t steps_ = 0, components_ = 0;
};

}  // namespace etalon::impl
