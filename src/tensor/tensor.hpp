// SPDX-License-Identifier: Apache-2.0
// Floor 2. Views over memory that somebody else owns, and the tensor that owns its own. Elements are in native byte
// order, row-major; 4-bit elements are packed two per byte.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "scalar/size.h"
#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

struct TensorView {
  DType type;
  Shape shape;
  const void* data;
  std::uint64_t bytes;
};

inline constexpr TensorView no_tensor{DType{}, {}, nullptr, 0};  // an operand that is omitted

struct MutableTensorView {
  DType type;
  Shape shape;
  void* data;
  std::uint64_t bytes;
};

// Bytes that `count` elements take; nothing where that does not fit 64 bits.
inline std::optional<std::uint64_t> stored_bytes(DType type, std::uint64_t count) {
  std::uint64_t bytes = 0;
  if (!size_bytes(count, info(type).bits, &bytes)) return std::nullopt;
  return bytes;
}

// A tensor of a storable type. Whoever makes one has checked its size against Limits.
class Tensor {
 public:
  Tensor(DType type, const Shape& shape)
      : type_(type), shape_(shape), data_(static_cast<std::size_t>(*stored_bytes(type, shape.count))) {}

  DType type() const { return type_; }
  const Shape& shape() const { return shape_; }
  const std::byte* data() const { return data_.data(); }
  std::byte* data() { return data_.data(); }
  std::size_t bytes() const { return data_.size(); }

  TensorView view() const { return {type_, shape_, data_.data(), data_.size()}; }
  MutableTensorView view() { return {type_, shape_, data_.data(), data_.size()}; }

 private:
  DType type_;
  Shape shape_;
  std::vector<std::byte> data_;
};

inline TensorView view_of(const std::optional<Tensor>& tensor) { return tensor ? tensor->view() : no_tensor; }

}  // namespace etalon::impl
