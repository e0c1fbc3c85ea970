// SPDX-License-Identifier: Apache-2.0
// Floor 8. See simplify.hpp.
#include "write/simplify.hpp"

#include <map>
#include <set>

namespace etalon::impl {
namespace {

using Kind = Statement::Kind;

// What a statement changes: variables that are assigned, and buffers that are stored to.
struct Changes {
  std::set<std::size_t> variables, buffers;
  void add(const Statement& statement) {
    if (statement.kind == Kind::assignment) variables.insert(statement.number);
    if (statement.kind == Kind::store) buffers.insert(statement.number);
    if (statement.kind == Kind::effect) variables.insert(statement.value->arguments[0]->number);
    for (const Statement& inside : statement.body) add(inside);
  }
};

bool reads(const Expression& expression, const Changes& changes) {
  bool found = false;
  for_each_expression(expression, [&](const Expression& one) {
    const bool is_variable = one.kind == Expression::Kind::variable || one.kind == Expression::Kind::address;
    found = found || (is_variable && changes.variables.contains(one.number)) ||
            (one.kind == Expression::Kind::element && changes.buffers.contains(one.number));
  });
  return found;
}

class Simplifier {
 public:
  explicit Simplifier(Program& program)
      : program_(program), uses_(program.variables.size()), reads_(program.buffers.size()) {}

  void run() {
    count(program_.body);
    while (drop_unused(program_.body)) {
    }
    program_.body = simplified(std::move(program_.body));
  }

 private:
  void count(const Expression& expression, int by) {
    for_each_expression(expression, [&](const Expression& one) {
      if (one.kind == Expression::Kind::variable || one.kind == Expression::Kind::address) uses_[one.number] += by;
      if (one.kind == Expression::Kind::element) reads_[one.number] += by;
    });
  }
  void count(const std::vector<Statement>& block) {
    for (const Statement& statement : block) {
      if (statement.value) count(*statement.value, 1);
      count(statement.body);
    }
  }
  // From the end on, so that what only an unused value used goes as well; a row may be read before it is stored to.
  bool drop_unused(std::vector<Statement>& block) {
    bool has_dropped = false;
    for (std::size_t k = block.size(); k-- > 0;) {
      has_dropped = drop_unused(block[k].body) || has_dropped;
      if (!is_unused(block[k])) continue;
      if (block[k].value) count(*block[k].value, -1);
      block.erase(block.begin() + static_cast<std::ptrdiff_t>(k));
      has_dropped = true;
    }
    return has_dropped;
  }
  bool is_unused(const Statement& one) const {
    switch (one.kind) {
      case Kind::declaration:
        return uses_[one.number] == 0 && !program_.variables[one.number].is_assigned;
      case Kind::store:
        return program_.buffers[one.number].kind == Buffer::Kind::row && reads_[one.number] == 0;
      case Kind::loop:
      case Kind::when:
      case Kind::unless:
        return one.body.empty();
      default:
        return false;
    }
  }

  std::vector<Statement> simplified(std::vector<Statement> block) {
    std::vector<Statement> result;
    std::map<std::size_t, Statement> waiting;  // in the order of declarations
    const auto settle = [&](const auto& is_due) {
      for (auto at = waiting.begin(); at != waiting.end();)
        if (is_due(at->second)) {
          result.push_back(std::move(at->second));
          at = waiting.erase(at);
        } else {
          ++at;
        }
    };
    for (Statement& statement : block) {
      if (statement.value) statement.value = with(statement.value, waiting);
      if (statement.kind == Kind::declaration) {
        const Variable& variable = program_.variables[statement.number];
        const bool is_literal = statement.value->kind == Expression::Kind::literal;
        if (!variable.is_assigned && is_literal) {
          literals_[statement.number] = statement.value;
          continue;
        }
        const bool is_short =
            statement.value->kind != Expression::Kind::where && statement.value->kind != Expression::Kind::choice;
        if (!variable.is_assigned && is_short && uses_[statement.number] == 1) {
          waiting.emplace(statement.number, std::move(statement));
          continue;
        }
      }
      Changes changes;
      changes.add(statement);
      settle([&](const Statement& one) { return reads(*one.value, changes); });
      if (!statement.body.empty()) {
        // A loop computes nothing again that was computed once.
        settle([&](const Statement& one) { return is_used(one.number, statement); });
        statement.body = simplified(std::move(statement.body));
      }
      result.push_back(std::move(statement));
    }
    settle([](const Statement&) { return true; });
    return result;
  }

  bool is_used(std::size_t variable, const Statement& statement) const {
    bool found = false;
    if (statement.value)
      for_each_expression(*statement.value, [&](const Expression& one) {
        found = found || (one.kind == Expression::Kind::variable && one.number == variable);
      });
    for (const Statement& inside : statement.body) found = found || is_used(variable, inside);
    return found;
  }

  ExpressionPointer with(const ExpressionPointer& value, std::map<std::size_t, Statement>& waiting) {
    if (value->kind == Expression::Kind::variable) {
      if (const auto known = literals_.find(value->number); known != literals_.end()) return known->second;
      const auto at = waiting.find(value->number);
      if (at == waiting.end()) return value;
      ExpressionPointer own = at->second.value;
      waiting.erase(at);
      return own;
    }
    if (value->arguments.empty()) return value;
    Expression changed = *value;
    for (ExpressionPointer& argument : changed.arguments) argument = with(argument, waiting);
    constexpr auto negation = Expression::Kind::negation;
    if (changed.kind == negation && changed.arguments[0]->kind == negation) return changed.arguments[0]->arguments[0];
    return expression(std::move(changed));
  }

  Program& program_;
  std::vector<int> uses_, reads_;  // of variables, and of elements of buffers
  std::map<std::size_t, ExpressionPointer> literals_;
};

}  // namespace

void simplify(Program& program) { Simplifier(program).run(); }

}  // namespace etalon::impl
