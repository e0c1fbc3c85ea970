// SPDX-License-Identifier: Apache-2.0
// Floor 10. The functions of etalon.ops, with what each says of itself, from the operator's rows.
#include <algorithm>
#include <array>
#include <new>
#include <string>
#include <vector>

#include "python/call.hpp"
#include "report/operators/report.hpp"

namespace etalon::impl::python {
namespace {

const Row& newest_row(const Operator& op) {
  const Row* newest = &op.rows.front();
  const auto rank = [](const Row& row) { return std::pair(row.source == Source::onnx, row.versions.all().back()); };
  for (const Row& row : op.rows)
    if (rank(row) > rank(*newest)) newest = &row;
  return *newest;
}

bool has_input(const Row& row, std::string_view name) {
  return std::ranges::any_of(row.inputs, [&](const Formal& formal) { return formal.name == name; });
}

// As Python writes it: JSON, but a float has a point.
std::string default_text(const AttributeFormal& attribute) {
  const std::string json = default_json(attribute);
  if (json.empty()) return "None";
  const bool is_whole = json.find_first_not_of("-0123456789") == std::string::npos;
  return attribute.kind == AttributeFormal::Kind::number && is_whole ? json + ".0" : json;
}

// The text that help() shows, with a signature that inspect reads.
std::string description(const Operator& op) {
  const Row& newest = newest_row(op);
  std::string signature;
  const auto add = [&](const std::string& one) { signature += (signature.empty() ? "" : ", ") + one; };
  bool variadic = false;
  for (const Formal& formal : newest.inputs) {
    variadic = formal.presence == Formal::Presence::variadic;
    add(variadic ? std::string("*") + formal.name
                 : formal.name + std::string(formal.presence == Formal::Presence::optional ? "=None" : ""));
  }
  if (!variadic) add("*");
  std::vector<std::string_view> seen;
  for (const AttributeFormal& attribute : newest.attributes) {
    add(attribute.name + (attribute.is_required() ? "" : "=" + default_text(attribute)));
    seen.push_back(attribute.name);
  }
  for (const Row& row : op.rows)  // what older versions have, and other sources
    for (const AttributeFormal& attribute : row.attributes)
      if (std::ranges::find(seen, attribute.name) == seen.end() && !has_input(newest, attribute.name)) {
        add(std::string(attribute.name) + "=None");
        seen.push_back(attribute.name);
      }
  add("opset=None, profile='onnx'");
  if (op.wide_rule != nullptr) add("accumulate=None");
  add("strict=False, kernel='fast', threads=1, events=None");
  if (newest.outputs.size() > 1 || newest.outputs[0].presence == Formal::Presence::variadic) add("outputs=None");
  return std::string(op.name) + "(" + signature + ")\n--\n\n" + operator_text(op);
}

// A function of Python has no data of its own, so there is one of C for each operator.
template <std::size_t i> PyObject* call_of(PyObject*, PyObject* const* args, Py_ssize_t count, PyObject* names) {
  try {
    return invoke(*operators()[i], args, PyVectorcall_NARGS(static_cast<std::size_t>(count)), names).release().ptr();
  } catch (py::error_already_set& problem) {
    problem.restore();
  } catch (const py::cast_error&) {
    set_cast_error();
  } catch (const py::builtin_exception& problem) {
    problem.set_error();
  } catch (const std::bad_alloc&) {
    PyErr_NoMemory();
  } catch (const std::exception& problem) {
    PyErr_SetString(PyExc_RuntimeError, problem.what());
  }
  return nullptr;
}

constexpr std::size_t operator_count = 0
#define OPERATOR(name) +1
#include "ops/operators.def"
#undef OPERATOR
    ;

template <std::size_t... i> py::dict functions(std::index_sequence<i...>) {
  static std::array<std::string, operator_count> texts{description(*operators()[i])...};
  static std::array<PyMethodDef, operator_count> methods{
      PyMethodDef{operators()[i]->name, reinterpret_cast<PyCFunction>(reinterpret_cast<void*>(call_of<i>)),
                  METH_FASTCALL | METH_KEYWORDS, texts[i].c_str()}...};
  py::dict all;
  const py::str module("etalon.ops");
  for (PyMethodDef& method : methods)
    all[method.ml_name] = py::reinterpret_steal<py::object>(PyCFunction_NewEx(&method, nullptr, module.ptr()));
  return all;
}

}  // namespace

py::dict operator_functions() { return functions(std::make_index_sequence<operator_count>()); }

}  // namespace etalon::impl::python
