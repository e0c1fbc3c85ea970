// SPDX-License-Identifier: Apache-2.0
// Floor 2. A tensor as stored in a file, and its conversion to one that kernels can read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/status.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

// A tensor's data where it lies, still encoded. The bytes belong to whoever loaded them.
struct Constant {
  enum class Encoding : std::uint8_t {
    little_endian,  // elements one after the other, as raw_data, float_data and double_data hold them
    varints,        // one protobuf varint per word, as int32_data, int64_data and uint64_data hold them
  };

  DType type;
  Shape shape;
  Encoding encoding;
  std::span<const std::byte> bytes;
};

// Nothing where the bytes are what type and shape need: the right number of them, every word in the type's range, every
// byte of a bool 0 or 1, no stray half byte. `offset` is where they begin, for the finding.
std::optional<Finding> check_constant(const Constant& constant, std::uint64_t offset);

// Whether kernels can read the bytes as they lie: this machine's byte order, aligned.
bool is_native(const Constant& constant);

// Writes the elements in native form. The constant has passed check_constant; the view is of its type and shape.
void decode(const Constant& constant, const MutableTensorView& to);

}  // namespace etalon::impl
