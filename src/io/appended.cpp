// SPDX-License-Identifier: Apache-2.0
// Floor 3. See appended.hpp.
#include "io/appended.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "base/quote.hpp"

namespace etalon::impl {
namespace {

Finding refused(const std::string& path, const std::string& why, std::string hint) {
  return error(Code::usage, "FILE-ALL-WRITE", quoted(path) + " could not be written: " + why, std::move(hint));
}

std::string in_words(int number) { return std::generic_category().message(number); }

}  // namespace

Result<AppendedFile> AppendedFile::open(const std::string& path, const Limits& limits) {
  const char* const hint = "name a file in a folder that exists and that you may write to";
  AppendedFile file(path, Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)));
  const int number = file.file_.get();
  struct stat about{};
  if (number < 0 || fstat(number, &about) != 0) return refused(path, in_words(errno), hint);
  if (!S_ISREG(about.st_mode)) return refused(path, "it is not a regular file", hint);
  if (flock(number, LOCK_EX | LOCK_NB) != 0)
    return refused(path, "another run is writing to it", "wait for that run, or name another file");
  if (static_cast<std::uint64_t>(about.st_size) > limits.file_bytes)
    return refused(path, "it is larger than any that is written here", hint);
  std::string& found = file.found_;
  found.resize(static_cast<std::size_t>(about.st_size));
  for (std::size_t at = 0; at < found.size();) {
    const ssize_t got = pread(number, found.data() + at, found.size() - at, static_cast<off_t>(at));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return refused(path, got < 0 ? in_words(errno) : "it is growing shorter", hint);
    at += static_cast<std::size_t>(got);
  }
  const std::size_t end = found.rfind('\n');
  found.resize(end == found.npos ? 0 : end + 1);
  if (ftruncate(number, static_cast<off_t>(found.size())) != 0) return refused(path, in_words(errno), hint);
  return file;
}

std::optional<Finding> AppendedFile::append(std::string_view line) const {
  const std::string whole = std::string(line) + '\n';
  ssize_t done = 0;
  while ((done = write(file_.get(), whole.data(), whole.size())) < 0 && errno == EINTR) continue;
  if (done == static_cast<ssize_t>(whole.size())) return std::nullopt;
  return error(Code::internal, "FILE-ALL-WRITE",
               quoted(path_) + " could not be written: " + (done < 0 ? in_words(errno) : "the disk is full"),
               "make room, and start the same command again: it goes on where this one ended");
}

}  // namespace etalon::impl
