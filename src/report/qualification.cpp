// SPDX-License-Identifier: Apache-2.0
// Floor 9. See qualification.hpp.
#include "report/qualification.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "report/escape.hpp"
#include "report/joined.hpp"
#include "text/json.hpp"

namespace etalon::impl {
namespace {

ToolUse use_of(const Json& item) {
  ToolUse use{item["use"].string(), item["argument"].string(), {}, item["levels"].strings()};
  if (const auto criterion = item["criterion"].count()) use.criterion = static_cast<unsigned>(*criterion);
  return use;
}

std::string list_json(const std::vector<std::string>& list) {
  return fmt::format("[{}]", joined(list, ",", json_string));
}

std::string requirement_json(const ToolRequirement& requirement, bool tests_given) {
  const auto count = [&](std::size_t number) { return tests_given ? std::to_string(number) : "null"; };
  return fmt::format("\n {{\"id\":{},\"text\":{},\"tags\":{},\"tested\":{},\"proved\":{}}}",
                     json_string(requirement.id), json_string(requirement.text), list_json(requirement.tags),
                     count(requirement.tested), count(requirement.proved));
}

std::string use_json(const ToolUse& use) {
  return fmt::format("\n {{\"use\":{},\"criterion\":{},\"levels\":{},\"argument\":{}}}", json_string(use.use),
                     use.criterion ? std::to_string(*use.criterion) : "null", list_json(use.levels),
                     json_string(use.argument));
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

std::string qualification_json(const Qualification& qualification, bool tests_given) {
  const auto verb = [&](const ToolVerb& one) {
    return fmt::format(
        "\n{{\"verb\":{},\"done\":{},\n\"requirements\":[{}],\n\"uses\":[{}],\n\"user\":{}}}", json_string(one.verb),
        json_string(one.done),
        joined(one.requirements, ",", [&](const ToolRequirement& r) { return requirement_json(r, tests_given); }),
        joined(one.uses, ",", use_json), list_json(one.user));
  };
  return fmt::format("{{{},\n\"claim\":{},\n\"verbs\":[{}],\n\"user\":{}}}\n", tool_json("etalon-qualification-1"),
                     json_string(qualification.claim), joined(qualification.verbs, ",", verb),
                     list_json(qualification.user));
}

}  // namespace etalon::impl
