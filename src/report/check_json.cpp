// SPDX-License-Identifier: Apache-2.0
// Floor 9. See check_report.hpp: the report as JSON.
#include <fmt/format.h>

#include <algorithm>

#include "report/check_report.hpp"
#include "report/escape.hpp"
#include "report/findings.hpp"
#include "report/joined.hpp"

namespace etalon::impl {
namespace {

std::string or_null(const std::string& text) { return text.empty() ? "null" : json_string(text); }

// The first ones: as many as a model that is run may have, and no more than a reader can take.
std::string values_json(const Graph& graph, const std::vector<std::uint32_t>& list) {
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  std::string out;
  for (std::size_t k = 0; k < std::min<std::size_t>(list.size(), Limits{}.ports) && out.size() < most_bytes; ++k) {
    const Value& value = graph.values[list[k]];
    out += fmt::format("{}\n{{\"name\":{},\"type\":{},\"shape\":{}}}", k == 0 ? "" : ",", json_string(value.name),
                       or_null(type_text(value)), value.shape ? to_string(*value.shape) : or_null(shape_text(value)));
  }
  return out;
}

std::string graph_json(const Graph* graph) {
  if (graph == nullptr)
    return R"("ir_version":null,"opset":null,"input_count":null,"inputs":null,"output_count":null,"outputs":null)";
  const auto opset = graph->operator_set();
  return fmt::format(
      "\"ir_version\":{},\"opset\":{},\n\"input_count\":{},\"inputs\":[{}],\n\"output_count\":{},\"outputs\":[{}]",
      graph->ir_version, opset ? std::to_string(*opset) : "null", graph->inputs.size(),
      values_json(*graph, graph->inputs), graph->outputs.size(), values_json(*graph, graph->outputs));
}

std::string model_json(const CheckReport& report) {
  const auto counts = counts_of(report.findings);
  const auto count = [&](Severity severity) { return counts[static_cast<std::size_t>(severity)]; };
  return fmt::format(
      "{{{},\n\"model\":{},\"verdict\":\"{}\",\"conformant\":{},\"nodes\":{},\"judged\":{},\n{},\n"
      "\"counts\":{{\"error\":{},\"not_judged\":{},\"notice\":{}}},\n\"findings\":[{}]}}",
      identity_json("etalon-check-1", report.identity), json_string(report.model), key_of(report.judgement()),
      report.judgement() == Judgement::conformant,
      report.graph != nullptr ? std::to_string(report.graph->nodes.size()) : "null",
      report.graph != nullptr ? std::to_string(report.judged) : "null", graph_json(report.graph),
      count(Severity::error), count(Severity::unjudged), count(Severity::notice),
      joined(report.findings, ",", [&](const Finding& finding) { return "\n" + finding_json(finding, report.graph); }));
}

}  // namespace

std::string check_json(CheckReports reports) {
  if (reports.size() == 1) return model_json(reports[0]) + "\n";
  return fmt::format("{{{},\n\"models\":[\n{}]}}\n", tool_json("etalon-checks-1"), joined(reports, ",\n", model_json));
}

}  // namespace etalon::impl
