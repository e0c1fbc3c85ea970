// SPDX-License-Identifier: Apache-2.0
// Floor 9. A project that is written for a model, or found in a folder, and proved: the way from a model to files that
// the command line and the Python package share. The writer and the checker know nothing of each other.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "prove/prove.hpp"
#include "write/project.hpp"

namespace etalon::impl {

// How a project is wanted, in words: see `etalon generate --help`.
struct GenerateRequest {
  std::string prefix, arena, weights, schedule, evidence;
};

struct GenerateSettings : ProjectSettings {
  bool wants_proof = true;  // what is not proved is then not given out
};

// A usage error where a word is none of those.
Result<GenerateSettings> settings_of(const GenerateRequest& request);

struct Generated {
  std::vector<ProjectFile> files;
  std::optional<ProjectNeeds> needs = {};  // of a project that was written
  std::optional<ProjectProof> proof = {};  // none: nothing was proved
  double seconds = 0;                      // that the proof took
};

// Both draw the seed of the proof themselves, when there are files. A proof that fails is a finding: in a project that
// was written here it is a defect of Etalon.
Result<Generated> generate_project(const std::shared_ptr<const CheckedModel>& model, const GenerateSettings& settings,
                                   const ProveSettings& proving, const Limits& limits);
Result<Generated> check_project(const std::shared_ptr<const CheckedModel>& model, const std::string& folder,
                                const ProveSettings& proving, const Limits& limits);

}  // namespace etalon::impl
