// SPDX-License-Identifier: Apache-2.0
// Floor 6. See digest.hpp; RUN-ALL-DIGEST in spec/running.md says what is hashed.
#include "run/digest.hpp"

#include <array>

#include "tensor/pattern.hpp"

namespace etalon::impl {

TensorDigest::TensorDigest() { hash_.update(std::as_bytes(std::span("etalon tensors 1\n", 17))); }

void TensorDigest::add_number(std::uint64_t number) {
  std::array<std::byte, 8> bytes;
  for (unsigned k = 0; k < 8; ++k) bytes[k] = static_cast<std::byte>(number >> 8 * k);
  hash_.update(bytes);
}

void TensorDigest::add(std::string_view name, const TensorView& tensor) {
  add_number(name.size());
  hash_.update(std::as_bytes(std::span(name)));
  add_number(static_cast<std::uint64_t>(info(tensor.type).onnx));
  add_number(tensor.shape.rank);
  for (unsigned axis = 0; axis < tensor.shape.rank; ++axis) add_number(tensor.shape[axis]);
  give_little_endian(tensor, [&](std::span<const std::byte> bytes) { hash_.update(bytes); });
}

}  // namespace etalon::impl
