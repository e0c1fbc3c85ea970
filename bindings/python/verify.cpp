// SPDX-License-Identifier: Apache-2.0
// Floor 10. Claims, and witnesses against a property, as the package shows them (etalon/results.py).
#include <pybind11/stl.h>

#include "base/quote.hpp"
#include "python/call.hpp"
#include "python/model.hpp"
#include "report/verify/claim.hpp"
#include "report/verify/report.hpp"
#include "simd/fast.hpp"
#include "simd/threads.hpp"
#include "vnnlib/words.hpp"

namespace etalon::impl::python {
namespace {

// A file: its name, and what is in it.
using NamedText = std::pair<std::string, std::string>;

// The models of other networks than the first, by name.
using Others = std::vector<std::pair<std::string, std::shared_ptr<Checked>>>;

std::span<const std::byte> bytes_of(const NamedText& file) {
  return std::as_bytes(std::span(file.second.data(), file.second.size()));
}

std::size_t network_named(const Property& property, const std::string& name) {
  const auto found = std::ranges::find(property.networks, name, &PropertyNetwork::name);
  if (found == property.networks.end())
    raise(misuse("the property has no network " + quoted(name, 60),
                 "give models by the names that the property declares"));
  if (found->kinship == PropertyNetwork::Kinship::equal)
    raise(misuse("network " + quoted(name, 60) + " is equal to " + quoted(property.networks[found->kin].name, 60) +
                     ", and has its model",
                 "leave it out of networks"));
  return static_cast<std::size_t>(found - property.networks.begin());
}

// The network that the first model stands for, where models of others are given: the first one that needs one.
std::size_t own_network(const Property& property, const std::vector<std::string>& others) {
  std::vector<bool> is_given(property.networks.size());
  for (const std::string& name : others) is_given[network_named(property, name)] = true;
  for (std::size_t n = 0; n < is_given.size(); ++n)
    if (!is_given[n] && property.networks[n].kinship != PropertyNetwork::Kinship::equal) return n;
  raise(
      misuse("MODEL is given, and so is every network", "leave the network that the model stands for out of networks"));
}

// By network; null where one is equal to another.
std::vector<std::shared_ptr<const CheckedModel>> models_of(const Property& property,
                                                           const std::shared_ptr<const Checked>& first,
                                                           const Others& others) {
  std::vector<std::shared_ptr<const CheckedModel>> models(property.networks.size());
  std::vector<std::string> names;
  for (const auto& [name, other] : others) {
    const std::size_t n = network_named(property, name);
    (void)other->model("verified");
    models[n] = other->verdict.model;
    names.push_back(name);
  }
  (void)first->model("verified");
  models[own_network(property, names)] = first->verdict.model;
  return models;
}

Identity identity_of(const Checked& first, const Others& others, const NamedText& property) {
  Identity identity = first.identity(Checked::Policy::stated);
  for (const auto& [name, other] : others)
    for (const HashedFile& file : other->identity(Checked::Policy::stated).files) identity.files.push_back(file);
  identity.add_file("property", property.first, bytes_of(property));
  return identity;
}

// A report in one of its forms.
template <class Report>
std::string written_as(const std::string& form, const Report& report,
                       std::initializer_list<std::pair<const char*, std::string (*)(const Report&)>> forms) {
  for (const auto& [name, write] : forms)
    if (form == name) return unlocked([&, write = write] { return write(report); });
  raise(misuse("this report is not written as " + form, "write it as text, JSON, HTML, JUnit or CSV"));
}

class Verified {
 public:
  Verified(const std::shared_ptr<const Checked>& first, const NamedText& property,
           const std::vector<NamedText>& witnesses, const Others& others) {
    report_.identity = identity_of(*first, others, property);
    const Property read = taken(read_property(property.second, property.first));
    report_.property = property_words(read);
    const PropertyModels models = taken(fitted(read, models_of(read, first, others)));
    const Limits limits;
    for (const NamedText& text : witnesses) {
      report_.identity.add_file("witness", text.first, bytes_of(text));
      const Witness witness = taken(read_witness(text.second, text.first, read));
      WitnessRow row =
          row_of(models, unlocked([&] { return judge(models, witness, limits, {.kernels = fast_kernel}); }));
      row.network = first->source->name, row.property = property.first, row.witness = text.first;
      report_.rows.push_back(std::move(row));
    }
  }

  std::string written(const std::string& form) const {
    return written_as<VerifyReport>(form, report_,
                                    {{"text", verify_text},
                                     {"json", verify_json},
                                     {"html", verify_html},
                                     {"junit", verify_junit},
                                     {"csv", verify_csv}});
  }
  int code() const { return static_cast<int>(code_of(report_)); }

 private:
  VerifyReport report_;
};

class Claimed {
 public:
  Claimed(const std::shared_ptr<const Checked>& first, const NamedText& property, const Others& others,
          const std::optional<std::string>& margin, std::uint64_t boxes, unsigned threads) {
    const Property read = taken(read_property(property.second, property.first));
    if (const auto problem = too_many_inputs(read)) raise(*problem);
    const PropertyModels models = taken(fitted(read, models_of(read, first, others)));
    Threads team = taken(Threads::make(threads));
    ClaimSettings settings{.boxes = boxes, .kernels = fast_kernel, .team = &team};
    if (margin) {
      settings.margin = vnnlib::decimal_of(*margin, {});
      if (!settings.margin || settings.margin->sign() <= 0)
        raise(misuse("the margin is no positive number", "give a number such as 1e-4"));
    }
    report_ = claim_report(models, taken(unlocked([&] { return judge_claim(models, Limits(), settings); })));
    report_.identity = identity_of(*first, others, property);
    report_.network = first->source->name, report_.property = property.first;
    report_.margin = settings.margin;
  }
  std::string written(const std::string& form) const {
    return written_as<ClaimReport>(
        form, report_,
        {{"text", claim_text}, {"json", claim_json}, {"html", claim_html}, {"junit", claim_junit}, {"csv", claim_csv}});
  }
  int code() const { return static_cast<int>(code_of(report_)); }

 private:
  ClaimReport report_;
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
  py::class_<Claimed>(module, "Claimed").def("written", &Claimed::written).def("code", &Claimed::code);
  checked.def("claim", [](const std::shared_ptr<Checked>& it, const NamedText& property, const Others& others,
                          const std::optional<std::string>& margin, std::uint64_t boxes, unsigned threads) {
    return std::make_unique<Claimed>(it, property, others, margin, boxes, threads);
  });
  module.def("own_network", [](const NamedText& property, const std::vector<std::string>& others) {
    const Property read = taken(read_property(property.second, property.first));
    return read.networks[own_network(read, others)].name;
  });
  module.def("shapes_for", [](const std::shared_ptr<Source>& source, const NamedText& property,
                              const std::string& network) { return shapes_for(*source, property, network); });
}

}  // namespace etalon::impl::python
