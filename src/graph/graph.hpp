// SPDX-License-Identifier: Apache-2.0
// Floor 3. A model as plain data: values and nodes that refer to each other by index. It says what a file says, right
// or wrong; check/ decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tensor/constant.hpp"
#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

// An attribute whose value no operator here takes: what kind of thing it is, by ONNX's AttributeProto.AttributeType.
struct OtherAttribute {
  std::int64_t kind;

  bool is_graph() const { return kind == 5 || kind == 10; }  // GRAPH, GRAPHS
};

struct Attribute {
  std::string name;
  std::variant<std::int64_t, std::vector<std::int64_t>, OtherAttribute> value;
};

struct Value {
  std::string name;
  std::optional<DType> type;      // as declared; nothing also where it is a type that Etalon does not have
  std::optional<Shape> shape;     // as declared; nothing also where a dimension is left open
  std::int64_t foreign_type = 0;  // ONNX's number of a declared type that Etalon does not have
  bool sparse = false;
  bool contradicted = false;  // a later declaration says something else than the first
  std::uint64_t offset = 0;   // of its declaration, or of its first use, in the file
};

struct Node {
  std::string name;
  std::string domain;  // "" is ai.onnx
  std::string operation;
  std::vector<std::uint32_t> inputs;   // indices into Graph::values
  std::vector<std::uint32_t> outputs;  // likewise
  std::vector<Attribute> attributes;
  std::uint64_t offset = 0;  // in the file
};

struct Initializer {
  std::uint32_t value;
  Constant constant;
};

struct Function {
  std::string name;
  std::uint64_t offset = 0;  // in the file
};

struct Graph {
  std::vector<Value> values;
  std::vector<Node> nodes;
  std::vector<std::uint32_t> inputs, outputs, declared;  // `declared` is value_info
  std::vector<Initializer> initializers;
  std::int64_t ir_version = 0;  // 0: not given
  int opset = 0;                // of ai.onnx; 0: not imported

  // What a file can hold beyond that, so that it can be reported.
  std::vector<std::string> domains;  // imported, other than ai.onnx
  std::vector<Function> functions;
  std::uint64_t unknown_fields = 0;
};

}  // namespace etalon::impl
