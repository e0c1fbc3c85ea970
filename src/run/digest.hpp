// SPDX-License-Identifier: Apache-2.0
// Floor 6. The replication fingerprint: one number that shows whether two runs gave the same tensors, to the last bit,
// on whatever machines they ran.
#pragma once

#include <string_view>

#include "base/sha256.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

class TensorDigest {
 public:
  TensorDigest();
  void add(std::string_view name, const TensorView& tensor);
  Sha256::Digest finish() { return hash_.finish(); }

 private:
  void add_number(std::uint64_t number);  // 8 bytes, the low ones first

  Sha256 hash_;
};

}  // namespace etalon::impl
