// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include <functional>

#include "report/generate/report.hpp"
#include "report/page/joined.hpp"

namespace etalon::impl {

std::string generate_summary(const GenerateReport& report) {
  const ProjectProof* const proof = report.proof;
  if (proof == nullptr) return fmt::format("written, not proved: {} files are not judged\n", report.files);
  return fmt::format("{}equal to the reference for every input: {} of {} files proved or compared, {} not judged\n",
                     report.needs ? "written, and " : "", proof->proved.size() + proof->compared.size(),
                     proof->proved.size() + proof->compared.size() + proof->not_judged.size(),
                     proof->not_judged.size());
}

std::string generate_text(const GenerateReport& report) {
  std::string text = generate_summary(report) + "\n";
  const auto row = [&](const char* what, const std::string& value) {
    text += fmt::format("  {:<22}{}\n", what, value);
  };
  row("project", report.folder);
  row("profile", report.identity.profile);
  row("accumulation", report.identity.accumulation);
  if (report.needs) {
    row("arena", fmt::format("{} bytes", report.needs->arena));
    row("weights", fmt::format("{} bytes", report.needs->weights));
    row("arrays on the stack", fmt::format("at most {} bytes", report.needs->stack));
    row("operations", fmt::format("{}", report.needs->operations));
  }
  if (report.proof == nullptr) return text;
  const ProjectProof& proof = *report.proof;
  std::size_t cached = 0;
  for (const ProvedNode& node : proof.nodes) cached += node.cached ? 1u : 0u;
  row("functions proved", fmt::format("{}, of which {} have the text of another", proof.nodes.size(), cached));
  row("elements compared", fmt::format("{}", proof.elements));
  row("steps", fmt::format("{}", proof.joins));
  row("a collision", fmt::format("hid a difference with a probability of at most 2^{:.0f}", proof.bound_log2));
  row("seconds", fmt::format("{:.1f}", report.seconds));
  row("proved", joined(proof.proved, ", ", std::identity{}));
  row("the same bytes", fmt::format("{} files that every project has", proof.compared.size()));
  row("not judged", joined(proof.not_judged, ", ", std::identity{}));
  return text;
}

}  // namespace etalon::impl
