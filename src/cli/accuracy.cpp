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

// NAME=REST, by the input that the text begins with.
struct Assignment {
  std::uint32_t value;
  std::string rest;
};
Result<Assignment> assignment(const Graph& graph, std::span<const std::uint32_t> inputs, const std::string& option,
                              const std::string& text) {
  for (const std::uint32_t value : inputs)
    if (const std::string& name = graph.values[value].name; assigns(text, name))
      return Assignment{value, text.substr(name.size() + 1)};
    else if (text == name)
      return option == "--input"
                 ? no_file_given(text)
                 : misuse(fmt::format("{} {} says nothing of the input", option, quoted(text, 60)),
                          fmt::format("give {} {}={}", option, printable(text), option == "--range" ? "LO:HI" : "E"));
  return misuse(fmt::format("{} {}: no input of that name", option, quoted(text, 200)),
                "`etalon check` lists the inputs");
}

// A literal, rounded into the type; never NaN or infinite.
Result<std::uint64_t> end_of_range(const std::string& text, DType type, const std::string& option) {
  const auto literal = take_apart(text);
  if (!literal || literal->form == Scaled::Form::nan || literal->form == Scaled::Form::infinity)
    return misuse(fmt::format("{}: {} is no finite number", option, quoted(text, 60)), "give --range NAME=LO:HI");
  const Result<std::uint64_t> pattern = pattern_of(*literal, type, false);
  if (pattern) return pattern;
  return misuse(fmt::format("{}: {} {}", option, quoted(text, 60), pattern.finding().message), pattern.finding().hint);
}

Tensor filled(DType type, const Shape& shape, std::uint64_t pattern) {
  Tensor tensor(type, shape);
  for (std::uint64_t i = 0; i < shape.count; ++i) set_pattern(tensor.view(), i, pattern);
  return tensor;
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
    const auto given = assignment(graph, inputs, "--input", text);
    if (!given) return given.finding();
    const Value& value = graph.values[given->value];
    if (known.inputs[given->value].low) return twice(*given);
    const Result<Tensor> tensor = read_input(given->rest, value.name, {*value.type, *value.shape}, limits, identity);
    if (!tensor) return tensor.finding();
    known.inputs[given->value] = {*tensor, *tensor, 0};
    known.suppositions.push_back(fmt::format("input {} is what its file holds", quoted(value.name, 60)));
  }
  for (const std::string& text : options.ranges) {
    const auto given = assignment(graph, inputs, "--range", text);
    if (!given) return given.finding();
    const Value& value = graph.values[given->value];
    if (known.inputs[given->value].low) return twice(*given);
    const auto colon = given->rest.find(':');
    const std::string option = "--range " + quoted(text, 200);
    if (colon == std::string::npos) return misuse(option + ": no colon", "give --range NAME=LO:HI");
    const auto low = end_of_range(given->rest.substr(0, colon), *value.type, option);
    const auto high = end_of_range(given->rest.substr(colon + 1), *value.type, option);
    if (!low) return low.finding();
    if (!high) return high.finding();
    const auto fits = checked_shape({value.shape->dims.data(), value.shape->rank}, *value.type, limits);
    if (!fits) return fits.finding();
    known.inputs[given->value] = {filled(*value.type, *value.shape, *low), filled(*value.type, *value.shape, *high), 0};
    const Tensor one_low = filled(*value.type, {}, *low), one_high = filled(*value.type, {}, *high);
    if (!std::isfinite(ends_of(one_low.view(), 0).low) || !std::isfinite(ends_of(one_high.view(), 0).low))
      return misuse(fmt::format("{}: an end is beyond the largest {}", option, info(*value.type).name),
                    "give a smaller range");
    if (mpq_cmp(number_of(one_low.view(), 0).get(), number_of(one_high.view(), 0).get()) > 0)
      return misuse(option + ": the lower end is above the upper one", "give --range NAME=LO:HI with LO <= HI");
    known.suppositions.push_back(fmt::format("every element of input {} lies in [{}, {}], ends rounded to {}",
                                             quoted(value.name, 60), value_at(one_low.view(), 0),
                                             value_at(one_high.view(), 0), info(*value.type).name));
  }
  std::vector<bool> tolerated(graph.values.size());
  for (const std::string& text : options.tolerances) {
    const auto given = assignment(graph, inputs, "--tolerance", text);
    if (!given) return given.finding();
    const std::string option = "--tolerance " + quoted(text, 200);
    const auto literal = take_apart(given->rest);
    const auto real = literal ? real_of(*literal, limits) : Result<Number>(misuse(option + ": no number", ""));
    if (!real || real->sign() < 0)
      return misuse(option + ": not a number that is at least 0", "give --tolerance NAME=E");
    if (tolerated[given->value])
      return misuse(
          fmt::format("the tolerance of input {} is given twice", quoted(graph.values[given->value].name, 60)),
          "give it once");
    tolerated[given->value] = true;
    known.inputs[given->value].tolerance = between(*real).high;
    known.suppositions.push_back(
        fmt::format("the real value of input {} is at most {} from the one given, with which errors are measured",
                    quoted(graph.values[given->value].name, 60), to_string(*real)));
  }
  for (const std::uint32_t value : inputs)
    if (!known.inputs[value].low)
      return misuse(fmt::format("input {} is not given", quoted(graph.values[value].name, 60)),
                    "--input NAME=FILE or --range NAME=LO:HI for each input");
  return known;
}

std::optional<Finding> analyse_and_print(const AccuracyOptions& options, Subject& subject) {
  const Limits limits;
  const Result<OpenModel> open = open_model(options, "analysed", limits, subject);
  if (!open) return open.finding();
  const std::shared_ptr<const CheckedModel>& model = open->verdict.model;
  if (auto problem = too_large(*model)) return problem;
  Result<Knowledge> known = read_knowledge(*model, options, limits, subject.identity);
  if (!known) return known.finding();
  const Result<Analysis> analysis = [&] {
    std::uint64_t left = 2 * std::min(operations_of(*model), most_shadowed);
    Progress progress(left, "operations", options.quiet);
    return analyse(model, std::move(known->inputs), limits, [&](std::uint64_t operations) {
      operations =
          std::min(operations, left);  // a shadow that is made again, more precisely, takes longer than thought
      left -= operations;
      progress.advance(operations);
    });
  }();
  if (!analysis) {
    Finding finding = analysis.finding();
    if (finding.status.node != no_node) {
      const Call& call = model->calls[finding.status.node];
      finding = condition_of(*call.op, finding.status, call.outputs[0].shape);
      finding.message.insert(0, node_name(*model->graph, finding.status.node) + ": ");
    }
    return finding;
  }
  const AccuracyReport told{base_name(options.model), &*analysis, known->suppositions, subject.identity};
  const std::string text = options.format == "json"   ? accuracy_json(told)
                           : options.format == "html" ? accuracy_html(told)
                                                      : accuracy_text(told);
  if (!options.output.empty()) return write_file(options.output, text);
  fmt::print("{}", text);
  return std::nullopt;
}

}  // namespace

int accuracy(const AccuracyOptions& options) {
  Subject subject;
  const std::optional<Finding> problem = analyse_and_print(options, subject);
  return problem ? fail(*problem, subject, options.format, options.output) : 0;
}

}  // namespace etalon::impl::cli
