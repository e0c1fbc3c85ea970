// SPDX-License-Identifier: Apache-2.0
// Floor 8. What a reference writes down when it runs in the world Writing: loops with constant bounds, variables,
// stores and refusals. print.hpp makes C of it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/real_function.hpp"
#include "ops/call.hpp"
#include "tensor/dtype.hpp"
#include "write/place.hpp"

namespace etalon::impl {

// What a variable of a program holds: an element of a type, or one of the kinds that no tensor has.
struct ValueType {
  enum class Kind : std::uint8_t { element, truth, fraction, exponent, exact_sum, integer_sum };
  Kind kind = Kind::element;
  DType type = DType::f32;  // of an element, and of what a sum is of

  bool is_float() const { return kind == Kind::element && is_native_float(type); }
  static bool is_native_float(DType type) { return type == DType::f32 || type == DType::f64; }
  bool operator==(const ValueType&) const = default;
};
std::string c_type(const ValueType& type);      // of a variable
std::string c_element(DType type);              // of a buffer
bool is_c_word(std::string_view name);          // that no identifier can be
std::string c_prefix(DType type);               // of the names of operations: f32, i8, truth
const char* c_function(RealFunction function);  // likewise: exp, tanh

// Elements of the array of C that has so many elements of a type: two numbers of 4 bits share a byte.
std::uint64_t c_length(DType type, std::uint64_t count);
// Entries of an array, in lines with this margin: what stands between its braces.
std::string c_entries(std::span<const std::string> entries, const std::string& margin);

// The bits of numbers of a type.
std::uint64_t pattern_of(DType type, double number);
std::uint64_t lowest_pattern(DType type);
std::uint64_t highest_pattern(DType type);

struct Expression;
using ExpressionPointer = std::shared_ptr<const Expression>;
struct Expression {
  enum class Kind : std::uint8_t {
    literal,   // text
    element,   // of a buffer, at a place
    variable,  // number
    call,      // of the function `text`, with arguments; then `after`, as it is
    where,     // arguments[0] where the condition on places holds, else arguments[1]
    choice,    // arguments[0] ? arguments[1] : arguments[2]
    negation,  // of a truth
    both,      // of two truths
    place,     // a place as an argument
    address,   // of a variable
  };
  Kind kind;
  std::string text = {};
  std::vector<ExpressionPointer> arguments = {};
  std::string after = {};
  std::size_t number = 0;  // of a variable or a buffer
  WrittenPlace place = {};
  Inside inside = {};
};

struct Statement {
  enum class Kind : std::uint8_t { loop, place, declaration, assignment, store, effect, when, unless, refusal };
  Kind kind;
  AtomPointer counter = nullptr;      // loop, place: its name
  std::uint64_t bound = 0;            // loop
  std::size_t number = 0;             // declaration, assignment: the variable; store: the buffer
  WrittenPlace at = {};               // store; place: what it is
  ExpressionPointer value = nullptr;  // declaration, assignment, store, effect, refusal; place: what it is read from
  Inside inside = {};                 // when, unless
  std::string rule = {};              // refusal
  std::vector<Statement> body = {};   // loop, when, unless
};

// An operand, a result, a table or a row of the function.
struct Buffer {
  enum class Kind : std::uint8_t { operand, result, table, row };
  Kind kind;
  std::string name;
  DType type;
  std::uint64_t count = 0;
  unsigned number = 0;                    // of the operand or result in the call
  std::vector<std::string> entries = {};  // of a table
  bool is_used = false;                   // the printer finds out whether the text reads it

  bool is_parameter() const { return (kind == Kind::operand && is_used) || (kind == Kind::result && count != 0); }
};

struct Variable {
  ValueType type;
  std::string name;          // as it is wanted; the printer makes it unique
  std::uint64_t block;       // in which it was declared
  bool is_assigned = false;  // after its declaration
};

class Program {
 public:
  Program() { blocks_.push_back({&body, next_block_++}); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void add(Statement statement) { blocks_.back().statements->push_back(std::move(statement)); }
  void enter(Statement statement) {
    add(std::move(statement));
    blocks_.push_back({&blocks_.back().statements->back().body, next_block_++});
  }
  void leave() { blocks_.pop_back(); }
  std::uint64_t block() const { return blocks_.back().number; }

  // A variable with this value, and reading it.
  std::size_t declare(ValueType type, std::string name, ExpressionPointer value);
  void assign(std::size_t variable, ExpressionPointer value);
  std::size_t buffer(Buffer buffer) {
    buffers.push_back(std::move(buffer));
    return buffers.size() - 1;
  }

  std::vector<Statement> body;
  std::vector<Variable> variables;
  std::vector<Buffer> buffers;
  bool may_refuse = true;   // what is refused is written
  bool can_refuse = false;  // something was

 private:
  struct Block {
    std::vector<Statement>* statements;
    std::uint64_t number;
  };
  std::vector<Block> blocks_;
  std::uint64_t next_block_ = 0;
};

inline ExpressionPointer expression(Expression e) { return std::make_shared<const Expression>(std::move(e)); }
inline ExpressionPointer literal(std::string text) {
  return expression({.kind = Expression::Kind::literal, .text = std::move(text)});
}
inline ExpressionPointer call_of(std::string function, std::vector<ExpressionPointer> arguments,
                                 std::string after = {}) {
  return expression({.kind = Expression::Kind::call,
                     .text = std::move(function),
                     .arguments = std::move(arguments),
                     .after = std::move(after)});
}
inline ExpressionPointer variable_of(std::size_t number) {
  return expression({.kind = Expression::Kind::variable, .number = number});
}

// A number of a type as C has it: a literal, or the function that makes it of its bits.
std::string c_number(DType type, std::uint64_t pattern);
// The same in the initialiser of an array; nothing where no constant of C has these bits, as those of a NaN.
std::optional<std::string> c_initializer(DType type, std::uint64_t pattern);

// The function of a call as C: its declaration, its loops.
struct WrittenFunction {
  std::string name, text;            // the text ends with a newline
  std::vector<unsigned> operands;    // that it takes, by their numbers in the call, in the order of its parameters
  std::vector<unsigned> results;     // likewise, after them
  std::vector<std::string> rules;    // of its refusals
  std::vector<std::string> headers;  // that it needs, "scalar/named/floats.h"
  std::uint64_t stack = 0;           // bytes of rows and sums
};
struct PrintSettings {
  std::string name;                                             // of the function
  std::string comment;                                          // before it, without its delimiters
  std::string ok;                                               // the enumerator of success
  std::function<std::string(const std::string& rule)> refused;  // the enumerator of a refusal
  bool by_rows = false;                                         // neighbours of a result together; see rows.hpp
};
WrittenFunction print(Program& program, const PrintSettings& settings);

}  // namespace etalon::impl
