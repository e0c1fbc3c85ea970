// SPDX-License-Identifier: Apache-2.0
// Floor 10. `etalon accuracy`: how far a model's results can be from the real ones, and how far they are.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "accuracy/analysis.hpp"
#include "base/quote.hpp"
#include "cli/console.hpp"
#include "cli/model.hpp"
#include "cli/outcome.hpp"
#include "io/file.hpp"
#include "report/accuracy_report.hpp"
#include "report/escape.hpp"
#include "tensor/pattern.hpp"
#include "tensor/sizes.hpp"
#include "text/literal.hpp"
#include "text/scaled.hpp"

namespace etalon::impl::cli {
namespace {

// The inputs that are not constants; an input with a value of its own keeps it.
std::vector<std::uint32_t> free_inputs(const Graph& graph) {
  std::vector<bool> constant(graph.values.size());
  for (const Initializer& initializer : graph.initializers) constant[initializer.value] = true;
  std::vector<std::uint32_t> inputs;
  std::ranges::copy_if(graph.inputs, std::back_inserter(inputs), [&](std::uint32_t value) { return !constant[value]; });
  return inputs;
}

constexpr const char* range_hint = "give --range NAME=LO:HI; an end is a number, or @FILE for one per element";

// NAME=REST, by the input that the text begins with.
struct Assignment {
  std::uint32_t value;
  std::string rest;
};
Result<Assignment> assignment(const Graph& graph, std::span<const std::uint32_t> inputs, const std::string& option,
                              const std::string& text, const Identity& identity) {
  for (const std::uint32_t value : inputs)
    if (const std::string& name = graph.values[value].name; assigns(text, name))
      return Assignment{value, text.substr(name.size() + 1)};
    else if (text == name)
      return option == "--input"
                 ? no_file_given(text)
                 : misuse(fmt::format("{} {} has no value", option, quoted(text, 60)),
                          fmt::format("give {} {}={}", option, printable(text), option == "--range" ? "LO:HI" : "E"));
  return no_such_input(option.c_str(), text, identity, "`etalon check` lists the inputs");
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

// One end of a range for every element: a literal rounded into the type, or the elements of a file.
Result<Tensor> end_of_range(const std::string& text, const Value& value, const std::string& option,
                            const Limits& limits, Identity& identity, const char* role) {
  if (text.starts_with('@'))
    return read_input(text.substr(1), value.name, {*value.type, *value.shape}, limits, identity, role);
  const auto literal = take_apart(text);
  if (!literal || literal->form == Scaled::Form::nan || literal->form == Scaled::Form::infinity)
    return misuse(fmt::format("{}: {} is not a finite number", option, quoted(text, 60)), range_hint);
  const auto pattern = pattern_of(*literal, *value.type, false);
  if (!pattern)
    return misuse(fmt::format("{}: {} {}", option, quoted(text, 60), pattern.finding().message),
                  pattern.finding().hint);
  const auto fits = checked_shape({value.shape->dims.data(), value.shape->rank}, *value.type, limits);
  if (!fits) return fits.finding();
  Tensor tensor(*value.type, *value.shape);
  for (std::uint64_t i = 0; i < value.shape->count; ++i) set_pattern(tensor.view(), i, *pattern);
  return tensor;
}

std::string end_words(const std::string& text) {
  return text.starts_with('@') ? "that of " + quoted(base_name(text.substr(1)), 60) : text;
}

Result<InputKnowledge> read_range(const std::string& text, const Value& value, const std::string& option,
                                  const Limits& limits, Identity& identity, std::vector<std::string>& suppositions) {
  const auto ends = split_range(text);
  if (!ends) return misuse(option + ": no colon", range_hint);
  const auto low = end_of_range(ends->low, value, option, limits, identity, "lower end of input");
  const auto high = end_of_range(ends->high, value, option, limits, identity, "upper end of input");
  if (!low) return low.finding();
  if (!high) return high.finding();
  const bool files = ends->low.starts_with('@') || ends->high.starts_with('@');
  for (std::uint64_t i = 0; i < (files ? value.shape->count : std::min<std::uint64_t>(value.shape->count, 1)); ++i) {
    const std::string place = files ? " at " + index_string(*value.shape, i) : "";
    if (!std::isfinite(ends_of(low->view(), i).low) || !std::isfinite(ends_of(high->view(), i).low))
      return misuse(fmt::format("{}: an end is not a finite {}{}", option, info(*value.type).name, place),
                    "every end must be a finite number of the input's type");
    if (mpq_cmp(number_of(low->view(), i).get(), number_of(high->view(), i).get()) > 0)
      return misuse(fmt::format("{}: the lower end is above the upper one{}", option, place),
                    "give --range NAME=LO:HI with LO <= HI");
  }
  suppositions.push_back(fmt::format("every element of input {} lies between {} and {}, rounded to {}",
                                     quoted(value.name, 60), end_words(ends->low), end_words(ends->high),
                                     info(*value.type).name));
  return InputKnowledge{*low, *high};
}

// How far the real value of each element may be from the given one, which a relative tolerance and an ulp are taken of
// ("ACC-ALL-TOLERANCE").
std::vector<double> tolerance_of(const InputKnowledge& input, const ErrorLimit& limit) {
  const TensorView low = input.low->view(), high = input.high->view();
  const double size = between(limit.limit).high;
  std::vector<double> tolerances(static_cast<std::size_t>(low.shape.count), size);
  if (limit.measure == Measure::absolute) return tolerances;
  for (std::uint64_t i = 0; i < low.shape.count; ++i) {
    const double given = std::max(std::abs(ends_of(low, i).low), std::abs(ends_of(high, i).high));
    tolerances[i] = product_up(size, limit.measure == Measure::relative ? given : ulp_at(low.type, given));
  }
  return tolerances;
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
    const auto given = assignment(graph, inputs, "--input", text, identity);
    if (!given) return given.finding();
    const Value& value = graph.values[given->value];
    if (known.inputs[given->value].low) return twice(*given);
    const Result<Tensor> tensor = read_input(given->rest, value.name, {*value.type, *value.shape}, limits, identity);
    if (!tensor) return tensor.finding();
    known.inputs[given->value] = {*tensor, *tensor};
    known.suppositions.push_back(fmt::format("input {} is what its file holds", quoted(value.name, 60)));
  }
  for (const std::string& text : options.ranges) {
    const auto given = assignment(graph, inputs, "--range", text, identity);
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
    const auto given = assignment(graph, inputs, "--tolerance", text, identity);
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
    known.suppositions.push_back(
        fmt::format("the real value of input {} is at most {} from the one given, with which errors are measured",
                    quoted(graph.values[given->value].name, 60), given->rest));
  }
  for (const std::uint32_t value : inputs)
    if (!known.inputs[value].low)
      return misuse(fmt::format("input {} is not given", quoted(graph.values[value].name, 60)),
                    "--input NAME=FILE or --range NAME=LO:HI for each input");
  return known;
}

// The exit code says whether all requirements are met.
Result<Code> analyse_and_print(const AccuracyOptions& options, Subject& subject) {
  const Limits limits;
  const Result<OpenModel> open = open_model(options, "analysed", limits, subject);
  if (!open) return open.finding();
  const std::shared_ptr<const CheckedModel>& model = open->verdict.model;
  if (auto problem = too_large(*model)) return *std::move(problem);
  Result<Knowledge> known = read_knowledge(*model, options, limits, subject.identity);
  if (!known) return known.finding();
  std::vector<AccuracyRequirement> requirements;
  for (const std::string& text : options.requirements) {
    Result<AccuracyRequirement> requirement = parse_requirement(text, *model->graph, limits);
    if (!requirement) return requirement.finding();
    requirements.push_back(std::move(*requirement));
  }
  const Result<Analysis> analysis = [&] {
    const std::uint64_t operations = operations_of(*model);
    const Effort effort;
    std::uint64_t left = operations;  // of the bounds; then those of what is measured, if that is not too much
    if (options.ranges.empty() && operations <= effort.measured) left += operations;
    if (options.ranges.empty() && operations <= effort.shadowed) left += operations;
    Progress progress(left, "operations", options.quiet);
    return analyse(model, std::move(known->inputs), limits, [&](std::uint64_t done) {
      done = std::min(done, left);  // a shadow that is made again, more precisely, takes longer than thought
      left -= done;
      progress.advance(done);
    });
  }();
  if (!analysis) {
    Finding finding = analysis.finding();
    if (finding.status.node != no_node) {
      const Call& call = model->calls[finding.status.node];
      finding = condition_of(call, finding.status);
      finding.message.insert(0, node_name(*model->graph, finding.status.node) + ": ");
    }
    return finding;
  }
  AccuracyReport result{base_name(options.model), &*analysis, known->suppositions, subject.identity};
  result.ranges = !options.ranges.empty();
  for (const AccuracyRequirement& requirement : requirements)
    std::ranges::copy(judge(*analysis, requirement), std::back_inserter(result.verdicts));
  const std::string text = options.format == "json"   ? accuracy_json(result)
                           : options.format == "html" ? accuracy_html(result)
                                                      : accuracy_text(result);
  if (options.output.empty()) {
    fmt::print("{}", text);
  } else {
    if (auto problem = write_file(options.output, text)) return *std::move(problem);
    for (const RequirementVerdict& verdict : result.verdicts) fmt::print("requirement {}\n", verdict.sentence);
  }
  return std::ranges::all_of(result.verdicts, &RequirementVerdict::met) ? Code::ok : Code::not_conformant;
}

}  // namespace

int accuracy(const AccuracyOptions& options) {
  Subject subject;
  const Result<Code> code = analyse_and_print(options, subject);
  return code ? static_cast<int>(*code) : fail(code.finding(), subject, options.format, options.output);
}

}  // namespace etalon::impl::cli
