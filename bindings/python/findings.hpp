// SPDX-License-Identifier: Apache-2.0
// Floor 10. Findings as Python has them: values, exceptions, warnings (etalon/errors.py).
#pragma once

#include <pybind11/pybind11.h>

#include "base/status.hpp"
#include "graph/graph.hpp"

namespace etalon::impl::python {

namespace py = pybind11;

// An attribute of a module of the package; looked up once.
class Imported {
 public:
  Imported(const char* module, const char* name) : module_(module), name_(name) {}
  py::handle get();

 private:
  const char *module_, *name_;
  py::handle found_;
};

py::object finding_object(const Finding& finding, const Graph* graph = nullptr);

void set_cast_error();  // where pybind11 cannot make of an object what is wanted

[[noreturn]] void raise(const Finding& finding, const Graph* graph = nullptr);

inline Finding misuse(std::string message, std::string hint) {
  return error(Code::usage, "API-ALL-REQUEST", std::move(message), std::move(hint));
}

void warn(const Finding& notice, const Graph* graph = nullptr);

template <class T> T taken(Result<T> result, const Graph* graph = nullptr) {
  if (!result) raise(result.finding(), graph);
  return std::move(*result);
}

// Without the lock of the interpreter: f touches no Python object.
template <class F> auto unlocked(F f) {
  const py::gil_scoped_release release;
  return f();
}

}  // namespace etalon::impl::python
