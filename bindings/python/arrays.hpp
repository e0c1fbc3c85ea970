// SPDX-License-Identifier: Apache-2.0
// Floor 10. Python's arrays as tensors. A NumPy array in C order is taken where it lies, and results are written into
// new NumPy arrays; only what NumPy has no type for is wrapped (etalon/arrays.py), and reals are objects.
#pragma once

#include <pybind11/numpy.h>

#include <memory>
#include <vector>

#include "exact/enclosed.hpp"
#include "python/findings.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl::python {

using RealElements = std::vector<Enclosure>;

// What is read. A view without data is an operand that is omitted.
struct Operand {
  TensorView view{};
  py::object owner = {};                           // of the memory
  std::shared_ptr<const RealElements> reals = {};  // instead, of the type real

  bool is_omitted() const { return !owner && !reals; }
};
Operand operand_of(py::handle given);  // None is omitted

std::shared_ptr<const Tensor> copy_of(const TensorView& view);

// What is written. Whoever makes one has checked its size against Limits.
class ResultArray {
 public:
  ResultArray(DType type, const Shape& shape);
  MutableTensorView view();
  py::object finished();  // what the caller gets

 private:
  DType type_;
  Shape shape_;
  py::object memory_;
  std::unique_ptr<RealElements> reals_;
};

// An array of Fraction, of Enclosure where that is not known, and of None where there is no value, or one that is too
// large or too small to be printed.
py::object real_array(const Shape& shape, const Enclosure* elements);
py::object stored_array(const TensorView& tensor);  // a copy
py::object double_array(const Shape& shape, const std::vector<double>& elements);

py::tuple shape_tuple(const Shape& shape);
py::tuple place_of(const Shape& shape, std::uint64_t element);  // its index

// Python's integers of any length.
py::object integer_object(mpz_srcptr integer);

}  // namespace etalon::impl::python
