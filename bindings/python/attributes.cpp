// SPDX-License-Identifier: Apache-2.0
// Floor 10. See attributes.hpp. The operator says what kind of value a keyword has; a value of another kind is taken as
// what it is, so that the rule reports it.
#include "python/attributes.hpp"

#include <cmath>
#include <cstring>
#include <limits>

#include "python/arrays.hpp"
#include "tensor/pattern.hpp"
#include "text/type_name.hpp"

namespace etalon::impl::python {
namespace {

using Kind = AttributeFormal::Kind;

// NumPy's arrays say that they are integers, numbers and sequences, whatever they hold.
bool is_array(py::handle value) { return py::isinstance<py::array>(value); }
bool is_scalar_array(py::handle value) { return is_array(value) && py::detail::array_proxy(value.ptr())->nd == 0; }
bool is_text(py::handle value) { return PyUnicode_Check(value.ptr()) || PyBytes_Check(value.ptr()); }
bool is_list(py::handle value) {
  return is_array(value) ? !is_scalar_array(value) : !is_text(value) && PySequence_Check(value.ptr());
}
bool is_integer(py::handle value) {
  if (!is_scalar_array(value)) return !is_list(value) && PyIndex_Check(value.ptr());
  const char kind = py::reinterpret_borrow<py::array>(value).dtype().kind();
  return kind == 'i' || kind == 'u';
}
bool is_number(py::handle value) { return !is_list(value) && !is_text(value) && PyNumber_Check(value.ptr()); }

std::int64_t integer(py::handle value) {
  static Imported truth("numpy", "bool_");
  if (py::isinstance(value, truth.get())) return PyObject_IsTrue(value.ptr());  // no index to come
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const long long is = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0)
    raise(misuse(py::repr(value).cast<std::string>() + " does not fit 64 bits", "give a smaller integer"));
  return is;
}

// A NumPy float goes through no Python float, which would make a signalling NaN a quiet one.
std::optional<float> own_float(py::handle value) {
  static Imported type("numpy", "float32");
  if (!is_scalar_array(value) && !py::isinstance(value, type.get())) return std::nullopt;
  const py::buffer_info memory = py::reinterpret_borrow<py::buffer>(value).request();
  if (memory.format != py::format_descriptor<float>::format()) return std::nullopt;
  float is = 0;
  std::memcpy(&is, memory.ptr, sizeof is);
  return is;
}

// A Python float has 53 bits; an attribute is a float of 24.
float number(py::handle value) {
  if (const auto is = own_float(value)) return *is;
  const double is = PyFloat_AsDouble(value.ptr());
  if (is == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  const auto rounded = static_cast<float>(is);
  if (std::isfinite(is) && !std::isfinite(rounded))
    raise(misuse(py::repr(value).cast<std::string>() + " is beyond the largest float", "give a smaller number"));
  return rounded;
}

std::string text(py::handle value) { return value.cast<std::string>(); }

template <class T> std::vector<T> list(py::handle value, T (*of)(py::handle)) {
  std::vector<T> items;
  if (PyList_CheckExact(value.ptr()) || PyTuple_CheckExact(value.ptr())) {
    PyObject** const all = PySequence_Fast_ITEMS(value.ptr());
    for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value.ptr()); ++i) items.push_back(of(all[i]));
  } else {
    for (const py::handle item : py::reinterpret_borrow<py::object>(value)) items.push_back(of(item));
  }
  return items;
}

// A type where ONNX wants its number: by its name, or as NumPy has it.
std::optional<std::int64_t> type_number(py::handle value) {
  static Imported dtype("numpy", "dtype");
  std::string name;
  if (PyUnicode_Check(value.ptr()))
    name = text(value);
  else if (PyType_Check(value.ptr()) || py::isinstance(value, dtype.get()))
    name = dtype.get()(value).attr("type").attr("__name__").cast<std::string>();
  else
    return std::nullopt;
  if (name.ends_with('_')) name.pop_back();  // bool_
  const DTypeInfo* type = find_type(name);
  if (type == nullptr || type->onnx == 0)
    raise(misuse("'" + name + "' is not an ONNX type that Etalon has", "give float, float16, bfloat16, int8, …"));
  return type->onnx;
}

// As what it is, where nothing says what it should be.
AttributeValue unforeseen(py::handle value) {
  if (is_text(value)) return text(value);
  if (is_integer(value)) return integer(value);
  if (PyFloat_Check(value.ptr())) return number(value);
  if (is_list(value)) {
    const auto all = [&](bool (*is)(py::handle)) {
      for (const py::handle item : py::reinterpret_borrow<py::object>(value))
        if (!is(item)) return false;
      return true;
    };
    if (all(is_integer)) return list(value, integer);
    if (all(is_number)) return list(value, number);
    if (all(is_text)) return list(value, text);
  }
  return OtherAttribute{0, "a " + std::string(Py_TYPE(value.ptr())->tp_name)};
}

AttributeValue tensor(py::handle value, std::vector<std::vector<std::byte>>& kept) {
  const Operand operand = operand_of(value);
  if (operand.view.type == DType::real)
    raise(error(Code::usage, "NUM-REAL-EXACT", "a real has no encoding",
                "give an array of a type that a file can store"));
  std::vector<std::byte>& bytes = kept.emplace_back();
  give_little_endian(operand.view,
                     [&](std::span<const std::byte> some) { bytes.insert(bytes.end(), some.begin(), some.end()); });
  return Constant{operand.view.type, operand.view.shape, Constant::Encoding::little_endian, bytes};
}

AttributeValue value_of(py::handle value, Kind kind, std::vector<std::vector<std::byte>>& kept) {
  switch (kind) {
    case Kind::integer:
      if (is_integer(value)) return integer(value);
      if (const auto type = type_number(value)) return *type;
      break;
    case Kind::number:
      if (is_number(value)) return number(value);
      break;
    case Kind::integers:
      if (is_list(value)) return list(value, integer);
      break;
    case Kind::numbers:
      if (is_list(value)) return list(value, number);
      break;
    case Kind::texts:
      if (is_list(value)) return list(value, text);
      break;
    case Kind::tensor:
      return tensor(value, kept);
    default:
      break;
  }
  return unforeseen(value);
}

}  // namespace

void GivenAttributes::add(std::string name, py::handle value, const AttributeFormal* formal) {
  all.push_back({std::move(name), formal == nullptr ? unforeseen(value) : value_of(value, formal->kind, tensors)});
}

void Key::add(const Attribute& attribute) {
  add(std::string_view(attribute.name));
  add(attribute.value.index());
  std::visit(
      [&]<class T>(const T& value) {
        if constexpr (std::is_same_v<T, std::string>) {
          add(std::string_view(value));
        } else if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, float>) {
          add<T>(value);
        } else if constexpr (std::is_same_v<T, std::vector<std::string>>) {
          add(value.size());
          for (const std::string& one : value) add(std::string_view(one));
        } else if constexpr (std::is_same_v<T, Constant>) {
          add(value.type, value.shape);
          add(value.bytes.data(), value.bytes.size());
        } else if constexpr (std::is_same_v<T, std::vector<std::int64_t>> || std::is_same_v<T, std::vector<float>>) {
          add(value.size());
          add(value.data(), value.size() * sizeof value[0]);
        }
      },
      attribute.value);
}

}  // namespace etalon::impl::python
