// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp: the report as JSON.
#include <algorithm>

#include "report/check/report.hpp"
#include "report/page/findings.hpp"

namespace etalon::impl {
namespace {

// The first ones: as many as a model that is run may have, and no more than a reader can take.
void write_values(JsonWriter& json, const Graph& graph, const std::vector<std::uint32_t>& list) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  const std::size_t before = json.size();
  for (std::size_t k = 0; k < std::min<std::size_t>(list.size(), Limits{}.ports); ++k) {
    if (json.size() - before >= most_bytes) break;
    const Value& value = graph.values[list[k]];
    json.line().object([&] {
      json.member("name", value.name).member("type", known(type_text(value)));
      if (value.shape)
        json.member("shape", JsonText{to_string(*value.shape)});
      else
        json.member("shape", known(shape_text(value)));
    });
  }
}

void write_graph(JsonWriter& json, const Graph* graph) {
  if (graph == nullptr) {
    for (const char* name : {"ir_version", "opset", "input_count", "inputs", "output_count", "outputs"})
      json.member(name, std::optional<bool>());
    return;
  }
  json.member("ir_version", graph->ir_version).member("opset", graph->operator_set());
  json.line().member("input_count", graph->inputs.size());
  json.array("inputs", [&] { write_values(json, *graph, graph->inputs); });
  json.line().member("output_count", graph->outputs.size());
  json.array("outputs", [&] { write_values(json, *graph, graph->outputs); });
}

void write_model(JsonWriter& json, const CheckReport& report) {
  const auto counts = counts_of(report.findings);
  const auto count = [&](Severity severity) { return counts[static_cast<std::size_t>(severity)]; };
  const auto if_read = [&](std::size_t number) {
    return report.graph != nullptr ? std::optional(number) : std::nullopt;
  };
  write_identity(json, "etalon-check-1", report.identity);
  json.line().member("model", report.model).member("verdict", key_of(report.judgement()));
  json.member("conformant", report.judgement() == Judgement::conformant);
  json.member("nodes", if_read(report.graph != nullptr ? report.graph->nodes.size() : 0));
  json.member("judged", if_read(report.judged));
  write_graph(json.line(), report.graph);
  json.line().object("counts", [&] {
    json.member("error", count(Severity::error)).member("not_judged", count(Severity::unjudged));
    json.member("notice", count(Severity::notice));
  });
  json.line().lines("findings", report.findings,
                    [&](const Finding& finding) { write_finding(json, finding, report.graph); });
}

}  // namespace

std::string check_json(CheckReports reports) {
  if (reports.size() == 1) return json_document([&](JsonWriter& json) { write_model(json, reports[0]); });
  return json_document([&](JsonWriter& json) {
    write_tool(json, "etalon-checks-1");
    json.line().lines("models", reports, [&](const CheckReport& report) { write_model(json, report); });
  });
}

}  // namespace etalon::impl
