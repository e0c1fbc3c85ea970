// SPDX-License-Identifier: Apache-2.0
// Floor 10. Another implementation's results, held against the reference, as the package shows it (etalon/results.py).
#include <pybind11/stl.h>

#include <algorithm>

#include "base/quote.hpp"
#include "conform/cause/causes.hpp"
#include "conform/compare/reals.hpp"
#include "python/model.hpp"
#include "report/compare/report.hpp"
#include "report/run/running.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl::python {
namespace {

// One input of the model, what the candidate computed from it, and what the deployed model gave.
using Arrays = std::tuple<py::dict, py::dict, py::dict>;

std::uint32_t free_input(const Graph& graph, const std::string& name) {
  for (const std::uint32_t input : free_inputs(graph))
    if (graph.values[input].name == name) return input;
  raise(error(Code::usage, "RUN-ALL-INPUTS", quoted(name, 60) + ": no input of that name", "leave it out"));
}

class Compared {
 public:
  Compared(std::shared_ptr<const Checked> checked, const std::vector<Arrays>& runs,
           const std::optional<std::string>& tolerance, bool real_values)
      : checked_(std::move(checked)), identity_(checked_->identity(Checked::Policy::stated)) {
    const std::shared_ptr<const CheckedModel> model = checked_->verdict.model;
    const Graph& graph = *checked_->model("compared").graph;
    if (tolerance) tolerance_ = taken(Tolerance::of(*tolerance));
    std::vector<CandidateRun> all;
    std::vector<Trail> final_outputs;
    for (const auto& [inputs, candidate, deployed] : runs) {
      all.push_back({inputs_in(graph, inputs), values_in(*model, candidate, "candidate")});
      final_outputs.push_back(values_in(*model, deployed, "deployed"));
      note("input", graph, all.back().inputs);
      note("candidate", graph, all.back().values);
      note("deployed", graph, final_outputs.back());
      names_.push_back("input " + std::to_string(names_.size()));
    }
    auto comparisons = unlocked([&] { return compare_all(model, std::move(all)); });
    if (!comparisons) {
      const Status& status = comparisons.finding().status;
      raise(status.node != no_node ? condition_at(*model, status) : comparisons.finding(), &graph);
    }
    comparisons_ = *std::move(comparisons);
    for (std::size_t k = 0; k < comparisons_.size(); ++k)
      if (auto problem = unlocked([&] { return add_deployed(comparisons_[k], final_outputs[k]); })) raise(*problem);
    if (real_values && !is_certified(*model, {}))
      raise(limit_finding("the model is too large: real values of its outputs cannot be computed"));
    for (Comparison& one : comparisons_)
      if (has_reals(*model, real_values))
        if (auto problem = unlocked([&] { return add_reals(one, checked_->source->limits); })) raise(*problem);
  }

  std::string written(const std::string& form) const {
    const CompareReport report = about();
    return unlocked([&] {
      return form == "json"    ? compare_json(report)
             : form == "html"  ? compare_html(report)
             : form == "junit" ? compare_junit(report)
                               : compare_text(report);
    });
  }
  // The verdict, its reason, and the elements that were and were not judged.
  std::tuple<std::optional<bool>, std::string, std::string, std::uint64_t, std::uint64_t> claim() const {
    const Claim claim = about().claim();
    return {claim.conforms(), claim.name(), claim.reason, claim.counts.judged, claim.counts.not_judged};
  }
  std::vector<std::string> replicates() const {
    std::vector<std::string> names;
    for (const Accumulation policy : about().replicates())
      names.emplace_back(accumulation_names[static_cast<std::size_t>(policy)]);
    return names;
  }
  std::optional<std::string> cause() const {
    for (const Comparison& one : comparisons_)
      if (const Explanation* why = one.first_explanation()) return cause_text(*why);
    return std::nullopt;
  }
  // Whether the deployed model gives the same final outputs; nothing where they are not given.
  std::optional<bool> deployed_agrees() const {
    const auto count = deployed_count(about());
    if (!count) return std::nullopt;
    return count->differing == 0;
  }
  bool within_tolerance() const { return about().within_tolerance(); }

 private:
  CompareReport about() const { return report_on(checked_->source->name, comparisons_, names_, identity_, tolerance_); }
  void note(const char* role, const Graph& graph, const Trail& values) {
    for (std::size_t v = 0; v < values.size(); ++v)
      if (values[v]) add_array(identity_, role, graph.values[v].name, values[v]->view());
  }
  static Trail values_in(const CheckedModel& model, const py::dict& arrays, const char* role) {
    Trail values(model.graph->values.size());
    for (const auto& [name, array] : arrays) {
      const auto [value, argument] = computed(model, name.cast<std::string>());
      values[value] = *copy_of(input_of(array, model.graph->values[value].name, argument, role).view);
    }
    return values;
  }
  static std::pair<std::uint32_t, Argument> computed(const CheckedModel& model, const std::string& name) {
    const auto found = std::ranges::find(model.graph->values, name, &Value::name);
    const auto value = static_cast<std::uint32_t>(found - model.graph->values.begin());
    if (found != model.graph->values.end())
      if (const auto argument = argument_of(model, value)) return {value, *argument};
    raise(
        misuse(quoted(name, 60) + " is not computed by the model", "name an output, or a value that a node computes"));
  }

  std::shared_ptr<const Checked> checked_;
  Identity identity_;
  std::vector<Comparison> comparisons_;
  std::vector<std::string> names_;
  std::optional<Tolerance> tolerance_;
};

}  // namespace

Trail inputs_in(const Graph& graph, const py::dict& arrays) {
  Trail given(graph.values.size());
  for (const auto& [name, array] : arrays) {
    const auto input = free_input(graph, name.cast<std::string>());
    const Value& value = graph.values[input];
    given[input] = *copy_of(input_of(array, value.name, {*value.type, *value.shape}).view);
  }
  for (const std::uint32_t input : free_inputs(graph))
    if (!given[input])
      raise(error(Code::usage, "RUN-ALL-INPUTS", "input " + quoted(graph.values[input].name, 60) + " is not given",
                  "give an array for each input"));
  return given;
}

void define_compare(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Compared>(module, "Compared")
      .def("written", &Compared::written)
      .def("claim", &Compared::claim)
      .def("replicates", &Compared::replicates)
      .def("cause", &Compared::cause)
      .def("deployed_agrees", &Compared::deployed_agrees)
      .def("within_tolerance", &Compared::within_tolerance);
  checked.def("compare", [](const std::shared_ptr<Checked>& it, const std::vector<Arrays>& runs,
                            const std::optional<std::string>& tolerance,
                            bool real_values) { return std::make_unique<Compared>(it, runs, tolerance, real_values); });
}

}  // namespace etalon::impl::python
