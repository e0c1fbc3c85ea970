// SPDX-License-Identifier: Apache-2.0
// Floor 4. What an operator is: formals, versions, and a row for each version that a source defines. A row is all that
// a profile allows of it; the rows live in the operator's folder.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "graph/graph.hpp"
#include "tensor/dtype.hpp"
#include "tensor/shape.hpp"

namespace etalon::impl {

enum class OperatorId : std::uint8_t {
#define OPERATOR(id) id,
#include "ops/operators.def"
};

// Where a row comes from; a profile names the source whose rows it uses.
enum class Source : std::uint8_t { sonnx, sonnx_2026_08, onnx };

// An actual operand or result: what is known of a tensor before it has data.
struct Argument {
  DType type;
  Shape shape;
};

struct Formal {
  enum class Presence : std::uint8_t { required, optional, variadic };

  const char* name;
  char type_variable;  // formals with the same letter have the same type
  Presence presence = Presence::required;
};

struct AttributeFormal {
  enum class Kind : std::uint8_t { integer, integers };

  const char* name;
  Kind kind;
};

struct Operator;
struct Row;

// What a shape rule may use.
struct Site {
  const Operator& op;
  const Row& row;
  std::span<const Argument> inputs;
  std::span<const Attribute> attributes;
  bool defaults_allowed;
};

// "Mul: A has shape [2] and B has shape [3]", as findings on shapes begin.
std::string shapes_of(const Site& site);

// The value of an integer attribute that resolve() has found to be well formed; nothing where it is not given.
std::optional<std::int64_t> integer_attribute(std::span<const Attribute> attributes, std::string_view name);

// The shape of the result, or the finding that says which rule the operands break.
using ShapeRule = Result<Shape> (*)(const Site&);

// What a document demands of the elements of one operand ("GEN-ALL-PRECONDITION").
struct Precondition {
  enum class Demand : std::uint8_t { nonzero };

  TypeSet types;          // for which it holds
  unsigned operand;       // the input concerned
  Demand demand;          // what every element must be
  bool has_result;        // where it is broken: a notice if there is a result all the same, else an error condition
  const char* rule;       // requirement tag
  const char* message;    // what is wrong
  const char* hint = "";  // where there is a result: which one, and why
};

struct Row {
  Source source;
  int since;  // the operator's version
  TypeSet types;
  const char* types_rule;  // requirement tags that findings cite
  ShapeRule shape;
  const char* shape_rule;
  std::span<const AttributeFormal> attributes = {};
  std::span<const Precondition> preconditions = {};
};

// An event that is always reported, even without --events.
struct Notice {
  unsigned event;  // one EVENT_ bit
  TypeSet types;   // for which it can happen
  const char* rule;
  const char* message;
  const char* hint;
};

struct Call;

struct Operator {
  OperatorId id;
  const char* name;
  std::span<const Formal> inputs, outputs;
  std::span<const int> versions;  // ascending; an opset means the newest one not above it
  std::span<const Row> rows;
  std::span<const Notice> notices = {};
  // For an operator that accumulates: the rule that refuses the policy `wide` for a type with no wider format.
  const char* wide_rule = nullptr;
  // Elementary operations that a call takes: one per element of the result, unless the operator says otherwise.
  std::uint64_t (*operations)(const Call&) = nullptr;

  bool gives_notice(DType type) const;  // an event is always reported
};

std::span<const Operator* const> operators();
const Operator* find_operator(std::string_view domain, std::string_view name);

}  // namespace etalon::impl
