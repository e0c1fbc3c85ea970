// SPDX-License-Identifier: Apache-2.0
// Floor 8. A model as a C99 project: one function for each node, weights, the scalar text that they call, a self-test,
// and pages about them. The same model and settings give the same bytes.
#pragma once

#include "run/plan.hpp"
#include "shipped/shipped.hpp"
#include "write/program.hpp"

namespace etalon::impl {

struct ProjectSettings {
  std::string prefix = "model";  // of all names that other files can see
  bool static_arena = false;     // in the project, instead of the caller's
  bool weights_apart = false;    // in a file that is loaded, instead of tables of C
  bool by_rows = false;          // neighbours of a result are computed together
  std::string source = {};       // what the model was read from, for the pages
};

// What a project needs of the machine.
struct ProjectNeeds {
  std::uint64_t arena = 0, weights = 0, stack = 0;  // bytes
  std::uint64_t operations = 0;
};

struct Project {
  std::vector<ProjectFile> files;
  ProjectNeeds needs;
};

// Findings cite GENERATE-ALL-…: what cannot be written.
Result<Project> write_project(const Plan& plan, const ProjectSettings& settings);

// Whether a prefix makes names that C allows and that no header of the project has.
bool is_prefix(std::string_view prefix);

}  // namespace etalon::impl
