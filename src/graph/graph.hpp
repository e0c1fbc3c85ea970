// SPDX-License-Identifier: Apache-2.0
// Floor 3. A model as plain data: values and nodes that refer to each other by index. It holds what a file states,
// right or wrong; check/ decides.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "tensor/constant.hpp"
#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

// An attribute whose value no operator here takes, or which has none that ONNX allows.
struct OtherAttribute {
  std::int64_t kind;  // ONNX's AttributeProto.AttributeType
  std::string words =
      {};  // what it is: a sparse tensor, a tensor of STRING, declared as an integer but given as a float

  bool is_graph() const { return kind == 5 || kind == 10; }  // GRAPH, GRAPHS
};

// A graph that a node takes or does not take: a branch of If.
struct Subgraph {
  std::uint32_t branch;  // its number in Graph::branches
};

// What an attribute holds. Strings are bytes, UTF-8 or not; the bytes of a tensor lie in the file.
using AttributeValue =
    std::variant<std::monostate, std::int64_t, float, std::string, std::vector<std::int64_t>, std::vector<float>,
                 std::vector<std::string>, Constant, OtherAttribute, Subgraph>;  // std::monostate: not given

struct Attribute {
  std::string name;
  AttributeValue value;
};

std::string words_of(const AttributeValue& value);  // "an integer", "a list of floats": what it is, in a message

// A dimension as it is declared.
struct Dimension {
  std::optional<std::int64_t> size;
  std::string symbol = {};  // where there is no size: its name; "" where it has none

  bool is_number() const { return size && *size >= 0; }
};

// A declared shape in which a dimension is not a number of elements.
using OpenShape = std::vector<Dimension>;

std::string to_string(const OpenShape& shape);  // ["N",4], ["?"], [-1]

// Whether the rank and each number are those of the shape.
bool agrees(const OpenShape& open, const Shape& shape);

struct Value {
  // What a value is that is no tensor of a type that Etalon has.
  enum class Foreign : std::uint8_t {
    no,
    element,    // a tensor of another type of ONNX
    undefined,  // a tensor of a type that ONNX does not have
    container,  // a sequence, a map, …
  };

  std::string name;
  std::optional<DType> type;         // as declared; nothing also where it is a type that Etalon does not have
  std::optional<Shape> shape;        // as declared in numbers
  Foreign foreign = Foreign::no;     // as declared or stored
  std::string foreign_type = {};     // then in words: STRING, type 99, a sequence
  std::vector<OpenShape> open = {};  // other declarations: at most one each as an input, as an output and in value_info
  bool negative = false;             // a dimension is declared that is below 0
  bool sparse = false;
  bool contradicted = false;  // two declarations differ
  std::uint64_t offset = 0;   // of its declaration, or of its first use, in the file
  bool in_branch = false;     // it is of a branch, not of the graph itself
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
  bool in_branch = false;     // it is of a branch, not of the graph itself
};

struct Initializer {
  std::uint32_t value;
  Constant constant;
};

struct Function {
  std::string name;
  std::uint64_t offset = 0;  // in the file
};

// An operator set that a model imports.
struct Import {
  std::string domain;  // as it is written: "" is ai.onnx
  std::int64_t version = 0;
};

inline bool is_standard(std::string_view domain) { return domain.empty() || domain == "ai.onnx"; }

// What a graph lists, be it that of the model or a branch. Values of all of them are in Graph::values: a name that a
// branch does not define is that of an enclosing graph.
struct Scope {
  std::vector<Node> nodes;
  std::vector<std::uint32_t> inputs, outputs, declared;  // `declared` is value_info
  std::vector<Initializer> initializers;
  std::vector<std::uint32_t> foreign_constants;  // values with an initializer of a type that Etalon does not have
  std::vector<std::uint32_t> untyped;            // nodes with an attribute that does not name the kind of its value
};

struct Branch : Scope {
  std::uint32_t first_value = 0, end_value = 0;  // its own values, contiguous in Graph::values
  std::vector<std::uint32_t> shadowing;          // those of them whose name an enclosing graph has too
};

struct Graph : Scope {
  std::vector<Value> values;
  std::vector<Branch> branches;       // each one after those that contain it
  std::vector<std::uint32_t> bound;   // constants that a caller gave in place of inputs; the file does not have them
  std::int64_t ir_version = 0;        // 0: not given
  std::optional<std::int64_t> opset;  // of ai.onnx, as first imported
  std::vector<Import> imports;        // all of them, of every domain

  // What a file can contain beyond that, so that it can be reported.
  bool unnamed = false;  // the graph has no name
  std::vector<Function> functions;
  std::optional<std::uint64_t> training;  // where training_info is in the file
  std::uint64_t unknown_fields = 0;

  // Before version 3 of the IR there were no imports, and one operator set.
  std::optional<std::int64_t> operator_set() const {
    return !opset && imports.empty() && (ir_version == 1 || ir_version == 2) ? 1 : opset;
  }
};

// The inputs that are not constants; an input with a value of its own keeps it.
std::vector<std::uint32_t> free_inputs(const Graph& graph);

}  // namespace etalon::impl
