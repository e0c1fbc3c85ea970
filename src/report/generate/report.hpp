// SPDX-License-Identifier: Apache-2.0
// Floor 9. What `etalon generate` reports: which files were written, what the project needs, and what was proved of it
// ("GENERATE-ALL-REPORT").
#pragma once

#include "report/generate/generating.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {

struct GenerateReport {
  const CheckedModel& model;
  Identity identity;   // of the model
  std::string folder;  // of the project, as it was named; none: it is in no folder yet
  const Generated& project;

  std::size_t files_written() const { return project.needs && !folder.empty() ? project.files.size() : 0; }
};

std::string generate_summary(const GenerateReport& report);  // one line
std::string generate_text(const GenerateReport& report);
std::string generate_json(const GenerateReport& report);

}  // namespace etalon::impl
