// SPDX-License-Identifier: Apache-2.0
// Floor 3. See external.hpp.
#include "io/external.hpp"

#include <fcntl.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "base/quote.hpp"
#include "tensor/sizes.hpp"

namespace etalon::impl {
namespace {

constexpr const char* rule = "FILE-ONNX-EXTERNAL";

Finding refused(const std::string& location, const std::string& message) {
  return read_error(location, message, "keep the data in a plain file in or below the model's folder", rule);
}

}  // namespace

Result<ExternalData> ExternalData::of_folder(const std::string& path, const Limits& limits) {
  Descriptor folder(::open(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (folder.get() < 0) return system_error(path, "FILE-ALL-READ");
  return ExternalData(std::move(folder), limits);
}

Result<const MappedFile*> ExternalData::open(const std::string& location) {
  if (const auto found = files_.find(location); found != files_.end()) return &found->second;
  if (location.empty() || location.find('\0') != std::string::npos) return refused(location, "not a name of a file");
  if (files_.size() >= limits_.external_files)
    return limit_finding("the model's data are in more than " + std::to_string(limits_.external_files) + " files");

  // The kernel walks the path: whatever is renamed meanwhile, no step leaves the folder or follows a link.
  open_how how{};
  how.flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK;
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_SYMLINKS | RESOLVE_NO_MAGICLINKS;
  const Descriptor file(static_cast<int>(syscall(SYS_openat2, folder_.get(), location.c_str(), &how, sizeof how)));
  if (file.get() < 0) {
    if (errno == EXDEV) return refused(location, "leaves the model's folder");
    if (errno == ELOOP) return refused(location, "is, or is reached through, a symbolic link");
    return system_error(location, rule);
  }
  struct stat status;
  if (fstat(file.get(), &status) != 0) return system_error(location, rule);
  if (S_ISREG(status.st_mode) && status.st_nlink != 1)
    return refused(location, "has a second name (a hard link), so others may change it");

  Result<MappedFile> mapped = map_descriptor(file, location, limits_.external_bytes - mapped_, rule);
  if (!mapped) return mapped.finding();
  mapped_ += mapped->bytes().size();
  return &files_.emplace(location, std::move(*mapped)).first->second;
}

Result<std::span<const std::byte>> ExternalData::bytes_of(const ExternalPart& part) {
  const Result<const MappedFile*> file = open(part.location);
  if (!file) return file.finding();
  const std::span<const std::byte> bytes = (*file)->bytes();
  const std::uint64_t rest = part.offset <= bytes.size() ? bytes.size() - part.offset : 0;
  const std::uint64_t length = part.length.value_or(rest);
  if (part.offset > bytes.size() || length > rest)
    return refused(part.location, "bytes " + std::to_string(part.offset) + " to " + std::to_string(part.offset) + "+" +
                                      std::to_string(length) + " are not in the file, which has " +
                                      std::to_string(bytes.size()));
  return bytes.subspan(static_cast<std::size_t>(part.offset), static_cast<std::size_t>(length));
}

}  // namespace etalon::impl
