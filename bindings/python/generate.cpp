// SPDX-License-Identifier: Apache-2.0
// Floor 10. A model as a C99 project, and the proof of one, as the package shows them (etalon/results.py).
#include <pybind11/stl.h>

#include "python/call.hpp"
#include "python/model.hpp"
#include "report/generate/report.hpp"
#include "shipped/folder.hpp"

namespace etalon::impl::python {
namespace {

class Delivered {
 public:
  // What is written here, and what was found in a folder.
  Delivered(std::shared_ptr<const Checked> checked, const GenerateSettings& settings,
            const std::optional<std::string>& output, unsigned threads)
      : checked_(std::move(checked)), model_(checked_->model("written")) {
    const ProveSettings proving = proving_on(threads);
    project_ = taken(unlocked([&] {
                       return generate_project(checked_->verdict.model, settings, proving, checked_->source->limits);
                     }),
                     model_.graph.get());
    if (output) write(*output);
  }
  Delivered(std::shared_ptr<const Checked> checked, std::string folder, unsigned threads)
      : checked_(std::move(checked)), model_(checked_->model("written")), folder_(std::move(folder)) {
    const ProveSettings proving = proving_on(threads);
    project_ = taken(
        unlocked([&] { return check_project(checked_->verdict.model, folder_, proving, checked_->source->limits); }),
        model_.graph.get());
  }

  std::string written(const std::string& form) const {
    if (form != "json" && form != "text" && form != "summary")
      raise(misuse("this report is not written as " + form, "write it as text or as JSON"));
    const GenerateReport report{model_, checked_->identity(Checked::Policy::stated), folder_, project_};
    return unlocked([&] {
      return form == "json" ? generate_json(report) : form == "text" ? generate_text(report) : generate_summary(report);
    });
  }

  py::dict files() const {
    py::dict all;
    for (const ProjectFile& file : project_.files) all[py::str(file.path)] = py::bytes(file.bytes);
    return all;
  }

  // The report then names the folder.
  void write(const std::string& folder) {
    if (const auto problem = unlocked([&] { return write_files(project_.files, folder); })) raise(*problem);
    folder_ = folder;
  }

 private:
  static ProveSettings proving_on(unsigned threads) { return {.team = threads == 1 ? nullptr : &team_of(threads)}; }

  std::shared_ptr<const Checked> checked_;
  const CheckedModel& model_;
  std::string folder_ = {};  // that has the files; none: there is none yet
  Generated project_ = {};
};

}  // namespace

void define_generate(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Delivered>(module, "Delivered")
      .def("written", &Delivered::written)
      .def("files", &Delivered::files)
      .def("write", &Delivered::write);
  checked
      .def("generate",
           [](const std::shared_ptr<Checked>& it, const std::optional<std::string>& output, const std::string& prefix,
              const std::string& arena, const std::string& weights, const std::string& schedule,
              const std::string& evidence, unsigned threads) {
             GenerateSettings settings = taken(settings_of({prefix, arena, weights, schedule, evidence}));
             settings.source = it->source->name;
             return std::make_unique<Delivered>(it, settings, output, threads);
           })
      .def("check_generated", [](const std::shared_ptr<Checked>& it, const std::string& folder, unsigned threads) {
        return std::make_unique<Delivered>(it, folder, threads);
      });
}

}  // namespace etalon::impl::python
