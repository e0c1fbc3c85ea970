// SPDX-License-Identifier: Apache-2.0
// Floor 7. A model file that a user names, with everything its graph points into.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "io/external.hpp"
#include "onnx/model.hpp"

namespace etalon::impl {

struct LoadedModel {
  MappedFile file;
  std::optional<ExternalData> external;
  std::vector<std::vector<std::byte>> bound;  // values of inputs that a caller binds (check/bind.hpp)
  Graph graph;                                // its constants lie in the three above
};

enum class FilesBeside : bool { refused, read };  // the model: external data

Result<LoadedModel> load_model(const std::string& path, FilesBeside beside, const Limits& limits);

// The same where the file is mapped already.
Result<LoadedModel> load_model(MappedFile file, const std::string& path, FilesBeside beside, const Limits& limits);

}  // namespace etalon::impl
