// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon compare`: another implementation's results, held against the reference.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/quote.hpp"
#include "cli/compared.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "ops/reference.hpp"
#include "report/compare_report.hpp"
#include "report/running.hpp"
#include "run/plan.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

std::optional<std::string> file_in(const fs::path& folder, const std::string& stem) {
  std::error_code ignored;
  for (const char* ending : {".npy", ".pb"})
    if (const fs::path file = folder / (stem + ending); fs::is_regular_file(file, ignored)) return file.string();
  return std::nullopt;
}

// The file of each value that the candidate gives, by index into Graph::values.
Result<std::vector<std::pair<std::uint32_t, std::string>>> files_of(const Graph& graph,
                                                                    const std::vector<std::string>& given,
                                                                    const std::string& option) {
  std::vector<std::pair<std::uint32_t, std::string>> files;
  std::error_code ignored;
  for (const std::string& text : given) {
    if (fs::is_directory(text, ignored)) {
      for (std::size_t k = 0; k < graph.outputs.size(); ++k)
        if (const auto file = file_in(text, fmt::format("output_{}", k))) files.emplace_back(graph.outputs[k], *file);
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
                  "put output_0.npy (or .pb), output_1.npy … into the folder, in the order of the model's outputs");
  return files;
}

// The values that an option gives, by index into Graph::values.
Result<Trail> values_of(const CheckedModel& model, const std::vector<std::string>& given, const std::string& option,
                        const Limits& limits, Identity& identity) {
  const Graph& graph = *model.graph;
  Trail values(graph.values.size());
  const auto files = files_of(graph, given, option);
  if (!files) return files.finding();
  for (const auto& [value, file] : *files) {
    const auto argument = argument_of(model, value);
    if (!argument)
      return misuse(fmt::format("{} is not computed by the model", quoted(graph.values[value].name, 60)),
                    "name a value that a node computes");
    Result<Tensor> tensor = read_input(file, graph.values[value].name, *argument, limits, identity, option);
    if (!tensor) return tensor.finding();
    values[value] = std::move(*tensor);
  }
  return values;
}

// Files that are read are added to the identity.
Result<Comparison> compare_model(const std::shared_ptr<const CheckedModel>& checked, const CompareOptions& options,
                                 const Limits& limits, Identity& identity) {
  const CheckedModel& model = *checked;
  const Graph& graph = *model.graph;
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  const Result<Plan> plan = Plan::make(checked, reference_kernel, limits);
  if (!plan) return plan.finding();
  Result<std::vector<Tensor>> tensors = read_inputs(plan->inputs(), options.inputs, limits, identity);
  if (!tensors) return tensors.finding();
  Trail inputs(graph.values.size());
  for (std::size_t k = 0; k < tensors->size(); ++k) {
    const std::string_view name = plan->inputs()[k].name;
    const auto value =
        std::ranges::find_if(graph.inputs, [&](std::uint32_t v) { return graph.values[v].name == name; });
    inputs[*value] = std::move((*tensors)[k]);
  }
  const Result<Trail> candidate = values_of(model, options.candidate, "candidate", limits, identity);
  if (!candidate) return candidate.finding();
  Result<Trail> deployed = Trail();
  if (!options.deployed.empty()) deployed = values_of(model, options.deployed, "deployed", limits, identity);
  if (!deployed) return deployed.finding();
  Progress progress(operations_of(model), "operations", options.quiet);
  Result<Comparison> comparison = compare(checked, std::move(inputs), *candidate, &*team,
                                          [&](std::uint64_t operations) { progress.advance(operations); });
  if (comparison)
    if (auto problem = add_deployed(*comparison, *deployed)) return *std::move(problem);
  return comparison;
}

// 1 before 6.
Code code_of(const CompareReport& report) {
  const Claim claim = report.comparison->claim();
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
  const Result<Comparison> comparison = compare_model(model, options, limits, identity);
  if (!comparison) return comparison.finding();
  const CompareReport report{base_name(options.model), &*comparison, identity, *tolerance};
  const Claim claim = comparison->claim();
  std::string reason = claim.reason;
  if (!comparison->deployed.empty()) reason += "; deployed model: " + deployed_text(*comparison);
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
  const Result<Comparison> comparison = compare_model(open->verdict.model, options, limits, subject.identity);
  if (!comparison) return fail(comparison.finding(), subject, options.format, options.output);
  const CompareReport report{base_name(options.model), &*comparison, subject.identity, *tolerance};
  const auto write = options.format == "json"    ? compare_json
                     : options.format == "html"  ? compare_html
                     : options.format == "junit" ? compare_junit
                                                 : compare_text;
  const std::string text = write(report);
  if (options.output.empty())
    fmt::print("{}", text);
  else if (const auto problem = write_file(options.output, text))
    return fail(*problem, subject, options.format);
  return static_cast<int>(code_of(report));
}

}  // namespace etalon::impl::cli
