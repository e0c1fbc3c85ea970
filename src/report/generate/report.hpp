// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon generate` reports: which files were written, what the project needs, and what was proved of it
// ("GENERATE-ALL-REPORT").
#pragma once

#include "prove/prove.hpp"
#include "report/page/identity.hpp"
#include "write/project.hpp"

namespace etalon::impl {

struct GenerateReport {
  const CheckedModel& model;
  Identity identity;                                 // of the model
  std::string folder;                                // of the project, as it was named
  std::optional<ProjectNeeds> needs = std::nullopt;  // of a project that was written
  std::size_t files = 0;                             // that were written
  const ProjectProof* proof = nullptr;               // of what was proved; none: nothing was. Refusals are findings
  double seconds = 0;                                // that the proof took
};

std::string generate_summary(const GenerateReport& report);  // one line
std::string generate_text(const GenerateReport& report);
std::string generate_json(const GenerateReport& report);

}  // namespace etalon::impl
