// SPDX-License-Identifier: Apache-2.0
// Floor 8. See loose.hpp.
#include "write/loose.hpp"

#include <algorithm>

#include "write/contract.hpp"
#include "write/simplify.hpp"

namespace etalon::impl {
namespace {

using Of = Expression::Kind;

bool is_of_native_float(std::string_view name) { return name.starts_with("f32_") || name.starts_with("f64_"); }

bool is_computed(const Expression& e) {
  const bool is_finite_literal = e.kind == Of::literal && e.text.find("of_bits") == std::string::npos;
  return is_arithmetic(e) || is_finite_literal;
}

// A value that does not change is rounded to the one NaN where it is computed, unless nobody sees it.
void keep_strict(const Program& program, const Expression& e, bool any_nan, Loose& loose) {
  if (e.kind == Of::variable && !any_nan && !program.variables[e.number].is_assigned) loose.variables[e.number] = false;
  for (const ExpressionPointer& argument : e.arguments) keep_strict(program, *argument, takes_any_nan(e), loose);
}

// Rows of sums, which are computed from themselves.
std::vector<bool> loose_rows(const Program& program) {
  std::vector<bool> is_loose(program.buffers.size()), is_strict(program.buffers.size());
  for_each_statement(program.body, [&](const Statement& statement) {
    if (statement.kind != Statement::Kind::store) return;
    const Buffer& buffer = program.buffers[statement.number];
    if (buffer.kind != Buffer::Kind::row || !ValueType::is_native_float(buffer.type) || !is_computed(*statement.value))
      is_strict[statement.number] = true;
    for_each_expression(*statement.value, [&](const Expression& e) {
      if (e.kind == Of::element && e.number == statement.number) is_loose[e.number] = true;
    });
  });
  for (std::size_t k = 0; k < is_loose.size(); ++k) is_loose[k] = is_loose[k] && !is_strict[k];
  return is_loose;
}

}  // namespace

std::string_view step_of(std::string_view name) {
  const std::size_t end = name.find('_');
  return end == std::string_view::npos ? name : name.substr(end + 1);
}

bool is_arithmetic(const Expression& e) {
  constexpr std::string_view steps[] = {"add", "sub", "mul", "div", "sqrt", "fma", "of_f32", "of_f64"};
  return e.kind == Of::call && is_of_native_float(e.text) &&
         std::ranges::find(steps, step_of(e.text)) != std::end(steps) && e.text != "f32_of_f32" &&
         e.text != "f64_of_f64";
}

bool takes_any_nan(const Expression& e) {
  constexpr std::string_view steps[] = {"less", "equal", "less_or_equal", "max", "min", "is_nan"};
  return is_arithmetic(e) || (e.kind == Of::call && is_of_native_float(e.text) &&
                              std::ranges::find(steps, step_of(e.text)) != std::end(steps));
}

Loose loose_of(const Program& program) {
  Loose loose{{}, loose_rows(program)};
  for (const Variable& one : program.variables) loose.variables.push_back(one.type.is_float());
  for_each_statement(program.body, [&](const Statement& statement) {
    const bool gives = statement.kind == Statement::Kind::declaration || statement.kind == Statement::Kind::assignment;
    if (gives && !is_computed(*statement.value)) loose.variables[statement.number] = false;
  });
  for_each_statement(program.body, [&](const Statement& statement) {
    if (statement.value) keep_strict(program, *statement.value, false, loose);
  });
  return loose;
}

}  // namespace etalon::impl
