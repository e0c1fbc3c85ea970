// SPDX-License-Identifier: Apache-2.0
// Floor 3. A model as plain data: values and nodes that refer to each other by index. It holds what a file states, right
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
  // What a value is that is no tensor of a type that Etalon has.
  enum class Foreign : std::uint8_t {
    no,
    element,    // a tensor of another type of ONNX
    undefined,  // a tensor of a type that ONNX does not have
    container,  // a sequence, a map, …
  };

  std::string name;
  std::optional<DType> type;      // as declared; nothing also where it is a type that Etalon does not have
  std::optional<Shape> shape;     // as declared; nothing also where a dimension is not a number of elements
  Foreign foreign = Foreign::no;  // as declared or stored
  std::string foreign_type = {};  // then in words: BOOL, type 99, a sequence
  std::string open_shape = {};    // a declaration with a dimension that is not a number of elements: ["N",4], [-1]
  bool negative = false;          // a dimension is declared that is below 0
  bool sparse = false;
  bool contradicted = false;  // two declarations differ
  std::uint64_t offset = 0;   // of its declaration, or of its first use, in the file
};

struct Node {
  std::string name;
  std::string domain;  // "" is ai.onnx
  std::string operation;
  std::vector<std::uint32_t> inputs;   // indices into Graph::values
  std::vector<std::uint32_t> outputs;  // likewise
  std::vector<Attribute> attributes;
  std::uint64_t offset = 0;   // in the file
  std::string overload = {};  // of a function of the model
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
  std::int64_t ir_version = 0;        // 0: not given
  std::optional<std::int64_t> opset;  // of ai.onnx, as imported
  bool imports = false;               // any domain at all

  // What a file can contain beyond that, so that it can be reported.
  bool unnamed = false;                          // the graph has no name
  std::vector<std::uint32_t> foreign_constants;  // values with an initializer of a type that Etalon does not have
  std::vector<Function> functions;
  std::optional<std::uint64_t> training;  // where training_info is in the file
  std::uint64_t unknown_fields = 0;

  // Before version 3 of the IR there were no imports, and one operator set.
  std::optional<std::int64_t> operator_set() const {
    return !opset && !imports && (ir_version == 1 || ir_version == 2) ? 1 : opset;
  }
};

}  // namespace etalon::impl
