// SPDX-License-Identifier: Apache-2.0
// Floor 9. See findings.hpp.
#include "report/page/findings.hpp"

#include <fmt/format.h>

#include <map>

#include "base/quote.hpp"

namespace etalon::impl {

std::array<std::size_t, std::size(severities)> counts_of(std::span<const Finding> findings) {
  std::array<std::size_t, std::size(severities)> counts{};
  for (const Finding& finding : findings) ++counts[static_cast<std::size_t>(finding.severity)];
  return counts;
}

std::vector<FindingGroup> groups_of(std::span<const Finding> findings) {
  std::vector<FindingGroup> groups;
  for (const Severity severity : severities) {
    std::map<std::string_view, std::size_t> index;
    for (const Finding& finding : findings) {
      if (finding.severity != severity) continue;
      const auto [entry, added] = index.emplace(finding.status.rule, groups.size());
      if (added) groups.push_back({severity, entry->first, {}});
      groups[entry->second].findings.push_back(&finding);
    }
  }
  return groups;
}

std::string counted(std::size_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string counted(std::size_t count, Severity severity) {
  return severity == Severity::unjudged ? counted(count, "part") + " not judged" : counted(count, name_of(severity));
}

const char* key_of(Severity severity) { return severity == Severity::unjudged ? "not_judged" : name_of(severity); }

const Node* node_of(const Finding& finding, const Graph* graph) {
  const bool known = graph != nullptr && finding.status.node < graph->nodes.size();
  return known ? &graph->nodes[finding.status.node] : nullptr;
}

std::string node_text(const Graph& graph, std::uint32_t number, ShowName* show) {
  const Node& node = graph.nodes[number];
  const bool known = find_operator("", node.operation) != nullptr;
  const bool computes = node.name.empty() && !node.outputs.empty();
  return fmt::format("node {} ({}{})", number, known ? node.operation : show(node.operation),
                     computes            ? " of " + show(graph.values[node.outputs[0]].name)
                     : node.name.empty() ? ""
                                         : " " + show(node.name));
}

std::string place_of(const Finding& finding, const Graph* graph, ShowName* show) {
  std::string place;
  const auto add = [&](const std::string& piece) { (place += place.empty() ? "" : ", ") += piece; };
  if (node_of(finding, graph) != nullptr) add(node_text(*graph, finding.status.node, show));
  if (!finding.value.empty()) add(fmt::format("value {}", show(finding.value)));
  if (finding.offset) add(fmt::format("byte {}", *finding.offset));
  return place;
}

void write_finding(JsonWriter& json, const Finding& finding, const Graph* graph, std::string_view operation) {
  const Node* node = node_of(finding, graph);
  const bool has_node = finding.status.node != no_node;
  json.member("severity", key_of(finding.severity)).member("rule", known(finding.status.rule));
  json.member("message", finding.message).member("hint", known(finding.hint)).member("fix", known(finding.fix));
  json.member("node", has_node ? std::optional(finding.status.node) : std::nullopt);
  json.member("operator", known(node != nullptr ? node->operation : operation));
  json.member("name", known(node != nullptr ? node->name : "")).member("value", known(finding.value));
  json.member("offset", finding.offset);
}

std::string node_name(const Graph& graph, std::uint32_t number) {
  return node_text(graph, number, [](std::string_view name) { return quoted(name, 60); });
}

Finding refusal_of(const Verdict& verdict, const char* done) {
  const auto counts = counts_of(verdict.findings);
  std::string found = counts[1] > 0 ? counted(counts[1], Severity::unjudged) : "";
  if (counts[0] > 0) found += (found.empty() ? "" : " and ") + counted(counts[0], Severity::error);
  Finding first = *groups_of(verdict.findings).front().findings.front();
  first.status.code = verdict.code();
  first.message.insert(
      0, fmt::format("only a conformant model is {}, and `etalon check` finds {} in this one: ", done, found));
  return first;
}

std::string failure_json(const Identity& identity, const Finding& finding, const Graph* graph,
                         std::string_view operation) {
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-failure-1", identity);
    json.line().object("error", [&] {
      json.member("code", static_cast<unsigned>(finding.status.code));
      write_finding(json, finding, graph, operation);
    });
  });
}

}  // namespace etalon::impl
