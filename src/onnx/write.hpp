// SPDX-License-Identifier: Apache-2.0
// Floor 7. A graph to ONNX bytes: the same bytes for the same graph, on every machine.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "graph/edit.hpp"
#include "ops/operator.hpp"

namespace etalon::impl {

// A graph without branches, of tensors of types that Etalon has and shapes in numbers. `name` is that of the graph.
std::string write_model(const Graph& graph, std::string_view name);

// A value that is to be an output.
struct NewOutput {
  std::string name;
  Argument is;
};

// The model with these outputs behind those that it has, and every other byte as it is. Its bytes have been read
// without a finding.
std::string with_outputs(std::span<const std::byte> model, std::span<const NewOutput> outputs);

// The model with the edit, and every byte that the edit does not touch as it is: also what Etalon does not know of.
std::string with_edit(std::span<const std::byte> model, const ModelEdit& edit);

}  // namespace etalon::impl
