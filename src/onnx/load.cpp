// SPDX-License-Identifier: Apache-2.0
// Floor 7. See load.hpp.
#include "onnx/load.hpp"

#include <utility>

#include "base/quote.hpp"

namespace etalon::impl {

Result<LoadedModel> load_model(const std::string& path, FilesBeside beside, const Limits& limits) {
  Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return file.finding();
  return load_model(std::move(*file), path, beside, limits);
}

Result<LoadedModel> load_model(MappedFile file, const std::string& path, FilesBeside beside, const Limits& limits) {
  std::optional<ExternalData> external;
  if (beside == FilesBeside::read) {
    const std::size_t slash = path.rfind('/');
    Result<ExternalData> folder =
        ExternalData::of_folder(slash == std::string::npos ? "." : path.substr(0, slash + 1), limits);
    if (!folder) return folder.finding();
    external.emplace(std::move(*folder));
  }
  Result<Graph> graph = read_model(file.bytes(), limits, external ? &*external : nullptr);
  if (!graph) {
    Finding finding = graph.finding();
    finding.message.insert(0, quoted(path) + ": ");
    return finding;
  }
  return LoadedModel{std::move(file), std::move(external), {}, std::move(*graph)};
}

}  // namespace etalon::impl
