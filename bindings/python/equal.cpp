// SPDX-License-Identifier: Apache-2.0
// Floor 10. Whether two models have the same bits for every input, as the package shows it (etalon/results.py).
#include <pybind11/stl.h>

#include "python/call.hpp"
#include "python/model.hpp"
#include "report/equal/report.hpp"
#include "trace/seed.hpp"

namespace etalon::impl::python {
namespace {

class Proved {
 public:
  Proved(std::shared_ptr<const Checked> first, std::shared_ptr<const Checked> second, std::uint64_t operations,
         unsigned threads)
      : first_(std::move(first)),
        second_(std::move(second)),
        a_(first_->model("compared")),
        b_(second_->model("compared")),
        identity_(
            identity_of_both(first_->identity(Checked::Policy::stated), second_->identity(Checked::Policy::stated))) {
    const EqualitySettings settings{
        .seed = drawn_seed(), .operations = operations, .team = threads == 1 ? nullptr : &team_of(threads)};
    equality_ = taken(unlocked([&] { return prove_equal(a_, b_, settings); }));
  }

  std::string written(const std::string& form) const {
    if (form != "json" && form != "text")
      raise(misuse("this report is not written as " + form, "write it as text or as JSON"));
    const bool has_own_profile = first_->profile.id != second_->profile.id;
    const EqualReport report{a_, b_, equality_, identity_, has_own_profile ? second_->profile.id : ""};
    return unlocked([&] { return form == "json" ? equal_json(report) : equal_text(report); });
  }

  // The inputs for which an output differs, by the names of the first model.
  std::optional<py::dict> differing_inputs() const {
    if (!equality_.counterexample) return std::nullopt;
    const std::vector<std::uint32_t> free = free_inputs(*a_.graph);
    py::dict all;
    for (std::size_t k = 0; k < free.size(); ++k)
      all[py::str(a_.graph->values[free[k]].name)] = stored_array(equality_.counterexample->inputs[k].view());
    return all;
  }

 private:
  std::shared_ptr<const Checked> first_, second_;
  const CheckedModel &a_, &b_;
  Identity identity_;
  Equality equality_;
};

}  // namespace

void define_equal(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Proved>(module, "Proved")
      .def("written", &Proved::written)
      .def("differing_inputs", &Proved::differing_inputs);
  checked.def("equal",
              [](const std::shared_ptr<Checked>& it, const std::shared_ptr<Checked>& other, std::uint64_t operations,
                 unsigned threads) { return std::make_unique<Proved>(it, other, operations, threads); });
}

}  // namespace etalon::impl::python
