// SPDX-License-Identifier: Apache-2.0
// Floor 3. See file.hpp.
#include "io/file.hpp"

#include <cstdio>
#include <span>

#include "base/quote.hpp"
#include "io/mapped_file.hpp"
#include "io/npy.hpp"
#include "io/tensor_proto.hpp"
#include "tensor/constant.hpp"

namespace etalon::impl {
namespace {

Result<Tensor> tensor_of_proto(std::span<const std::byte> bytes, const Limits& limits) {
  const Result<Constant> constant = read_tensor_proto(bytes, limits, nullptr);
  if (!constant) return constant.finding();
  Tensor tensor(constant->type, constant->shape);
  decode(*constant, tensor.view());
  return tensor;
}

}  // namespace

Result<Tensor> read_tensor_file(const std::string& path, const Limits& limits) {
  const bool npy = path.ends_with(".npy");
  if (!npy && !path.ends_with(".pb"))
    return read_error(path, "not a name of a tensor file", "name a .npy file, or a .pb file that holds a TensorProto",
                      "FILE-ALL-READ");
  const Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return file.finding();
  Result<Tensor> tensor = npy ? read_npy(file->bytes(), limits) : tensor_of_proto(file->bytes(), limits);
  if (tensor) return tensor;
  Finding finding = tensor.finding();
  finding.value = quoted(path);
  finding.message.insert(0, finding.value + ": ");
  return finding;
}

std::optional<Finding> write_tensor_file(const std::string& path, std::string_view name, const TensorView& tensor) {
  if (path.ends_with(".pb")) return write_file(path, write_tensor_proto(name, tensor));
  const Result<std::string> file = write_npy(tensor);
  if (!file) return file.finding();
  return write_file(path, *file);
}

std::optional<Finding> write_file(const std::string& path, std::string_view content) {
  const std::string unfinished = path + ".unfinished";
  if (std::FILE* out = std::fopen(unfinished.c_str(), "wb")) {
    const bool written = std::fwrite(content.data(), 1, content.size(), out) == content.size();
    const bool closed = std::fclose(out) == 0;
    if (written && closed && std::rename(unfinished.c_str(), path.c_str()) == 0) return std::nullopt;
    std::remove(unfinished.c_str());
  }
  return error(Code::usage, "FILE-ALL-WRITE", quoted(path) + " cannot be written",
               "name a place that can be written to");
}

}  // namespace etalon::impl
