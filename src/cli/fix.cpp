// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon fix`: brings a model into a profile, and proves that it has the same bits.
#include <fmt/format.h>

#include <filesystem>

#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "report/equal/report.hpp"
#include "report/fix/report.hpp"
#include "report/page/findings.hpp"
#include "simd/threads.hpp"
#include "text/json.hpp"
#include "trace/seed.hpp"

namespace etalon::impl::cli {
namespace {

struct Log {
  std::string model, result;  // digests
};

// The options that the log was written with take the place of those that are given.
Result<Log> read_log(FixOptions& options) {
  const Result<MappedFile> file = map_file(options.replay, Limits().file_bytes);
  if (!file) return file.finding();
  const std::string_view text(reinterpret_cast<const char*>(file->bytes().data()), file->bytes().size());
  const Result<Json> json = read_json(text, "FIX-ALL-REPLAY");
  if (!json) return json.finding();
  if ((*json)["format"].string() != "etalon-fix-1")
    return error(Code::usage, "FIX-ALL-REPLAY",
                 impl::quoted(options.replay, 200) + " is no report of `etalon fix` in JSON",
                 "give the file that `etalon fix --format json` wrote");
  if (const std::string version = (*json)["tool"]["version"].string(); version != ETALON_VERSION)
    return error(Code::usage, "FIX-ALL-REPLAY",
                 "the log was written by etalon " + version + ", and this is " ETALON_VERSION,
                 "replay it with the version that wrote it");
  const Json& given = (*json)["options"];
  options.profile = given["profile"].string(options.profile);
  options.accumulate.reset();
  options.bindings = {};
  for (std::size_t k = 0; k < given.names.size(); ++k) {
    const std::string name = given.names[k].substr(0, given.names[k].find(' ')), value = given.items[k].string();
    if (name == "accumulate") options.accumulate = value;
    if (name == "growth") options.growth = std::strtod(value.c_str(), nullptr);
    if (name == "dim") options.bindings.dims.push_back(value);
    if (name == "shape") options.bindings.shapes.push_back(value);
    if (name == "value") options.bindings.values.push_back(value);
  }
  Log log{{}, (*json)["after"]["sha256"].string()};
  for (const Json& one : (*json)["files"].items)
    if (one["role"].string() == "model") log.model = one["sha256"].string();
  return log;
}

Result<Code> fix_and_print(FixOptions options, Subject& subject) {
  const Limits limits;
  Log log;
  if (!options.replay.empty()) {
    Result<Log> read = read_log(options);
    if (!read) return read.finding();
    log = *read;
    options.evidence = "none";
  }
  Corrections corrections;
  FixOptions as_onnx = options;
  as_onnx.profile = "onnx";
  // Weights that no rewrite asks for need not be read then, however large they are.
  as_onnx.hashes_data = options.evidence != "none" || !options.replay.empty();
  Result<OpenModel> open = open_model(as_onnx, "fixed", limits, subject, &corrections);
  if (!open) return open.finding();
  if (!options.replay.empty() && subject.identity.files[0].sha256 != log.model)
    return error(Code::usage, "FIX-ALL-REPLAY", "the log was written of another model: its digest is " + log.model,
                 "give the model that the log names");
  ExternalData* external = open->loaded.external ? &*open->loaded.external : nullptr;
  const std::string folder = std::filesystem::absolute(options.model).parent_path().string();
  if (auto problem = check_place(external, folder, options.output)) return *std::move(problem);
  Profile target = *find_profile(options.profile);
  if (options.accumulate) target.choices.accumulation = *find_accumulation(*options.accumulate);
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  FixSettings settings{*find_evidence(options.evidence),
                       options.growth,
                       !options.bindings.empty(),
                       !options.replay.empty() && log.result == log.model,
                       &corrections,
                       {.seed = drawn_seed(), .operations = options.operations, .team = &*team}};
  std::optional<Progress> progress;
  settings.equality.progress = [&](std::uint64_t, std::uint64_t all) {
    if (!progress) progress.emplace(all, "nodes", options.quiet);
    progress->advance(1);
  };
  const CheckedModel& model = *open->verdict.model;
  const std::span<const std::byte> file = open->loaded.file.bytes();
  const Result<Fixed> fixed = fix_with_evidence(model, file, external, target, settings);
  progress.reset();
  if (!fixed) return fixed.finding();
  if (!fixed->is_shown(settings.evidence)) {
    if (fixed->equality && !options.quiet && fixed->verdict.model)
      fmt::print("{}", equal_text({model, *fixed->verdict.model, *fixed->equality, subject.identity, options.profile}));
    return not_accepted(*fixed, *model.graph, target);
  }
  if (!options.replay.empty() && sha256_of(std::as_bytes(std::span(fixed->bytes))) != log.result)
    return error(Code::internal, "FIX-ALL-REPLAY", "the replay gave other bytes than the log has",
                 "this is a defect of Etalon; please report it with the model and the log");
  if (auto problem = write_file(options.output, fixed->bytes)) return *problem;
  const FixReport report{model,
                         *fixed,
                         subject.identity,
                         findings_before(file, external, target),
                         file.size(),
                         options.profile,
                         base_name(options.output),
                         settings.evidence,
                         corrections.findings,
                         !options.replay.empty(),
                         options_of({options.profile, options.growth, options.accumulate, options.bindings.dims,
                                     options.bindings.shapes, options.bindings.values})};
  const std::string text = options.diff               ? fix_summary(report) + "\n" + fix_difference(report)
                           : options.format == "json" ? fix_json(report)
                           : options.format == "html" ? fix_html(report)
                                                      : fix_text(report);
  if (auto problem = deliver({text, fix_summary(report)}, options, options.report)) return *std::move(problem);
  return fixed->is_conformant() ? Code::ok : Code::not_conformant;
}

}  // namespace

int fix(const FixOptions& options) {
  Subject subject;
  const Result<Code> code = fix_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format, options.report);
}

}  // namespace etalon::impl::cli
