// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "report/operators/report.hpp"
#include "report/page/joined.hpp"

namespace etalon::impl {
namespace {

using Line = std::array<std::string, 4>;

// Columns as wide as what they hold; the last one is not padded.
std::string aligned(const std::vector<Line>& lines) {
  std::array<std::size_t, 4> widths{};
  for (const Line& line : lines)
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  return joined(lines, "", [&](const Line& line) {
    std::string text;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) text += fmt::format("{:<{}}  ", line[i], widths[i]);
    text += line.back();
    text.erase(text.find_last_not_of(' ') + 1);
    return text + "\n";
  });
}

std::string listed(const std::vector<std::string>& names, const char* separator) {
  return fmt::format("{}", fmt::join(names, separator));
}

// A formal of one type says so itself.
bool is_variable(const char* variable) { return !std::string_view(variable).starts_with("tensor("); }

std::string types_text(const Row& row) {
  std::string text;
  for (const TypeRule& rule : row.types)
    if (is_variable(rule.variable))
      text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", rule.variable, listed(names_of(rule.types), " "));
  return text;
}

void add_formals(std::vector<Line>& lines, const char* role, std::span<const Formal> formals) {
  for (const Formal& formal : formals)
    lines.push_back({role, formal.name, formal.variable,
                     formal.presence == Formal::Presence::required ? "" : name_of(formal.presence)});
}

}  // namespace

std::string operators_text(Operators listed_operators) {
  std::vector<Line> lines{{"operator", "versions", "profiles", "types"}};
  for (const Operator* op : listed_operators) {
    const std::size_t first = lines.size();
    for (const Row& row : op->rows) {
      const Line line{op->name, fmt::format("{}", fmt::join(row.versions.all(), ", ")),
                      listed(profiles_of(*op, row), ", "), types_text(row)};
      Line& last = lines.back();
      if (lines.size() > first && last[2] == line[2] && last[3] == line[3])
        last[1] += ", " + line[1];
      else
        lines.push_back(line);
    }
  }
  return aligned(lines);
}

std::string operator_text(const Operator& op) {
  std::string text = fmt::format("{}: versions {} of ai.onnx\n", op.name, fmt::join(op.versions, ", "));
  for (const Row& row : op.rows) {
    const std::span<const int> versions = row.versions.all();
    text += fmt::format("\nversion{} {} (operator sets {}), {}; profile {}\n", versions.size() == 1 ? "" : "s",
                        fmt::join(versions, ", "), operator_sets(op, versions), name_of(row.source),
                        listed(profiles_of(op, row), ", "));
    std::vector<Line> lines;
    add_formals(lines, "  input", row.inputs);
    add_formals(lines, "  output", row.outputs);
    for (const AttributeFormal& attribute : row.attributes) {
      const std::string otherwise = default_json(attribute);
      lines.push_back({"  attribute", attribute.name, name_of(attribute.kind),
                       attribute.is_required() ? "required"
                       : otherwise.empty()     ? "optional"
                                               : "default " + otherwise});
    }
    for (const TypeRule& rule : row.types)
      if (is_variable(rule.variable)) lines.push_back({"  type", rule.variable, "", listed(names_of(rule.types), " ")});
    text += aligned(lines);
  }
  return text;
}

}  // namespace etalon::impl
