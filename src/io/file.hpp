// SPDX-License-Identifier: Apache-2.0
// Floor 3. The tensors in files that a user names.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "tensor/tensor.hpp"

namespace etalon::impl {

// By the name's ending: .npy, or .pb for a TensorProto.
Result<Tensor> read_tensor_file(const std::string& path, const Limits& limits);

// The same where the file's bytes are there already.
Result<Tensor> read_tensor(std::span<const std::byte> bytes, const std::string& path, const Limits& limits);

// Likewise. The file is written completely or not at all; an existing file is replaced.
std::optional<Finding> write_tensor_file(const std::string& path, std::string_view name, const TensorView& tensor);

// Text or bytes, the same way, and on the disk when this returns. Several processes and machines may write one file: it
// is that of one of them. What is there and not a regular file, such as a pipe, is written to directly.
std::optional<Finding> write_file(const std::string& path, std::string_view content);

// What write_file reports: a place that cannot be had is a usage error, a write that fails, or a full place, an
// internal one.
Finding write_error(Code code, const std::string& path, int number);

// Why write_file could not even begin, where that is so; to be asked before long work.
std::optional<Finding> unwritable(const std::string& path);

// A folder that exists, or a path that can only name one: "shards/".
bool is_folder(const std::string& path);

}  // namespace etalon::impl
