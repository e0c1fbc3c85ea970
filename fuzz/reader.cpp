// SPDX-License-Identifier: Apache-2.0
// Any bytes are read as a model: a graph whose parts fit together, or a finding that says where and why not.
#include <algorithm>

#include "fuzz/target.hpp"
#include "onnx/model.hpp"

namespace {

using namespace etalon::impl;
using etalon::fuzz::require;

void look_at(const Graph& graph, std::span<const std::byte> bytes) {
  const auto known = [&](const std::vector<std::uint32_t>& list) {
    return std::all_of(list.begin(), list.end(), [&](std::uint32_t value) { return value < graph.values.size(); });
  };
  require(known(graph.inputs) && known(graph.outputs) && known(graph.declared), "every index is that of a value");
  require(graph.nodes.size() <= etalon::fuzz::limits.nodes, "no more nodes than the limit");
  require(graph.values.size() <= etalon::fuzz::limits.values, "no more values than the limit");
  for (const Node& node : graph.nodes) {
    require(known(node.inputs) && known(node.outputs), "every index of a node is that of a value");
    require(node.offset <= bytes.size(), "a node lies in the file");
  }
  for (const Value& value : graph.values) {
    require(value.offset <= bytes.size(), "a value lies in the file");
    require(value.name.size() <= etalon::fuzz::limits.name_bytes, "a name is no longer than the limit");
  }
  for (const auto& [value, constant] : graph.initializers) {
    require(value < graph.values.size(), "an initializer is of a value");
    require(!check_constant(constant, 0), "a constant's bytes are what its type and shape ask for");
  }
}

void look_at(const Finding& finding, std::span<const std::byte> bytes) {
  require(!finding.status.ok() && *finding.status.rule != '\0' && !finding.message.empty(),
          "a finding has code, rule and words");
  require(finding.offset <= bytes.size(), "a finding's place is in the file");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = etalon::fuzz::bytes_of(data, size);
  ExternalData files = etalon::fuzz::beside();
  for (ExternalData* external : {static_cast<ExternalData*>(nullptr), &files}) {
    const Result<Graph> graph = read_model(bytes, etalon::fuzz::limits, external);
    if (!graph) {
      look_at(graph.finding(), bytes);
      continue;
    }
    look_at(*graph, bytes);
    for (const Initializer& initializer : graph->initializers)
      require(external != nullptr || etalon::fuzz::within(initializer.constant.bytes, bytes),
              "a constant lies in the file");
  }
  return 0;
}
