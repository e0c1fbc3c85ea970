// SPDX-License-Identifier: Apache-2.0
// Floor 3. See file.hpp.
#include "io/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "base/quote.hpp"
#include "io/npy.hpp"
#include "io/tensor_proto.hpp"
#include "tensor/constant.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

Finding read_error(const std::string& path, const std::string& message, std::string hint = {}) {
  Finding finding = error(Code::malformed, "FILE-ALL-READ", quoted(path) + ": " + message, std::move(hint));
  finding.value = quoted(path);
  return finding;
}

Finding system_error(const std::string& path) {
  return read_error(path, std::generic_category().message(errno));  // as strerror says it, but safe among threads
}

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

Result<Tensor> tensor_of_proto(const std::vector<std::byte>& bytes, const Limits& limits) {
  const Result<Constant> constant = read_tensor_proto(bytes, limits);
  if (!constant) return constant.finding();
  return decode(*constant);
}

}  // namespace

Result<std::vector<std::byte>> read_file(const std::string& path, const Limits& limits) {
  if (path.find('\0') != std::string::npos) return read_error(path, "the name holds a NUL character");
  // without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return system_error(path);
  struct stat status;
  if (fstat(file.get(), &status) != 0) return system_error(path);
  if (!S_ISREG(status.st_mode)) return read_error(path, "not a regular file");
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > limits.file_bytes)
    return limit_finding(quoted(path) + ": " + std::to_string(size) + " bytes are above the limit of " +
                         std::to_string(limits.file_bytes));

  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t taken = read(file.get(), bytes.data() + done, bytes.size() - done);
    if (taken < 0 && errno == EINTR) continue;
    if (taken < 0) return system_error(path);
    if (taken == 0) return read_error(path, "the file became shorter while it was read");
    done += static_cast<std::size_t>(taken);
  }
  return bytes;
}

Result<Tensor> read_tensor_file(const std::string& path, const Limits& limits) {
  const bool npy = path.ends_with(".npy");
  if (!npy && !path.ends_with(".pb"))
    return read_error(path, "not a name of a tensor file", "name a .npy file, or a .pb file that holds a TensorProto");
  const Result<std::vector<std::byte>> bytes = read_file(path, limits);
  if (!bytes) return bytes.finding();
  Result<Tensor> tensor = npy ? read_npy(*bytes, limits) : tensor_of_proto(*bytes, limits);
  if (tensor) return tensor;
  Finding finding = tensor.finding();
  finding.value = quoted(path);
  finding.message.insert(0, finding.value + ": ");
  return finding;
}

}  // namespace etalon::impl
