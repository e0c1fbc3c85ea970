// SPDX-License-Identifier: Apache-2.0
// Floor 8. Contracts of written functions in ACSL, for provers of C: which memory a function reads and writes, and what
// its loops keep. A compiler takes them for comments.
#pragma once

#include "write/program.hpp"

namespace etalon::impl {

template <class Visit> void for_each_statement(const std::vector<Statement>& block, const Visit& visit) {
  for (const Statement& statement : block) {
    visit(statement);
    for_each_statement(statement.body, visit);
  }
}

// Each ends with a newline, or is empty. Names are those of buffers and variables in the text.
std::string function_contract(const Program& program, const std::vector<std::string>& buffer_names);
std::string loop_contract(const Program& program, const Statement& loop, const std::string& counter,
                          const std::vector<std::string>& buffer_names, const std::vector<std::string>& variable_names,
                          const std::string& margin);

}  // namespace etalon::impl
