// SPDX-License-Identifier: Apache-2.0
// Floor 10. Witnesses against a property, as the package shows them (etalon/results.py).
#include <pybind11/stl.h>

#include "python/call.hpp"
#include "python/model.hpp"
#include "report/verify/report.hpp"
#include "simd/fast.hpp"

namespace etalon::impl::python {
namespace {

// A file: its name, and what is in it.
using NamedText = std::pair<std::string, std::string>;

// The models of other networks than the first, by name.
using Others = std::vector<std::pair<std::string, std::shared_ptr<Checked>>>;

class Verified {
 public:
  Verified(const std::shared_ptr<const Checked>& first, const NamedText& property,
           const std::vector<NamedText>& witnesses, const Others& others) {
    report_.identity = first->identity(Checked::Policy::stated);
    for (const auto& [name, other] : others)
      for (const HashedFile& file : other->identity(Checked::Policy::stated).files)
        report_.identity.files.push_back(file);
    add_file("property", property);
    const Property read = taken(read_property(property.second, property.first));
    report_.property = property_words(read);
    const PropertyModels models = taken(fitted(read, models_of(read, first, others)));
    const Limits limits;
    for (const NamedText& text : witnesses) {
      add_file("witness", text);
      const Witness witness = taken(read_witness(text.second, text.first, read));
      WitnessRow row =
          row_of(models, unlocked([&] { return judge(models, witness, limits, {.kernels = fast_kernel}); }));
      row.network = first->source->name, row.property = property.first, row.witness = text.first;
      report_.rows.push_back(std::move(row));
    }
  }

  std::string written(const std::string& form) const {
    static constexpr std::pair<const char*, std::string (*)(const VerifyReport&)> forms[] = {{"text", verify_text},
                                                                                             {"json", verify_json},
                                                                                             {"html", verify_html},
                                                                                             {"junit", verify_junit},
                                                                                             {"csv", verify_csv}};
    for (const auto& [name, write] : forms)
      if (form == name) return unlocked([&] { return write(report_); });
    raise(misuse("this report is not written as " + form, "write it as text, JSON, HTML, JUnit or CSV"));
  }
  int code() const { return static_cast<int>(code_of(report_)); }

 private:
  void add_file(const char* role, const NamedText& file) {
    report_.identity.add_file(role, file.first, std::as_bytes(std::span(file.second.data(), file.second.size())));
  }

  static std::vector<std::shared_ptr<const CheckedModel>> models_of(const Property& property,
                                                                    const std::shared_ptr<const Checked>& first,
                                                                    const Others& others) {
    std::vector<std::shared_ptr<const CheckedModel>> models(property.networks.size());
    for (const auto& [name, other] : others) {
      const auto found = std::ranges::find(property.networks, name, &PropertyNetwork::name);
      if (found == property.networks.end())
        raise(misuse("the property has no network " + name, "give models by the names that the property declares"));
      (void)other->model("verified");
      models[static_cast<std::size_t>(found - property.networks.begin())] = other->verdict.model;
    }
    (void)first->model("verified");
    for (std::size_t n = 0; n < models.size(); ++n)
      if (models[n] == nullptr && property.networks[n].kinship != PropertyNetwork::Kinship::equal) {
        models[n] = first->verdict.model;
        break;
      }
    return models;
  }

  VerifyReport report_;
};

// The shapes that a property settles of inputs that a model leaves open, by name.
std::vector<std::pair<std::string, std::vector<std::uint64_t>>> shapes_for(const Source& source, const NamedText& text,
                                                                           const std::string& network) {
  const Property property = taken(read_property(text.second, text.first));
  const auto found = std::ranges::find(property.networks, network, &PropertyNetwork::name);
  const std::size_t n =
      found == property.networks.end() ? 0 : static_cast<std::size_t>(found - property.networks.begin());
  std::vector<std::pair<std::string, std::vector<std::uint64_t>>> shapes;
  for (std::size_t k = 0; k < source.graph.inputs.size(); ++k)
    if (const auto shape = open_shape_of(property, n, source.graph, k))
      shapes.emplace_back(source.graph.values[source.graph.inputs[k]].name,
                          std::vector<std::uint64_t>(shape->dims.begin(), shape->dims.begin() + shape->rank));
  return shapes;
}

}  // namespace

void define_verify(py::class_<Checked, std::shared_ptr<Checked>>& checked, py::module_& module) {
  py::class_<Verified>(module, "Verified").def("written", &Verified::written).def("code", &Verified::code);
  checked.def("verify",
              [](const std::shared_ptr<Checked>& it, const NamedText& property, const std::vector<NamedText>& witnesses,
                 const Others& others) { return std::make_unique<Verified>(it, property, witnesses, others); });
  module.def("shapes_for", [](const std::shared_ptr<Source>& source, const NamedText& property,
                              const std::string& network) { return shapes_for(*source, property, network); });
}

}  // namespace etalon::impl::python
