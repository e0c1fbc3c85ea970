// SPDX-License-Identifier: Apache-2.0
// Floor 8. Contracts of written functions in ACSL, for provers of C: which memory a function reads and writes, what its
// loops keep, what it returns. A compiler takes them for comments.
#pragma once

#include "write/program.hpp"

namespace etalon::impl {

template <class Visit> void for_each_statement(const std::vector<Statement>& block, const Visit& visit) {
  for (const Statement& statement : block) {
    visit(statement);
    for_each_statement(statement.body, visit);
  }
}

// Memory that a function is given: where it lies, and what is in it.
struct GivenMemory {
  std::string where, what;
  bool is_written;
};
GivenMemory given_array(const std::string& name, std::uint64_t length, bool is_written);

// Each ends with a newline. `returned` are the statuses of a function that has some, the one of success first; names
// are those of buffers and variables in the text.
std::string contract_of(const std::vector<GivenMemory>& memory, const std::vector<std::string>& returned,
                        const std::string& ensured = {});
std::string function_contract(const Program& program, const std::vector<std::string>& buffer_names,
                              const std::vector<std::string>& returned);
std::string loop_contract(const Program& program, const Statement& loop, const std::vector<std::string>& buffer_names,
                          const std::vector<std::string>& variable_names, const std::string& margin);

}  // namespace etalon::impl
