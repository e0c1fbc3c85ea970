// SPDX-License-Identifier: Apache-2.0
// Floor 9. See operators_report.hpp.
#include <fmt/format.h>

#include "report/escape.hpp"
#include "report/identity.hpp"
#include "report/joined.hpp"
#include "report/operators_report.hpp"

namespace etalon::impl {
namespace {

std::string list_json(const std::vector<std::string>& names) {
  return fmt::format("[{}]", joined(names, ",", json_string));
}

std::string formals_json(std::span<const Formal> formals) {
  return joined(formals, ",", [](const Formal& formal) {
    return fmt::format(R"({{"name":{},"variable":{},"presence":"{}","known":{}}})", json_string(formal.name),
                       json_string(formal.variable), name_of(formal.presence), formal.use == Formal::Use::shape);
  });
}

std::string attribute_json(const AttributeFormal& attribute) {
  const std::string otherwise = default_json(attribute);
  return fmt::format(R"({{"name":{},"kind":"{}","required":{}{}{}}})", json_string(attribute.name),
                     name_of(attribute.kind), attribute.required, otherwise.empty() ? "" : ",\"default\":", otherwise);
}

std::string row_json(const Operator& op, const Row& row) {
  return fmt::format(
      " {{\"source\":\"{}\",\"profiles\":{},\"versions\":[{}],\"operator_sets\":\"{}\",\n"
      "  \"inputs\":[{}],\n  \"outputs\":[{}],\n  \"types\":{{{}}},\n  \"attributes\":[{}]}}",
      name_of(row.source), list_json(profiles_of(op, row)), fmt::join(row.versions.all(), ","),
      operator_sets(op, row.versions.all()), formals_json(row.inputs), formals_json(row.outputs),
      joined(row.types, ",",
             [](const TypeRule& rule) {
               return fmt::format("{}:{}", json_string(rule.variable), list_json(names_of(rule.types)));
             }),
      joined(row.attributes, ",", attribute_json));
}

}  // namespace

const char* name_of(Source source) {
  static constexpr const char* names[] = {"base documents", "draft of 2026-08", "draft of 2026-10", "onnx"};
  return names[static_cast<unsigned>(source)];
}

const char* name_of(Formal::Presence presence) {
  static constexpr const char* names[] = {"required", "optional", "variadic"};
  return names[static_cast<unsigned>(presence)];
}

const char* name_of(AttributeFormal::Kind kind) {
  static constexpr const char* names[] = {"",       "int",     "float",  "string", "ints",
                                          "floats", "strings", "tensor", "other",  "graph"};
  return names[static_cast<unsigned>(kind)];
}

std::vector<std::string> profiles_of(const Operator& op, const Row& row) {
  std::vector<std::string> names;
  for (const Profile& profile : profiles())
    if (source_of(profile, op) == row.source) names.emplace_back(profile.id);
  return names;
}

std::vector<std::string> names_of(TypeSet types) {
  std::vector<std::string> names;
  for (const DTypeInfo& type : dtype_table)
    if (types.contains(type.id)) names.emplace_back(type.name);
  return names;
}

std::string default_json(const AttributeFormal& attribute) {
  struct Printer {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
    std::string operator()(float number) const { return fmt::format("{}", number); }
    std::string operator()(const char* text) const { return json_string(text); }
  };
  return std::visit(Printer(), attribute.otherwise);
}

std::string operators_json(Operators listed) {
  return fmt::format("{{{},\n\"operators\":[{}]}}\n", tool_json("etalon-operators-1"),
                     joined(listed, ",", [](const Operator* op) {
                       return fmt::format("\n{{\"name\":{},\"domain\":\"ai.onnx\",\"versions\":[{}],\"rows\":[\n{}]}}",
                                          json_string(op->name), fmt::join(op->versions, ","),
                                          joined(op->rows, ",\n", [&](const Row& row) { return row_json(*op, row); }));
                     }));
}

std::string profile_text(const Profile& profile) {
  const GeneralRules& rules = profile.rules;
  std::string out = fmt::format(
      "{}\nsources {}, {}\nexplicit_values {} no_sparse {} no_defaults {} no_dead_nodes {} unique_nodes {}\n"
      "integer_division {} accumulation {} strict {}\nnewest operator set {} newest IR {}\n",
      profile.id, name_of(profile.sources[0]), name_of(profile.sources[1]), rules.explicit_values, rules.no_sparse,
      rules.no_defaults, rules.no_dead_nodes, rules.unique_nodes,
      profile.choices.integer_division == IntegerDivision::floor ? "floor" : "truncate",
      accumulation_names[static_cast<unsigned>(profile.choices.accumulation)], profile.choices.strict, newest_opset,
      newest_ir);
  for (const Operator* op : operators())
    for (const Row& row : op->rows)
      if (source_of(profile, *op) == row.source) out += fmt::format("{}\n{}\n", op->name, row_json(*op, row));
  return out;
}

}  // namespace etalon::impl
