// SPDX-License-Identifier: Apache-2.0
// Floor 5. See model_rules.hpp.
#include "check/model_rules.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "check/declarations.hpp"
#include "check/resolve.hpp"

namespace etalon::impl {
namespace {

Finding with_fix(Finding finding, std::string fix) {
  finding.fix = std::move(fix);
  return finding;
}

Finding at_offset(Finding finding, std::uint64_t offset) {
  finding.offset = offset;
  return finding;
}

void check_ir_version(const Survey& survey, FindingLog& log) {
  constexpr std::int64_t suggested = 8;
  const Graph& graph = survey.graph;
  const std::int64_t ir = graph.ir_version;
  const std::string version = std::to_string(ir);
  if (ir == 0)
    log.add(with_fix(broken("GEN-ALL-IR", "the model has no ir_version", "set it"), set_ir_version(suggested)));
  if (ir < 0)
    log.add(with_fix(broken("GEN-ALL-IR", "ir_version is " + version + ", and versions begin with 1", "correct it"),
                     set_ir_version(suggested)));
  if (ir > newest_ir)
    log.add(unjudged("GEN-ALL-IR",
                     "ir_version " + version + " is newer than " + std::to_string(newest_ir) +
                         ", the newest one that this release knows",
                     "write the model for IR version " + std::to_string(newest_ir) + " or an older one"));
  if ((ir == 1 || ir == 2) && !graph.imports.empty())  // two meanings: there is no fix that keeps both
    log.add(broken("GEN-ALL-IR",
                   "the model imports operator sets (opset_import), which IR version " + version + " does not have",
                   "raise ir_version to 3 or more if the model was written for these operator sets, or remove "
                   "opset_import if it was written for operator set 1"));
  if (ir < 1 || ir > 3) return;
  const auto initializer = [&](std::uint32_t i) {
    const Value& value = graph.values[i];
    if (survey.listed[i].input || value.name.empty() || value.in_branch) return;
    report(survey, log, i, no_node, "GEN-GRAPH-INITIALIZER",
           "is not among the inputs of the graph, as IR version " + version + " demands",
           "raise ir_version to 4, where an initializer need not be an input",
           ir == 3 ? set_ir_version(4) : std::string());
  };
  for (const Initializer& one : graph.initializers)
    if (std::ranges::find(graph.bound, one.value) == graph.bound.end()) initializer(one.value);
  for (const std::uint32_t i : graph.foreign_constants) initializer(i);
}

// Which operator set of a domain holds must not depend on the order of the imports.
void check_imports(const Graph& graph, FindingLog& log) {
  std::unordered_map<std::string_view, std::int64_t> versions;
  for (const Import& import : graph.imports) {
    const std::string_view domain = is_standard(import.domain) ? "ai.onnx" : std::string_view(import.domain);
    const auto [first, added] = versions.emplace(domain, import.version);
    if (added || first->second == import.version) continue;
    log.add(broken("GEN-ALL-VERSION",
                   "the model imports " + quoted(domain, 60) + " in version " + std::to_string(first->second) +
                       " and again in version " + std::to_string(import.version),
                   "keep the operator set that the model was written for in opset_import"));
  }
  if (graph.ir_version == 1 || graph.ir_version == 2) return;  // there were no imports
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
    if (const std::string& domain = graph.nodes[n].domain; !is_standard(domain) && !versions.contains(domain))
      log.add(
          broken("GEN-ALL-DOMAIN", "the node is of domain " + quoted(domain, 60) + ", which the model does not import",
                 "add the domain and its version to opset_import"),
          n);
}

// Since version 2 of the IR an attribute names the kind of its value.
void check_typed(const Graph& graph, FindingLog& log) {
  if (graph.ir_version == 1) return;
  for (const std::uint32_t n : graph.untyped)
    log.add(broken("GEN-ALL-ATTRIBUTES", "an attribute of the node does not name the kind of its value",
                   "set its field type, as onnx.helper.make_attribute does"),
            n);
}

void check_named(const Survey& survey, FindingLog& log, std::uint32_t i, const char* what) {
  const Value& value = survey.graph.values[i];
  if (!value.name.empty()) return;
  Finding finding = broken("GEN-GRAPH-NAME", std::string(what) + " has no name", "give every value a name of its own");
  if (value.offset > 0) finding.offset = value.offset;
  log.add(std::move(finding));
}

void check_list(const Survey& survey, FindingLog& log, const std::vector<std::uint32_t>& list, const char* what) {
  std::vector<bool> seen(survey.graph.values.size());
  for (const std::uint32_t i : list) {
    check_named(survey, log, i, what);
    if (seen[i] && !survey.graph.values[i].name.empty())
      report(survey, log, i, no_node, "GEN-GRAPH-DECLARED", std::string("is ") + what + " twice", "list it once");
    seen[i] = true;
  }
}

void check_node_names(const Survey& survey, FindingLog& log) {
  std::unordered_set<std::string_view> names, seen;
  for (const Node& node : survey.graph.nodes) names.insert(node.name);
  for (std::uint32_t n = 0; n < survey.graph.nodes.size(); ++n) {
    const Node& node = survey.graph.nodes[n];
    if (node.name.empty() || seen.insert(node.name).second) continue;
    Finding finding = broken("GEN-GRAPH-NODENAME", "a second node is named " + quoted(node.name, 60),
                             "give each node a name of its own, or none");
    const std::string other = node.name + "_" + std::to_string(n);
    if (survey.can_find(node)) finding.fix = rename_node(survey.graph, node, names.contains(other) ? "" : other);
    log.add(std::move(finding), n);
  }
}

}  // namespace

void check_file(const Survey& survey, FindingLog& log) {
  const Graph& graph = survey.graph;
  if (auto problem = check_opset(graph.operator_set())) log.add(*std::move(problem));
  check_imports(graph, log);
  check_typed(graph, log);
  for (const Function& function : graph.functions)
    log.add(at_offset(unjudged("GEN-GRAPH-FUNCTION",
                               "the model defines function " + quoted(function.name, 60) +
                                   ", and this release does not specify functions",
                               "replace the function by its nodes"),
                      function.offset));
  if (graph.training)
    log.add(with_fix(at_offset(unjudged("GEN-GRAPH-TRAINING",
                                        "the model contains training_info, and this release does not specify training",
                                        "remove it from a model that is used for inference only"),
                               *graph.training),
                     remove_training()));
  check_ir_version(survey, log);
  if (graph.unnamed)
    log.add(with_fix(broken("GEN-GRAPH-NAME", "the graph has no name", "give it one"), set_graph_name("graph")));
  if (const std::uint64_t count = graph.unknown_fields; count > 0)
    log.add(notice("FILE-ONNX-UNKNOWN",
                   count == 1 ? "1 field of the file is unknown to this release"
                              : std::to_string(count) + " fields of the file are unknown to this release",
                   "they were not read; a newer release of ONNX may define them"));
}

void check_names(const Survey& survey, const Profile& profile, FindingLog& log) {
  const Graph& graph = survey.graph;
  check_list(survey, log, graph.inputs, "an input of the graph");
  check_list(survey, log, graph.outputs, "an output of the graph");
  check_list(survey, log, graph.declared, "an entry of value_info");
  for (const Initializer& initializer : graph.initializers)
    check_named(survey, log, initializer.value, "an initializer");
  if (profile.rules.unique_nodes) check_node_names(survey, log);
}

// A node is alive if an output of the graph is computed from it, in whatever order the nodes are listed.
void check_dead_nodes(const Survey& survey, FindingLog& log) {
  const Graph& graph = survey.graph;
  std::vector<std::uint32_t> pending;
  std::vector<bool> alive(graph.nodes.size()), taken(graph.values.size());
  const auto keep = [&](std::uint32_t n) {
    if (!alive[n]) pending.push_back(n);
    alive[n] = true;
  };
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n)
    for (const std::uint32_t i : graph.nodes[n].outputs)
      if (survey.maker[i] != n) keep(n);  // a second maker has been reported as such
  const auto need = [&](std::uint32_t value) {
    if (survey.maker[value] != no_node) keep(survey.maker[value]);
  };
  for (const std::uint32_t i : graph.outputs) need(i);
  while (!pending.empty()) {
    const Node& node = graph.nodes[pending.back()];
    pending.pop_back();
    for (const std::uint32_t i : node.inputs) need(i);
  }
  for (const Node& node : graph.nodes)
    for (const std::uint32_t i : node.inputs) taken[i] = true;
  for (std::uint32_t n = 0; n < graph.nodes.size(); ++n) {
    if (alive[n]) continue;
    const Node& node = graph.nodes[n];
    bool last = true;
    for (const std::uint32_t i : node.outputs) last = last && !taken[i];
    Finding finding = broken("GEN-GRAPH-DEAD", "no output of the graph depends on the node",
                             last ? "remove it" : "remove it, and the nodes that take its results");
    if (last && survey.can_find(node)) finding.fix = remove_node(graph, node);
    log.add(std::move(finding), n);
  }
}

}  // namespace etalon::impl
