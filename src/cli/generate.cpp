// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon generate`: writes a model as a C99 project, and proves that delivered files compute what the
// references compute.
#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "ops/reference.hpp"
#include "prove/prove.hpp"
#include "report/generate/report.hpp"
#include "shipped/shipped.hpp"
#include "simd/threads.hpp"
#include "write/project.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

// The files below a folder, as a project has them. What has more bytes than a model may have is refused.
Result<std::vector<ProjectFile>> read_project(const std::string& folder, const Limits& limits) {
  std::vector<ProjectFile> files;
  std::error_code problem;
  for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end; at.increment(problem)) {
    const std::string path = at->path().lexically_relative(folder).generic_string();
    if (at->is_directory(problem) && !at->is_symlink(problem)) continue;
    constexpr std::size_t most_files = 1000;
    if (!at->is_regular_file(problem) || at->is_symlink(problem) || files.size() == most_files)
      return error(Code::usage, "GENERATE-CHECK-FILES", quoted(path, 200) + " is not a file of a project",
                   "check the folder as `etalon generate` wrote it, without links and other files");
    const Result<MappedFile> file = map_file(at->path().string(), limits.file_bytes);
    if (!file) return file.finding();
    files.push_back({path, {reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size()}});
  }
  if (problem)
    return error(Code::usage, "GENERATE-CHECK-FILES", quoted(folder, 200) + ": " + problem.message(),
                 "give the folder of a project");
  return files;
}

std::optional<Finding> write_all(const Project& project, const std::string& folder) {
  for (const ProjectFile& file : project.files) {
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

Result<Code> generate_and_print(const GenerateOptions& options, Subject& subject) {
  const Limits limits;
  if (!is_prefix(options.prefix))
    return error(
        Code::usage, "GENERATE-ALL-NAMES", quoted(options.prefix, 60) + " is no prefix of names",
        "give a small letter, then small letters, digits and single underscores, at most 32, and no word of C");
  const Result<OpenModel> open = open_model(options, "written", limits, subject);
  if (!open) return open.finding();
  const Result<Plan> plan = Plan::make(open->verdict.model, reference_kernel, limits);
  if (!plan) return plan.finding();
  GenerateReport report{*open->verdict.model, subject.identity, options.check.empty() ? options.output : options.check};
  Project project;
  if (options.check.empty()) {
    Result<Project> written = write_project(*plan, {.prefix = options.prefix,
                                                    .static_arena = options.arena == "static",
                                                    .weights_apart = options.weights == "apart",
                                                    .by_rows = options.schedule == "rows",
                                                    .source = base_name(options.model)});
    if (!written) return written.finding();
    project = *std::move(written);
    report.needs = project.needs;
    report.files = project.files.size();
  } else {
    Result<std::vector<ProjectFile>> read = read_project(options.check, limits);
    if (!read) return read.finding();
    project.files = *std::move(read);
  }
  ProjectProof proof;
  if (!options.check.empty() || options.evidence == "proof") {
    Result<Threads> team = Threads::make(options.threads.value_or(1));
    if (!team) return team.finding();
    std::optional<Progress> progress;
    ProveSettings settings{.seed = drawn_seed(), .threads = options.threads.value_or(1)};
    settings.progress = [&](std::uint64_t, std::uint64_t all) {
      if (!progress) progress.emplace(all, "functions", options.quiet);
      progress->advance(1);
    };
    const auto begin = std::chrono::steady_clock::now();
    proof = prove_project(report.model, plan->constants(), project.files, shipped_texts(), settings);
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    report.proof = &proof;
    if (proof.refusal) {
      Finding finding = *proof.refusal;
      if (options.check.empty()) {
        finding.status.code = Code::internal;
        finding.hint = "nothing was written; this is a defect of Etalon: please report it with the model";
      }
      return finding;
    }
  }
  if (options.check.empty())
    if (auto problem = write_all(project, options.output)) return *std::move(problem);
  const std::string text = options.format == "json" ? generate_json(report) : generate_text(report);
  if (auto problem = deliver({text, generate_summary(report)}, options, options.report)) return *std::move(problem);
  return Code::ok;
}

}  // namespace

int generate(const GenerateOptions& options) {
  Subject subject;
  const Result<Code> code = generate_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format, options.report);
}

}  // namespace etalon::impl::cli
