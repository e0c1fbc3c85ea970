// SPDX-License-Identifier: Apache-2.0
// Floor 3. See file.hpp.
#include "io/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <span>
#include <system_error>

#include "base/quote.hpp"
#include "io/mapped_file.hpp"
#include "io/npy.hpp"
#include "io/tensor_proto.hpp"
#include "tensor/constant.hpp"

namespace etalon::impl {
namespace {

namespace fs = std::filesystem;

Result<Tensor> tensor_of_proto(std::span<const std::byte> bytes, const Limits& limits) {
  const Result<Constant> constant = read_tensor_proto(bytes, limits, nullptr);
  if (!constant) return constant.finding();
  Tensor tensor(constant->type, constant->shape);
  decode(*constant, tensor.view());
  return tensor;
}

// The error number, 0 where all went well.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = write(file, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(done));
  }
  return 0;
}

// A name that nobody else takes: other processes, machines and containers may write to the same folder, each with the
// same process number, and one that was killed has left its file there.
std::string own_name() {
  std::uint64_t number = 0;
  if (getentropy(&number, sizeof number) != 0) number = static_cast<std::uint64_t>(getpid());
  return ".etalon-" + std::to_string(number);
}

// Where a file that the user names lies. A link stays a link: what it points to is replaced.
struct Target {
  explicit Target(const std::string& named) : path(named) {
    std::error_code ignored;
    const fs::file_status status = fs::status(named, ignored);
    in_place = fs::exists(status) && !fs::is_regular_file(status);
    const fs::path linked = fs::exists(status) ? fs::canonical(named, ignored) : fs::path();
    if (!linked.empty()) path = linked;
  }
  fs::path folder() const { return path.has_parent_path() ? path.parent_path() : "."; }

  fs::path path;
  bool in_place = false;  // a pipe or a device: it cannot be replaced
};

// A file's new name is on the disk once its folder is. Not every file system can be asked for that.
int sync_folder(const fs::path& folder) {
  const Descriptor opened(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  return opened.get() < 0 || fsync(opened.get()) == 0 || errno == EINVAL ? 0 : errno;
}

}  // namespace

Result<Tensor> read_tensor_file(const std::string& path, const Limits& limits) {
  const Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return file.finding();
  return read_tensor(file->bytes(), path, limits);
}

Result<Tensor> read_tensor(std::span<const std::byte> bytes, const std::string& path, const Limits& limits) {
  const bool npy = path.ends_with(".npy");
  if (!npy && !path.ends_with(".pb"))
    return read_error(path, "not a name of a tensor file", "name a .npy file, or a .pb file that holds a TensorProto",
                      "FILE-ALL-READ");
  Result<Tensor> tensor = npy ? read_npy(bytes, limits) : tensor_of_proto(bytes, limits);
  if (tensor) return tensor;
  Finding finding = tensor.finding();
  finding.value = path;
  finding.message.insert(0, impl::quoted(path) + ": ");
  return finding;
}

std::optional<Finding> write_tensor_file(const std::string& path, std::string_view name, const TensorView& tensor) {
  if (path.ends_with(".pb")) return write_file(path, write_tensor_proto(name, tensor));
  const Result<std::string> file = write_npy(tensor);
  if (!file) return file.finding();
  return write_file(path, *file);
}

std::optional<Finding> write_file(const std::string& path, std::string_view text) {
  const Target target(path);
  const fs::path written = target.in_place ? target.path : target.folder() / own_name();
  const int file = open(written.c_str(), O_WRONLY | O_CLOEXEC | (target.in_place ? 0 : O_CREAT | O_EXCL), 0666);
  if (file < 0) return write_error(Code::usage, path, errno);
  int problem = write_all(file, text);
  // Otherwise a machine that stops could come back with the new name and without what it names.
  if (!target.in_place && problem == 0 && fsync(file) != 0) problem = errno;
  if (close(file) != 0 && problem == 0) problem = errno;
  if (!target.in_place) {
    if (problem == 0 && std::rename(written.c_str(), target.path.c_str()) != 0) problem = errno;
    if (problem != 0)
      unlink(written.c_str());
    else
      problem = sync_folder(target.folder());
  }
  if (problem == 0) return std::nullopt;
  return write_error(Code::internal, path, problem);
}

std::optional<Finding> unwritable(const std::string& path) {
  const Target target(path);
  const fs::path written = target.in_place ? target.path : target.folder();
  if (access(written.c_str(), W_OK) == 0) return std::nullopt;
  return write_error(Code::usage, path, errno);
}

Finding write_error(Code code, const std::string& path, int number) {
  const bool full = number == ENOSPC || number == EDQUOT;
  const char* hint = full                  ? "make room there, or name another place"
                     : code == Code::usage ? "name a file in a folder that exists and that you may write to"
                                           : "";
  return error(full ? Code::internal : code, "FILE-ALL-WRITE",
               impl::quoted(path) + " could not be written: " + std::generic_category().message(number), hint);
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return path.ends_with('/') || fs::is_directory(path, ignored);
}

}  // namespace etalon::impl
