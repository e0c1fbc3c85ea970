// SPDX-License-Identifier: Apache-2.0
// Floor 8. A program as a person would write it: a value that is used once stands where it is used, and one that is
// never used is not computed.
#pragma once

#include "write/program.hpp"

namespace etalon::impl {

void simplify(Program& program);

// Calls visit for every expression of a statement, not of those inside it.
template <class Visit> void for_each_expression(const Expression& expression, const Visit& visit) {
  visit(expression);
  for (const ExpressionPointer& argument : expression.arguments) for_each_expression(*argument, visit);
}

}  // namespace etalon::impl
