// SPDX-License-Identifier: Apache-2.0
// Floor 10. See opened.hpp.
#include "cli/verify/opened.hpp"

#include <fmt/format.h>

#include "io/mapped_file.hpp"

namespace etalon::impl::cli {
namespace {

std::string_view text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

}  // namespace

Result<Property> open_property(const std::string& path, const Limits& limits, Identity& identity) {
  const Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return file.finding();
  identity.add_file("property", base_name(path), file->bytes());
  return read_property(text_of(*file), base_name(path));
}

Result<Witness> open_witness(const std::string& path, const Property& property, const Limits& limits,
                             Identity& identity) {
  const Result<MappedFile> file = map_file(path, limits.file_bytes);
  if (!file) return file.finding();
  identity.add_file("witness", base_name(path), file->bytes());
  return read_witness(text_of(*file), base_name(path), property);
}

std::vector<std::string> open_shapes(const Graph& graph, const Property& property, std::size_t network) {
  std::vector<std::string> shapes;
  for (std::size_t k = 0; k < graph.inputs.size(); ++k)
    if (const auto shape = open_shape_of(property, network, graph, k))
      shapes.push_back(graph.values[graph.inputs[k]].name + '=' + to_string(*shape));
  return shapes;
}

Result<OpenModel> open_network(const ModelOptions& options, const Property& property, std::size_t network,
                               const Limits& limits, Subject& subject) {
  ModelOptions bound = options;
  if (options.bindings.empty()) {
    const Result<LoadedModel> loaded = load_model(options.model, FilesBeside{options.external_data}, limits);
    if (!loaded) return loaded.finding();
    bound.bindings.shapes = open_shapes(loaded->graph, property, network);
  }
  return open_model(bound, "verified", limits, subject);
}

}  // namespace etalon::impl::cli
