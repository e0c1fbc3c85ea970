// SPDX-License-Identifier: Apache-2.0
// Floor 10. See arrays.hpp.
#include "python/arrays.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "tensor/sizes.hpp"
#include "text/decimal.hpp"

namespace etalon::impl::python {
namespace {

using py::detail::npy_api;

Imported adopt("etalon.arrays", "adopt"), array_type("etalon.arrays", "Array"),
    enclosure_type("etalon.arrays", "Enclosure"), fraction_type("fractions", "Fraction");

constexpr int numpy_types = 24, objects = npy_api::NPY_OBJECT_, halves = 23;

// The types by NumPy's numbers. `long` is one of two sizes.
constexpr std::array<std::optional<DType>, numpy_types> make_types() {
  std::array<std::optional<DType>, numpy_types> of{};
  of[npy_api::NPY_BOOL_] = DType::boolean;
  of[npy_api::NPY_BYTE_] = DType::i8, of[npy_api::NPY_UBYTE_] = DType::u8;
  of[npy_api::NPY_SHORT_] = DType::i16, of[npy_api::NPY_USHORT_] = DType::u16;
  of[npy_api::NPY_INT_] = DType::i32, of[npy_api::NPY_UINT_] = DType::u32;
  of[npy_api::NPY_LONG_] = sizeof(long) == 8 ? DType::i64 : DType::i32;
  of[npy_api::NPY_ULONG_] = sizeof(long) == 8 ? DType::u64 : DType::u32;
  of[npy_api::NPY_LONGLONG_] = DType::i64, of[npy_api::NPY_ULONGLONG_] = DType::u64;
  of[npy_api::NPY_FLOAT_] = DType::f32, of[npy_api::NPY_DOUBLE_] = DType::f64;
  of[halves] = DType::f16;
  of[objects] = DType::real;
  return of;
}
constexpr auto type_of = make_types();

// What NumPy stores a type in: itself, or the words of one that it does not have.
py::handle numpy_type(DType type) {
  static std::array<py::handle, dtype_count> known{};
  py::handle& found = known[static_cast<unsigned>(type)];
  if (found) return found;
  const DTypeInfo& is = info(type);
  std::string name = is.name;
  if (type == DType::bf16)
    name = "uint16";
  else if (is.bits == 4)
    name = "uint8";
  else if (type == DType::f32 || type == DType::f64)
    name = type == DType::f32 ? "float32" : "float64";
  else if (type == DType::real)
    name = "object";
  return found = py::dtype(name).release();
}

bool has_own_type(DType type) { return type != DType::bf16 && info(type).bits != 4; }

// Of an array whose memory a kernel can read as it lies.
bool is_native(PyObject* given) {
  const auto* array = py::detail::array_proxy(given);
  const auto* type = py::detail::array_descriptor_proxy(array->descr);
  constexpr int wanted = npy_api::NPY_ARRAY_C_CONTIGUOUS_ | npy_api::NPY_ARRAY_ALIGNED_;
  return type->type_num >= 0 && type->type_num < numpy_types && type_of[static_cast<std::size_t>(type->type_num)] &&
         (array->flags & wanted) == wanted && (type->byteorder == '=' || type->byteorder == '|');
}

Shape checked(std::span<const std::uint64_t> dims) {
  if (const auto shape = Shape::of(dims)) return *shape;
  raise(error(Code::limit, "FILE-ALL-LIMITS", "an array has " + std::to_string(dims.size()) + " dimensions",
              "the rank is at most " + std::to_string(Limits::max_rank)));
}

Shape shape_of(const int count, const Py_ssize_t* dims) {
  if (count > static_cast<int>(Limits::max_rank))
    return checked(std::vector<std::uint64_t>(static_cast<std::size_t>(count), 1));
  Shape shape;
  shape.rank = static_cast<unsigned>(count);
  for (unsigned axis = 0; axis < shape.rank; ++axis) {  // NumPy's own count fits
    shape.dims[axis] = static_cast<std::uint64_t>(dims[axis]);
    shape.count *= shape.dims[axis];
  }
  return shape;
}

void set_integer(mpz_ptr to, py::handle integer) {
  const py::object digits = py::reinterpret_steal<py::object>(PyNumber_ToBase(integer.ptr(), 16));
  if (!digits) throw py::error_already_set();
  std::string text = digits.cast<std::string>();  // -0x1f
  text.erase(text.find("0x"), 2);
  mpz_set_str(to, text.c_str(), 16);
}

Enclosure real_of(py::handle element) {
  Number number;
  if (PyLong_Check(element.ptr()) && !PyBool_Check(element.ptr())) {
    set_integer(mpq_numref(number.get()), element);
  } else if (py::isinstance(element, fraction_type.get())) {
    set_integer(mpq_numref(number.get()), element.attr("numerator"));
    set_integer(mpq_denref(number.get()), element.attr("denominator"));
  } else {
    const bool is_enclosed = py::isinstance(element, enclosure_type.get());
    raise(error(Code::usage, "NUM-REAL-EXACT",
                is_enclosed ? "an enclosure cannot be given back"
                            : "an array of objects has " + py::repr(py::type::of(element)).cast<std::string>(),
                "give reals as fractions.Fraction or int"));
  }
  return number;
}

Operand operand_of_array(PyObject* given) {
  const auto* array = py::detail::array_proxy(given);
  const DType type = *type_of[static_cast<std::size_t>(py::detail::array_descriptor_proxy(array->descr)->type_num)];
  Operand operand{{type, shape_of(array->nd, array->dimensions), array->data, 0},
                  py::reinterpret_borrow<py::object>(given)};
  TensorView& view = operand.view;
  if (type != DType::real) {
    view.bytes = view.shape.count * (info(type).bits / 8);
    return operand;
  }
  auto reals = std::make_shared<RealElements>();
  for (std::uint64_t i = 0; i < view.shape.count; ++i)
    reals->push_back(real_of(reinterpret_cast<PyObject* const*>(array->data)[i]));
  view.data = reals->data();
  operand.reals = std::move(reals);
  return operand;
}

Operand operand_of_carried(py::handle given) {
  const DType type = find_dtype(given.attr("dtype").cast<std::string>())->id;
  std::vector<std::uint64_t> dims;
  for (const py::handle size : given.attr("shape")) dims.push_back(size.cast<std::uint64_t>());
  const py::object storage = given.attr("_storage");
  const auto* array = py::detail::array_proxy(storage.ptr());
  const Shape shape = checked(dims);
  return {{type, shape, array->data, *stored_bytes(type, shape.count)}, storage};
}

py::object new_array(py::handle type, std::span<const std::uint64_t> dims) {
  std::array<Py_ssize_t, Limits::max_rank> sizes{};
  std::ranges::transform(dims, sizes.begin(), [](std::uint64_t size) { return static_cast<Py_ssize_t>(size); });
  const npy_api& api = npy_api::get();
  PyObject* made = api.PyArray_NewFromDescr_(api.PyArray_Type_, type.inc_ref().ptr(), static_cast<int>(dims.size()),
                                             sizes.data(), nullptr, nullptr, 0, nullptr);
  if (made == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(made);
}

void* memory_of(const py::object& array) { return py::detail::array_proxy(array.ptr())->data; }

py::object fraction(mpq_srcptr number) {
  return fraction_type.get()(integer_object(mpq_numref(number)), integer_object(mpq_denref(number)));
}

py::object real_object(const Enclosure& element) {
  constexpr int digits = 20;
  if (const auto* number = std::get_if<Number>(&element)) return fraction(number->get());
  if (!is_printable(element)) return py::none();  // the ends could need more memory than there is
  const BallEnds ends = ends_of(std::get<Ball>(element));
  return enclosure_type.get()(fraction(ends.low.get()), fraction(ends.high.get()), enclosure_text(element, digits));
}

}  // namespace

Operand operand_of(py::handle given) {
  if (given.is_none()) return {};
  const npy_api& api = npy_api::get();
  // An array of a subclass may mean something else than its memory: a masked one has elements that are none.
  const bool is_plain =
      reinterpret_cast<PyObject*>(Py_TYPE(given.ptr())) == reinterpret_cast<PyObject*>(api.PyArray_Type_);
  if (is_plain && is_native(given.ptr())) return operand_of_array(given.ptr());
  const py::object adopted = adopt.get()(given);
  return api.PyArray_Check_(adopted.ptr()) ? operand_of_array(adopted.ptr()) : operand_of_carried(adopted);
}

std::shared_ptr<const Tensor> copy_of(const TensorView& view) {
  auto tensor = std::make_shared<Tensor>(view.type, view.shape);
  if (view.bytes > 0) std::memcpy(tensor->data(), view.data, tensor->bytes());
  return tensor;
}

ResultArray::ResultArray(DType type, const Shape& shape) : type_(type), shape_(shape) {
  if (type == DType::real) {
    reals_ = std::make_unique<RealElements>(static_cast<std::size_t>(shape.count));
  } else if (info(type).bits == 4) {
    const std::uint64_t bytes = *stored_bytes(type, shape.count);
    memory_ = new_array(numpy_type(type), {&bytes, 1});
    if (bytes > 0) static_cast<std::byte*>(memory_of(memory_))[bytes - 1] = {};  // whose upper half may be unused
  } else {
    memory_ = new_array(numpy_type(type), {shape.dims.data(), shape.rank});
  }
}

MutableTensorView ResultArray::view() {
  if (reals_) return {type_, shape_, reals_->data(), 0};
  return {type_, shape_, memory_of(memory_), *stored_bytes(type_, shape_.count)};
}

py::object ResultArray::finished() {
  if (reals_) {
    for (std::uint64_t i = 0; i < shape_.count; ++i)
      if (!is_printable((*reals_)[static_cast<std::size_t>(i)]))
        raise(error(Code::limit, "FILE-ALL-LIMITS",
                    "element " + index_string(shape_, i) + " is too large or too small to be printed",
                    "make the input smaller; this limit is fixed"));
    return real_array(shape_, reals_->data());
  }
  if (has_own_type(type_)) return std::move(memory_);
  return array_type.get().attr("_of")(memory_, shape_tuple(shape_), info(type_).name);
}

py::object real_array(const Shape& shape, const Enclosure* elements) {
  const py::object array = new_array(numpy_type(DType::real), {shape.dims.data(), shape.rank});
  auto* places = static_cast<PyObject**>(memory_of(array));
  for (std::uint64_t i = 0; i < shape.count; ++i)
    Py_XDECREF(std::exchange(places[i], real_object(elements[i]).release().ptr()));
  return array;
}

py::object stored_array(const TensorView& tensor) {
  ResultArray array(tensor.type, tensor.shape);
  if (tensor.bytes > 0) std::memcpy(array.view().data, tensor.data, static_cast<std::size_t>(tensor.bytes));
  return array.finished();
}

py::object double_array(const Shape& shape, const std::vector<double>& elements) {
  return stored_array({DType::f64, shape, elements.data(), elements.size() * sizeof(double)});
}

py::tuple shape_tuple(const Shape& shape) {
  py::tuple sizes(shape.rank);
  for (unsigned axis = 0; axis < shape.rank; ++axis) sizes[axis] = shape[axis];
  return sizes;
}

py::tuple place_of(const Shape& shape, std::uint64_t element) {
  py::tuple place(shape.rank);
  for (unsigned axis = shape.rank; axis-- > 0; element /= shape[axis]) place[axis] = element % shape[axis];
  return place;
}

py::object integer_object(mpz_srcptr integer) {
  std::string text(mpz_sizeinbase(integer, 16) + 2, '\0');
  mpz_get_str(text.data(), 16, integer);
  const auto made = py::reinterpret_steal<py::object>(PyLong_FromString(text.c_str(), nullptr, 16));
  if (!made) throw py::error_already_set();
  return made;
}

}  // namespace etalon::impl::python
