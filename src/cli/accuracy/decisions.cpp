// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon accuracy --inputs`: whether rounding changes what a network decides, over a set of inputs.
#include <fmt/format.h>

#include <filesystem>

#include "base/quote.hpp"
#include "cli/accuracy/analysed.hpp"
#include "cli/console.hpp"
#include "io/mapped_file.hpp"
#include "report/decisions/report.hpp"
#include "report/run/running.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* folder_form =
    "give a folder with a file NAME.npy or input_K.npy for each input, whose first axis counts the inputs";

// The file of one of the inputs, by its name or its number among them.
Result<std::string> file_of(const std::string& folder, const std::string& input, std::size_t number) {
  std::vector<std::string> names{fmt::format("input_{}.npy", number)};
  if (input.find('/') == std::string::npos) names.insert(names.begin(), input + ".npy");
  std::string tried;
  for (const std::string& name : names) {
    const fs::path path = fs::path(folder) / name;
    std::error_code ignored;
    if (fs::exists(path, ignored)) return path.string();
    tried += (tried.empty() ? "" : " or ") + quoted(name, 60);
  }
  return read_error(folder, fmt::format("the folder has no file {} for input {}", tried, quoted(input, 60)),
                    folder_form, "FILE-ALL-READ");
}

Result<InputBatch> read_inputs(const std::string& folder, const Graph& graph, const Limits& limits,
                               Identity& identity) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    return read_error(folder, "there is no such folder", folder_form, "FILE-ALL-READ");
  InputBatch inputs;
  const std::vector<std::uint32_t> free = free_inputs(graph);
  for (std::size_t k = 0; k < free.size(); ++k) {
    const std::string& name = graph.values[free[k]].name;
    const Result<std::string> path = file_of(folder, name, k);
    if (!path) return path.finding();
    Result<Tensor> all = read_hashed(*path, "input", name, limits, identity);
    if (!all) return all.finding();
    if (auto problem = inputs.add(graph, free[k], *std::move(all), quoted(*path, 200), folder_form))
      return *std::move(problem);
  }
  if (inputs.count() == 0) return misuse(fmt::format("--inputs {}: the model has no input", quoted(folder, 200)), {});
  return inputs;
}

Result<Code> decide_and_print(const AccuracyOptions& options, Subject& subject) {
  const Limits limits;
  const Result<OpenModel> open = open_model(options, "analysed", limits, subject);
  if (!open) return open.finding();
  const CheckedModel& model = *open->verdict.model;
  DecisionSettings asked{.any_order = options.any_order, .kernels = fast_kernel};
  if (options.threshold) {
    Result<Threshold> threshold = threshold_of(*options.threshold, limits);
    if (!threshold) return threshold.finding();
    asked.threshold = *std::move(threshold);
  }
  const Result<DecisionSettings> settings = decided_by(*model.graph, options.decided, std::move(asked));
  if (!settings) return settings.finding();
  const Result<InputBatch> inputs = read_inputs(options.sets, *model.graph, limits, subject.identity);
  if (!inputs) return inputs.finding();
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  Progress progress(inputs->count(), "inputs", options.quiet);
  auto rows = decide_all(model, *inputs, *settings, limits, &*team, [&] { progress.advance(1); });
  if (!rows) {
    const Status& status = rows.finding().status;
    return status.node != no_node ? condition_at(model, status) : rows.finding();
  }
  const DecisionsReport report{model, *settings, *std::move(rows), subject.identity};
  const auto write = options.format == "json"   ? decisions_json
                     : options.format == "html" ? decisions_html
                                                : decisions_text;
  if (auto problem = deliver({write(report), decisions_summary(report)}, options, options.output))
    return *std::move(problem);
  const DecisionTotals totals = totals_of(report);
  return totals.otherwise != 0 ? Code::not_conformant : totals.untold != 0 ? Code::not_judged : Code::ok;
}

}  // namespace

int decisions(const AccuracyOptions& options) {
  Subject subject;
  const Result<Code> code = decide_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format, options.output);
}

}  // namespace etalon::impl::cli
