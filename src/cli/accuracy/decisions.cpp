// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon accuracy --inputs`: whether rounding changes what a network decides, over a set of inputs.
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <thread>

#include "base/quote.hpp"
#include "cli/accuracy/analysed.hpp"
#include "cli/console.hpp"
#include "report/decisions/report.hpp"
#include "report/run/running.hpp"
#include "simd/fast.hpp"

namespace etalon::impl::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* folder_form =
    "give a folder with a file NAME.npy or input_K.npy for each input, whose first axis counts the inputs";

// A file with many values of one input: its first axis counts them, in place of a first dimension of 1 or before all.
struct Stack {
  std::uint32_t value;
  Tensor all;
  std::uint64_t count;
};

Result<Stack> read_stack(const fs::path& folder, std::size_t k, std::uint32_t index, const Value& value,
                         const Limits& limits, Identity& identity) {
  fs::path path = folder / fmt::format("input_{}.npy", k);
  std::error_code ignored;
  if (value.name.find('/') == std::string::npos && fs::exists(folder / (value.name + ".npy"), ignored))
    path = folder / (value.name + ".npy");
  Result<Tensor> all = read_hashed(path.string(), "input", value.name, limits, identity);
  if (!all) return all.finding();
  const Shape &one = *value.shape, &given = all->shape();
  const unsigned dropped = given.rank == one.rank + 1 ? 0 : 1;
  bool fits = all->type() == *value.type && given.rank + dropped == one.rank + 1 && given.rank > 0;
  fits = fits && (dropped == 0 || (one.rank > 0 && one[0] == 1));
  for (unsigned axis = 1; fits && axis < given.rank; ++axis) fits = given[axis] == one[axis - 1 + dropped];
  if (!fits)
    return misuse(fmt::format("{}: {} {} does not hold inputs of {} {}", quoted(path.string(), 200),
                              info(all->type()).name, to_string(given), info(*value.type).name, to_string(one)),
                  folder_form);
  const std::uint64_t count = given[0];
  return Stack{index, *std::move(all), count};
}

struct Inputs {
  std::vector<Stack> stacks;
  std::uint64_t count = 0;

  Trail at(const Graph& graph, std::uint64_t i) const {
    Trail inputs(graph.values.size());
    for (const Stack& stack : stacks) {
      const Value& value = graph.values[stack.value];
      Tensor& one = inputs[stack.value].emplace(*value.type, *value.shape);
      if (one.bytes() != 0) std::memcpy(one.data(), stack.all.data() + i * one.bytes(), one.bytes());
    }
    return inputs;
  }
};

Result<Inputs> read_inputs(const std::string& folder, const Graph& graph, const Limits& limits, Identity& identity) {
  Inputs inputs;
  const std::vector<std::uint32_t> free = free_inputs(graph);
  for (std::size_t k = 0; k < free.size(); ++k) {
    if (info(*graph.values[free[k]].type).bits == 4)
      return misuse("inputs of 4 bits cannot be taken from a file of many", "give each by --input");
    Result<Stack> stack = read_stack(folder, k, free[k], graph.values[free[k]], limits, identity);
    if (!stack) return stack.finding();
    if (k != 0 && stack->count != inputs.count)
      return misuse(fmt::format("--inputs {}: the files hold different numbers of inputs, {} and {}",
                                quoted(folder, 200), inputs.count, stack->count),
                    folder_form);
    inputs.count = stack->count;
    inputs.stacks.push_back(*std::move(stack));
  }
  if (inputs.count == 0) return misuse(fmt::format("--inputs {}: no input", quoted(folder, 200)), folder_form);
  return inputs;
}

Result<DecisionSettings> settings_of(const AccuracyOptions& options, const Graph& graph) {
  DecisionSettings settings{.threshold = options.threshold, .any_order = options.any_order, .kernels = fast_kernel};
  if (options.decided.empty() && graph.outputs.size() != 1)
    return misuse("the model has several outputs", "name the one that decides: --decides NAME");
  const auto wanted = [&](std::uint32_t output) {
    return options.decided.empty() || graph.values[output].name == options.decided;
  };
  const auto found = std::ranges::find_if(graph.outputs, wanted);
  if (found == graph.outputs.end())
    return misuse("no output " + quoted(options.decided, 60), "give the name of an output of the model");
  settings.output = *found;
  if (!is_floating(*graph.values[*found].type))
    return misuse("output " + quoted(graph.values[*found].name, 60) + " is not floating-point: nothing is rounded",
                  "name an output with scores: --decides NAME");
  return settings;
}

Result<Code> decide_and_print(const AccuracyOptions& options, Subject& subject) {
  const Limits limits;
  const Result<OpenModel> open = open_model(options, "analysed", limits, subject);
  if (!open) return open.finding();
  const CheckedModel& model = *open->verdict.model;
  const Result<DecisionSettings> settings = settings_of(options, *model.graph);
  if (!settings) return settings.finding();
  const Result<Inputs> inputs = read_inputs(options.sets, *model.graph, limits, subject.identity);
  if (!inputs) return inputs.finding();
  DecisionsReport report{model, *settings,
                         std::vector<std::vector<RowDecision>>(static_cast<std::size_t>(inputs->count)),
                         subject.identity};
  Progress progress(inputs->count, "inputs", options.quiet);
  for (std::uint64_t i = 0; i < inputs->count; ++i) {
    Result<std::vector<RowDecision>> rows = decide(model, inputs->at(*model.graph, i), *settings, limits);
    if (!rows) {
      const Status& status = rows.finding().status;
      return status.node != no_node ? condition_at(model, status) : rows.finding();
    }
    report.inputs[static_cast<std::size_t>(i)] = *std::move(rows);
    progress.advance(1);
  }
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
