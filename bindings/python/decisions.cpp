// SPDX-License-Identifier: Apache-2.0
// Floor 10. Whether rounding changes what a model decides, as the package shows it (etalon/results.py).
#include <pybind11/stl.h>

#include "base/quote.hpp"
#include "python/call.hpp"
#include "python/model.hpp"
#include "report/decisions/report.hpp"
#include "report/run/running.hpp"
#include "simd/fast.hpp"

namespace etalon::impl::python {
namespace {

class Decided {
 public:
  Decided(std::shared_ptr<const Checked> checked, const py::dict& arrays, const std::string& output,
          const std::optional<std::string>& threshold, bool any_order, unsigned threads)
      : checked_(std::move(checked)),
        model_(checked_->model("analysed")),
        identity_(checked_->identity(Checked::Policy::stated)),
        settings_(taken(decided_by(*model_.graph, output,
                                   {.threshold = threshold_given(threshold, checked_->source->limits),
                                    .any_order = any_order,
                                    .kernels = fast_kernel}))) {
    const InputBatch inputs = inputs_of(arrays);
    Team* team = threads == 1 ? nullptr : &team_of(threads);
    auto rows = unlocked([&] { return decide_all(model_, inputs, settings_, checked_->source->limits, team); });
    if (!rows) {
      const Status& status = rows.finding().status;
      raise(status.node != no_node ? condition_at(model_, status) : rows.finding(), model_.graph.get());
    }
    rows_ = *std::move(rows);
  }

  std::string written(const std::string& form) const {
    const DecisionsReport report = about();
    return unlocked([&] {
      return form == "json" ? decisions_json(report) : form == "html" ? decisions_html(report) : decisions_text(report);
    });
  }
  std::string headline() const {
    std::string line = decisions_summary(about());
    line.pop_back();
    return line;
  }
  // As DecisionsReport has them.
  py::tuple totals() const {
    const DecisionTotals totals = totals_of(about());
    return py::make_tuple(totals.rows, totals.same, totals.otherwise, totals.untold, totals.in_any_order,
                          totals.least_ratio, totals.least_input);
  }
  // Of all decisions, or of those that are not the same and those that could not be told.
  py::list decisions(bool all) const {
    py::list list;
    for (std::size_t input = 0; input < rows_.size(); ++input)
      for (std::size_t k = 0; k < rows_[input].size(); ++k) {
        const RowDecision& row = rows_[input][k];
        if (!all && row.is_same()) continue;
        py::dict taken;
        for (std::size_t p = 0; p < policy_count; ++p)
          if (row.ran[p]) taken[accumulation_names[p]] = row.taken[p];
        list.append(py::make_tuple(input, k, row.real, taken, row.margin, row.error, row.holds_in_any_order));
      }
    return list;
  }

 private:
  static std::optional<Threshold> threshold_given(const std::optional<std::string>& text, const Limits& limits) {
    if (!text) return std::nullopt;
    return taken(threshold_of(*text, limits));
  }

  DecisionsReport about() const { return {model_, settings_, rows_, identity_}; }

  InputBatch inputs_of(const py::dict& arrays) {
    const Graph& graph = *model_.graph;
    const char* form = "give an array for each input, whose first axis counts the inputs";
    InputBatch inputs;
    std::size_t used = 0;
    for (const std::uint32_t input : free_inputs(graph)) {
      const std::string& name = graph.values[input].name;
      const Operand given = arrays.contains(name) ? operand_of(arrays[py::str(name)]) : Operand{};
      if (given.is_omitted() || given.view.type == DType::real)
        raise(error(Code::usage, "RUN-ALL-INPUTS", "input " + quoted(name, 60) + " is not given", form));
      const auto all = copy_of(given.view);
      add_array(identity_, "input", name, all->view());
      if (auto problem = inputs.add(graph, input, *all, "input " + quoted(name, 60), form)) raise(*problem);
      ++used;
    }
    if (used != arrays.size())
      raise(error(Code::usage, "RUN-ALL-INPUTS", "an array is given for what is no input", "leave it out"));
    return inputs;
  }

  std::shared_ptr<const Checked> checked_;
  const CheckedModel& model_;
  Identity identity_;
  DecisionSettings settings_;
  std::vector<std::vector<RowDecision>> rows_;
};

}  // namespace

void define_decisions(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Decided>(module, "Decided")
      .def("written", &Decided::written)
      .def("headline", &Decided::headline)
      .def("totals", &Decided::totals)
      .def("decisions", &Decided::decisions);
  checked.def("decisions", [](const std::shared_ptr<Checked>& it, const py::dict& arrays, const std::string& output,
                              const std::optional<std::string>& threshold, bool any_order, unsigned threads) {
    return std::make_unique<Decided>(it, arrays, output, threshold, any_order, threads);
  });
}

}  // namespace etalon::impl::python
