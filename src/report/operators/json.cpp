// SPDX-License-Identifier: Apache-2.0
// Floor 9. See report.hpp.
#include <fmt/format.h>

#include "report/operators/report.hpp"
#include "report/page/escape.hpp"
#include "report/page/identity.hpp"

namespace etalon::impl {
namespace {

void write_formals(JsonWriter& json, std::span<const Formal> formals) {
  for (const Formal& formal : formals)
    json.object([&] {
      json.member("name", formal.name).member("variable", formal.variable).member("presence", name_of(formal.presence));
      json.member("known", formal.use == Formal::Use::shape);
    });
}

void write_attribute(JsonWriter& json, const AttributeFormal& attribute) {
  json.member("name", attribute.name)
      .member("kind", name_of(attribute.kind))
      .member("required", attribute.is_required());
  if (const std::string otherwise = default_json(attribute); !otherwise.empty())
    json.member("default", JsonText{otherwise});
}

void write_row(JsonWriter& json, const Operator& op, const Row& row) {
  json.member("source", name_of(row.source)).member("profiles", profiles_of(op, row));
  json.member("versions", row.versions.all()).member("operator_sets", operator_sets(op, row.versions.all()));
  json.line(2).array("inputs", [&] { write_formals(json, row.inputs); });
  json.line(2).array("outputs", [&] { write_formals(json, row.outputs); });
  json.line(2).object("types", [&] {
    for (const TypeRule& rule : row.types) json.member(rule.variable, names_of(rule.types));
  });
  json.line(2).array("attributes", [&] {
    for (const AttributeFormal& attribute : row.attributes) json.object([&] { write_attribute(json, attribute); });
  });
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
    std::string operator()(Required) const { return {}; }
    std::string operator()(std::int64_t number) const { return fmt::format("{}", number); }
    std::string operator()(float number) const { return fmt::format("{}", number); }
    std::string operator()(const char* text) const { return json_string(text); }
  };
  return std::visit(Printer(), attribute.otherwise);
}

std::string operators_json(Operators listed) {
  return json_document([&](JsonWriter& json) {
    write_tool(json, "etalon-operators-1");
    json.line().array("operators", [&] {
      for (const Operator* op : listed)
        json.line().object([&] {
          json.member("name", op->name).member("domain", "ai.onnx").member("versions", op->versions);
          json.array("rows", [&] {
            for (const Row& row : op->rows) json.line(1).object([&] { write_row(json, *op, row); });
          });
        });
    });
  });
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
      if (source_of(profile, *op) == row.source)
        out += fmt::format("{}\n {}\n", op->name, json_object([&](JsonWriter& json) { write_row(json, *op, row); }));
  return out;
}

}  // namespace etalon::impl
