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
    const ProjectProof* const proof = report.proof;
    json.line().member("verdict", proof == nullptr ? "not_judged" : "proved");
    json.member("project", report.folder).member("files_written", report.files);
    if (report.needs)
      json.object("needs", [&] {
        json.member("arena_bytes", report.needs->arena).member("weight_bytes", report.needs->weights);
        json.member("stack_array_bytes", report.needs->stack).member("operations", report.needs->operations);
      });
    if (proof == nullptr) return;
    json.line().object("proof", [&] {
      json.member("elements", proof->elements).member("steps", proof->joins);
      json.member("collision_log2",
                  JsonText{std::isfinite(proof->bound_log2) ? fmt::format("{:.1f}", proof->bound_log2) : "\"-inf\""});
      json.member("seconds", JsonText{fmt::format("{:.3f}", report.seconds)});
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
