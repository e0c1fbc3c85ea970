// SPDX-License-Identifier: Apache-2.0
// Floor 3. NumPy's .npy files, format versions 1.0, 2.0 and 3.0, of either byte order, in C order.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

Result<Tensor> read_npy(std::span<const std::byte> file, const Limits& limits);

// Version 1.0, little-endian. What NumPy has no type for is refused.
Result<std::string> write_npy(const TensorView& tensor);

}  // namespace etalon::impl
