// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon compare`: another implementation's results, held against the reference.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>

#include "base/quote.hpp"
#include "cli/compared.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "conform/cause/causes.hpp"
#include "conform/compare/reals.hpp"
#include "io/file.hpp"
#include "ops/reference.hpp"
#include "report/compare/report.hpp"
#include "report/page/findings.hpp"
#include "report/run/running.hpp"
#include "run/plan.hpp"
#include "simd/threads.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> file_in(const fs::path& folder, const std::string& stem) {
  std::error_code ignored;
  for (const char* ending : {".npy", ".pb"})
    if (const fs::path file = folder / (stem + ending); fs::is_regular_file(file, ignored)) return file.string();
  return std::nullopt;
}

using ValueFiles = std::vector<std::pair<std::uint32_t, std::string>>;  // by index into Graph::values

bool is_computed(const CheckedModel& model, std::uint32_t value) {
  return !model.graph->values[value].name.empty() && argument_of(model, value).has_value();
}

// Whether a file of the folder is an output that the model does not have; its name.
std::optional<std::string> surplus_in(const fs::path& folder, std::size_t outputs) {
  std::error_code problem;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, problem)) {
    const fs::path name = entry.path().filename();
    const std::string stem = name.stem().string(), digits = stem.starts_with("output_") ? stem.substr(7) : "";
    std::size_t number = 0;
    const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (!digits.empty() && wrong == std::errc() && end == digits.data() + digits.size() && number >= outputs &&
        (name.extension() == ".npy" || name.extension() == ".pb"))
      return name.string();
  }
  return std::nullopt;
}

// Outputs by their numbers; other values, and outputs that have no such file, by their names. A name with a slash is
// none of a file.
Result<ValueFiles> files_in(const CheckedModel& model, const std::string& folder, const std::string& option) {
  const Graph& graph = *model.graph;
  if (const auto surplus = surplus_in(folder, graph.outputs.size()))
    return misuse(fmt::format("--{} {}: {} is there, but the model has {}", option, quoted(folder, 60),
                              quoted(*surplus, 60), counted(graph.outputs.size(), "output")),
                  "give the results of this model alone, each in a file of its own");
  ValueFiles files;
  std::vector<bool> found(graph.values.size());
  for (std::size_t k = 0; k < graph.outputs.size(); ++k)
    if (const auto file = file_in(folder, fmt::format("output_{}", k)))
      files.emplace_back(graph.outputs[k], *file), found[graph.outputs[k]] = true;
  for (std::uint32_t v = 0; v < graph.values.size(); ++v)
    if (const std::string& name = graph.values[v].name;
        !found[v] && name.find('/') == name.npos && is_computed(model, v))
      if (const auto file = file_in(folder, name)) files.emplace_back(v, *file);
  return files;
}

// The file of each value that the candidate gives.
Result<ValueFiles> files_of(const CheckedModel& model, const std::vector<std::string>& given,
                            const std::string& option) {
  const Graph& graph = *model.graph;
  ValueFiles files;
  std::error_code ignored;
  for (const std::string& text : given) {
    if (fs::is_directory(text, ignored)) {
      const Result<ValueFiles> some = files_in(model, text, option);
      if (!some) return some.finding();
      files.insert(files.end(), some->begin(), some->end());
      continue;
    }
    const auto named =
        std::ranges::find_if(graph.values, [&](const Value& v) { return !v.name.empty() && assigns(text, v.name); });
    if (named != graph.values.end())
      files.emplace_back(static_cast<std::uint32_t>(named - graph.values.begin()), text.substr(named->name.size() + 1));
    else if (graph.outputs.size() == 1)
      files.emplace_back(graph.outputs[0], text);
    else
      return misuse(fmt::format("--{} {}: there is no such folder, and the model has {} outputs", option,
                                quoted(text, 60), graph.outputs.size()),
                    "give a folder with output_0.npy, output_1.npy …, or NAME=FILE for each value");
  }
  if (files.empty())
    return misuse(fmt::format("--{} gives no value of the model", option),
                  "put output_0.npy (or .pb), output_1.npy … into the folder, in the order of the model's outputs, or "
                  "NAME.npy for a value of that name");
  return files;
}

// The values that an option gives, by index into Graph::values.
Result<Trail> values_of(const CheckedModel& model, const std::vector<std::string>& given, const std::string& option,
                        const Limits& limits, Identity& identity) {
  const Graph& graph = *model.graph;
  Trail values(graph.values.size());
  const Result<ValueFiles> files = files_of(model, given, option);
  if (!files) return files.finding();
  for (const auto& [value, file] : *files) {
    const auto argument = argument_of(model, value);
    if (values[value])
      return misuse(fmt::format("--{}: {} is given twice", option, quoted(graph.values[value].name, 60)),
                    "give it once");
    if (!argument)
      return misuse(fmt::format("{} is not computed by the model", quoted(graph.values[value].name, 60)),
                    "name a value that a node computes");
    Result<Tensor> tensor = read_input(file, graph.values[value].name, *argument, limits, identity, option);
    if (!tensor) return tensor.finding();
    values[value] = std::move(*tensor);
  }
  return values;
}

// One input of the model, by the files that are given for it.
struct InputSet {
  std::string name;
  std::vector<std::string> inputs, candidate, deployed;
};

// The folders in the layout of ONNX's data sets, or what --input and --candidate name.
Result<std::vector<InputSet>> sets_of(const CompareOptions& options, const Plan& plan) {
  if (!options.data) return std::vector<InputSet>{{"", options.inputs, options.candidate, options.deployed}};
  std::vector<InputSet> sets;
  std::error_code ignored;
  const auto beside = [&](const std::vector<std::string>& folders, const std::string& name) {
    std::vector<std::string> found;
    for (const std::string& folder : folders) found.push_back((fs::path(folder) / name).string());
    return found;
  };
  for (std::size_t k = 0;; ++k) {
    InputSet set{fmt::format("test_data_set_{}", k), {}, {}, {}};
    const fs::path folder = fs::path(*options.data) / set.name;
    if (!fs::is_directory(folder, ignored)) break;
    for (std::size_t i = 0; i < plan.inputs().size(); ++i)
      if (const auto file = file_in(folder, fmt::format("input_{}", i)))
        set.inputs.push_back(fmt::format("{}={}", plan.inputs()[i].name, *file));
    set.candidate =
        options.candidate.empty() ? std::vector<std::string>{folder.string()} : beside(options.candidate, set.name);
    set.deployed = beside(options.deployed, set.name);
    for (const auto* given : {&set.candidate, &set.deployed})
      for (const std::string& one : *given)
        if (!fs::is_directory(one, ignored))
          return misuse(fmt::format("there is no folder {}", quoted(one, 100)),
                        "give the results of each input in a folder of the same name");
    sets.push_back(std::move(set));
  }
  if (sets.empty())
    return misuse(fmt::format("--data {}: there is no folder test_data_set_0", quoted(*options.data, 60)),
                  "give a folder with test_data_set_0, test_data_set_1 …");
  return sets;
}

struct ComparedSets {
  std::vector<Comparison> comparisons;
  std::vector<std::string> names;
};

// Files that are read are added to the identity.
Result<ComparedSets> compare_model(const std::shared_ptr<const CheckedModel>& checked, const CompareOptions& options,
                                   const Limits& limits, Identity& identity) {
  const CheckedModel& model = *checked;
  const Graph& graph = *model.graph;
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  const Result<Plan> plan = Plan::make(checked, reference_kernel, limits);
  if (!plan) return plan.finding();
  const Result<std::vector<InputSet>> sets = sets_of(options, *plan);
  if (!sets) return sets.finding();
  std::vector<CandidateRun> runs;
  std::vector<Trail> deployed;
  ComparedSets result;
  for (const InputSet& set : *sets) {
    Result<std::vector<Tensor>> tensors = read_inputs(plan->inputs(), set.inputs, limits, identity);
    if (!tensors) return tensors.finding();
    CandidateRun run{Trail(graph.values.size()), {}};
    for (std::size_t k = 0; k < tensors->size(); ++k) {
      const std::string_view name = plan->inputs()[k].name;
      const auto value =
          std::ranges::find_if(graph.inputs, [&](std::uint32_t v) { return graph.values[v].name == name; });
      run.inputs[*value] = std::move((*tensors)[k]);
    }
    Result<Trail> candidate = values_of(model, set.candidate, "candidate", limits, identity);
    if (!candidate) return candidate.finding();
    run.values = *std::move(candidate);
    Result<Trail> final_outputs = Trail();
    if (!set.deployed.empty()) final_outputs = values_of(model, set.deployed, "deployed", limits, identity);
    if (!final_outputs) return final_outputs.finding();
    runs.push_back(std::move(run));
    deployed.push_back(*std::move(final_outputs));
    result.names.push_back(set.name);
  }
  Progress progress(operations_of(model) * runs.size(), "operations", options.quiet);
  auto all =
      compare_all(checked, std::move(runs), &*team, [&](std::uint64_t operations) { progress.advance(operations); });
  if (!all) return all.finding();
  for (std::size_t k = 0; k < all->size(); ++k)
    if (auto problem = add_deployed((*all)[k], deployed[k])) return *std::move(problem);
  if (options.reals && !is_certified(model, {}))
    return limit_finding("the model is too large: real values of its outputs cannot be computed");
  for (Comparison& one : *all)
    if (has_reals(model, options.reals))
      if (auto problem = add_reals(one, limits, &*team)) return *std::move(problem);
  result.comparisons = *std::move(all);
  return result;
}

// 1 before 6.
Code code_of(const CompareReport& report) {
  const Claim claim = report.claim();
  if (claim.is == Conformance::violates || !report.within_tolerance()) return Code::not_conformant;
  return claim.is_open() ? Code::not_judged : Code::ok;
}

Result<std::optional<Tolerance>> tolerance_of(const CompareOptions& options) {
  if (!options.tolerance) return std::optional<Tolerance>();
  const Result<Tolerance> given = Tolerance::of(*options.tolerance);
  if (!given) return given.finding();
  return std::optional(*given);
}

}  // namespace

Result<KeptComparison> kept_comparison(const std::shared_ptr<const CheckedModel>& model, const CompareOptions& options,
                                       const Limits& limits, Identity& identity) {
  const auto tolerance = tolerance_of(options);
  if (!tolerance) return tolerance.finding();
  const Result<ComparedSets> sets = compare_model(model, options, limits, identity);
  if (!sets) return sets.finding();
  const CompareReport report =
      report_on(base_name(options.model), sets->comparisons, sets->names, identity, *tolerance);
  const Claim claim = report.claim();
  std::string reason = claim.reason;
  if (const auto deployed = deployed_count(report)) reason += "; deployed model: " + deployed_text(*deployed);
  if (*tolerance) reason += report.within_tolerance() ? "; tolerance kept" : "; tolerance exceeded";
  return KeptComparison{code_of(report), claim.headline(), std::move(reason), compare_json(report),
                        compare_html(report)};
}

int compare(const CompareOptions& options) {
  const Limits limits;
  Subject subject;
  const auto tolerance = tolerance_of(options);
  if (!tolerance) return fail(tolerance.finding(), subject, options.format, options.output);
  const Result<OpenModel> open = open_model(options, "compared", limits, subject);
  if (!open) return fail(open.finding(), subject, options.format, options.output);
  const Result<ComparedSets> sets = compare_model(open->verdict.model, options, limits, subject.identity);
  if (!sets) return fail(sets.finding(), subject, options.format, options.output);
  const CompareReport report =
      report_on(base_name(options.model), sets->comparisons, sets->names, subject.identity, *tolerance);
  const auto write = options.format == "json"    ? compare_json
                     : options.format == "html"  ? compare_html
                     : options.format == "junit" ? compare_junit
                                                 : compare_text;
  if (const auto problem = deliver({write(report), compare_summary(report)}, options, options.output))
    return fail(*problem, subject, options.format);
  return static_cast<int>(code_of(report));
}

}  // namespace etalon::impl::cli
