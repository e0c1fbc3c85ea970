// SPDX-License-Identifier: Apache-2.0
// Floor 6. A project in its folder.
#pragma once

#include <optional>
#include <span>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "shipped/shipped.hpp"

namespace etalon::impl {

// The files below a folder, as a project has them. Findings cite GENERATE-CHECK-FILES, or the limit that together they
// exceed: what has more bytes than a model may have is refused.
Result<std::vector<ProjectFile>> read_project(const std::string& folder, const Limits& limits);

// Writes into a folder, which is made if it is not there; each file is written completely or not at all. Findings cite
// GENERATE-ALL-FILES.
std::optional<Finding> write_files(std::span<const ProjectFile> files, const std::string& folder);

}  // namespace etalon::impl
