// SPDX-License-Identifier: Apache-2.0
// Floor 10. See findings.hpp.
#include "python/findings.hpp"

#include "base/quote.hpp"
#include "report/page/findings.hpp"

namespace etalon::impl::python {
namespace {

Imported finding_type("etalon.errors", "Finding"), status_type("etalon.errors", "Status"),
    error_of("etalon.errors", "error_of"), warn_of("etalon.errors", "warn_of");

}  // namespace

py::handle Imported::get() {
  if (!found_) found_ = py::object(py::module_::import(module_).attr(name_)).release();
  return found_;
}

py::object finding_object(const Finding& finding, const Graph* graph) {
  const Status& status = finding.status;
  const auto known = [](bool is, std::uint64_t number) -> py::object {
    return is ? py::object(py::int_(number)) : py::none();
  };
  return finding_type.get()(key_of(finding.severity), status_type.get()(static_cast<int>(status.code)), status.rule,
                            finding.message,
                            place_of(finding, graph, [](std::string_view name) { return quoted(name, 60); }),
                            finding.hint, finding.fix, known(status.node != no_node, status.node),
                            known(status.count > 0, status.index), known(status.count > 0, status.count));
}

namespace {

void set_error(const Finding& finding, const Graph* graph) {
  const py::object problem = error_of.get()(finding_object(finding, graph));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(problem.ptr())), problem.ptr());
}

}  // namespace

void raise(const Finding& finding, const Graph* graph) {
  set_error(finding, graph);
  throw py::error_already_set();
}

void set_cast_error() {
  set_error(misuse("an argument is of another kind, or a text is not Unicode", "give names and other texts as str"),
            nullptr);
}

void warn(const Finding& notice, const Graph* graph) { warn_of.get()(finding_object(notice, graph)); }

}  // namespace etalon::impl::python
