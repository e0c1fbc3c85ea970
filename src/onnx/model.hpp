// SPDX-License-Identifier: Apache-2.0
// Floor 7. ONNX bytes to a Graph. Nothing is copied but names: constants stay encoded where they lie, so the bytes must
// outlive the graph. What Etalon does not specify is read past and noted in the graph; what is not ONNX is refused with
// the byte where it happened.
#pragma once

#include <span>

#include "base/limits.hpp"
#include "base/status.hpp"
#include "graph/graph.hpp"
#include "io/external.hpp"

namespace etalon::impl {

// Without `external`, a model whose data lie in other files is refused; with it, it must outlive the graph too.
Result<Graph> read_model(std::span<const std::byte> bytes, const Limits& limits, ExternalData* external = nullptr);

}  // namespace etalon::impl
