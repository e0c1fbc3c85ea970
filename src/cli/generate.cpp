// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon generate`: writes a model as a C99 project, and proves that delivered files compute what the
// references compute.
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "report/generate/report.hpp"
#include "shipped/folder.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

Result<Code> generate_and_print(const GenerateOptions& options, Subject& subject) {
  const Limits limits;
  Result<GenerateSettings> settings =
      settings_of({options.prefix, options.arena, options.weights, options.schedule, options.evidence});
  if (!settings) return settings.finding();
  settings->source = base_name(options.model);
  const Result<OpenModel> open = open_model(options, "written", limits, subject);
  if (!open) return open.finding();
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  std::optional<Progress> progress;
  ProveSettings proving{.team = &*team};
  proving.progress = [&](std::uint64_t, std::uint64_t all) {
    if (!progress) progress.emplace(all, "functions", options.quiet);
    progress->advance(1);
  };
  const std::shared_ptr<const CheckedModel>& model = open->verdict.model;
  const bool writes = options.check.empty();
  const Result<Generated> project = writes ? generate_project(model, *settings, proving, limits)
                                           : check_project(model, options.check, proving, limits);
  progress.reset();
  if (!project) return project.finding();
  if (writes)
    if (auto problem = write_files(project->files, options.output)) return *std::move(problem);
  const GenerateReport report{*model, subject.identity, writes ? options.output : options.check, *project};
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
