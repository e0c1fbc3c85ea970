// SPDX-License-Identifier: Apache-2.0
// Floor 8. See program.hpp.
#include "write/program.hpp"

namespace etalon::impl {

std::size_t Program::declare(ValueType type, std::string name, ExpressionPointer value) {
  variables.push_back({type, std::move(name), block()});
  add({.kind = Statement::Kind::declaration, .number = variables.size() - 1, .value = std::move(value)});
  return variables.size() - 1;
}

void Program::assign(std::size_t variable, ExpressionPointer value) {
  variables[variable].is_assigned = true;
  add({.kind = Statement::Kind::assignment, .number = variable, .value = std::move(value)});
}

}  // namespace etalon::impl
