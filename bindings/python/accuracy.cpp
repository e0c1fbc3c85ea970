// SPDX-License-Identifier: Apache-2.0
// Floor 10. The errors of a model, as the package shows them (etalon/results.py).
#include <pybind11/stl.h>

#include <algorithm>

#include "base/quote.hpp"
#include "conform/judge/whole.hpp"
#include "python/call.hpp"
#include "python/model.hpp"
#include "report/accuracy/inputs.hpp"
#include "report/accuracy/report.hpp"
#include "report/accuracy/summary.hpp"
#include "report/run/running.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"

namespace etalon::impl::python {
namespace {

struct Settings {
  unsigned groups;
  std::uint64_t search, seed;
  unsigned threads;
  bool any_order;
};

// An analysis with all that its report states.
class Analysed {
 public:
  Analysed(std::shared_ptr<const Checked> checked, const py::dict& inputs, const py::list& ranges,
           const py::dict& tolerances, const std::vector<std::string>& requirements, const Settings& settings)
      : checked_(std::move(checked)),
        graph_(*checked_->model("analysed").graph),
        identity_(checked_->identity(Checked::Policy::stated)),
        known_(graph_.values.size()) {
    const std::shared_ptr<const CheckedModel>& model = checked_->verdict.model;
    const Limits& limits = checked_->source->limits;
    for (const auto& [name, value] : inputs) take_input(name.cast<std::string>(), value);
    for (const py::handle range : ranges) {
      const auto pair = range.cast<py::tuple>();
      take_range(pair[0].cast<std::string>(), pair[1].cast<py::tuple>(), limits);
    }
    for (const auto& [name, text] : tolerances)
      take_tolerance(name.cast<std::string>(), text.cast<std::string>(), limits);
    for (const std::uint32_t input : free_inputs(graph_))
      if (!known_[input].low)
        raise(error(Code::usage, "RUN-ALL-INPUTS", "input " + quoted(graph_.values[input].name, 60) + " is not given",
                    "give an array or a range for each input"));
    std::vector<AccuracyRequirement> required;
    for (const std::string& text : requirements) required.push_back(taken(parse_requirement(text, graph_, limits)));
    if (settings.search != 0 && ranges.empty())
      raise(error(Code::usage, "ACC-ALL-SEARCH", "search is about ranges, and no input has one",
                  "give ranges, or leave search out"));
    const Effort effort{.kernels = fast_kernel,
                        .groups = settings.groups,
                        .admitted = settings.any_order ? admitted_near : nullptr,
                        .searched = settings.search,
                        .seed = settings.seed,
                        .team = settings.threads == 1 ? nullptr : &team_of(settings.threads)};
    Result<Analysis> analysis = unlocked([&] { return analyse(model, std::move(known_), limits, {}, effort); });
    if (!analysis) {
      const Status& status = analysis.finding().status;
      raise(status.node != no_node ? condition_at(*model, status) : analysis.finding(), &graph_);
    }
    analysis_.emplace(*std::move(analysis));
    for (const AccuracyRequirement& requirement : required)
      std::ranges::copy(judge(*analysis_, requirement), std::back_inserter(verdicts_));
    ranges_ = !ranges.empty();
  }

  std::string written(const std::string& form) const {
    AccuracyReport report{checked_->source->name, &*analysis_, suppositions_, identity_, verdicts_, ranges_};
    return unlocked([&] {
      return form == "json" ? accuracy_json(report) : form == "html" ? accuracy_html(report) : accuracy_text(report);
    });
  }

  std::string headline() const { return headline_of(*analysis_).main; }
  bool informative() const { return headline_of(*analysis_).informative; }

  // As Reached lists it; none where no error was found.
  py::object reached() const {
    if (!analysis_->reached || analysis_->reached->inputs.empty()) return py::none();
    const Reached& found = *analysis_->reached;
    py::dict inputs;
    for (const std::uint32_t input : free_inputs(graph_))
      inputs[py::str(graph_.values[input].name)] = stored_array(std::as_const(*found.inputs[input]).view());
    const Shape& shape = analysis_->values[found.output].low->shape();
    return py::make_tuple(found.below, found.above, graph_.values[found.output].name,
                          index_string(shape, found.element), inputs, found.tried);
  }

  py::dict verdicts() const {
    py::dict all;
    for (const RequirementVerdict& verdict : verdicts_) all[py::str(verdict.sentence)] = verdict.met;
    return all;
  }

  std::vector<std::string> outputs() const {
    std::vector<std::string> names;
    for (const std::uint32_t output : graph_.outputs) names.push_back(graph_.values[output].name);
    return names;
  }

  // As OutputErrors lists them.
  py::tuple errors_of(const std::string& name) const {
    const auto found = std::ranges::find(graph_.values, name, &Value::name);
    const auto index = static_cast<std::size_t>(found - graph_.values.begin());
    if (found == graph_.values.end() || !analysis_->values[index].low)
      raise(
          misuse("no value " + quoted(name, 60) + " was computed", "name an output, or a value that a node computes"));
    const ValueErrors& value = analysis_->values[index];
    const Shape& shape = value.low->shape();
    py::object error = py::none(), ulp = py::none(), real = py::none();
    if (analysis_->has_errors()) {
      std::vector<double> absolute, in_ulp;
      for (const Error& one : analysis_->errors[index]) absolute.push_back(one.absolute), in_ulp.push_back(one.ulp);
      absolute.resize(
          static_cast<std::size_t>(shape.count));  // of inputs and constants nothing is measured: they are exact
      in_ulp.resize(absolute.size());
      error = double_array(shape, absolute);
      ulp = double_array(shape, in_ulp);
      Reals reals;
      for (std::uint64_t i = 0; i < shape.count; ++i)
        reals.push_back(analysis_->real(static_cast<std::uint32_t>(index), i));
      real = real_array(shape, reals.data());
    }
    return py::make_tuple(stored_array(value.low->view()), stored_array(value.high->view()),
                          double_array(shape, value.bound), error, ulp, real);
  }

 private:
  std::uint32_t input_named(const std::string& name) const {
    for (const std::uint32_t input : free_inputs(graph_))
      if (graph_.values[input].name == name) return input;
    raise(error(Code::usage, "RUN-ALL-INPUTS", quoted(name, 60) + ": no input of that name", "leave it out"));
  }

  void take(std::uint32_t input, InputKnowledge knowledge) {
    if (known_[input].low)
      raise(misuse("input " + quoted(graph_.values[input].name, 60) + " is given twice", "give an array or a range"));
    known_[input] = std::move(knowledge);
  }

  void take_input(const std::string& name, py::handle given) {
    const std::uint32_t input = input_named(name);
    const Value& value = graph_.values[input];
    const auto tensor = copy_of(input_of(given, name, {*value.type, *value.shape}).view);
    take(input, {*tensor, *tensor});
    add_array(identity_, "input", name, tensor->view());
    suppositions_.push_back("input " + quoted(name, 60) + " is what was given");
  }

  // Each end is an array or a literal, and the words for it. Instead of the second one: "+-E", how far from the first.
  void take_range(const std::string& name, const py::tuple& ends, const Limits& limits) {
    const std::uint32_t input = input_named(name);
    const Value& value = graph_.values[input];
    const RangeWords words{"range of " + quoted(name, 60),
                           "give (lowest, highest); an end is a number, or an array; or (array, \"+-E\")",
                           "give (lowest, highest)", ends[1].cast<std::string>(), ends[3].cast<std::string>()};
    const auto is_text = [&](std::size_t k) { return py::isinstance<py::str>(ends[k]); };
    const auto end = [&](std::size_t k) {
      if (is_text(k)) return taken(range_end(ends[k].cast<std::string>(), value, words, limits));
      return *copy_of(input_of(ends[k], name, {*value.type, *value.shape}).view);
    };
    const auto around = is_text(2) ? split_around(ends[2].cast<std::string>(), limits) : std::nullopt;
    const bool is_around = around && around->middle.empty();
    InputKnowledge range = taken(is_around ? range_around(end(0), around->radius, words)
                                           : range_between(end(0), end(2), is_text(0) && is_text(2), words));
    InputKnowledge& known = known_[input];
    const bool is_second = known.low && std::ranges::find(ranged_, input) != ranged_.end();
    if (is_second)
      known = taken(range_within(known, range, words));
    else
      take(input, std::move(range));
    ranged_.push_back(input);
    suppositions_.push_back(is_around ? supposed_around(name, words.low, words.high.substr(2))
                                      : supposed_range(value, words));
  }

  void take_tolerance(const std::string& name, const std::string& text, const Limits& limits) {
    const std::uint32_t input = input_named(name);
    const ErrorLimit limit = taken(parse_error_limit(text, limits));
    if (known_[input].low) known_[input].tolerance = tolerance_of(known_[input], limit);
    suppositions_.push_back(supposed_tolerance(name, text));
  }

  std::shared_ptr<const Checked> checked_;
  const Graph& graph_;
  Identity identity_;
  std::vector<InputKnowledge> known_;
  std::vector<std::uint32_t> ranged_;  // inputs that have a range
  std::optional<Analysis> analysis_;
  std::vector<std::string> suppositions_;
  std::vector<RequirementVerdict> verdicts_;
  bool ranges_ = false;
};

}  // namespace

void define_accuracy(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Analysed>(module, "Analysed")
      .def("written", &Analysed::written)
      .def("headline", &Analysed::headline)
      .def("informative", &Analysed::informative)
      .def("verdicts", &Analysed::verdicts)
      .def("outputs", &Analysed::outputs)
      .def("reached", &Analysed::reached)
      .def("errors_of", &Analysed::errors_of);
  checked.def("accuracy", [](const std::shared_ptr<Checked>& it, const py::dict& inputs, const py::list& ranges,
                             const py::dict& tolerances, const std::vector<std::string>& requirements, unsigned groups,
                             std::uint64_t search, std::uint64_t seed, unsigned threads, bool any_order) {
    return std::make_unique<Analysed>(it, inputs, ranges, tolerances, requirements,
                                      Settings{groups, search, seed, threads, any_order});
  });
}

}  // namespace etalon::impl::python
