// SPDX-License-Identifier: Apache-2.0
// Floor 10. Another implementation's results, held against the reference, as the package shows it (etalon/results.py).
#include <pybind11/stl.h>

#include <algorithm>

#include "base/quote.hpp"
#include "python/model.hpp"
#include "report/compare_report.hpp"
#include "report/running.hpp"

namespace etalon::impl::python {
namespace {

class Compared {
 public:
  Compared(std::shared_ptr<const Checked> checked, const py::dict& inputs, const py::dict& candidate,
           const py::dict& deployed, const std::optional<std::string>& tolerance)
      : checked_(std::move(checked)) {
    const std::shared_ptr<const CheckedModel> model = checked_->verdict.model;
    const Graph& graph = *checked_->model("compared").graph;
    Trail given(graph.values.size()), own(graph.values.size());
    if (tolerance) tolerance_ = taken(Tolerance::of(*tolerance));
    for (const auto& [name, array] : inputs) {
      const auto input = free_input(graph, name.cast<std::string>());
      const Value& value = graph.values[input];
      given[input] = *copy_of(input_of(array, value.name, {*value.type, *value.shape}).view);
    }
    for (const std::uint32_t input : free_inputs(graph))
      if (!given[input])
        raise(error(Code::usage, "RUN-ALL-INPUTS", "input " + quoted(graph.values[input].name, 60) + " is not given",
                    "give an array for each input"));
    Trail final_outputs(graph.values.size());
    const auto take = [&](const py::dict& arrays, Trail& into) {
      for (const auto& [name, array] : arrays) {
        const auto [value, argument] = computed(*model, name.cast<std::string>());
        into[value] = *copy_of(input_of(array, graph.values[value].name, argument).view);
      }
    };
    take(candidate, own);
    take(deployed, final_outputs);
    Result<Comparison> comparison = unlocked([&] { return compare(model, std::move(given), own); });
    if (!comparison) {
      const Status& status = comparison.finding().status;
      raise(status.node != no_node ? condition_at(*model, status) : comparison.finding(), &graph);
    }
    comparison_.emplace(*std::move(comparison));
    if (auto problem = unlocked([&] { return add_deployed(*comparison_, final_outputs); })) raise(*problem);
  }

  std::string written(const std::string& form) const {
    const CompareReport report{checked_->source->name, &*comparison_, checked_->identity(true), tolerance_};
    return unlocked([&] {
      return form == "json"    ? compare_json(report)
             : form == "html"  ? compare_html(report)
             : form == "junit" ? compare_junit(report)
                               : compare_text(report);
    });
  }
  // The verdict, its reason, and the elements that were and were not judged.
  std::tuple<std::optional<bool>, std::string, std::string, std::uint64_t, std::uint64_t> claim() const {
    const Claim claim = comparison_->claim();
    return {claim.conforms(), claim.name(), claim.reason, claim.counts.judged, claim.counts.not_judged};
  }
  std::vector<std::string> replicates() const {
    std::vector<std::string> names;
    for (const Accumulation policy : comparison_->replicates)
      names.emplace_back(accumulation_names[static_cast<std::size_t>(policy)]);
    return names;
  }
  std::optional<std::string> cause() const {
    const Explanation* why = comparison_->first_explanation();
    if (why == nullptr) return std::nullopt;
    return cause_text(*why);
  }
  // Whether the deployed model gives the same final outputs; nothing where they are not given.
  std::optional<bool> deployed_agrees() const {
    if (comparison_->deployed.empty()) return std::nullopt;
    return deployed_differing(*comparison_) == 0;
  }
  bool within_tolerance() const { return CompareReport{"", &*comparison_, {}, tolerance_}.within_tolerance(); }

 private:
  static std::uint32_t free_input(const Graph& graph, const std::string& name) {
    for (const std::uint32_t input : free_inputs(graph))
      if (graph.values[input].name == name) return input;
    raise(error(Code::usage, "RUN-ALL-INPUTS", quoted(name, 60) + ": no input of that name", "leave it out"));
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
  std::optional<Comparison> comparison_;
  std::optional<Tolerance> tolerance_;
};

}  // namespace

void define_compare(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Compared>(module, "Compared")
      .def("written", &Compared::written)
      .def("claim", &Compared::claim)
      .def("replicates", &Compared::replicates)
      .def("cause", &Compared::cause)
      .def("deployed_agrees", &Compared::deployed_agrees)
      .def("within_tolerance", &Compared::within_tolerance);
  checked.def("compare", [](const std::shared_ptr<Checked>& it, const py::dict& inputs, const py::dict& candidate,
                            const py::dict& deployed, const std::optional<std::string>& tolerance) {
    return std::make_unique<Compared>(it, inputs, candidate, deployed, tolerance);
  });
}

}  // namespace etalon::impl::python
