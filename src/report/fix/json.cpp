// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include "base/sha256.hpp"
#include "report/equal/report.hpp"
#include "report/fix/report.hpp"
#include "report/page/findings.hpp"
#include "report/page/json_writer.hpp"

namespace etalon::impl {
namespace {

void write_evidence(JsonWriter& json, const FixReport& report) {
  const Fixed& fixed = report.fixed;
  json.line().object("evidence", [&] {
    json.member("kind", evidence_names[static_cast<std::size_t>(report.evidence)]);
    if (const auto& e = fixed.equality)
      json.object("proof", [&] {
        constexpr const char* verdicts[] = {"equal", "different", "not_shown"};
        json.member("verdict", verdicts[static_cast<std::size_t>(e->verdict)]);
        json.member("values", e->values).member("by_structure", e->by_structure);
        json.member("by_expression", e->by_expression).member("constant", e->constants);
        json.member("without_counterpart", e->unmatched).member("conditions", e->conditions);
        json.member("steps", e->joins).member("collision", JsonText{fmt::format("{:.3g}", e->collision)});
        write_lemmas(json, *e, *fixed.graph);
      });
    else
      json.member("proof", std::optional<bool>());
    if (const auto& shared = fixed.shared)
      json.object("drawn", [&] {
        json.member("inputs", shared->draws).member("shared_values", shared->shared).member("same", shared->same);
        json.member("differing", shared->differing);
      });
    else
      json.member("drawn", std::optional<bool>());
    json.lines("controls", fixed.controls, [&](const Control& control) {
      json.member("weight", control.weight).member("seen", control.is_seen).member("at", known(control.at));
    });
  });
}

void write_model_edits(JsonWriter& json, const ModelEdit& edit) {
  json.line().object("model", [&] {
    json.member("operator_set", edit.opset).member("ir_version", edit.ir_version).member("graph_name", edit.graph_name);
    json.member("declared", edit.declared.size()).member("undeclared", edit.undeclared.size());
    json.member("constants_added", edit.constants.size()).member("constants_removed", edit.removed_constants.size());
    json.array("inputs", [&] {
      if (edit.inputs)
        for (const std::string& name : *edit.inputs) json.item(name);
    });
  });
}

}  // namespace

std::vector<std::pair<std::string, std::string>> options_of(const FixRequest& request) {
  std::vector<std::pair<std::string, std::string>> all{{"profile", request.profile},
                                                       {"growth", fmt::format("{}", request.growth)}};
  if (request.accumulate) all.emplace_back("accumulate", *request.accumulate);
  const auto add = [&](const char* name, const std::vector<std::string>& list) {
    for (std::size_t k = 0; k < list.size(); ++k) all.emplace_back(fmt::format("{} {}", name, k + 1), list[k]);
  };
  add("dim", request.dims);
  add("shape", request.shapes);
  add("value", request.values);
  return all;
}

std::string fix_json(const FixReport& report) {
  const Fixed& fixed = report.fixed;
  const Graph& graph = *report.model.graph;
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-fix-1", report.identity);
    json.line().member("target", report.target);
    json.member("verdict", fixed.is_conformant() ? "conformant" : "fixed_in_part");
    json.object("options", [&] {
      for (const auto& [name, value] : report.options) json.member(name, value);
    });
    json.line().object("before", [&] {
      json.member("findings", findings_in(report.before)).member("nodes", graph.nodes.size());
      json.member("bytes", report.bytes_before);
    });
    json.object("after", [&] {
      json.member("findings", findings_in(fixed.verdict.findings)).member("nodes", fixed.graph->nodes.size());
      json.member("bytes", fixed.bytes.size()).member("file", known(report.output));
      json.member("sha256", sha256_of(std::as_bytes(std::span(fixed.bytes))));
    });
    write_evidence(json, report);
    write_model_edits(json, fixed.fix.edit);
    json.line().lines("corrected", report.corrected,
                      [&](const Finding& finding) { write_finding(json, finding, report.model.graph.get()); });
    json.line().lines("nodes", fixed.fix.nodes, [&](const NodeFix& one) {
      const Node& node = graph.nodes[one.node];
      json.member("node", one.node).member("name", node.name).member("operator", node.operation);
      json.member("became", name_of(one.kind)).member("edit", known(one.tag));
      json.member("condition", known(one.condition)).member("change", change_of(report, one));
    });
    json.line().lines("left", fixed.verdict.findings,
                      [&](const Finding& finding) { write_finding(json, finding, fixed.graph.get()); });
  });
}

}  // namespace etalon::impl
