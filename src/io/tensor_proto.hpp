// SPDX-License-Identifier: Apache-2.0
// Floor 3. ONNX TensorProto messages: where a tensor's data lies, and the data in native form.
#pragma once

#include <cstddef>
#include <span>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "tensor/constant.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

// Nothing is copied: the constant's bytes point into the message. Offsets in findings count from the message's start.
// The size of the data is checked here, the range of varints in decode().
Result<Constant> read_tensor_proto(std::span<const std::byte> message, const Limits& limits);

// Whoever made the constant has checked its shape against Limits. Offsets count from the constant's bytes.
Result<Tensor> decode(const Constant& constant);

}  // namespace etalon::impl
