// SPDX-License-Identifier: Apache-2.0
// Floor 5. See dependencies.hpp. Tarjan's algorithm, with a stack of its own: a chain may have a million nodes.
#include "check/dependencies.hpp"

#include <algorithm>
#include <deque>
#include <unordered_map>

#include "base/status.hpp"

namespace etalon::impl {

Dependencies::Dependencies(const Graph& graph, std::span<const std::uint32_t> makers)
    : graph_(graph),
      makers_(makers),
      component_(graph.nodes.size(), no_node),
      reached_(graph.nodes.size(), no_node),
      lowest_(graph.nodes.size()) {
  for (std::uint32_t node = 0; node < graph.nodes.size(); ++node)
    if (reached_[node] == no_node) visit(node);
  reached_ = lowest_ = pending_ = {};
}

void Dependencies::visit(std::uint32_t root) {
  struct Frame {
    std::uint32_t node;
    std::size_t next;  // operand
  };
  std::vector<Frame> stack;
  const auto enter = [&](std::uint32_t node) {
    reached_[node] = lowest_[node] = steps_++;
    pending_.push_back(node);
    stack.push_back({node, 0});
  };
  enter(root);
  while (!stack.empty()) {
    const std::uint32_t node = stack.back().node;
    const std::vector<std::uint32_t>& operands = graph_.nodes[node].inputs;
    if (stack.back().next < operands.size()) {
      const std::uint32_t maker = makers_[operands[stack.back().next++]];
      if (maker == no_node) continue;
      cycles_ = cycles_ || maker == node;
      if (reached_[maker] == no_node)
        enter(maker);
      else if (component_[maker] == no_node)
        lowest_[node] = std::min(lowest_[node], reached_[maker]);
      continue;
    }
    stack.pop_back();
    if (!stack.empty()) lowest_[stack.back().node] = std::min(lowest_[stack.back().node], lowest_[node]);
    if (lowest_[node] != reached_[node]) continue;
    // What lies above the node on the stack of pending ones needs it, and it needs them.
    cycles_ = cycles_ || pending_.back() != node;
    for (bool more = true; more;) {
      more = pending_.back() != node;
      component_[pending_.back()] = components_;
      order_.push_back(pending_.back());
      pending_.pop_back();
    }
    ++components_;
  }
}

std::vector<std::uint32_t> Dependencies::cycle(std::uint32_t taker, std::uint32_t maker) const {
  std::unordered_map<std::uint32_t, std::uint32_t> taker_of{{maker, taker}};
  std::deque<std::uint32_t> front{maker};
  while (!taker_of.contains(taker) && !front.empty()) {
    const std::uint32_t node = front.front();
    front.pop_front();
    for (const std::uint32_t i : graph_.nodes[node].inputs)
      if (const std::uint32_t next = makers_[i];
          next != no_node && need_each_other(node, next) && taker_of.emplace(next, node).second)
        front.push_back(next);
  }
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t node = taker; node != maker; node = taker_of.at(node)) nodes.push_back(node);
  nodes.push_back(maker);
  return nodes;
}

}  // namespace etalon::impl
