// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include <functional>

#include "report/generate/report.hpp"
#include "report/page/joined.hpp"

namespace etalon::impl {

std::string generate_summary(const GenerateReport& report) {
  const std::optional<ProjectProof>& proof = report.project.proof;
  const bool is_written = report.files_written() > 0;
  if (!proof)
    return fmt::format("{}not proved: {} files are not judged\n", is_written ? "written, " : "",
                       report.project.files.size());
  return fmt::format("{}equal to the reference for every input: {} of {} files proved or compared, {} not judged\n",
                     is_written ? "written, and " : "", proof->proved.size() + proof->compared.size(),
                     proof->proved.size() + proof->compared.size() + proof->not_judged.size(),
                     proof->not_judged.size());
}

std::string generate_text(const GenerateReport& report) {
  std::string text = generate_summary(report) + "\n";
  const auto row = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<22}{}\n", what, value);
  };
  if (!report.folder.empty()) row("project", report.folder);
  row("profile", report.identity.profile);
  row("accumulation", report.identity.accumulation);
  if (const std::optional<ProjectNeeds>& needs = report.project.needs) {
    row("arena", fmt::format("{} bytes", needs->arena));
    row("weights", fmt::format("{} bytes", needs->weights));
    row("arrays on the stack", fmt::format("at most {} bytes", needs->stack));
    row("operations", fmt::format("{}", needs->operations));
  }
  if (!report.project.proof) return text;
  const ProjectProof& proof = *report.project.proof;
  std::size_t cached = 0;
  for (const ProvedNode& node : proof.nodes) cached += node.cached ? 1u : 0u;
  row("functions proved", fmt::format("{}, of which {} have the text of another", proof.nodes.size(), cached));
  row("elements compared", fmt::format("{}", proof.elements));
  row("steps", fmt::format("{}", proof.joins));
  row("a collision", fmt::format("hid a difference with a probability of at most 2^{:.0f}", proof.bound_log2));
  row("seconds", fmt::format("{:.1f}", report.project.seconds));
  row("proved", joined(proof.proved, ", ", std::identity{}));
  row("the same bytes", fmt::format("{} files that every project has", proof.compared.size()));
  row("not judged", joined(proof.not_judged, ", ", std::identity{}));
  return text;
}

}  // namespace etalon::impl
