// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon fix`: brings a model into a profile, and proves that it has the same bits.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <random>

#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "report/equal/report.hpp"
#include "report/fix/report.hpp"
#include "report/page/findings.hpp"
#include "simd/threads.hpp"
#include "text/json.hpp"

namespace etalon::impl::cli {
namespace {

Evidence evidence_of(const FixOptions& options) {
  const auto found =
      std::ranges::find(evidence_names, options.evidence, [](const char* name) { return std::string(name); });
  return static_cast<Evidence>(found - std::begin(evidence_names));
}

// What a log must have to give the same file again.
std::vector<std::pair<std::string, std::string>> options_text(const FixOptions& options) {
  std::vector<std::pair<std::string, std::string>> all{{"profile", options.profile},
                                                       {"growth", fmt::format("{}", options.growth)}};
  if (options.accumulate) all.emplace_back("accumulate", *options.accumulate);
  const auto add = [&](const char* name, const std::vector<std::string>& list) {
    for (std::size_t k = 0; k < list.size(); ++k) all.emplace_back(fmt::format("{} {}", name, k + 1), list[k]);
  };
  add("dim", options.bindings.dims);
  add("shape", options.bindings.shapes);
  add("value", options.bindings.values);
  return all;
}

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
  FixOptions from_log;
  from_log.profile = given["profile"].string(options.profile);
  for (std::size_t k = 0; k < given.names.size(); ++k) {
    const std::string name = given.names[k].substr(0, given.names[k].find(' ')), value = given.items[k].string();
    if (name == "accumulate") options.accumulate = value;
    if (name == "growth") options.growth = std::strtod(value.c_str(), nullptr);
    if (name == "dim") from_log.bindings.dims.push_back(value);
    if (name == "shape") from_log.bindings.shapes.push_back(value);
    if (name == "value") from_log.bindings.values.push_back(value);
  }
  options.profile = from_log.profile;
  options.bindings = from_log.bindings;
  Log log{{}, (*json)["after"]["sha256"].string()};
  for (const Json& one : (*json)["files"].items)
    if (one["role"].string() == "model") log.model = one["sha256"].string();
  return log;
}

// What the profile says of the file as it is, where nothing is bound.
std::vector<Finding> findings_before(const FixOptions& options, const Limits& limits) {
  Result<LoadedModel> loaded = load_model(options.model, FilesBeside{options.external_data}, limits);
  if (!loaded) return {loaded.finding()};
  return check(std::move(loaded->graph), *find_profile(options.profile)).findings;
}

// The data files that a model refers to lie beside it: so must the new one.
std::optional<Finding> check_place(const FixOptions& options, const OpenModel& open) {
  namespace fs = std::filesystem;
  if (!open.loaded.external || open.loaded.external->files().empty()) return std::nullopt;
  std::error_code ignored;
  const auto folder = [&](const std::string& path) {
    return fs::weakly_canonical(fs::absolute(path).parent_path(), ignored);
  };
  if (folder(options.model) == folder(options.output)) return std::nullopt;
  return misuse("the model has external data, and the new one would not lie beside them",
                "write it into the folder of the model, or copy the data files first and fix the copy");
}

Finding not_accepted(const Fixed& fixed, const Graph& graph, const std::string& profile) {
  // The profile takes a node that was left as it is, and means something else by it.
  const auto left = std::ranges::find(fixed.fix.nodes, NodeFix::Kind::left, &NodeFix::kind);
  if (fixed.is_conformant() && left != fixed.fix.nodes.end())
    return error(Code::not_judged, "FIX-ALL-LEFT",
                 fmt::format("{} {} would have other bits in profile {}, and cannot be written otherwise ({})",
                             graph.nodes[left->node].operation, impl::quoted(graph.nodes[left->node].name, 60), profile,
                             left->why),
                 "replace the node");
  if (fixed.equality && fixed.equality->verdict == Equality::Verdict::different)
    return error(Code::internal, "FIX-ALL-PROOF", "the new model has other bits, so that it was not written",
                 "this is a defect of Etalon; please report it with the model");
  if (fixed.equality)
    return error(Code::not_judged, "FIX-ALL-PROOF",
                 "the new model was not shown to have the same bits for every input, so that it was not written",
                 "the first value of which it was not shown is named above; --evidence drawn takes it without a proof");
  return error(Code::not_judged, "FIX-ALL-PROOF",
               fixed.shared->differing.empty() ? "no drawn input has a result, so that nothing was compared"
                                               : "values that both models have differ on a drawn input",
               "this is a defect of Etalon if the model has results; please report it");
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
  FixOptions as_onnx = options;
  as_onnx.profile = "onnx";
  // Weights that no rewrite asks for need not be read then, however large they are.
  as_onnx.hashes_data = options.evidence != "none" || !options.replay.empty();
  Result<OpenModel> open = open_model(as_onnx, "fixed", limits, subject);
  if (!open) return open.finding();
  if (!options.replay.empty() && subject.identity.files[0].sha256 != log.model)
    return error(Code::usage, "FIX-ALL-REPLAY", "the log was written of another model: its digest is " + log.model,
                 "give the model that the log names");
  if (auto problem = check_place(options, *open)) return *std::move(problem);
  Profile target = *find_profile(options.profile);
  if (options.accumulate) target.choices.accumulation = *find_accumulation(*options.accumulate);
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  std::random_device device;
  FixSettings settings{evidence_of(options),
                       options.growth,
                       !options.bindings.empty(),
                       {.operations = options.operations, .team = &*team}};
  for (std::uint8_t& byte : settings.equality.seed) byte = static_cast<std::uint8_t>(device());
  std::optional<Progress> progress;
  settings.equality.progress = [&](std::uint64_t, std::uint64_t all) {
    if (!progress) progress.emplace(all, "nodes", options.quiet);
    progress->advance(1);
  };
  const CheckedModel& model = *open->verdict.model;
  const Result<Fixed> fixed = fix_with_evidence(
      model, open->loaded.file.bytes(), open->loaded.external ? &*open->loaded.external : nullptr, target, settings);
  progress.reset();
  if (!fixed) return fixed.finding();
  if (!fixed->is_shown(settings.evidence)) {
    if (fixed->equality && !options.quiet && fixed->verdict.model)
      fmt::print("{}", equal_text({model, *fixed->verdict.model, *fixed->equality, subject.identity, options.profile}));
    return not_accepted(*fixed, *model.graph, options.profile);
  }
  if (!options.replay.empty() && sha256_of(std::as_bytes(std::span(fixed->bytes))) != log.result)
    return error(Code::internal, "FIX-ALL-REPLAY", "the replay gave other bytes than the log has",
                 "this is a defect of Etalon; please report it with the model and the log");
  if (auto problem = write_file(options.output, fixed->bytes)) return *problem;
  const FixReport report{model,
                         *fixed,
                         subject.identity,
                         findings_before(options, limits),
                         open->loaded.file.bytes().size(),
                         options.profile,
                         base_name(options.output),
                         settings.evidence,
                         !options.replay.empty(),
                         options_text(options)};
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
