// SPDX-License-Identifier: Apache-2.0
// Floor 9. See qualification.hpp.
#include "report/evidence/qualification.hpp"

#include <algorithm>

#include "report/evidence/release.hpp"
#include "text/json.hpp"

namespace etalon::impl {
namespace {

ToolUse use_of(const Json& item) {
  ToolUse use{item["use"].string(), item["argument"].string(), {}, item["levels"].strings()};
  if (const auto criterion = item["criterion"].count()) use.criterion = static_cast<unsigned>(*criterion);
  return use;
}

void write_requirement(JsonWriter& json, const ToolRequirement& requirement, bool tests_given) {
  const auto if_given = [&](std::size_t number) { return tests_given ? std::optional(number) : std::nullopt; };
  json.member("id", requirement.id).member("text", requirement.text).member("tags", requirement.tags);
  json.member("tested", if_given(requirement.tested)).member("proved", if_given(requirement.proved));
}

void write_use(JsonWriter& json, const ToolUse& use) {
  json.member("use", use.use).member("criterion", use.criterion).member("levels", use.levels);
  json.member("argument", use.argument);
}

void write_verb(JsonWriter& json, const ToolVerb& verb, bool tests_given) {
  json.member("verb", verb.verb).member("done", verb.done);
  json.line().array("requirements", [&] {
    for (const ToolRequirement& one : verb.requirements)
      json.line(1).object([&] { write_requirement(json, one, tests_given); });
  });
  json.line().array("uses", [&] {
    for (const ToolUse& use : verb.uses) json.line(1).object([&] { write_use(json, use); });
  });
  json.line().member("user", verb.user);
}

}  // namespace

Result<Qualification> read_qualification() {
  const Result<Json> data = read_json(page_text("spec/tool_requirements.json"), "EVI-ALL-QUALIFICATION");
  if (!data) return data.finding();
  Qualification found{(*data)["claim"].string(), {}, (*data)["user"].strings()};
  for (const Json& item : (*data)["verbs"].items) {
    ToolVerb verb{item["verb"].string(), {}, {}, item["user"].strings(), {}};
    for (const Json& one : item["requirements"].items)
      verb.requirements.push_back({one["id"].string(), one["text"].string(), one["tags"].strings()});
    for (const Json& one : item["uses"].items) verb.uses.push_back(use_of(one));
    found.verbs.push_back(std::move(verb));
  }
  return found;
}

void count_evidence(Qualification& qualification, const Trace& whole) {
  for (ToolVerb& verb : qualification.verbs)
    for (ToolRequirement& requirement : verb.requirements)
      for (const TraceRow& row : whole.rows) {
        if (std::ranges::find(requirement.tags, row.requirement.tag) == requirement.tags.end()) continue;
        requirement.tested += row.backing().ends_with("test");
        requirement.proved += row.backing().starts_with("proof");
      }
}

std::string levels_text(const ToolUse& use) {
  std::string out;
  for (std::size_t from = 0; from < use.levels.size();) {
    std::size_t end = from + 1;
    while (end < use.levels.size() && use.levels[end] == use.levels[from]) ++end;
    out += (out.empty() ? "" : ", ") + use.levels[from];
    if (end - from < use.levels.size()) {
      out += " (";
      for (std::size_t k = from; k < end; ++k) {
        out += k == from ? "" : ", ";
        out += static_cast<char>('A' + k);
      }
      out += ')';
    }
    from = end;
  }
  return out.empty() ? "none" : out;
}

std::string qualification_json(const Qualification& qualification, bool tests_given, const Trace& shown) {
  return json_document([&](JsonWriter& json) {
    write_tool(json, "etalon-qualification-1");
    write_release(json, shown);
    json.line().member("claim", qualification.claim);
    json.line().lines("verbs", qualification.verbs, [&](const ToolVerb& verb) { write_verb(json, verb, tests_given); });
    json.line().member("user", qualification.user);
  });
}

}  // namespace etalon::impl
