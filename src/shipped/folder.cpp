// SPDX-License-Identifier: Apache-2.0
// Floor 6. See folder.hpp.
#include "shipped/folder.hpp"

#include <filesystem>

#include "base/quote.hpp"
#include "io/file.hpp"
#include "io/mapped_file.hpp"

namespace etalon::impl {
namespace {

namespace fs = std::filesystem;

}  // namespace

Result<std::vector<ProjectFile>> read_project(const std::string& folder, const Limits& limits) {
  std::vector<ProjectFile> files;
  std::uint64_t left = limits.file_bytes;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    const std::string path = at->path().lexically_relative(folder).generic_string();
    if (at->is_directory(problem) && !at->is_symlink(problem)) continue;
    constexpr std::size_t most_files = 1000;
    if (!at->is_regular_file(problem) || at->is_symlink(problem) || files.size() == most_files)
      return error(Code::usage, "GENERATE-CHECK-FILES", quoted(path, 200) + " is not a file of a project",
                   "check the folder as `etalon generate` wrote it, without links and other files");
    const Result<MappedFile> file = map_file(at->path().string(), left);
    if (!file) return file.finding();
    left -= file->bytes().size();
    files.push_back({path, {reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()}});
  }
  if (problem)
    return error(Code::usage, "GENERATE-CHECK-FILES", quoted(folder, 200) + ": " + problem.message(),
                 "give the folder of a project");
  return files;
}

std::optional<Finding> write_files(std::span<const ProjectFile> files, const std::string& folder) {
  for (const ProjectFile& file : files) {
    const fs::path path = fs::path(folder) / file.path;
    std::error_code problem;
    fs::create_directories(path.parent_path(), problem);
    if (problem)
      return error(Code::usage, "GENERATE-ALL-FILES", quoted(folder, 200) + ": " + problem.message(),
                   "give a folder that can be made");
    if (auto finding = write_file(path.string(), file.bytes)) return finding;
  }
  return std::nullopt;
}

}  // namespace etalon::impl
