// SPDX-License-Identifier: Apache-2.0
// Floor 10. The extension module etalon._etalon: what the package etalon is made of. It has no interface of its own.
#include <pybind11/stl.h>

#include "base/quote.hpp"
#include "check/bind.hpp"
#include "python/call.hpp"
#include "python/model.hpp"
#include "report/evidence/requirements.hpp"
#include "report/operators/report.hpp"

namespace etalon::impl::python {
namespace {

std::string explained(std::string tag) {
  for (char& c : tag) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
  const std::vector<Requirement> all = requirements(pages());
  const auto text = [](std::string_view view) { return std::string(view); };
  if (const Requirement* found = find_requirement(all, tag))
    return text(found->tag) + "\n" + text(found->title) + "\n\n" + text(found->text) + "\n\nDefined in " +
           text(found->page) + ":" + std::to_string(found->line);
  std::string list;
  for (const Requirement& one : all)
    if (one.tag.starts_with(tag)) list += (list.empty() ? "" : "\n") + text(one.tag) + "  " + text(one.title);
  if (list.empty())
    raise(misuse("no requirement has the tag " + quoted(tag, 60), "etalon.explain(\"\") lists all tags"));
  return list;
}

std::vector<std::string> profile_names() {
  std::vector<std::string> names;
  for (const Profile& profile : profiles()) names.emplace_back(profile.id);
  return names;
}

}  // namespace
}  // namespace etalon::impl::python

PYBIND11_MODULE(_etalon, module) {
  using namespace etalon::impl;
  using namespace etalon::impl::python;
  module.attr("version") = ETALON_VERSION;
  module.attr("profiles") = profile_names();
  module.attr("policies") = std::vector<std::string>(std::begin(accumulation_names), std::end(accumulation_names));
  module.attr("operators") = operator_functions();
  module.def("operators_json", [] { return operators_json(operators()); });
  module.def("explain", explained);
  module.def("allows_bindings",
             [](const std::string& profile) { return allows_bindings(taken(choose_profile(profile))); });
  module.def("forget_teams", forget_teams);
  define_models(module);
  py::register_exception_translator([](std::exception_ptr problem) {
    try {
      std::rethrow_exception(problem);
    } catch (const py::cast_error&) {
      set_cast_error();
    }
  });
}
