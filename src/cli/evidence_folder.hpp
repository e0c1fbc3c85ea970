// SPDX-License-Identifier: Apache-2.0
// Floor 10. What `etalon evidence` needs of the machine: its own program's files, and the folder that it writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/evidence/report.hpp"

namespace etalon::impl::cli {

// The executable and the shared libraries that are loaded, by base name.
std::vector<HashedFile> program_files();

std::string specification_sha256();  // of all pages that are built into the program

// Why a folder cannot take the files: it has others, which its checksums would not cover.
std::optional<Finding> unusable(const std::string& folder);

// SHA256SUMS is removed first and written last: a folder that has it is complete.
std::optional<Finding> write_folder(const std::string& folder, const std::vector<EvidenceFile>& files);

}  // namespace etalon::impl::cli
