// SPDX-License-Identifier: Apache-2.0
// Floor 10. A model that was brought into a profile, as the package shows it (etalon/results.py).
#include <pybind11/stl.h>

#include <filesystem>

#include "base/quote.hpp"
#include "io/file.hpp"
#include "python/call.hpp"
#include "python/model.hpp"
#include "report/fix/report.hpp"
#include "text/literal.hpp"
#include "trace/seed.hpp"

namespace etalon::impl::python {
namespace {

struct Wanted {
  std::string profile;
  std::optional<std::string> accumulate;
  double growth;
  std::string evidence;
  std::uint64_t operations;
  unsigned threads;
};

// What was bound, in the words of the command line.
FixRequest request_of(const Checked& checked, const Wanted& wanted) {
  FixRequest request{wanted.profile, wanted.growth, wanted.accumulate};
  std::size_t values = 0;
  for (const BoundPart& part : checked.parts)
    if (part.kind == "dimension")
      request.dims.push_back(part.name + "=" + part.value);
    else if (part.kind == "shape")
      request.shapes.push_back(part.name + "=" + part.value);
    else
      request.values.push_back(part.name + "=" + print_tensor(checked.bound[values++]->view()));
  return request;
}

class Mended {
 public:
  Mended(std::shared_ptr<Checked> checked, const Wanted& wanted, const std::optional<std::string>& output)
      : checked_(std::move(checked)),
        model_(checked_->model("fixed")),
        target_(taken(choose_profile(wanted.profile, wanted.accumulate ? wanted.accumulate->c_str() : nullptr, false))),
        evidence_(evidence_of(wanted.evidence)),
        options_(options_of(request_of(*checked_, wanted))) {
    if (!(wanted.growth > 0)) raise(misuse("growth is not a positive number", "give 4, or how many times it may be"));
    if (output) check(*output);
    const FixSettings settings{evidence_,
                               wanted.growth,
                               !checked_->parts.empty(),
                               false,
                               nullptr,
                               {.seed = drawn_seed(),
                                .operations = wanted.operations,
                                .team = wanted.threads == 1 ? nullptr : &team_of(wanted.threads)}};
    const auto file = checked_->source->bytes();
    fixed_ = taken(unlocked([&] { return fix_with_evidence(model_, file, external(), target_, settings); }),
                   model_.graph.get());
    if (!fixed_.is_shown(evidence_)) raise(not_accepted(fixed_, *model_.graph, target_));
    before_ = unlocked([&] { return findings_before(file, external(), target_); });
    if (output) write(*output);
  }

  std::string written(const std::string& form) const {
    if (form != "json" && form != "html" && form != "text" && form != "difference")
      raise(misuse("this report is not written as " + form, "write it as text, as JSON or as HTML"));
    const FixReport report{model_,
                           fixed_,
                           checked_->identity(Checked::Policy::stated),
                           before_,
                           checked_->source->bytes().size(),
                           target_.id,
                           output_,
                           evidence_,
                           {},
                           false,
                           options_};
    return unlocked([&] {
      return form == "json"         ? fix_json(report)
             : form == "html"       ? fix_html(report)
             : form == "difference" ? fix_difference(report)
                                    : fix_text(report);
    });
  }

  py::list findings() const {
    py::list all;
    for (const Finding& finding : fixed_.verdict.findings) all.append(finding_object(finding, fixed_.graph.get()));
    return all;
  }

  py::bytes bytes() const { return fixed_.bytes; }
  bool is_conformant() const { return fixed_.is_conformant(); }
  bool is_shown() const { return evidence_ != Evidence::none && fixed_.is_shown(evidence_); }

  // The report then names the file.
  void write(const std::string& path) {
    check(path);
    if (const auto problem = unlocked([&] { return write_file(path, fixed_.bytes); })) raise(*problem);
    output_ = std::filesystem::path(path).filename().string();
  }

 private:
  static Evidence evidence_of(const std::string& name) {
    const std::optional<Evidence> found = find_evidence(name);
    if (!found) raise(misuse("no evidence has the name " + quoted(name, 60), "give proof, drawn or none"));
    return *found;
  }

  // Its files are mapped already, and only looked up.
  ExternalData* external() const { return checked_->source->external ? &*checked_->source->external : nullptr; }

  void check(const std::string& output) const {
    if (const auto problem = check_place(external(), checked_->source->data_folder, output)) raise(*problem);
  }

  std::shared_ptr<Checked> checked_;
  const CheckedModel& model_;
  Profile target_;
  Evidence evidence_;
  std::vector<std::pair<std::string, std::string>> options_;
  Fixed fixed_ = {};
  std::vector<Finding> before_;
  std::string output_ = {};  // the name of the file that was written last
};

}  // namespace

void define_fix(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Mended>(module, "Mended")
      .def("written", &Mended::written)
      .def("findings", &Mended::findings)
      .def("bytes", &Mended::bytes)
      .def("is_conformant", &Mended::is_conformant)
      .def("is_shown", &Mended::is_shown)
      .def("write", &Mended::write);
  checked.def("fix", [](const std::shared_ptr<Checked>& it, const std::optional<std::string>& output,
                        const std::string& profile, const std::optional<std::string>& accumulate, double growth,
                        const std::string& evidence, std::uint64_t operations, unsigned threads) {
    const Wanted wanted{profile, accumulate, growth, evidence, operations, threads};
    return std::make_unique<Mended>(it, wanted, output);
  });
}

}  // namespace etalon::impl::python
