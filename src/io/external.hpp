// SPDX-License-Identifier: Apache-2.0
// Floor 3. Data that a model keeps in files next to it. A model is untrusted, so what it names is opened only beneath
// the model's own folder, without following links, and only if it is a regular file that has no other name.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>

#include "base/limits.hpp"
#include "io/mapped_file.hpp"

namespace etalon::impl {

// What the entries of a tensor's external_data say.
struct ExternalPart {
  std::string location;
  std::uint64_t offset = 0;
  std::optional<std::uint64_t> length;  // nothing: to the end of the file
};

class ExternalData {
 public:
  // The folder is the user's own: links on the way to it are followed.
  static Result<ExternalData> of_folder(const std::string& path, const Limits& limits);

  // The bytes stay where they are, and stay valid as long as this object.
  Result<std::span<const std::byte>> bytes_of(const ExternalPart& part);

  // Every file that was opened so far, by its location.
  const std::map<std::string, MappedFile>& files() const { return files_; }

 private:
  ExternalData(Descriptor folder, const Limits& limits) : folder_(std::move(folder)), limits_(limits) {}
  Result<const MappedFile*> open(const std::string& location);

  Descriptor folder_;
  Limits limits_;
  std::map<std::string, MappedFile> files_;  // by location; each is mapped once
  std::uint64_t mapped_ = 0;                 // bytes of all of them
};

}  // namespace etalon::impl
