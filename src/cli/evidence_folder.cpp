// SPDX-License-Identifier: Apache-2.0
// Floor 10. See evidence_folder.hpp.
#include "cli/evidence_folder.hpp"

#include <link.h>

#include <algorithm>
#include <filesystem>

#include "base/quote.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "io/mapped_file.hpp"
#include "report/page/pages.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

// Everything that the verb can write; of these an earlier run may have left more than this one writes.
constexpr std::string_view part_files[] = {
    "SHA256SUMS",  "configuration.json", "index.html",          "check.json",
    "check.html",  "run.json",           "accuracy.json",       "accuracy.html",
    "ranges.json", "ranges.html",        "compare.json",        "compare.html",
    "trace.json",  "trace.html",         "known_problems.json", "tool_requirements.json"};

bool is_ours(const fs::path& path) {
  return std::ranges::find(part_files, path.filename().string()) != std::end(part_files);
}

void add_program(std::vector<HashedFile>& list, const char* role, const std::string& path, const std::string& name) {
  Identity identity;
  if (const Result<MappedFile> file = map_file(path, Limits{}.file_bytes); file) {
    identity.add_file(role, name, file->bytes());
    list.push_back(identity.files.front());
  }
}

}  // namespace

std::vector<HashedFile> program_files() {
  std::vector<HashedFile> libraries;
  // The first one is the program itself; what has no path (the kernel's own) is no file.
  const auto visit = [](dl_phdr_info* info, std::size_t, void* list) {
    if (info->dlpi_name != nullptr && info->dlpi_name[0] == '/')
      add_program(*static_cast<std::vector<HashedFile>*>(list), "library", info->dlpi_name, base_name(info->dlpi_name));
    return 0;
  };
  dl_iterate_phdr(visit, &libraries);
  std::ranges::sort(libraries, {}, &HashedFile::name);
  std::vector<HashedFile> all;
  add_program(all, "executable", "/proc/self/exe", "etalon");
  all.insert(all.end(), libraries.begin(), libraries.end());
  return all;
}

std::string specification_sha256() {
  std::string lines;
  for (const Page& page : pages()) lines += sha256_of(page.text) + "  " + std::string(page.path) + "\n";
  return sha256_of(lines);
}

std::optional<Finding> unusable(const std::string& folder) {
  std::error_code failed;
  if (folder.empty()) return misuse("-o is empty", "name a folder");
  if (fs::exists(folder, failed) && !fs::is_directory(folder, failed))
    return misuse(impl::quoted(folder) + " is not a folder", "name a folder that is empty or does not exist");
  for (const auto& entry : fs::directory_iterator(folder, failed))
    if (!is_ours(entry.path()) || !entry.is_regular_file(failed))
      return misuse(impl::quoted(folder) + " has other files: " + impl::quoted(entry.path().filename().string(), 60),
                    "name a folder that is empty or does not exist");
  return std::nullopt;
}

std::optional<Finding> write_folder(const std::string& folder, const std::vector<EvidenceFile>& files) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  for (const std::string_view name : part_files) fs::remove(fs::path(folder) / name, failed);
  for (const EvidenceFile& file : files)
    if (auto problem = write_file((fs::path(folder) / file.name).string(), file.content)) return problem;
  return write_file((fs::path(folder) / "SHA256SUMS").string(), checksums(files));
}

}  // namespace etalon::impl::cli
