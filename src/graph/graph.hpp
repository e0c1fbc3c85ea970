// SPDX-License-Identifier: Apache-2.0
// Floor 3. A model as plain data: values and nodes that refer to each other by index. It says what a file says, right
// or wrong; check/ decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

struct Attribute {
  std::string name;
  std::variant<std::int64_t, std::vector<std::int64_t>> value;
};

struct Value {
  std::string name;
  std::optional<DType> type;   // as declared
  std::optional<Shape> shape;  // as declared
  bool sparse = false;
};

struct Node {
  std::string name;
  std::string domain;  // "" is ai.onnx
  std::string operation;
  std::vector<std::uint32_t> inputs;   // indices into Graph::values
  std::vector<std::uint32_t> outputs;  // likewise
  std::vector<Attribute> attributes;
};

struct Graph {
  std::vector<Value> values;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> inputs, outputs;
  int opset = 0;
};

}  // namespace etalon::impl
