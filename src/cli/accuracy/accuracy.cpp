// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon accuracy`: how far a model's results can be from the real ones, and how far they are.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "accuracy/analysis.hpp"
#include "base/quote.hpp"
#include "cli/accuracy/analysed.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "io/file.hpp"
#include "report/accuracy/inputs.hpp"
#include "report/accuracy/report.hpp"
#include "report/page/escape.hpp"
#include "report/run/running.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::cli {
namespace {

// NAME=REST, by the input that the text begins with.
struct Assignment {
  std::uint32_t value;
  std::string rest;
};
Result<Assignment> assignment(const Graph& graph, std::span<const std::uint32_t> inputs, const std::string& option,
                              const char* form, const std::string& text, const Identity& identity) {
  std::vector<Port> ports;
  for (const std::uint32_t i : inputs) {
    const Value& value = graph.values[i];
    if (assigns(text, value.name)) return Assignment{i, text.substr(value.name.size() + 1)};
    if (text == value.name)
      return option == "--input" ? no_file_given(text)
                                 : misuse(fmt::format("{} {} has no value", option, quoted(text, 60)),
                                          fmt::format("give {} {}={}", option, printable(text), form));
    ports.push_back({value.name, {*value.type, *value.shape}});
  }
  return no_such_input(option, text, form, identity, ports);
}

// LO:HI, where an end is a literal or @FILE ("ACC-ALL-ENDS"). A file's name may hold colons, a literal cannot.
struct RangeText {
  std::string low, high;
};
std::optional<RangeText> split_range(const std::string& text) {
  const bool file = text.starts_with('@');
  std::size_t colon = file ? text.find(":@") : text.find(':');
  if (file && colon == text.npos) colon = text.rfind(':');
  if (colon == text.npos) return std::nullopt;
  return RangeText{text.substr(0, colon), text.substr(colon + 1)};
}

std::string end_words(const std::string& text) {
  return text.starts_with('@') ? "that of " + quoted(base_name(text.substr(1)), 60) : text;
}

constexpr const char* range_form = "give --range NAME=LO:HI; an end is a number, or @FILE for one per element";
constexpr const char* range_order = "give --range NAME=LO:HI with LO <= HI";

Result<InputKnowledge> read_range(const std::string& text, const Value& value, std::string option, const Limits& limits,
                                  Identity& identity, std::vector<std::string>& suppositions) {
  const auto ends = split_range(text);
  if (!ends) return misuse(option + ": no colon", range_form);
  const RangeWords words{std::move(option), range_form, range_order, end_words(ends->low), end_words(ends->high)};
  const auto end = [&](const std::string& one, const char* role) {
    return one.starts_with('@')
               ? read_input(one.substr(1), value.name, {*value.type, *value.shape}, limits, identity, role)
               : range_end(one, value, words, limits);
  };
  Result<Tensor> low = end(ends->low, "lower end of input"), high = end(ends->high, "upper end of input");
  if (!low) return low.finding();
  if (!high) return high.finding();
  const bool uniform = !ends->low.starts_with('@') && !ends->high.starts_with('@');
  Result<InputKnowledge> range = range_between(*std::move(low), *std::move(high), uniform, words);
  if (range) suppositions.push_back(supposed_range(value, words));
  return range;
}

struct Knowledge {
  std::vector<InputKnowledge> inputs;
  std::vector<std::string> suppositions;
};

Result<Knowledge> read_knowledge(const CheckedModel& model, const AccuracyOptions& options, const Limits& limits,
                                 Identity& identity) {
  const Graph& graph = *model.graph;
  const std::vector<std::uint32_t> inputs = free_inputs(graph);
  Knowledge known;
  known.inputs.resize(graph.values.size());
  const auto twice = [&](const Assignment& a) {
    return misuse(fmt::format("input {} is given twice", quoted(graph.values[a.value].name, 60)),
                  "give it once, as a file or as a range");
  };
  for (const std::string& text : options.inputs) {
    const auto given = assignment(graph, inputs, "--input", "FILE", text, identity);
    if (!given) return given.finding();
    const Value& value = graph.values[given->value];
    if (known.inputs[given->value].low) return twice(*given);
    const Result<Tensor> tensor = read_input(given->rest, value.name, {*value.type, *value.shape}, limits, identity);
    if (!tensor) return tensor.finding();
    known.inputs[given->value] = {*tensor, *tensor};
    known.suppositions.push_back(fmt::format("input {} is what its file holds", quoted(value.name, 60)));
  }
  for (const std::string& text : options.ranges) {
    const auto given = assignment(graph, inputs, "--range", "LO:HI", text, identity);
    if (!given) return given.finding();
    const Value& value = graph.values[given->value];
    if (known.inputs[given->value].low) return twice(*given);
    Result<InputKnowledge> range =
        read_range(given->rest, value, "--range " + quoted(text, 200), limits, identity, known.suppositions);
    if (!range) return range.finding();
    known.inputs[given->value] = std::move(*range);
  }
  std::vector<bool> tolerated(graph.values.size());
  for (const std::string& text : options.tolerances) {
    const auto given = assignment(graph, inputs, "--tolerance", "E", text, identity);
    if (!given) return given.finding();
    const std::string option = "--tolerance " + quoted(text, 200);
    const Result<ErrorLimit> limit = parse_error_limit(given->rest, limits);
    if (!limit) return misuse(option + ": " + limit.finding().message, limit.finding().hint);
    if (tolerated[given->value])
      return misuse(
          fmt::format("the tolerance of input {} is given twice", quoted(graph.values[given->value].name, 60)),
          "give it once");
    tolerated[given->value] = true;
    InputKnowledge& input = known.inputs[given->value];
    if (input.low) input.tolerance = tolerance_of(input, *limit);
    known.suppositions.push_back(supposed_tolerance(graph.values[given->value].name, given->rest));
  }
  for (const std::uint32_t value : inputs)
    if (!known.inputs[value].low)
      return misuse(fmt::format("input {} is not given", quoted(graph.values[value].name, 60)),
                    "--input NAME=FILE or --range NAME=LO:HI for each input");
  return known;
}

}  // namespace

Result<AnalysedModel> analyse_model(const std::shared_ptr<const CheckedModel>& model, const AccuracyOptions& options,
                                    const Limits& limits, Identity& identity) {
  Result<Knowledge> known = read_knowledge(*model, options, limits, identity);
  if (!known) return known.finding();
  std::vector<AccuracyRequirement> requirements;
  for (const std::string& text : options.requirements) {
    Result<AccuracyRequirement> requirement = parse_requirement(text, *model->graph, limits);
    if (!requirement) return requirement.finding();
    requirements.push_back(std::move(*requirement));
  }
  if (options.contributions != 0 && !(options.ranges.empty() && options.tolerances.empty()))
    return error(Code::usage, "ACC-ALL-CONTRIBUTIONS",
                 "--contributions is about one run, and an input has a range or a tolerance",
                 "give every input as a file, or leave --contributions out");
  Result<Threads> team = Threads::make(options.threads.value_or(1));
  if (!team) return team.finding();
  Result<Analysis> analysis = [&] {
    const std::uint64_t operations = operations_of(*model);
    const Effort effort{.kernels = fast_kernel, .groups = options.contributions, .team = &*team};
    const bool is_run = options.ranges.empty() && options.tolerances.empty() && is_certified(*model, effort);
    std::uint64_t left = operations;  // of the certified run, or of the bounds
    if (is_run && operations <= effort.shadowed) left += 3 * operations;
    if (is_run) left += operations * options.contributions;
    Progress progress(left, "operations", options.quiet);
    return analyse(
        model, std::move(known->inputs), limits,
        [&](std::uint64_t done) {
          done = std::min(done, left);  // a shadow that is made again, more precisely, takes longer than thought
          left -= done;
          progress.advance(done);
        },
        effort);
  }();
  if (!analysis) {
    const Status& status = analysis.finding().status;
    return status.node != no_node ? condition_at(*model, status) : analysis.finding();
  }
  AnalysedModel analysed{std::make_shared<const Analysis>(std::move(*analysis)), {}};
  analysed.report = {base_name(options.model), analysed.analysis.get(), known->suppositions, identity};
  analysed.report.ranges = !options.ranges.empty();
  for (const AccuracyRequirement& requirement : requirements)
    std::ranges::copy(judge(*analysed.analysis, requirement), std::back_inserter(analysed.report.verdicts));
  return analysed;
}

namespace {

// The exit code says whether all requirements are met.
Result<Code> analyse_and_print(const AccuracyOptions& options, Subject& subject) {
  const Limits limits;
  const Result<OpenModel> open = open_model(options, "analysed", limits, subject);
  if (!open) return open.finding();
  const Result<AnalysedModel> analysed = analyse_model(open->verdict.model, options, limits, subject.identity);
  if (!analysed) return analysed.finding();
  const AccuracyReport& result = analysed->report;
  const auto write = options.format == "json"   ? accuracy_json
                     : options.format == "html" ? accuracy_html
                                                : accuracy_text;
  if (auto problem = deliver({write(result), accuracy_summary(result)}, options, options.output))
    return *std::move(problem);
  return std::ranges::all_of(result.verdicts, &RequirementVerdict::met) ? Code::ok : Code::not_conformant;
}

}  // namespace

int accuracy(const AccuracyOptions& options) {
  Subject subject;
  const Result<Code> code = analyse_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format, options.output);
}

}  // namespace etalon::impl::cli
