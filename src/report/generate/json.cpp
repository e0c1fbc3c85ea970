// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include <cmath>

#include "report/generate/report.hpp"
#include "report/page/json_writer.hpp"

namespace etalon::impl {

std::string generate_json(const GenerateReport& report) {
  return json_document([&](JsonWriter& json) {
    write_identity(json, "etalon-generate-1", report.identity);
    const std::optional<ProjectProof>& proof = report.project.proof;
    json.line().member("verdict", proof ? "proved" : "not_judged");
    json.member("project", known(report.folder)).member("files_written", report.files_written());
    if (const std::optional<ProjectNeeds>& needs = report.project.needs)
      json.object("needs", [&] {
        json.member("arena_bytes", needs->arena).member("weight_bytes", needs->weights);
        json.member("stack_array_bytes", needs->stack).member("operations", needs->operations);
      });
    if (!proof) return;
    json.line().object("proof", [&] {
      json.member("elements", proof->elements).member("steps", proof->joins);
      json.member("collision_log2",
                  JsonText{std::isfinite(proof->bound_log2) ? fmt::format("{:.1f}", proof->bound_log2) : "\"-inf\""});
      json.member("seconds", JsonText{fmt::format("{:.3f}", report.project.seconds)});
      json.member("proved", proof->proved).member("compared", proof->compared);
      json.member("not_judged", proof->not_judged);
    });
    json.line().lines("functions", proof->nodes, [&](const ProvedNode& node) {
      json.member("node", node.index).member("operator", report.model.calls[node.index].op->name);
      json.member("elements", node.elements).member("steps", node.joins).member("text_of_another", node.cached);
    });
  });
}

}  // namespace etalon::impl
