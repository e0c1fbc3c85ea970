// SPDX-License-Identifier: Apache-2.0
// Floor 3. A file mapped into memory: a page is read when it is accessed, and none is copied.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/status.hpp"

namespace etalon::impl {

// An open file; closes it.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : number_(other.number_) { other.number_ = -1; }
  Descriptor& operator=(Descriptor&&) = delete;
  int get() const { return number_; }

 private:
  int number_;
};

class MappedFile {
 public:
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept : bytes_(other.bytes_) { other.bytes_ = {}; }
  MappedFile& operator=(MappedFile&&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  friend Result<MappedFile> map_descriptor(const Descriptor&, const std::string&, std::uint64_t, const char*);
  explicit MappedFile(std::span<const std::byte> bytes) : bytes_(bytes) {}

  std::span<const std::byte> bytes_;
};

// A regular file of at most `most` bytes. Links are followed: the path is the user's own.
Result<MappedFile> map_file(const std::string& path, std::uint64_t most);

// The same of a file that is open already; `path` and `rule` are for the finding.
Result<MappedFile> map_descriptor(const Descriptor& file, const std::string& path, std::uint64_t most,
                                  const char* rule);

// What cannot be read, and why, as the rule `rule` says it.
Finding read_error(const std::string& path, const std::string& message, std::string hint, const char* rule);
Finding system_error(const std::string& path, const char* rule);  // errno in words

}  // namespace etalon::impl
