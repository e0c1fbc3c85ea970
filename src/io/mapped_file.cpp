// SPDX-License-Identifier: Apache-2.0
// Floor 3. See mapped_file.hpp.
#include "io/mapped_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

#include "base/quote.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {

Descriptor::~Descriptor() {
  if (number_ >= 0) close(number_);
}

MappedFile::~MappedFile() {
  if (!bytes_.empty()) munmap(const_cast<std::byte*>(bytes_.data()), bytes_.size());
}

Finding read_error(const std::string& path, const std::string& message, std::string hint, const char* rule) {
  Finding finding = error(Code::malformed, rule, quoted(path) + ": " + message, std::move(hint));
  finding.value = path;
  return finding;
}

Finding system_error(const std::string& path, const char* rule) {
  // as strerror says it, but safe among threads
  return read_error(path, std::generic_category().message(errno), "name a file that can be read", rule);
}

Result<MappedFile> map_descriptor(const Descriptor& file, const std::string& path, std::uint64_t most,
                                  const char* rule) {
  struct stat status;
  if (fstat(file.get(), &status) != 0) return system_error(path, rule);
  if (!S_ISREG(status.st_mode)) return read_error(path, "not a regular file", "name a regular file", rule);
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > most || size > SIZE_MAX / 2)
    return limit_finding(quoted(path) + ": " + std::to_string(size) + " bytes are above the limit of " +
                         std::to_string(most));
  if (size == 0) return MappedFile({});
  void* bytes = mmap(nullptr, static_cast<std::size_t>(size), PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (bytes == MAP_FAILED) return system_error(path, rule);
  return MappedFile({static_cast<const std::byte*>(bytes), static_cast<std::size_t>(size)});
}

Result<MappedFile> map_file(const std::string& path, std::uint64_t most) {
  constexpr const char* rule = "FILE-ALL-READ";
  if (path.find('\0') != std::string::npos)
    return read_error(path, "the name contains a NUL character", "name a file that can be read", rule);
  // without O_NONBLOCK, opening a pipe that nobody writes to would wait for ever
  const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return system_error(path, rule);
  return map_descriptor(file, path, most, rule);
}

}  // namespace etalon::impl
