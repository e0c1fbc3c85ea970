// SPDX-License-Identifier: Apache-2.0
// Floor 10. On which accumulators requantisations differ, as the package shows it (etalon/results.py).
#include <pybind11/stl.h>

#include "python/model.hpp"
#include "report/requantise/report.hpp"
#include "report/run/running.hpp"

namespace etalon::impl::python {
namespace {

class Certified {
 public:
  Certified(std::shared_ptr<const Checked> checked, const std::vector<std::string>& rules,
            const std::optional<py::dict>& inputs)
      : checked_(std::move(checked)),
        model_(checked_->model("certified")),
        identity_(checked_->identity(Checked::Policy::stated)),
        rules_(taken(requantisations_named(rules))),
        has_inputs_(inputs) {
    certificate_ = unlocked([&] { return certify(model_, rules_); });
    if (!inputs) return;
    Trail given = inputs_in(*model_.graph, *inputs);
    for (std::size_t v = 0; v < given.size(); ++v)
      if (given[v]) add_array(identity_, "input", model_.graph->values[v].name, view_of(given[v]));
    if (const auto problem = unlocked([&] { return observe(model_, std::move(given), nullptr, certificate_); }))
      raise(problem->status.node != no_node ? condition_at(model_, problem->status) : *problem, model_.graph.get());
  }

  std::string written(const std::string& form) const {
    const RequantiseReport report{model_, rules_, certificate_.nodes, has_inputs_, identity_};
    return unlocked([&] {
      return form == "json"   ? requantise_json(report)
             : form == "html" ? requantise_html(report)
                              : requantise_text(report, channels_shown);
    });
  }

 private:
  static constexpr std::size_t channels_shown = 10;

  std::shared_ptr<const Checked> checked_;
  const CheckedModel& model_;
  Identity identity_;
  std::vector<const Requantisation*> rules_;
  ModelCertificate certificate_;
  bool has_inputs_;
};

}  // namespace

void define_requantise(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Certified>(module, "Certified").def("written", &Certified::written);
  checked.def("requantise",
              [](const std::shared_ptr<Checked>& it, const std::vector<std::string>& rules,
                 const std::optional<py::dict>& inputs) { return std::make_unique<Certified>(it, rules, inputs); });
}

}  // namespace etalon::impl::python
