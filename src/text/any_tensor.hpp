// SPDX-License-Identifier: Apache-2.0
// Floor 3. A tensor of a storable type or of reals: what the operands and results of a single call are, which need not
// have one type.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "text/literal.hpp"

namespace etalon::impl {

class AnyTensor {
 public:
  AnyTensor(Tensor tensor) : holds_(std::make_shared<Tensor>(std::move(tensor))) {}
  AnyTensor(RealTensor tensor) : holds_(std::move(tensor)) {}
  AnyTensor(DType type, const Shape& shape);  // zeros; the shape is within `limits_of(type)`

  TensorView view() const;
  MutableTensorView view();
  std::shared_ptr<const Tensor> stored() const;  // null where it is of reals
  Result<std::string> printed(bool bits) const;  // as print_tensor, print_bits and print_real do

 private:
  std::variant<std::shared_ptr<Tensor>, RealTensor> holds_;
};

// A real has no bytes to count, but it is an object and has words of its own.
Limits limits_of(DType type);

// The type that a text begins with, as in "int64:[2,3]", and what follows it. No type where the text has none; one that
// does not exist is given as it is written.
struct TypedText {
  std::string_view type, rest;
};
TypedText split_type(std::string_view text);

// parse_tensor or parse_real_tensor.
Result<AnyTensor> parse_any_tensor(std::string_view text, DType type, BitPatterns patterns);

Finding no_encoding();  // bits or a file are asked for where elements are real

}  // namespace etalon::impl
