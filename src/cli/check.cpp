// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon check`: is a model in the profile?
#include <fmt/format.h>

#include <algorithm>

#include "base/quote.hpp"
#include "check/check.hpp"
#include "cli/console.hpp"
#include "cli/verbs.hpp"
#include "onnx/load.hpp"
#include "report/escape.hpp"

namespace etalon::impl::cli {
namespace {

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string place_of(const Finding& finding, const Graph& graph) {
  if (finding.status.node == no_node) return {};
  const Node& node = graph.nodes[finding.status.node];
  return fmt::format("node {} ({}{}{})", finding.status.node,
                     find_operator("", node.operation) != nullptr ? node.operation : quoted(node.operation, 60),
                     node.name.empty() ? "" : " ", node.name.empty() ? "" : quoted(node.name, 60));
}

std::string text_of(const std::vector<Finding>& findings, const Graph& graph) {
  std::string out;
  for (const Finding& finding : findings) {
    out += fmt::format("{}: {}\n  rule   {}\n", name_of(finding.severity), finding.message, finding.status.rule);
    const std::string place = place_of(finding, graph);
    if (!place.empty() || finding.offset > 0)
      out += fmt::format("  where  {}{}byte {}\n", place, place.empty() ? "" : ", ", finding.offset);
    if (!finding.hint.empty()) out += fmt::format("  hint   {}\n", finding.hint);
  }
  return out;
}

std::string json_of(const std::vector<Finding>& findings, const Graph& graph, const Profile& profile, bool conformant) {
  std::string out = fmt::format(R"({{"profile":{},"conformant":{},"nodes":{},"findings":[)", json_string(profile.id),
                                conformant, graph.nodes.size());
  for (const Finding& finding : findings)
    out += fmt::format(
        "{}\n{{\"severity\":\"{}\",\"rule\":{},\"message\":{},\"hint\":{},\"node\":{},\"value\":{},\"offset\":{}}}",
        out.back() == '[' ? "" : ",", name_of(finding.severity), json_string(finding.status.rule),
        json_string(finding.message), json_string(finding.hint),
        finding.status.node == no_node ? "null" : std::to_string(finding.status.node), json_string(finding.value),
        finding.offset);
  return out + "\n]}\n";
}

}  // namespace

int check(const CheckOptions& options) {
  const Profile* profile = find_profile(options.profile);
  if (profile == nullptr) return usage_error("unknown profile " + options.profile, "see etalon check --help");
  const Limits limits;
  Result<LoadedModel> loaded = load_model(options.model, options.external_data, limits);
  if (!loaded) return report(loaded.finding());

  const Verdict verdict = impl::check(std::move(loaded->graph), *profile);
  const Graph* graph = verdict.graph.get();
  const bool conformant = verdict.model.has_value();
  if (options.format == "json") {
    fmt::print("{}", json_of(verdict.findings, *graph, *profile, conformant));
  } else {
    const auto errors = std::count_if(verdict.findings.begin(), verdict.findings.end(),
                                      [](const Finding& f) { return f.severity == Severity::error; });
    fmt::print("{}{} to {}: {}, {}\n", text_of(verdict.findings, *graph), conformant ? "conformant" : "NOT conformant",
               profile->id, counted(graph->nodes.size(), "node"), counted(static_cast<std::size_t>(errors), "error"));
  }
  return static_cast<int>(verdict.code());
}

}  // namespace etalon::impl::cli
