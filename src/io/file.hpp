// SPDX-License-Identifier: Apache-2.0
// Floor 3. Files a user names: their bytes, and the tensor they hold.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

// A regular file of at most Limits::file_bytes. Links are followed: the path is the user's own.
Result<std::vector<std::byte>> read_file(const std::string& path, const Limits& limits);

// By the name's ending: .npy, or .pb for a TensorProto.
Result<Tensor> read_tensor_file(const std::string& path, const Limits& limits);

}  // namespace etalon::impl
