// SPDX-License-Identifier: Apache-2.0
// Floor 2. A tensor as a file holds it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

// A tensor's data where it lies, still encoded. The bytes belong to whoever loaded them.
struct Constant {
  enum class Encoding : std::uint8_t {
    little_endian,  // elements one after the other, as raw_data, float_data and double_data hold them
    varints,        // one protobuf varint a word, as int32_data, int64_data and uint64_data hold them
  };

  DType type;
  Shape shape;
  Encoding encoding;
  std::span<const std::byte> bytes;
};

}  // namespace etalon::impl
