// SPDX-License-Identifier: Apache-2.0
// Floor 3. ONNX TensorProto messages: where a tensor's data lies.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "io/external.hpp"
#include "tensor/constant.hpp"

namespace etalon::impl {

// Nothing is copied: the constant's bytes point into the message, or into the files of `external`. Without `external`,
// data in other files are refused, and `advice` is the hint. Offsets in findings count from `base`, where the message
// begins in its file.
Result<Constant> read_tensor_proto(std::span<const std::byte> message, const Limits& limits, ExternalData* external,
                                   std::uint64_t base = 0,
                                   const char* advice = "save the tensor without external data");

// A message with the data in raw_data.
std::string write_tensor_proto(std::string_view name, const TensorView& tensor);

}  // namespace etalon::impl
