// SPDX-License-Identifier: Apache-2.0
// Floor 8. See contract.hpp.
#include "write/contract.hpp"

#include <set>

namespace etalon::impl {
namespace {

bool is_parameter(const Buffer& buffer) {
  return (buffer.kind == Buffer::Kind::operand && buffer.is_used) || buffer.kind == Buffer::Kind::result;
}

// Elements of the array that holds a buffer: two numbers of 4 bits share one.
std::uint64_t length_of(const Buffer& buffer) {
  return buffer.kind == Buffer::Kind::row ? buffer.count : c_length(buffer.type, buffer.count);
}
std::string all_of(const Buffer& buffer, const std::string& name) {
  return name + "[0 .. " + std::to_string(length_of(buffer) - 1) + "]";
}
std::string range_of(const Buffer& buffer, const std::string& name) {
  return name + " + (0 .. " + std::to_string(length_of(buffer) - 1) + ")";
}

}  // namespace

std::string function_contract(const Program& program, const std::vector<std::string>& names) {
  std::string text, assigned;
  const auto line = [&](const std::string& what) { text += (text.empty() ? "/*@ " : "  @ ") + what + ";\n"; };
  for (std::size_t k = 0; k < program.buffers.size(); ++k) {
    const Buffer& buffer = program.buffers[k];
    if (!is_parameter(buffer) || buffer.count == 0) continue;
    const bool is_result = buffer.kind == Buffer::Kind::result;
    line(std::string("requires ") + (is_result ? "\\valid(" : "\\valid_read(") + range_of(buffer, names[k]) + ")");
    if (is_result) assigned += (assigned.empty() ? "" : ", ") + all_of(buffer, names[k]);
  }
  for (std::size_t k = 0; k < program.buffers.size(); ++k)
    for (std::size_t other = 0; other < program.buffers.size(); ++other) {
      const Buffer &a = program.buffers[k], &b = program.buffers[other];
      if (a.kind != Buffer::Kind::result || !is_parameter(b) || a.count == 0 || b.count == 0) continue;
      if (other == k || (b.kind == Buffer::Kind::result && other > k)) continue;
      line("requires \\separated(" + range_of(a, names[k]) + ", " + range_of(b, names[other]) + ")");
    }
  line("assigns " + (assigned.empty() ? "\\nothing" : assigned));
  text.insert(text.size() - 1, " */");
  return text;
}

std::string loop_contract(const Program& program, const Statement& loop, const std::string& counter,
                          const std::vector<std::string>& buffer_names, const std::vector<std::string>& variable_names,
                          const std::string& margin) {
  std::set<std::string> assigned{counter};
  for_each_statement(loop.body, [&](const Statement& statement) {
    if (statement.kind == Statement::Kind::store && program.buffers[statement.number].count != 0)
      assigned.insert(all_of(program.buffers[statement.number], buffer_names[statement.number]));
    const std::size_t changed = statement.kind == Statement::Kind::assignment ? statement.number
                                : statement.kind == Statement::Kind::effect   ? statement.value->arguments[0]->number
                                                                              : variable_names.size();
    if (changed < variable_names.size() && !variable_names[changed].empty()) assigned.insert(variable_names[changed]);
  });
  const std::string bound = std::to_string(loop.bound);
  std::string text =
      margin + "/*@ loop invariant 0 <= " + counter + " <= " + bound + ";\n" + margin + "  @ loop assigns ";
  bool is_first = true;
  for (const std::string& one : assigned) {
    text += (is_first ? "" : ", ") + one;
    is_first = false;
  }
  return text + ";\n" + margin + "  @ loop variant " + bound + " - " + counter + "; */\n";
}

}  // namespace etalon::impl
