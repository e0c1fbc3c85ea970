// SPDX-License-Identifier: Apache-2.0
// Floor 3. A file of lines that grows while work is done: what a process that was killed has left is read, and the work
// continues after it.
#pragma once

#include <string>
#include <string_view>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "io/mapped_file.hpp"

namespace etalon::impl {

class AppendedFile {
 public:
  // Opens the file, or makes it. One process at a time has it: another one is refused.
  static Result<AppendedFile> open(const std::string& path, const Limits& limits);

  // The lines that were there, each with its end. A line without one was cut off, and is gone.
  const std::string& found() const { return found_; }

  // Writes a line, whose end is added, whole: by one call of the system, so that a process that is killed leaves it
  // there or not at all.
  std::optional<Finding> append(std::string_view line) const;

 private:
  AppendedFile(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_, found_;
  Descriptor file_;
};

}  // namespace etalon::impl
